"""Static evaluation of Mangala: a linear sum of features, and the order of moves.

The side that is emptied first takes the rest (M11): stones in the holes far from the own store are a liability, empty
holes there an asset, and both weights change with the number of stones in play.
"""

from math import comb

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.constants import OVER, POINT
from charkoni.core.errors import mark
from charkoni.core.playout import chance_of
from charkoni.games.mangala.rules import (
    FALLS,
    FORTRESS_FALLS,
    FORTRESS_RING,
    FORTRESS_STONES,
    LAST_HOLE,
    RING,
    STONES,
    STORE,
    captures_opposite,
    is_captured,
    last_place,
    sown_places,
)

_STONES = (
    mark("stones in hole 1"),
    mark("stones in hole 2"),
    mark("stones in hole 3"),
    mark("stones in hole 4"),
    mark("stones in hole 5"),
    mark("stones in hole 6"),
)
_EMPTY = (
    mark("hole 1 is empty"),
    mark("hole 2 is empty"),
    mark("hole 3 is empty"),
    mark("hole 4 is empty"),
    mark("hole 5 is empty"),
    mark("hole 6 is empty"),
)
_MANY = (
    mark("stones beyond five in hole 1"),
    mark("stones beyond five in hole 2"),
    mark("stones beyond five in hole 3"),
    mark("stones beyond five in hole 4"),
    mark("stones beyond five in hole 5"),
    mark("stones beyond five in hole 6"),
)
_EXACT = (
    mark("hole 1 ends in the store"),
    mark("hole 2 ends in the store"),
    mark("hole 3 ends in the store"),
    mark("hole 4 ends in the store"),
    mark("hole 5 ends in the store"),
    mark("hole 6 ends in the store"),
)
_ODD = (
    mark("hole 1 holds an odd number"),
    mark("hole 2 holds an odd number"),
    mark("hole 3 holds an odd number"),
    mark("hole 4 holds an odd number"),
    mark("hole 5 holds an odd number"),
    mark("hole 6 holds an odd number"),
)
_FORTRESS = (
    mark("a fortress in hole 1"),
    mark("a fortress in hole 2"),
    mark("a fortress in hole 3"),
    mark("a fortress in hole 4"),
    mark("a fortress in hole 5"),
)
_HOLES = (*_STONES, *_EMPTY, *_MANY, *_EXACT, *_ODD)
_MOVE = mark("the move")
_GAME = (mark("stones in the store"), *_HOLES, *_HOLES, _MOVE, _MOVE)
FEATURES = (*_FORTRESS, *_FORTRESS, *_GAME, *_GAME)
"""The fortress by its hole, then all other features, once for the game without fortresses and once for the other.

Fortresses, holes and the move are listed twice: plain, then multiplied by `share_in_play`.
"""
# In stones, fitted to search scores of positions and, without fortresses, to results of games, too (docs/strength.md).
WEIGHTS = np.array([
    -2.41, -2.65, -0.817, -0.0704, -0.0893, 5.43, 6.11, 6.19, 6.77, 8.11, 0.93, -2.14, -2.14,
    -1.03, 0.243, 1.13, 2.12, -2.02, -0.121, 2.1, 2.86, 1.89, 4.75, 1.62, 4.87, 3.61, 1.18,
    -0.322, -1.67, 5.98, 5.08, 5.6, 3.03, -0.35, 2.62, -0.868, 0.072, 1.05, 1.41, 0.8, 0.993,
    1.24, 1.67, 1.23, 0.3, -0.374, -0.778, 1.33, 1.02, -0.209, -1.29, -1.36, -2.78, 0.377,
    -3.46, -3.2, -1.39, -0.341, 0.115, -4.5, -1.46, -3.5, -1.53, 0.683, -1.13, 0.71, 0.458,
    -0.647, -1.08, -0.681, -0.7, 0.864, 0.429, 0.748, -1.19, -0.304, -0.0829, 0.111, 0.386,
    0.672, -0.196, 0.637, 0.601, 0.264, 0.354, -0.0543, 3.75, 0.204, -0.122, 0.0894, -0.597,
    -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1.02, 0.909, 0.8, 0.636, 0.346, -0.228, 0.3,
    -0.674, -0.666, -0.333, -0.532, -0.905, -2.52, -0.935, -0.866, -1.32, -0.812, -0.0515, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1.04, 0.0836,
])  # fmt: skip
_FEW = 5
_FIRST = 10  # the first feature that is no fortress
_PLACES = 30  # features of holes, listed once
_SIZE = 63  # features of one of the games, without the fortresses
_LOOKED_UP = 14  # most stones in the holes for the tablebase that is computed on first use
_ENTRY_OF_ZERO = 100  # the tablebase entry of difference 0
_EXTRA_TURN = 50  # more than any capture
_FIRM = 1.6  # logits of a stone of lead at the end
_OPEN = 0.13  # the relative discount for every stone still in the holes
ENDS_IN_STORE = np.array(
    [
        [0 < stones <= RING and sown_places(hole, stones, RING)[-1] == STORE for stones in range(STONES + 1)]
        for hole in range(6)
    ]
)
ENDS_IN_STORE.flags.writeable = False
"""Whether the last stone of a hole falls into the own store on the first round (M6), bool[hole, stones in it]."""


@jit
def features(s, player, out):
    """Write a player's value of each of FEATURES.  out: float64[136], modified in place."""
    out[:] = 0.0
    share = share_in_play(s)
    if s.fortresses[player] > 0:
        out[s.fortresses[player] - 1] = 1.0
        out[s.fortresses[player] + 4] = share
    first = _FIRST + _SIZE * np.int64(s.fortress)
    out[first] = s.store[player]
    for hole in range(6):
        stones = np.int64(s.holes[player, hole])
        at = first + 1 + hole
        out[at] = stones
        out[at + 6] = 1.0 if stones == 0 else 0.0
        out[at + 12] = max(stones - _FEW, 0)
        out[at + 18] = 1.0 if ENDS_IN_STORE[hole, stones] and not s.fortress else 0.0
        out[at + 24] = stones % 2
    for place in range(_PLACES):
        out[first + 1 + _PLACES + place] = share * out[first + 1 + place]
    out[first + 62] = 1.0 if s.turn == player else 0.0
    out[first + 61] = share * out[first + 62]


@jit
def share_in_play(s):
    """Return the stones in the holes divided by half of all stones."""
    return np.float64(STONES - np.int64(s.store[0]) - np.int64(s.store[1])) / (STONES / 2)


@jit
def scale(s):
    """Return the logits of a stone of lead: the fewer stones are in the holes, the more."""
    return _FIRM / (1.0 + _OPEN * (STONES - np.int64(s.store[0]) - np.int64(s.store[1])))


def _value_tables():
    """Return the values of holes, of the store and the move, and of fortresses, in logits.

    Holes: float64[game, stones in play, hole, stones in it].  Store and move: float64[game, stones in play, 2].
    Fortresses: float64[stones in play, hole counted from 1], 0 for none.
    """
    holes, rest = np.zeros((2, STONES + 1, 6, STONES + 1)), np.zeros((2, STONES + 1, 2))
    fortresses = np.zeros((STONES + 1, 6))
    games = WEIGHTS[_FIRST:].reshape(2, _SIZE)
    n = np.arange(STONES + 1)
    for left in range(STONES + 1):  # stones in play
        logits, share = _FIRM / (1.0 + _OPEN * left), left / (STONES / 2)
        fortresses[left, 1:] = logits * (WEIGHTS[:5] + share * WEIGHTS[5:_FIRST])
        for game, weights in enumerate(games):
            for hole in range(6):
                once, again = (weights[first + hole : first + _PLACES : 6] for first in (1, 1 + _PLACES))
                counts = np.array([n, n == 0, np.maximum(n - _FEW, 0), ENDS_IN_STORE[hole] & (game == 0), n % 2])
                holes[game, left, hole] = logits * ((once + share * again) @ counts)
            rest[game, left] = logits * weights[0], logits * (weights[62] + share * weights[61])
    for table in (holes, rest, fortresses):
        table.flags.writeable = False
    return holes, rest, fortresses


_HOLE, _REST, _FORTRESSES = _value_tables()


@jit
def value(s, out):
    """Write the expected points.  out: float64[2], modified in place."""
    lead = np.int64(s.store[0]) - np.int64(s.store[1])
    left = STONES - np.int64(s.store[0]) - np.int64(s.store[1])
    game = np.int64(s.fortress)
    logits = _REST[game, left, 0] * lead + _FORTRESSES[left, s.fortresses[0]] - _FORTRESSES[left, s.fortresses[1]]
    for hole in range(6):
        logits += _HOLE[game, left, hole, np.int64(s.holes[0, hole])]
        logits -= _HOLE[game, left, hole, np.int64(s.holes[1, hole])]
    if s.turn != OVER:
        logits += _REST[game, left, 1] if s.turn == 0 else -_REST[game, left, 1]
    out[0] = chance_of(logits)
    out[1] = 1.0 - out[0]


@jit
def settled(s, out):
    """Return the number of stones in the holes when a store holds more than half of all stones, else 0.

    out: int64[2], modified in place: the points in twelfths.
    """
    for side in range(2):
        if 2 * np.int64(s.store[side]) > STONES:
            out[side] = POINT
            out[1 - side] = 0
            return STONES - np.int64(s.store[0]) - np.int64(s.store[1])
    return np.int64(0)


@jit
def known(s, endings, out):
    """Return the number of stones in the holes when the tablebase has the position, else 0.

    endings: uint8[boards], the entries of a tablebase of `charkoni.solve.mangala`, by rank, or empty.  out: int64[2],
    modified in place: the points in twelfths with perfect play.
    """
    left = STONES - np.int64(s.store[0]) - np.int64(s.store[1])
    if left > _LOOKED_UP or s.fortress or len(endings) == 0:
        return np.int64(0)
    me = np.int64(s.turn)
    stones = np.int64(0)
    rank = np.int64(0)
    for place in range(12):
        stones += s.holes[me if place < 6 else 1 - me, place % 6]
        rank += _BELOW[place, stones]
    lead = np.int64(s.store[me]) - np.int64(s.store[1 - me]) + np.int64(endings[rank]) - _ENTRY_OF_ZERO
    out[me] = POINT if lead > 0 else 0 if lead < 0 else POINT // 2
    out[1 - me] = POINT - out[me]
    return left


def _below():
    """Return the number of boards below a prefix sum, int64[place, sum]: see `charkoni.solve.mangala.board_kernels`."""
    table = np.array([[comb(total + i, i + 1) for total in range(_LOOKED_UP + 1)] for i in range(12)], np.int64)
    table.flags.writeable = False
    return table


_BELOW = _below()


@jit
def order(s, code):
    """Return the rank of a move: another turn (M6) first, then by the stones it captures (M7, M8, M17).

    An estimate without sowing: the number opposite an own hole is that before the move, and a second or a forbidden
    fortress (M18, M19) counts as well.
    """
    me = np.int64(s.turn)
    hole = np.int64(code)
    stones = np.int64(s.holes[me, hole])
    if s.fortress:
        last = last_place(hole, stones, FORTRESS_RING)
        if last < 6:
            return np.int64(0)
        there = np.int64(s.holes[1 - me, last - 6]) + FORTRESS_FALLS[hole, stones, last]
        return there if is_captured(there) or there == FORTRESS_STONES else np.int64(0)
    last = last_place(hole, stones, RING)
    if last == STORE:
        return np.int64(_EXTRA_TURN)
    if last > STORE:
        there = np.int64(s.holes[1 - me, last - STORE - 1]) + FALLS[hole, stones, last]
        return there if is_captured(there) else np.int64(0)
    opposite = np.int64(s.holes[1 - me, LAST_HOLE - last])
    if captures_opposite(np.int64(s.holes[me, last]) + 1, opposite) and stones < RING:
        return 1 + opposite
    return np.int64(0)


@jit
def noisy(s, code):
    """Return a positive number if a move captures or gives another turn, else 0."""
    return order(s, code)


# --- the value for plain tree search (mcts), a fixed baseline ---------------------------------------------------------


@jit
def glance(s, out):
    """Write the expected points from the lead in the stores alone.  out: float64[2], modified in place."""
    lead = np.float64(s.store[0]) - np.float64(s.store[1])
    out[0] = 0.5 + 0.5 * lead / (8.0 + abs(lead))
    out[1] = 1.0 - out[0]
