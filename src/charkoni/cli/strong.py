"""The commands about strength: `match`.  Like those of `charkoni.cli.app`, whose list they join."""

from pathlib import Path
from typing import Annotated

import typer

from charkoni.cli.app import words_of
from charkoni.core.errors import mark

Processes = Annotated[
    int,
    typer.Option("--processes", metavar="K", min=1, max=1024, help=mark("how many games at a time, one a core")),
]
Ray = Annotated[
    str | None, typer.Option("--ray", metavar="ADDRESS", help=mark("play on a Ray cluster; auto finds one"))
]
Seed = Annotated[int, typer.Option("--seed", min=0, max=2**31 - 1, help=mark("for openings, dice and players"))]
AsJson = Annotated[bool, typer.Option("--json", help=mark("the result as JSON"))]


def add_to(app: typer.Typer) -> None:
    """Add these commands to the program's."""
    app.command(help=mark("Measure two players against each other; the same command goes on with a match."))(match)


def match(
    context: typer.Context,
    a: Annotated[str, typer.Argument(metavar="A", help=mark("a player: random, mcts:2s, mcts:10000, level=5"))],
    b: Annotated[str, typer.Argument(metavar="B", help=mark("the other player"))],
    game: Annotated[
        str, typer.Option("--game", metavar="GAME", help=mark("the game, with flags if wanted: mosty:size=7"))
    ],
    games: Annotated[
        int | None, typer.Option("--games", metavar="N", min=1, max=1_000_000, help=mark("how many games; usually 100"))
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option("--sprt", metavar="LOW,HIGH", help=mark("play until one of two leads in Elo is refuted")),
    ] = None,
    most: Annotated[
        int | None, typer.Option("--most", metavar="N", min=1, max=1_000_000, help=mark("the most games of a test"))
    ] = None,
    time: Annotated[
        str | None, typer.Option("--time", metavar="TIME", help=mark("time per move of both players: 500ms, 2s"))
    ] = None,
    processes: Processes = 1,
    seed: Seed = 1,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help=mark("the file in which all games are kept"))
    ] = None,
    ray: Ray = None,
    as_json: AsJson = False,
) -> None:
    """Play a match."""
    from charkoni.cli import matching

    wish = matching.Wish(a, b, game, games, sprt, most, time, processes, seed, out, ray, as_json)
    code = matching.match(words_of(context), wish)
    if code:
        raise typer.Exit(code)
