"""Static evaluation of Mosty: the bridges each side still needs, and the same when the best way is always cut.

The dots of a side are the bits of a word, `size` to a row, row 0 first.  Sizes above 7 do not fit into 64 bits; there
only the rows reached count.
"""

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.constants import OVER
from charkoni.core.errors import N_
from charkoni.core.playout import chance_of
from charkoni.games.mosty.rules import LINE, PLACE, crossing_count, has_bridge, is_free

FEATURES = (N_("bridges still needed"), N_("bridges needed if a way is cut"), N_("the move"))
WEIGHTS = np.array([-0.55, -0.45, 0.45])  # in logits
_LARGEST = 7
_NONE = np.uint64(0)
_ONE = np.uint64(1)


@jit
def features(s, player, out):
    """Write a player's value of each of FEATURES.  out: float64[3], modified in place."""
    short, safe = _needs(s, player)
    out[0] = short
    out[1] = safe
    out[2] = 1.0 if s.turn == player else 0.0


@jit
def value(s, out):
    """Write the expected points.  out: float64[2], modified in place."""
    short, safe = _needs(s, 0)
    their_short, their_safe = _needs(s, 1)
    lead = WEIGHTS[0] * (short - their_short) + WEIGHTS[1] * (safe - their_safe)
    if s.turn != OVER:
        lead += WEIGHTS[2] if s.turn == 0 else -WEIGHTS[2]
    out[0] = chance_of(lead)
    out[1] = 1.0 - out[0]


@jit
def _needs(s, side):
    """Return the number of bridges to the other shore, and the same when only second best ways count (two-distance)."""
    size = np.int64(s["size"])
    if size > _LARGEST:
        ahead = np.float64(size - _row_reached(s, side, size))
        return ahead, ahead
    up, across, free_up, free_across = _masks(s, side, size)
    row = np.uint64(size)
    start = (_ONE << row) - _ONE
    goal = start << np.uint64(size * size)
    reached = _closed(start, up, across, row)
    short = 0.0
    while reached & goal == _NONE and short < 2 * size:
        more = reached | ((reached & free_up) << row) | (reached >> row & free_up)
        more |= ((reached & free_across) << _ONE) | (reached >> _ONE & free_across)
        if more == reached:
            return 2.0 * size, 2.0 * size
        reached = _closed(more, up, across, row)
        short += 1.0
    return short, _second(start, goal, up, across, free_up, free_across, row)


@jit
def _second(start, goal, up, across, free_up, free_across, row):
    """Return the two-distance to the other shore: a dot is reached by two ways or by own bridges."""
    reached = _closed(start, up, across, row)
    rounds = 1.0
    while reached & goal == _NONE:
        north = (reached & free_up) << row
        south = reached >> row & free_up
        east = (reached & free_across) << _ONE
        west = reached >> _ONE & free_across
        more = (north & south) | (east & west) | ((north | south) & (east | west))
        more = _closed(reached | more, up, across, row)
        if more == reached:  # no dot has two ways: a single one counts, for one round more
            more = _closed(reached | north | south | east | west, up, across, row)
            rounds += 1.0
            if more == reached:
                return 3.0 * np.float64(row)
        reached = more
        rounds += 1.0
    return rounds


@jit
def _closed(dots, up, across, row):
    """Return the dots joined to the given ones by own bridges."""
    while True:
        more = dots | ((dots & up) << row) | (dots >> row & up)
        more |= ((dots & across) << _ONE) | (dots >> _ONE & across)
        if more == dots:
            return dots
        dots = more


@jit
def _masks(s, side, size):
    """Return own bridges up and across and free crossings up and across, as masks of the dot where each begins.

    Up is to the next row, across to the next dot of the row.
    """
    up = np.uint64(0)
    across = np.uint64(0)
    free_up = np.uint64(0)
    free_across = np.uint64(0)
    for code in range(crossing_count(size)):
        line = np.int64(LINE[side, size, code])
        place = np.int64(PLACE[side, size, code])
        bit = _ONE << np.uint64((line >> 1) * size + place)
        if is_free(s, code):
            if line & 1 == 1:
                free_up |= bit
            else:
                free_across |= bit
        elif has_bridge(s, side, code):
            if line & 1 == 1:
                up |= bit
            else:
                across |= bit
    return up, across, free_up, free_across


@jit
def _row_reached(s, side, size):
    """Return the farthest row with a dot joined to the side's starting shore."""
    row = np.int64(size)
    while s.reach[side, row] == 0:
        row -= 1
    return row


# --- the value for plain tree search (mcts), a fixed baseline ---------------------------------------------------------


@jit
def baseline_value(s, out):
    """Write the expected points from the farthest row each side has reached.  out: float64[2], modified in place."""
    size = np.int64(s["size"])
    ahead = np.float64(_row_reached(s, 0, size) - _row_reached(s, 1, size)) / np.float64(size)
    out[0] = 0.5 + 0.4 * ahead
    out[1] = 1.0 - out[0]
