"""Leaf counts (perft): the number of sequences of moves of a given length, by the position rules alone."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from charkoni.core import kernel_calls
from charkoni.core.game import Position

KNOWN = Path(__file__).with_name("leaves.txt")


@dataclass(frozen=True, slots=True)
class Known:
    """Known leaf counts of a position ("start" or its text) for depth 1, 2, ...  source: their origin."""

    game: str
    position: str
    counts: tuple[int, ...]
    source: str


def leaves(position: Position, depth: int) -> int:
    """Return the leaf count of a depth; games that end earlier do not count."""
    if depth < 0:
        raise ValueError(f"a depth of {depth}: it must be 0 or more")
    if depth == 0:
        return 1
    game = position.game
    stack = np.zeros(depth, game.dtype)
    stack[0] = position.state[0]
    lists = np.zeros((depth, game.widest), np.int64)
    weights, heads, tails = (np.zeros(size, np.int64) for size in (game.widest, depth, depth))
    return int(kernel_calls.leaves(game.kernels, stack, lists, weights, heads, tails, depth))


def divide(position: Position, depth: int) -> Iterator[tuple[str, int]]:
    """Yield each move with the leaf count below it (depth >= 1), as soon as it is known."""
    return ((move, leaves(position.play(move), depth - 1)) for move in position.moves)


def known(game: str) -> tuple[Known, ...]:
    """Return the known leaf counts of a game by its name."""
    return tuple(line for line in all_known() if line.game == game)


@cache
def all_known() -> tuple[Known, ...]:
    """Return all known leaf counts: the lines `game | position | counts | source` of leaves.txt."""
    lines = []
    for line in KNOWN.read_text("ascii").splitlines():
        if line and not line.startswith("#"):
            game, position, counts, source = line.split(" | ")
            lines.append(Known(game, position, tuple(map(int, counts.split(", "))), source))
    return tuple(lines)
