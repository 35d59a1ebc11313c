"""`charkoni perft`: the number of sequences of moves."""

import contextlib
import signal
import sys
import time
from collections.abc import Iterator
from typing import Annotated

from charkoni.check.perft import divide, leaves
from charkoni.cli import inputs
from charkoni.cli.parameters import FromText, GameName, argument, flag
from charkoni.core.errors import N_
from charkoni.core.game import Position
from charkoni.core.translations import Words

PROBE_S = 0.5
"""Shallower depths are counted first until one takes longer than this."""
PATIENCE_S = 3.0
"""A count that will take longer is announced."""

_SLOW = N_("depth {shallow} took {seconds} s; depth {depth} takes about {factor} times as long; Ctrl-C stops it")


def perft(
    words: Words,
    game: GameName,
    depth: Annotated[int, argument("DEPTH", N_("the number of moves"), min=0, max=1000)],
    text: FromText = None,
    is_divided: Annotated[bool, flag("--divide", N_("first the count below each move"))] = False,
) -> None:
    """Print the leaf count in a line of its own, with `--divide` after the count below each move."""
    position = inputs.position(game, text)
    with _interruptible():
        _announce(words, position, depth)
        if is_divided and depth > 0:
            _print_divided(position, depth)
        else:
            print(leaves(position, depth))


def _announce(words: Words, position: Position, depth: int) -> None:
    """Print on standard error how long the count will take, if that is long, by the times of shallower depths."""
    count = leaves(position, min(depth, 2))  # loads or compiles what counts: its time says nothing about the rest
    for shallow in range(depth):
        before, began = count, time.perf_counter()
        count = leaves(position, shallow)
        seconds = time.perf_counter() - began
        if seconds > PROBE_S:
            factor = float(count / max(before, 1)) ** min(depth - shallow, 100)
            if seconds * factor > PATIENCE_S:
                shown = f"{factor:.0f}" if factor < 1e6 else f"{factor:.0e}"
                line = words._(_SLOW, shallow=shallow, seconds=f"{seconds:.1f}", depth=depth, factor=shown)
                print(line, file=sys.stderr, flush=True)
            return


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
