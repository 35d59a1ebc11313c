"""Removal of the side-to-move bias from the values of an analysis.

A shallow search ends in static values that often leave out the right to move: then values oscillate with the player to
move, although both play best moves.  The bias of a game is measured where the best move was played, since there the
value should not change.
"""

import math
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from charkoni.analysis.record_search import Row
from charkoni.core.record import Record

FEWEST = 4  # best moves: the median of fewer says little; chosen
_LEAST = 0.005


def without_bias(record: Record, rows: Sequence[Row]) -> list[tuple[float, ...]]:
    """Return the values of each row without the side-to-move bias; exact values are unchanged.

    Only with two sides, and where at least FEWEST best moves show the bias; the shift is in log odds, so that values
    stay between 0 and 1.
    """
    values = [tuple(row["values"]) for row in rows]
    sides = record.game.sides
    if len(set(sides)) != 2:
        return values
    # log(p / (1 - p)) + b / 2 for the side to move, half of the median rise b of log odds by a best move: between two
    # moves the value stays.
    shift = _bias(record, rows) / 2
    corrected = []
    for row, value in zip(rows, values, strict=True):
        turn = record.positions[row["ply"]].turn
        if row["exact"] or turn < 0 or not shift:
            corrected.append(value)
            continue
        own = _share(_log_odds(value[turn]) + shift)
        corrected.append(tuple(own if side == sides[turn] else 1 - own for side in sides))
    return corrected


def _bias(record: Record, rows: Sequence[Row]) -> float:
    """Return the median increase of the mover's log odds by the best move, 0 without bias."""
    rises = []
    for before, after in pairwise(rows):
        ply = before["ply"]
        mover, next_turn = record.positions[ply].turn, record.positions[ply + 1].turn
        if min(mover, next_turn) < 0 or record.game.sides[mover] == record.game.sides[next_turn]:
            continue
        if record.moves[ply] == before["best"] and not before["exact"] and not after["exact"]:
            rises.append(_log_odds(after["values"][mover]) - _log_odds(before["values"][mover]))
    return median(rises) if len(rises) >= FEWEST else 0.0


def _log_odds(share: float) -> float:
    share = min(max(share, _LEAST), 1 - _LEAST)
    return math.log(share / (1 - share))


def _share(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))
