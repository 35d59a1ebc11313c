"""`charkoni tournament clock`: the time left in the running round."""

from collections.abc import Mapping
from typing import Annotated

import typer

from charkoni.cli.command_group import words_of
from charkoni.cli.commands.tournament.acts import perform
from charkoni.cli.commands.tournament.event_files import bad_word, opened
from charkoni.cli.commands.tournament.parameters import Event, app
from charkoni.core.errors import N_
from charkoni.tournament.acts.declaration import Action, Asked
from charkoni.tournament.acts.fields import running_round
from charkoni.tournament.acts.round_clock import ContinueClock, MoveClock, StartRound, StopClock, clock_lines

_WORDS = N_("a clock understands start, stop, go-on or move (with --minutes)")
_ACTS: Mapping[str, type[Action]] = {"start": StartRound, "stop": StopClock, "go-on": ContinueClock, "move": MoveClock}
"""Old spellings of acts that have commands of their own."""


@app.command(help=N_("The time left in the running round."))
def clock(
    context: typer.Context,
    event: Event,
    what: Annotated[str, typer.Argument(metavar="start|stop|go-on|move", hidden=True)] = "",
    minutes: Annotated[int, typer.Option("--minutes", hidden=True)] = 0,
    reason: Annotated[str, typer.Option("--reason", hidden=True)] = "",
) -> None:
    """Print the time left in the running round."""
    words = words_of(context)
    with opened(event, words) as director:
        if what:
            if what not in _ACTS:
                raise bad_word(what, _WORDS)
            perform(words, director, _ACTS[what], {"minutes": minutes, "reason": reason})
            return
        number = running_round(Asked(director.state), {})
        for line in clock_lines(words, director.state, number, director.now()):
            print(line)
