"""The commands about strong play; they join the list of `charkoni.cli.app`."""

from pathlib import Path
from typing import Annotated

import typer

from charkoni.cli.app import File, Files, GameName, words_of
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
Nodes = Annotated[
    int | None,
    typer.Option("--nodes", metavar="N", min=1, max=10**12, help=mark("positions searched for each of the game's")),
]
Seconds = Annotated[
    float | None,
    typer.Option("--time", metavar="SECONDS", min=0.001, max=86_400, help=mark("seconds for each position")),
]


def add_to(app: typer.Typer) -> None:
    """Add these commands to the program's."""
    app.command(help=mark("Measure two players against each other; the same command goes on with a match."))(match)
    app.command(help=mark("Measure all levels of a game against each other, and write the table."))(ladder)
    app.command(help=mark("Fit the weights of a game's knowledge to games of self-play; say what each is worth."))(tune)
    app.command(help=mark("Search positions for another program: lines of JSON in, lines of JSON out."))(engine)
    app.command(help=mark("Say what happened in a game: values, best lines, mistakes, turning points; or hint."))(
        analyse
    )
    app.command(help=mark("Find puzzles in records and matches, or solve them with --solve."))(puzzles)


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
    judge: Annotated[
        int | None,
        typer.Option(
            "--judge",
            metavar="N",
            min=1,
            max=10**9,
            help=mark("positions searched to tell whether an opening is even; usually 30000"),
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help=mark("the file in which all games are kept"))
    ] = None,
    ray: Ray = None,
    as_json: AsJson = False,
) -> None:
    """Play a match."""
    from charkoni.cli import matching

    wish = matching.Wish(a, b, game, games, sprt, most, time, processes, seed, judge, out, ray, as_json)
    code = matching.match(words_of(context), wish)
    if code:
        raise typer.Exit(code)


def ladder(
    context: typer.Context,
    game: GameName,
    players: Annotated[
        list[str] | None,
        typer.Argument(metavar="PLAYER", help=mark("whom to measure, weakest first; usually random and all levels")),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, max=1_000_000, help=mark("games of each two that meet"))
    ] = 100,
    reach: Annotated[
        int, typer.Option("--reach", metavar="N", min=1, max=10, help=mark("who stands at most N rungs apart meets"))
    ] = 2,
    within: Annotated[
        str | None,
        typer.Option(
            "--within",
            metavar="LOW,HIGH",
            help=mark("end a match when it is clear whether its lead in Elo lies between the two"),
        ),
    ] = None,
    processes: Processes = 1,
    seed: Seed = 1,
    out: Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help=mark("where the games are kept"))] = None,
    page: Annotated[
        Path | None, typer.Option("--page", metavar="FILE", help=mark("a page whose table is brought up to date"))
    ] = None,
    ray: Ray = None,
    table: Annotated[
        bool, typer.Option("--table", help=mark("play no more games, print the table of those that are kept"))
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Measure a ladder."""
    from charkoni.cli import ladder as measuring

    wish = measuring.Wish(
        game, tuple(players or ()), games, processes, seed, out, page, ray, as_json, reach, within, table
    )
    code = measuring.ladder(words_of(context), wish)
    if code:
        raise typer.Exit(code)


def tune(
    context: typer.Context,
    game: GameName,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, max=1_000_000, help=mark("how many games of self-play"))
    ] = 400,
    nodes: Annotated[
        int,
        typer.Option(
            "--nodes",
            metavar="N",
            min=0,
            max=10**9,
            help=mark("positions searched for each move; 0: turns are played at a glance"),
        ),
    ] = 400,
    judge: Annotated[
        int,
        typer.Option(
            "--judge",
            metavar="N",
            min=0,
            max=10**9,
            help=mark("positions searched for the worth of each; 0: ends count"),
        ),
    ] = 0,
    seed: Seed = 1,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help=mark("the file in which all games are kept"))
    ] = None,
    also: Annotated[
        list[Path] | None,
        typer.Option(
            "--also",
            metavar="FILE",
            help=mark("games of another tuning that count, too; named twice, they count twice"),
        ),
    ] = None,
    table: Annotated[
        bool, typer.Option("--table", help=mark("play no more games, print what the weights are worth"))
    ] = False,
    write: Annotated[
        bool, typer.Option("--write", help=mark("put the fitted weights into the game's evaluate.py"))
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Tune a game."""
    from charkoni.cli import tuning

    wish = tuning.Wish(game, games, nodes, seed, judge, out, tuple(also or ()), table, write, as_json)
    code = tuning.tune(words_of(context), wish)
    if code:
        raise typer.Exit(code)


def engine(
    parallel: Annotated[
        int,
        typer.Option("--parallel", metavar="K", min=1, max=256, help=mark("how many searches run at a time")),
    ] = 1,
) -> None:
    """Answer lines."""
    from charkoni.cli.engine import engine as answer

    code = answer(parallel)
    if code:
        raise typer.Exit(code)


def analyse(
    context: typer.Context,
    file: File,
    nodes: Nodes = None,
    time: Seconds = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help=mark("keep what is done, and go on with it"))
    ] = None,
    as_json: AsJson = False,
    full: Annotated[bool, typer.Option("--full", help=mark("all moves, not only what matters"))] = False,
    hint: Annotated[
        int | None,
        typer.Option("--hint", metavar="1|2|3", min=1, max=3, help=mark("only a hint: aim, place or move")),
    ] = None,
    at: Annotated[
        int | None, typer.Option("--at", metavar="PLY", min=0, help=mark("hint for the position after this ply"))
    ] = None,
) -> None:
    """Analyse a record."""
    from charkoni.cli import analysing

    if hint is not None:
        analysing.hints(words_of(context), file, at, hint, analysing.limits_of(nodes, time))
        return
    code = analysing.analyse(words_of(context), analysing.Wish(file, nodes, time, out, as_json, full))
    if code:
        raise typer.Exit(code)


def puzzles(
    context: typer.Context,
    files: Files,
    nodes: Nodes = None,
    time: Seconds = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help=mark("keep what is done, and go on with it"))
    ] = None,
    best: Annotated[
        int | None,
        typer.Option("--best", metavar="N", min=1, max=10_000, help=mark("print only the N clearest, easiest first")),
    ] = None,
    solve: Annotated[bool, typer.Option("--solve", help=mark("the files hold puzzles: solve them"))] = False,
) -> None:
    """Find or solve puzzles."""
    from charkoni.cli import puzzling
    from charkoni.search import Limits

    if solve:
        for file in files:
            puzzling.solve(words_of(context), file)
        return
    limits = Limits(seconds=time, nodes=nodes or (None if time else puzzling.USUAL_NODES))
    code = puzzling.find(words_of(context), files, limits, out, best)
    if code:
        raise typer.Exit(code)
