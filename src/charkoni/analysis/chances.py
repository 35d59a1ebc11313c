"""The chances of a game ply by ply: a curve, the plies at which it turned, and the one that decided the game.

Searches of even and of odd depth differ, so a value alone says little: curve and turning points are means over a ply of
each player.  The result on the board is not an estimate, and the jump to it not a turning point; it is omitted.
"""

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from charkoni.analysis.record_search import RecordSearcher, Row
from charkoni.core.constants import OVER
from charkoni.core.record import Record
from charkoni.search import Limits

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
        own = 1 / (1 + math.exp(-_log_odds(value[turn]) - shift))
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


STRIDES = (16, 4, 1)
"""The distances of the positions that an outline takes, one distance after the other while there is time."""

TURN = 0.10
MOST_TURNS = 5
DECIDED = 0.15
"""The least rise of the winner's chances at the ply that decided a game."""

ABOUT_EVEN = 0.10
"""By how much the winner may have been ahead before that ply."""

Shares = tuple[float, ...]
"""The expected points of all players, 0 to 1."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A turning point: the ply, counted from 0, and the smoothed shares before and after it."""

    ply: int
    before: Shares
    after: Shares

    @property
    def swing(self) -> float:
        """The largest change of a share."""
        return max(abs(y - x) for x, y in zip(self.before, self.after, strict=True))


def estimates(record: Record, rows: Sequence[Row], outline: Sequence[Row] = ()) -> list[Shares]:
    """Return the shares before each ply and at the end, without a result on the board.

    rows: of the first positions.  outline: of all positions, from smaller searches; used where rows are missing.
    """
    found = without_bias(record, rows) + without_bias(record, outline)[len(rows) :]
    is_whole = len(found) > len(record) > 0
    return found[:-1] if is_whole and record.position.turn == OVER else found


def outline(record: Record, searcher: RecordSearcher, limits: Limits, is_late: Callable[[], bool]) -> list[Row]:
    """Return a row of each position from small searches: {"ply", "values", "best", "exact"}.

    is_late: whether time is up; positions not searched by then have values between those of their neighbours.
    """
    found: dict[int, Row] = {}
    for stride in STRIDES:
        played = Record(record.game, record.start)
        for ply in range(len(record) + 1):
            if ply not in found and (ply % stride == 0 or ply == len(record)):
                if found and is_late():
                    return _completed(found, len(record))
                result = searcher.search(played if ply < len(record) else record, limits)
                found[ply] = {"ply": ply, "values": list(result.values), "best": result.move, "exact": result.exact}
            if ply < len(record):
                played.play(record.moves[ply])
    return _completed(found, len(record))


def smoothed(values: Sequence[Shares], reach: int) -> list[Shares]:
    """Return weighted means of neighbours.  reach: how many on either side, with weights that fall to the sides.

    With a reach of one less than the players each player's plies have the same weight: an oscillation by the player to
    move is cancelled.
    """
    means = []
    for place in range(len(values)):
        first, last = max(place - reach, 0), min(place + reach, len(values) - 1)
        weights = [reach + 1 - abs(near - place) for near in range(first, last + 1)]
        columns = zip(*values[first : last + 1], strict=True)
        means.append(tuple(sum(map(float.__mul__, map(float, weights), column)) / sum(weights) for column in columns))
    return means


def reach_of(record: Record) -> int:
    """Return how far the curve of a game is smoothed."""
    return max(record.game.players - 1, 1)


def curve(record: Record, values: Sequence[Shares]) -> list[Shares]:
    """Return the smoothed shares of a game."""
    return smoothed(values, reach_of(record))


def turns(record: Record, values: Sequence[Shares]) -> list[TurningPoint]:
    """Return the turning points by their plies: changes of at least TURN of the curve, at most MOST_TURNS.

    A change counts at the ply at which the values change most in its direction, by at least half of TURN.
    """
    reach, levels = reach_of(record), curve(record, values)
    steps = [[y - x for x, y in zip(before, after, strict=True)] for before, after in pairwise(values)]
    largest: dict[int, TurningPoint] = {}
    for place in range(len(steps)):
        before, after = levels[max(place - reach, 0)], levels[min(place + 1 + reach, len(levels) - 1)]
        changes = [y - x for x, y in zip(before, after, strict=True)]
        player = max(range(len(changes)), key=lambda each: abs(changes[each]))
        sign = 1 if changes[player] > 0 else -1
        near = range(max(place - reach, 0), min(place + reach, len(steps) - 1) + 1)
        ply = max(near, key=lambda each: sign * steps[each][player])
        found = TurningPoint(ply, before, after)
        is_one = found.swing >= TURN and sign * steps[ply][player] >= TURN / 2
        if is_one and (ply not in largest or found.swing > largest[ply].swing):
            largest[ply] = found
    chosen = sorted(largest.values(), key=lambda turn: -turn.swing)[:MOST_TURNS]
    return sorted(chosen, key=lambda turn: turn.ply)


def deciding_ply(record: Record, values: Sequence[Shares]) -> int | None:
    """Return the ply, counted from 0, that decided a game on the board; None for a draw, or without a decisive ply.

    The winner was not clearly ahead before it, gained at least DECIDED by it, and kept the lead and half of the gain.
    """
    outcome = record.outcome
    if outcome is None or len(set(outcome.scores)) == 1:
        return None
    winner = max(range(len(outcome.scores)), key=lambda player: outcome.scores[player])
    even, reach = 1 / len(set(record.game.sides)), reach_of(record)
    levels = [shares[winner] for shares in curve(record, values)]
    gains = {}
    for turn in turns(record, values):
        before, after = turn.before[winner], turn.after[winner]
        least = min(levels[turn.ply + 1 + reach :], default=after)
        if before <= even + ABOUT_EVEN and after - before >= DECIDED and least >= max(even, (before + after) / 2):
            gains[turn.ply] = after - before
    return max(gains, key=lambda ply: gains[ply], default=None)


def _completed(found: dict[int, Row], plies: int) -> list[Row]:
    """Return the rows of all positions: of those not found, values between the nearest ones before and after."""
    known = sorted(found)
    rows = []
    for ply in range(plies + 1):
        after = bisect_left(known, ply)
        first, last = known[max(after - 1, 0)], known[min(after, len(known) - 1)]
        share = (ply - first) / (last - first) if last > first else 0.0
        values = [x + share * (y - x) for x, y in zip(found[first]["values"], found[last]["values"], strict=True)]
        rows.append(found.get(ply) or {"ply": ply, "values": values, "best": None, "exact": False})
    return rows
