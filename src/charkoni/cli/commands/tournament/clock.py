"""`charkoni tournament clock`: the clock of the running round."""

from typing import Annotated

import typer

from charkoni.cli.command_group import words_of
from charkoni.cli.commands.tournament.event_files import opened, print_act
from charkoni.cli.commands.tournament.lookups import bad_word
from charkoni.cli.commands.tournament.parameters import Event, Reason, app
from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.acts.base import Act
from charkoni.tournament.acts.round_clock import ContinueClock, MoveClock, StartRound, StopClock
from charkoni.tournament.director import Director

_WORDS = N_("a clock is told start, stop, go-on or move (with --minutes)")
_WAITS = N_("round {round} is published; its clock has not been started")
_LEFT = N_("round {round}: {left} left of {minutes} min; forfeit in {forfeit}")
_STANDS = N_("the clock stands")


@app.command(help=N_("The clock of the running round: start, stop, go-on, move; without a word, the time left."))
def clock(
    context: typer.Context,
    event: Event,
    what: Annotated[str, typer.Argument(metavar="start|stop|go-on|move", help=N_("what the clock does"))] = "",
    minutes: Annotated[
        int, typer.Option("--minutes", metavar="N", help=N_("with move: more minutes, with a minus fewer"))
    ] = 0,
    reason: Reason = "",
) -> None:
    """Change the clock of the running round, and print the time left."""
    words = words_of(context)
    with opened(event, words) as director:
        if what:
            print_act(words, director.do(_act(director, what, minutes), reason=reason))
        _print_clock(words, director)


def _act(director: Director, what: str, minutes: int) -> Act:
    number, at = director.running(), director.time
    if what == "start":
        return StartRound(round=number, at=at)
    if what == "stop":
        return StopClock(round=number, at=at)
    if what == "go-on":
        return ContinueClock(round=number, at=at)
    if what == "move":
        return MoveClock(round=number, minutes=minutes)
    raise bad_word(what, _WORDS)


def _print_clock(words: Words, director: Director) -> None:
    number, settings = director.running(), director.state.settings
    running = director.state.rounds[number - 1].clock
    if running is None:
        print(words._(_WAITS, round=number))
        return
    left, forfeit = (
        _time(running.left(span, director.now())) for span in (settings.round_minutes, settings.forfeit_after)
    )
    print(words._(_LEFT, round=number, left=left, minutes=settings.round_minutes, forfeit=forfeit))
    if running.stopped:
        print(words._(_STANDS))


def _time(ms: int) -> str:
    minutes, seconds = divmod(abs(ms) // 1000, 60)
    return f"{'−' if ms < 0 else ''}{minutes}:{seconds:02}"
