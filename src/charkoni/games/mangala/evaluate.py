"""Static evaluation of Mangala: a linear sum of features, and the order of moves.

The side that is emptied first takes the rest (M11): stones in the holes far from the own store are a liability, empty
holes there an asset, and both weights change with the number of stones in play.  Where each keeps his own side, it is
the other way round: the game with fortresses, and the flags `rest` and `first`, have weights of their own.
"""

from math import comb

import numpy as np

from charkoni.core.compiler import driver, jit
from charkoni.core.constants import OVER, POINT
from charkoni.core.errors import N_
from charkoni.core.playout import chance_of
from charkoni.games.mangala import rules

_STONES = (
    N_("stones in hole 1"),
    N_("stones in hole 2"),
    N_("stones in hole 3"),
    N_("stones in hole 4"),
    N_("stones in hole 5"),
    N_("stones in hole 6"),
)
_EMPTY = (
    N_("hole 1 is empty"),
    N_("hole 2 is empty"),
    N_("hole 3 is empty"),
    N_("hole 4 is empty"),
    N_("hole 5 is empty"),
    N_("hole 6 is empty"),
)
_MANY = (
    N_("stones beyond five in hole 1"),
    N_("stones beyond five in hole 2"),
    N_("stones beyond five in hole 3"),
    N_("stones beyond five in hole 4"),
    N_("stones beyond five in hole 5"),
    N_("stones beyond five in hole 6"),
)
_EXACT = (
    N_("hole 1 ends in the store"),
    N_("hole 2 ends in the store"),
    N_("hole 3 ends in the store"),
    N_("hole 4 ends in the store"),
    N_("hole 5 ends in the store"),
    N_("hole 6 ends in the store"),
)
_ODD = (
    N_("hole 1 holds an odd number"),
    N_("hole 2 holds an odd number"),
    N_("hole 3 holds an odd number"),
    N_("hole 4 holds an odd number"),
    N_("hole 5 holds an odd number"),
    N_("hole 6 holds an odd number"),
)
_FORTRESS = (
    N_("a fortress in hole 1"),
    N_("a fortress in hole 2"),
    N_("a fortress in hole 3"),
    N_("a fortress in hole 4"),
    N_("a fortress in hole 5"),
)
_HOLES = (*_STONES, *_EMPTY, *_MANY, *_EXACT, *_ODD)
_MOVE = N_("the move")
_GAME = (N_("stones in the store"), *_HOLES, *_HOLES, _MOVE, _MOVE)
FEATURES = (*_FORTRESS, *_FORTRESS, *_GAME, *_GAME, *_GAME, *_GAME, *_GAME)
"""The fortress by its hole, then all other features, once for each of `game_of`.

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
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1.04, 0.0836, 1.05, -0.112, 0.383, 1.69, 0.988, 0.589,
    1.16, -1.27, -3.17, 1.16, -0.367, -2.03, -0.0372, -6.06, 0.35, -0.655, -0.787, -0.436,
    0.743, 16.2, 4.29, 0.734, 0.106, 0.352, 0.204, 0.836, -1.52, 0.814, 0.2, -0.434, 0.104,
    0.0418, 0.0452, -0.859, -0.439, -0.24, -0.205, 0.314, 3.23, -0.811, -0.255, 0.503, 0.723,
    4.44, -0.615, 0.167, 0.491, 0.205, -1.15, -9.84, -1.31, 0.375, 1.13, 0.756, 0.973, -0.92,
    1.47, -0.627, -0.406, 0.105, -0.268, 1.44, 0.142, 0.936, -1.57, -0.922, 0.833, 0.445, 0.8,
    1.48, 0.515, 1.24, 3.96, 1.33, 1.01, 0.794, 3.94, 3.08, 0.438, 0.0883, -2.07, -3.18, 7.85,
    3.06, 3.64, 3.78, 1.67, 0.808, -0.367, 0.272, 1.07, 0.0865, 1.32, -0.881, 1.48, 1.06,
    -0.389, 0.0102, -0.678, -0.992, -0.355, -0.894, -3.68, -1.99, -2.4, -1.45, -3.74, -2.69,
    -0.646, -0.612, 1.71, 2.24, -3.7, -0.502, -1.98, -1.99, -1.02, -0.56, 0.947, -0.157,
    -1.16, -0.518, -2.03, 0.902, 1.28, 1.34, 0.853, -0.693, 1.03, 0.192, 1.56, 0.414, 1.72,
    -5.92, 0.467, -1.66, 1.02, -0.139, 2.65, 0.766, -0.598, -0.466, -1.93, -0.827, -1.65,
    10.4, -5.51, 1.51, 0.557, 1.86, 2.31, -3.98, 1.44, -0.0519, 0.017, 2.04, -0.355, 1.09,
    -0.155, -0.067, -1.6, -0.548, -1.97, 3.65, -2.22, -0.607, -4.14, -1.9, -3.41, -2, -0.789,
    0.0822, 2.1, 1.18, 2.67, -7.03, 4.41, -0.421, 1.57, -1.01, -2.54, 2.6, -1.19, 0.363,
    -1.12, -2.67, 1.01, 2.3, -0.383,
])  # fmt: skip
_FEW = 5
_FIRST = 10  # the first feature that is no fortress
_PLACES = 30  # features of holes, listed once
_SIZE = 63  # features of one of the games, without the fortresses
_GAMES = 5  # see `game_of`
_FORTRESS_GAME = 1
_FIRST_OF_GAME = (0, 0, 0, 1, 1)  # the flag `first` of each
_LOOKED_UP = 14  # most stones in the holes for the tablebase that is computed on first use
_ENTRY_OF_ZERO = 100  # the tablebase entry of difference 0
_EXTRA_TURN = 50  # more than any capture
_FIRM = 1.6  # logits of a stone of lead at the end
_OPEN = 0.13  # the relative discount for every stone still in the holes
ENDS_IN_STORE = np.array(
    [
        [
            [
                0 < stones <= rules.RING and rules.sown_places(hole, stones, rules.RING, first)[-1] == rules.STORE
                for stones in range(rules.STONES + 1)
            ]
            for hole in range(6)
        ]
        for first in range(2)
    ]
)
ENDS_IN_STORE.flags.writeable = False
"""Whether the last stone of a hole falls into the own store on the first round (M6).

bool[flag first, hole, stones in it].
"""


@jit
def game_of(s):
    """Return the game whose weights count: 0 the usual one, 1 with fortresses, 2 to 4 by the flags `rest` and `first`.

    2: rest=keep, 3: first=on, 4: both.  With fortresses these flags have no weights of their own.
    """
    if s.fortress:
        return np.int64(_FORTRESS_GAME)
    flags = np.int64(s.rest) + 2 * np.int64(s.first)
    return flags + 1 if flags > 0 else flags


@jit
def features(s, player, out):
    """Write a player's value of each of FEATURES.  out: float64[325], modified in place."""
    out[:] = 0.0
    share = share_in_play(s)
    if s.fortresses[player] > 0:
        out[s.fortresses[player] - 1] = 1.0
        out[s.fortresses[player] + 4] = share
    first = _FIRST + _SIZE * game_of(s)
    out[first] = s.store[player]
    for hole in range(6):
        stones = np.int64(s.holes[player, hole])
        at = first + 1 + hole
        out[at] = stones
        out[at + 6] = 1.0 if stones == 0 else 0.0
        out[at + 12] = max(stones - _FEW, 0)
        out[at + 18] = 1.0 if ENDS_IN_STORE[np.int64(s.first), hole, stones] and not s.fortress else 0.0
        out[at + 24] = stones % 2
    for place in range(_PLACES):
        out[first + 1 + _PLACES + place] = share * out[first + 1 + place]
    out[first + 62] = 1.0 if s.turn == player else 0.0
    out[first + 61] = share * out[first + 62]


@jit
def share_in_play(s):
    """Return the stones in the holes divided by half of all stones."""
    return np.float64(rules.STONES - np.int64(s.store[0]) - np.int64(s.store[1])) / (rules.STONES / 2)


@jit
def scale(s):
    """Return the logits of a stone of lead: the fewer stones are in the holes, the more."""
    return _FIRM / (1.0 + _OPEN * (rules.STONES - np.int64(s.store[0]) - np.int64(s.store[1])))


_OF_GAMES = WEIGHTS[_FIRST:].reshape(_GAMES, _SIZE)


@driver
def _hole_value(weights, hole, share, n, ends):
    """Return the value of n stones in a hole, in stones of the store.

    weights: those of a game, without fortresses.  ends: whether the last stone ends in the store.  share, n and ends
    may be arrays of one shape.  The order of additions is fixed: that of a matrix product differs between machines.
    """
    once = 1 + hole
    again = once + _PLACES
    return (
        (weights[once] + share * weights[again]) * n
        + (weights[once + 6] + share * weights[again + 6]) * (n == 0)
        + (weights[once + 12] + share * weights[again + 12]) * ((n - _FEW) * (n > _FEW))
        + (weights[once + 18] + share * weights[again + 18]) * ends
        + (weights[once + 24] + share * weights[again + 24]) * (n % 2)
    )


@driver
def fill_holes(out):
    """Write the values of holes in logits.  out: float64[game, stones in play, hole, stones in it], modified."""
    for game in range(_GAMES):
        weights = _OF_GAMES[game]
        for hole in range(6):
            for left in range(rules.STONES + 1):
                share = left / (rules.STONES / 2)
                logits = _FIRM / (1.0 + _OPEN * left)
                for n in range(rules.STONES + 1):
                    ends = ENDS_IN_STORE[_FIRST_OF_GAME[game], hole, n] and game != _FORTRESS_GAME
                    out[game, left, hole, n] = logits * _hole_value(weights, hole, share, n, ends)


def _value_tables():
    """Return the values of holes, of the store and the move, and of fortresses, in logits.

    Holes: as `fill_holes` writes them, but at once.  Store and move: float64[game, stones in play, 2].
    Fortresses: float64[stones in play, hole counted from 1], 0 for none.
    """
    holes, rest = np.zeros((_GAMES, rules.STONES + 1, 6, rules.STONES + 1)), np.zeros((_GAMES, rules.STONES + 1, 2))
    fortresses = np.zeros((rules.STONES + 1, 6))
    n = np.arange(rules.STONES + 1)  # stones in a hole, or in play
    logits, share = _FIRM / (1.0 + _OPEN * n), n / (rules.STONES / 2)
    fortresses[:, 1:] = logits[:, None] * (WEIGHTS[:5] + share[:, None] * WEIGHTS[5:_FIRST])
    for game, weights in enumerate(_OF_GAMES):
        for hole in range(6):
            ends = ENDS_IN_STORE[_FIRST_OF_GAME[game], hole] & (game != _FORTRESS_GAME)
            holes[game, :, hole] = logits[:, None] * _hole_value(weights, hole, share[:, None], n, ends)
        rest[game, :, 0], rest[game, :, 1] = logits * weights[0], logits * (weights[62] + share * weights[61])
    for table in (holes, rest, fortresses):
        table.flags.writeable = False
    return holes, rest, fortresses


_HOLE, _REST, _FORTRESSES = _value_tables()
COMPUTED = ((_HOLE, fill_holes),)
"""Large arrays of kernels, and the kernels that compute them: a module for WebAssembly holds none, and fills them."""


@jit
def value(s, out):
    """Write the expected points.  out: float64[2], modified in place."""
    lead = np.int64(s.store[0]) - np.int64(s.store[1])
    left = rules.STONES - np.int64(s.store[0]) - np.int64(s.store[1])
    game = game_of(s)
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
        if 2 * np.int64(s.store[side]) > rules.STONES:
            out[side] = POINT
            out[1 - side] = 0
            return rules.STONES - np.int64(s.store[0]) - np.int64(s.store[1])
    return np.int64(0)


@jit
def known(s, endings, out):
    """Return the number of stones in the holes when the tablebase has the position, else 0.

    endings: uint8[boards], the entries of a tablebase of `charkoni.solve.mangala` for the flag `rest` of the game, by
    rank, or empty.  out: int64[2], modified in place: the points in twelfths with perfect play.
    """
    left = rules.STONES - np.int64(s.store[0]) - np.int64(s.store[1])
    if left > _LOOKED_UP or s.fortress or s.first or len(endings) == 0:
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


_BELOW = np.array([[comb(total + i, i + 1) for total in range(_LOOKED_UP + 1)] for i in range(12)], np.int64)
"""The number of boards below a prefix sum, by place and sum: see `charkoni.solve.mangala.board_kernels`."""
_BELOW.flags.writeable = False


@jit
def order(s, code):
    """Return the rank of a move: another turn (M6) first, then by the stones it captures (M7, M8, M17).

    An estimate without sowing: the number opposite an own hole is that before the move, and a second or a forbidden
    fortress (M18, M19) counts as well.
    """
    me = np.int64(s.turn)
    hole = np.int64(code)
    first = np.int64(s.first)
    stones = np.int64(s.holes[me, hole])
    if s.fortress:
        last = rules.last_place(hole, stones, rules.FORTRESS_RING, first)
        if last < 6:
            return np.int64(0)
        there = np.int64(s.holes[1 - me, last - 6]) + rules.FORTRESS_FALLS[hole + 6 * first, stones, last]
        return there if rules.is_captured(there) or there == rules.FORTRESS_STONES else np.int64(0)
    last = rules.last_place(hole, stones, rules.RING, first)
    if last == rules.STORE:
        return np.int64(_EXTRA_TURN)
    if last > rules.STORE:
        there = np.int64(s.holes[1 - me, last - rules.STORE - 1]) + rules.FALLS[hole + 6 * first, stones, last]
        return there if rules.is_captured(there) else np.int64(0)
    opposite = np.int64(s.holes[1 - me, rules.LAST_HOLE - last])
    if rules.captures_opposite(np.int64(s.holes[me, last]) + 1, opposite) and stones < rules.RING:
        return 1 + opposite
    return np.int64(0)


@jit
def noisy(s, code):
    """Return a positive number if a move captures or gives another turn, else 0."""
    return order(s, code)


# --- the value for plain tree search (mcts), a fixed baseline ---------------------------------------------------------


@jit
def baseline_value(s, out):
    """Write the expected points from the lead in the stores alone.  out: float64[2], modified in place."""
    lead = np.float64(s.store[0]) - np.float64(s.store[1])
    out[0] = 0.5 + 0.5 * lead / (8.0 + abs(lead))
    out[1] = 1.0 - out[0]
