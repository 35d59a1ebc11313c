"""Grades and accuracy of moves by the points they cost.

Values are expected points of a player, 0 to 1.  Grades and the accuracy of a move follow the bands and the curve
that Lichess has published for win probabilities (lichess.org/page/accuracy), with points in their place.
"""

import math
from collections.abc import Sequence
from enum import StrEnum
from statistics import pstdev

INACCURACY, MISTAKE, BLUNDER = 0.05, 0.10, 0.15  # as Lichess: 0.1, 0.2, 0.3 on its scale from -1 to 1


class Grade(StrEnum):
    """The annotation of a bad move."""

    GOOD = ""
    INACCURACY = "?!"
    MISTAKE = "?"
    BLUNDER = "??"


def grade(loss: float, is_exact: bool = False) -> Grade:
    """Return the grade of a move from the points it lost.

    With exact values, any loss is a mistake, and half a point or more a blunder.
    """
    if is_exact and loss > 0:
        return Grade.BLUNDER if loss >= 0.5 else Grade.MISTAKE
    if loss >= BLUNDER:
        return Grade.BLUNDER
    if loss >= MISTAKE:
        return Grade.MISTAKE
    return Grade.INACCURACY if loss >= INACCURACY else Grade.GOOD


def accuracy(loss: float) -> float:
    """Return the accuracy of a move, 0 to 100, from the points it lost: 100 for none, 63.9 for a tenth."""
    # Lichess: 103.1668 exp(-0.04354 d) - 3.1669 with d in per cent of the chances to win; here d = 100 * loss, in
    # points.
    return min(max(103.1668 * math.exp(-4.354 * loss) - 3.1669, 0.0), 100.0)


def overall(losses: Sequence[float], values: Sequence[float]) -> float | None:
    """Return the accuracy of a player's moves, 0 to 100; None when he never had a choice.

    losses: points lost by each move.  values: his expected points before each.  The mean of two means: one weighted by
    the volatility of the values around the move, one harmonic, in which a bad move counts most.
    """
    if not losses:
        return None
    single = [accuracy(loss) for loss in losses]
    width = min(max(len(values) // 10, 2), 8)
    weights = []
    for i in range(len(values)):
        around = values[max(0, i - width + 1) : i + 1] if i else values[:2]
        weights.append(min(max(100 * pstdev(around), 0.5), 12.0))
    weighted = sum(w * a for w, a in zip(weights, single, strict=True)) / sum(weights)
    harmonic = len(single) / sum(1 / max(a, 0.1) for a in single)
    return (weighted + harmonic) / 2
