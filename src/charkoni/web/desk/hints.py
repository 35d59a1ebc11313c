"""Hints for an arbiter's eyes: how long a player thought.  They prove nothing."""

from dataclasses import dataclass
from statistics import median

from charkoni.web.match import Match


@dataclass(frozen=True, slots=True)
class Thought:
    """How a side used its time.  moves: how many.  usual, longest: seconds of a move, rounded to tenths."""

    side: int
    moves: int
    usual: float
    longest: float


def thoughts(match: Match) -> list[Thought]:
    """Return how both sides used their time, in the order in which they move; nothing before the first move."""
    found: dict[int, list[float]] = {0: [], 1: []}
    before = 0
    for row in match.steps:
        if row.kind == "move" and before:
            found[match.game.sides[row.seat]].append((row.at - before) / 1000)
        before = row.at
    return [
        Thought(side, len(times), round(median(times), 1), round(max(times), 1))
        for side, times in found.items()
        if times
    ]
