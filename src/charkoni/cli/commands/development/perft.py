"""`charkoni perft`: the number of sequences of moves."""

import contextlib
import signal
from collections.abc import Iterator
from typing import Annotated

import typer

from charkoni.check.perft import divide, leaves
from charkoni.cli import inputs
from charkoni.cli.command_group import typer_app
from charkoni.cli.parameters import FromText, GameName
from charkoni.core.errors import mark
from charkoni.core.game import Position

app = typer_app()


@app.command()
def perft(
    game: GameName,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0, max=1000, help=mark("the number of moves"))],
    text: FromText = None,
    is_divided: Annotated[bool, typer.Option("--divide", help=mark("first the count below each move"))] = False,
) -> None:
    """Print the leaf count in a line of its own, with `--divide` after the count below each move."""
    position = inputs.position(game, text)
    with _interruptible():
        if is_divided and depth > 0:
            _print_divided(position, depth)
        else:
            print(leaves(position, depth))


def _print_divided(position: Position, depth: int) -> None:
    """Print the count below each move, then the total."""
    total = 0
    for move, count in divide(position, depth):
        print(f"{move}: {count}", flush=True)
        total += count
    print(total)


@contextlib.contextmanager
def _interruptible() -> Iterator[None]:
    """Let Ctrl-C end the process at once: compiled code runs no Python handler, and there is nothing to save."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
