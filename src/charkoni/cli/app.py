"""The commands of `charkoni`.  Each lives in a module of its own kind and is imported when it is called."""

import importlib.metadata
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from charkoni.cli.tournament_app import tournaments
from charkoni.cli.words import Words
from charkoni.core.errors import mark

HELP_OPTIONS = ["-h", "--help"]

app = typer.Typer(
    name="charkoni",
    help=mark("Seven board games: play them, look into them, check them."),
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": HELP_OPTIONS},
)
records = typer.Typer(help=mark("Check, show or convert records of games."), no_args_is_help=True)
app.add_typer(records, name="record")
app.add_typer(tournaments, name="tournament")

GameName = Annotated[str, typer.Argument(metavar="GAME", help=mark("the game, with flags if wanted: mosty:size=7"))]
FromText = Annotated[str | None, typer.Option("--from", metavar="TEXT", help=mark("the position to begin with"))]
Files = Annotated[list[Path], typer.Argument(metavar="FILE", help=mark("files with records; - is standard input"))]
File = Annotated[Path, typer.Argument(metavar="FILE", help=mark("a file with a record; - is standard input"))]
Theme = Annotated[
    str | None,
    typer.Option("--theme", metavar="light|dark|contrast|wood", help=mark("the colours of a picture")),
]
Bottom = Annotated[
    str | None, typer.Option("--seat", metavar="a|b|c|d", help=mark("whose side is at the bottom of a picture"))
]
Portrait = Annotated[bool, typer.Option("--portrait", help=mark("a picture for a narrow page"))]
Width = Annotated[int | None, typer.Option("--width", metavar="PIXELS", help=mark("the width of a PNG or GIF"))]


def words_of(context: typer.Context) -> Words:
    """Return the words that the program was started with."""
    words: Words = context.find_root().obj
    return words


@app.callback()
def root(
    lang: Annotated[
        str | None,
        typer.Option("--lang", metavar="ru|en|tr", help=mark("the language; else that of CHARKONI_LANG or LANG")),
    ] = None,
) -> None:
    """Take what all commands share; the language has been read before."""


@app.command("games", help=mark("List the games."))
def games_command(
    context: typer.Context,
    full: Annotated[bool, typer.Option("--full", help=mark("flags and players also where it is no terminal"))] = False,
) -> None:
    """List the games."""
    from charkoni.cli import looking

    looking.list_games(words_of(context), full or Console().is_terminal)


@app.command(help=mark("Show a position and its legal moves."))
def show(
    context: typer.Context,
    game: GameName,
    text: FromText = None,
    moves: Annotated[bool, typer.Option("--moves", help=mark("only the legal moves, one a line"))] = False,
    as_json: Annotated[bool, typer.Option("--json", help=mark("as JSON"))] = False,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help=mark("as SVG into a new file; - is standard output"))
    ] = None,
    png: Annotated[
        Path | None, typer.Option("--png", metavar="FILE", help=mark("as PNG into a new file; - is standard output"))
    ] = None,
    theme: Theme = None,
    seat: Bottom = None,
    portrait: Portrait = False,
    width: Width = None,
) -> None:
    """Show a position."""
    if svg or png:
        from charkoni.cli import picturing

        picturing.show(game, text, svg, png, picturing.Look(theme, seat, portrait, width))
        return
    from charkoni.cli import looking

    looking.show(words_of(context), game, text, moves, as_json)


@app.command(help=mark("Play a game; without GAME, choose one."))
def play(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(metavar="GAME", help=mark("the game; without it choose one"))] = None,
    more: Annotated[list[str] | None, typer.Argument(metavar="SEAT=PLAYER", help=mark("further seats"))] = None,
    variant: Annotated[
        str | None,
        typer.Option("--variant", metavar="FLAGS", help=mark("flags: fortress, or size=7,links=2")),
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option("--seat", metavar="SEAT=PLAYER", help=mark("who plays: a=human b=mcts:2s c=random dice=human")),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", min=0, max=2**63 - 1, help=mark("for dice and computers: same seed, same game")),
    ] = None,
    load: Annotated[Path | None, typer.Option("--load", metavar="FILE", help=mark("go on with a saved game"))] = None,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE", help=mark("keep the game in a new file of this name")),
    ] = None,
    pace: Annotated[
        float,
        typer.Option("--pace", metavar="SECONDS", min=0, max=60, help=mark("pause after a computer's move")),
    ] = 0.6,
    lang: Annotated[str | None, typer.Option("--lang", metavar="ru|en|tr", help=mark("the language"))] = None,
) -> None:
    """Play a game."""
    from charkoni.cli import playing

    seats = [*(seat or []), *(more or [])]
    if game is not None and playing.is_seat(game):  # --seat a=human b=random, and no game named
        seats.append(game)
        game = None
    wish = playing.Wish(game, variant, tuple(seats), seed, load, save, pace)
    code = playing.play(words_of(context), wish)
    if code:
        raise typer.Exit(code)


@app.command(help=mark("Count sequences of moves (perft)."))
def perft(
    context: typer.Context,
    game: GameName,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0, max=1000, help=mark("the number of moves"))],
    text: FromText = None,
    divide: Annotated[bool, typer.Option("--divide", help=mark("first the count below each move"))] = False,
) -> None:
    """Count leaves."""
    from charkoni.cli import looking

    looking.perft(game, depth, text, divide)


@records.command("check", help=mark("Replay records and say whether they hold."))
def record_check(context: typer.Context, files: Files) -> None:
    """Check records."""
    from charkoni.cli import recording

    if not recording.check(words_of(context), files):
        raise typer.Exit(1)


@records.command("show", help=mark("Show a record: tags, moves, a position, the outcome."))
def record_show(
    context: typer.Context,
    file: File,
    at: Annotated[
        int | None, typer.Option("--at", metavar="PLY", min=0, help=mark("the position after this ply"))
    ] = None,
    gif: Annotated[
        Path | None,
        typer.Option("--gif", metavar="FILE", help=mark("as a moving picture into a new file; - is standard output")),
    ] = None,
    theme: Theme = None,
    seat: Bottom = None,
    portrait: Portrait = False,
    width: Width = None,
) -> None:
    """Show a record."""
    if gif:
        from charkoni.cli import picturing

        picturing.record(file, at, gif, picturing.Look(theme, seat, portrait, width))
        return
    from charkoni.cli import recording

    recording.show(words_of(context), file, at)


@records.command("convert", help=mark("Convert a record: text to JSON, JSON to text."))
def record_convert(
    context: typer.Context,
    file: File,
    to: Annotated[
        str | None, typer.Option("--to", metavar="text|json", help=mark("the form; else the other one"))
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help=mark("a new file; else standard output")),
    ] = None,
) -> None:
    """Convert a record."""
    from charkoni.cli import recording

    recording.convert(file, to, output)


@app.command(help=mark("Put games through the conformance kit."))
def check(
    context: typer.Context,
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME", help=mark("the games"))] = None,
) -> None:
    """Check games."""
    from charkoni.cli import checking

    if not checking.check(words_of(context), games or []):
        raise typer.Exit(1)


@app.command(help=mark("Measure the speed of the games."))
def bench(
    context: typer.Context,
    games: Annotated[list[str] | None, typer.Option("--game", metavar="NAME", help=mark("only this game"))] = None,
    as_json: Annotated[bool, typer.Option("--json", help=mark("as JSON"))] = False,
) -> None:
    """Measure."""
    from charkoni.cli import checking

    checking.bench(words_of(context), games or [], as_json)


@app.command(help=mark("Compile everything once, for quick starts."))
def warm(context: typer.Context) -> None:
    """Compile everything."""
    from charkoni.cli import checking

    checking.warm(words_of(context))


@app.command(help=mark("Say which version this is."))
def version() -> None:
    """Print the version."""
    print(f"charkoni {importlib.metadata.version('charkoni')}")


@app.command(help=mark("Serve the web page on which everybody plays."))
def serve(
    context: typer.Context,
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help=mark("who can reach it; 0.0.0.0: everybody"))
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option("--port", min=0, max=65535, help=mark("the port, usually 8000 or one near it; 0: any free one")),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            "--database", metavar="URL", help=mark("sqlite:///file, or for several servers postgresql://user@host/name")
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", min=0, max=256, help=mark("processes that think for the computer")),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option("--origin", metavar="URL", help=mark("a further address of the pages, behind a proxy")),
    ] = None,
    open_page: Annotated[bool, typer.Option("--open", help=mark("show the page in the browser"))] = False,
    dev: Annotated[bool, typer.Option("--dev", help=mark("for work on the pages: nothing is cached"))] = False,
) -> None:
    """Serve the web page."""
    from charkoni.cli import serving

    serving.serve(words_of(context), host, port, database, workers, origin or [], open_page, dev)


@app.command("verify-dice", help=mark("Check the dice of a finished game played on the web page."))
def verify_dice(
    context: typer.Context,
    source: Annotated[str, typer.Argument(metavar="FILE|URL", help=mark("the game's dice.json; - is standard input"))],
) -> None:
    """Check dice."""
    from charkoni.cli import serving

    if not serving.verify_dice(words_of(context), source):
        raise typer.Exit(1)


@app.command(help=mark("Make endgame tables, or prove the value of a position."))
def solve(
    context: typer.Context,
    game: GameName,
    size: Annotated[
        str | None,
        typer.Option(
            "--tables", metavar="SIZE", help=mark("the table to make or to use: 22 stones, 3,3 pawns, 2 piles")
        ),
    ] = None,
    value: Annotated[bool, typer.Option("--value", help=mark("prove the value of a position"))] = False,
    text: FromText = None,
    each: Annotated[
        int | None, typer.Option("--each", metavar="STONES", help=mark("begin with so many stones in each hole"))
    ] = None,
    at_least: Annotated[
        int | None, typer.Option("--at-least", metavar="LEAD", help=mark("only prove whether a leads by so much"))
    ] = None,
    openings: Annotated[bool, typer.Option("--openings", help=mark("the value of every first move, too"))] = False,
    line: Annotated[bool, typer.Option("--line", help=mark("the best line with an answer to every move"))] = False,
    book_plies: Annotated[
        int | None,
        typer.Option("--book", metavar="PLIES", min=1, max=96, help=mark("write a book of proved openings")),
    ] = None,
    fair: Annotated[
        int | None,
        typer.Option("--fair", metavar="1|2", help=mark("starts with so many stones moved that are worth 0")),
    ] = None,
    reading: Annotated[
        str | None,
        typer.Option("--rest", metavar="take|keep", help=mark("who gets the rest when a side is empty (M11)")),
    ] = None,
    device: Annotated[str, typer.Option("--device", metavar="cpu|cuda", help=mark("where tables are made"))] = "cpu",
    threads: Annotated[int | None, typer.Option("--threads", min=1, max=1024, help=mark("else one per core"))] = None,
    memory: Annotated[
        int, typer.Option("--memory", metavar="MB", min=1, max=1 << 24, help=mark("for what a proof remembers"))
    ] = 1024,
    nodes: Annotated[
        int, typer.Option("--nodes", metavar="N", min=2, max=10**9, help=mark("for a proof without tables"))
    ] = 2_000_000,
    folder: Annotated[
        Path | None, typer.Option("--folder", metavar="FOLDER", help=mark("where tables are kept"))
    ] = None,
    checkpoint: Annotated[
        Path | None, typer.Option("--checkpoint", metavar="FILE", help=mark("keeps a proof, to go on with it"))
    ] = None,
    certificate: Annotated[
        Path | None, typer.Option("--certificate", metavar="FILE", help=mark("writes a proof down, to be verified"))
    ] = None,
    save_every: Annotated[
        float, typer.Option("--save-every", metavar="SECONDS", min=0, help=mark("how often unfinished work is kept"))
    ] = 600.0,
    in_memory: Annotated[bool, typer.Option("--in-memory", help=mark("make tables in memory only"))] = False,
) -> None:
    """Solve."""
    from charkoni.cli import proving, solving

    proof = (memory, checkpoint, nodes, certificate)
    question = proving.Question(value, text, each, at_least, openings, line, *proof, book_plies, fair)
    making = solving.Making(size, reading, device, threads, folder, in_memory, save_every)
    solving.solve(words_of(context), game, making, question)


@app.command(help=mark("Check tables and proofs: checksums, and entries computed anew by the rules."))
def verify(
    context: typer.Context,
    what: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME|FILE", help=mark("games, or files of proofs; else all tables")),
    ] = None,
    size: Annotated[str | None, typer.Option("--tables", metavar="SIZE", help=mark("only tables of this size"))] = None,
    folder: Annotated[
        Path | None, typer.Option("--folder", metavar="FOLDER", help=mark("where tables are kept"))
    ] = None,
    sample: Annotated[
        int | None, typer.Option("--sample", min=0, help=mark("how many entries are computed anew; else for seconds"))
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help=mark("compute all entries anew"))] = False,
    seed: Annotated[int, typer.Option("--seed", min=0, max=2**63 - 1, help=mark("for the sample"))] = 1,
) -> None:
    """Verify tables."""
    from charkoni.cli import verifying

    entries = None if everything else -1 if sample is None else sample
    verifying.verify(words_of(context), verifying.Wish(what or (), size, folder, entries, seed))


@app.command(help=mark("Show the exact value of every move, where it is known."))
def explore(
    context: typer.Context,
    game: GameName,
    text: Annotated[
        str | None, typer.Argument(metavar="POSITION", help=mark("the position; else the start of the game"))
    ] = None,
    nodes: Annotated[
        int, typer.Option("--nodes", metavar="N", min=0, max=10**9, help=mark("for a proof behind each move"))
    ] = 20_000,
) -> None:
    """Explore a position."""
    from charkoni.cli import verifying

    verifying.explore(words_of(context), game, text, nodes)
