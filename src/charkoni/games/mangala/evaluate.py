"""What a player of Mangala has to know.

Stones on one's own left are a liability, for the side that is emptied first takes the rest (M11); those on the right
are near the store.
"""

import numpy as np

from charkoni.core.errors import mark
from charkoni.core.kernel import jit
from charkoni.core.playout import chance_of
from charkoni.core.terms import OVER, POINT
from charkoni.games.mangala.rules import FALLS, FORTRESS_FALLS, FORTRESS_RING, LAST_HOLE, RING, STONES, STORE

FEATURES = (
    mark("stones in the store"),
    mark("stones in hole 1"),
    mark("stones in hole 2"),
    mark("stones in hole 3"),
    mark("stones in hole 4"),
    mark("stones in hole 5"),
    mark("stones in hole 6"),
    mark("a fortress"),
    mark("the move"),
)
# In stones.  The holes: a linear fit to the exact values of all positions of 18 stones.
WEIGHTS = np.array([1.0, -0.59, -0.37, -0.09, 0.28, 0.58, 0.82, 5.0, 1.5])
_FIRM = 1.6  # what a stone of lead is worth at the end
_OPEN = 0.13  # how much less for every stone still in the holes


@jit
def features(s, player, out):
    """Write what a player has of each of FEATURES.  out: float64[9], modified in place."""
    out[0] = s.store[player]
    for hole in range(6):
        out[1 + hole] = s.holes[player, hole]
    out[7] = 1.0 if s.forts[player] > 0 else 0.0
    out[8] = 1.0 if s.turn == player else 0.0


@jit
def value(s, out):
    """Write the expected points.  out: float64[2], modified in place."""
    lead = WEIGHTS[0] * (np.float64(s.store[0]) - np.float64(s.store[1]))
    for hole in range(6):
        lead += WEIGHTS[1 + hole] * (np.float64(s.holes[0, hole]) - np.float64(s.holes[1, hole]))
    if s.forts[0] > 0:
        lead += WEIGHTS[7]
    if s.forts[1] > 0:
        lead -= WEIGHTS[7]
    if s.turn != OVER:
        lead += WEIGHTS[8] if s.turn == 0 else -WEIGHTS[8]
    out[0] = chance_of(lead * scale(s))
    out[1] = 1.0 - out[0]


@jit
def scale(s):
    """Return how many logits a stone of lead is worth: the fewer stones are in the holes, the more."""
    left = np.float64(STONES - np.int64(s.store[0]) - np.int64(s.store[1]))
    return _FIRM / (1.0 + _OPEN * left)


@jit
def settled(s, out):
    """Tell whether a store holds more than half of all stones; then return how many are still in the holes.

    out: int64[2], modified in place: the points in twelfths.
    """
    for side in range(2):
        if 2 * np.int64(s.store[side]) > STONES:
            out[side] = POINT
            out[1 - side] = 0
            return STONES - np.int64(s.store[0]) - np.int64(s.store[1])
    return np.int64(0)


@jit
def order(s, code):
    """Return how promising a move is: another turn (M6), then the stones it captures (M7, M8)."""
    me = np.int64(s.turn)
    hole = np.int64(code)
    stones = np.int64(s.holes[me, hole])
    if s.fortress:
        last = (hole + max(stones - 1, 1)) % FORTRESS_RING
        if last < 6:
            return np.int64(0)
        there = np.int64(s.holes[1 - me, last - 6]) + FORTRESS_FALLS[hole, stones, last]
        return there if there % 2 == 0 or there == 3 else np.int64(0)
    last = (hole + max(stones - 1, 1)) % RING
    if last == STORE:
        return np.int64(50)
    if last > STORE:
        there = np.int64(s.holes[1 - me, last - STORE - 1]) + FALLS[hole, stones, last]
        return there if there % 2 == 0 else np.int64(0)
    opposite = np.int64(s.holes[1 - me, LAST_HOLE - last])
    if s.holes[me, last] == 0 and opposite > 0 and stones < RING:
        return 1 + opposite
    return np.int64(0)


@jit
def noisy(s, code):
    """Tell whether a move captures or gives another turn."""
    return order(s, code)


# --- at first sight: for the plain tree search (mcts), a yardstick that stays as it is --------------------------------


@jit
def glance(s, out):
    """Write the expected points from the lead in the stores alone.  out: float64[2], modified in place."""
    lead = np.float64(s.store[0]) - np.float64(s.store[1])
    out[0] = 0.5 + 0.5 * lead / (8.0 + abs(lead))
    out[1] = 1.0 - out[0]
