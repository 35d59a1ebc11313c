"""`charkoni play`: a game in the terminal, new or saved."""

from pathlib import Path
from typing import Annotated

import typer

from charkoni.cli.command_group import typer_app, words_of
from charkoni.cli.completion import complete_game, complete_seat
from charkoni.core.compiler import switch_off
from charkoni.core.errors import N_
from charkoni.games.match_format import SETS

app = typer_app()


@app.command()
def play(
    context: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help=N_("the game; without it choose one"), autocompletion=complete_game),
    ] = None,
    more: Annotated[
        list[str] | None,
        typer.Argument(metavar="SEAT=PLAYER", help=N_("further seats"), autocompletion=complete_seat),
    ] = None,
    variant: Annotated[
        str | None,
        typer.Option("--variant", metavar="FLAGS", help=N_("flags: fortress, or size=7,links=2")),
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            metavar="SEAT=PLAYER",
            help=N_("the players: a=human b=mcts:2s c=random dice=human"),
            autocompletion=complete_seat,
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", min=0, max=2**63 - 1, help=N_("for dice and computers: same seed, same game")),
    ] = None,
    load: Annotated[Path | None, typer.Option("--load", metavar="FILE", help=N_("continue a saved game"))] = None,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE", help=N_("keep the game in a new file of this name")),
    ] = None,
    pace: Annotated[
        float,
        typer.Option("--pace", metavar="SECONDS", min=0, max=60, help=N_("pause after a computer's move")),
    ] = 0.6,
    sets: Annotated[
        int | None,
        typer.Option("--sets", metavar="|".join(map(str, SETS)), min=1, max=SETS[-1], help=N_("a match of sets")),
    ] = None,
    lang: Annotated[str | None, typer.Option("--lang", metavar="ru|en|tr", help=N_("the language"))] = None,
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
    code = run_game(words_of(context), options, SeparateComputers() if has_to_compile else Computers())
    if code:
        raise typer.Exit(code)
