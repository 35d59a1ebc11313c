"""`charkoni play`: a game in the terminal, new or saved."""

from pathlib import Path
from typing import Annotated

import typer

from charkoni.cli.completion import complete_game, complete_seat
from charkoni.cli.parameters import argument, option
from charkoni.core.compiler import switch_off
from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.games.match_format import SETS


def play(
    words: Words,
    game: Annotated[
        str | None, argument("GAME", N_("the game; without it choose one"), completion=complete_game)
    ] = None,
    more: Annotated[list[str] | None, argument("SEAT=PLAYER", N_("further seats"), completion=complete_seat)] = None,
    variant: Annotated[str | None, option("FLAGS", N_("flags: fortress, or size=7,links=2"))] = None,
    seat: Annotated[
        list[str] | None,
        option("SEAT=PLAYER", N_("the players: a=human b=mcts:2s c=random dice=human"), completion=complete_seat),
    ] = None,
    seed: Annotated[
        int | None, option("", N_("for dice and computers: same seed, same game"), min=0, max=2**63 - 1)
    ] = None,
    load: Annotated[Path | None, option("FILE", N_("continue a saved game"))] = None,
    save: Annotated[Path | None, option("FILE", N_("keep the game in a new file of this name"))] = None,
    pace: Annotated[float, option("SECONDS", N_("pause after a computer's move"), min=0, max=60)] = 0.6,
    sets: Annotated[int | None, option("|".join(map(str, SETS)), N_("a match of sets"), min=1, max=SETS[-1])] = None,
    lang: Annotated[str | None, option("ru|en|tr", N_("the language"))] = None,
) -> None:
    """Play a game in the terminal."""
    has_to_compile = switch_off()
    # What imports rules is imported here: this process runs them as plain Python.
    from charkoni.cli.terminal.computers import Computers, SeparateComputers
    from charkoni.cli.terminal.game import PlayOptions, run_game
    from charkoni.cli.terminal.seats import is_seat

    seat_texts = [*(seat or []), *(more or [])]
    if game is not None and is_seat(game):  # --seat a=human b=random, and no game named
        seat_texts.append(game)
        game = None
    options = PlayOptions(game, variant, tuple(seat_texts), seed, load, save, pace, sets)
    code = run_game(words, options, SeparateComputers() if has_to_compile else Computers())
    if code:
        raise typer.Exit(code)
