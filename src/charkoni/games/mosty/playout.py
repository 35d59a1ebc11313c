"""Random games of Mosty, decided by one random filling of the free crossings.

In a random game each order of the free crossings is equally likely, hence each set of crossings that Red would have at
its end; and bridges set after a side is joined change nothing, since a full board joins exactly one side (S4).  So a
random set of the right size decides, and who wins is a search among Red's bridges.
"""

import numpy as np

from charkoni.core.bit_sets import count_bits
from charkoni.core.compiler import jit
from charkoni.core.constants import OVER, POINT
from charkoni.core.playout import tally as one_by_one
from charkoni.core.random_numbers import below, next64
from charkoni.games.mosty.rules import crossing_count, is_joined, owner, spread

_NOTHING, _ONE = np.uint64(0), np.uint64(1)
_IN_A_WORD = 6
"""The largest size whose crossings fit into one word."""


def _masks():
    """Return the crossings of each size whose red bridges stand upright, and those whose bridges lie, uint64[size]."""
    upright, lying = np.zeros(_IN_A_WORD + 1, np.uint64), np.zeros(_IN_A_WORD + 1, np.uint64)
    for size in range(2, _IN_A_WORD + 1):
        for row in range(size):
            upright[size] |= np.uint64(((1 << size) - 1) << row * (2 * size - 1))
        lying[size] = np.uint64((1 << size * size + (size - 1) ** 2) - 1) & ~upright[size]
    return upright, lying


UPRIGHT, LYING = _masks()


@jit
def finish(game, s, rng, cap, codes, weights):
    """End the game by filling the board; return the number of bridges.

    s: afterwards only `turn` and `score` are right.
    """
    if s.turn == OVER:
        return np.int64(0)
    size = np.int64(s["size"])
    bridges = np.int64(s.open)
    if size <= _IN_A_WORD:
        red = random_part(s.free[0], red_share(s), crossing_count(size), rng)
        joined = _joins(red | _red_bridges(s, size), size, UPRIGHT[size], LYING[size])
    else:
        _fill(s, size, rng)
        joined = is_joined(s, 0)
    s.reach[0, size] = 1 if joined else 0
    s.reach[1, size] = 0 if joined else 1
    s.turn = OVER
    s.left = 0
    return bridges


@jit
def tally(game, root, work, rng, games, cap, points, codes, weights):
    """End many games by filling the board: `charkoni.core.playout.tally`."""
    size = np.int64(root[0]["size"])
    if root[0].turn == OVER or size > _IN_A_WORD:
        one_by_one(game, root, work, rng, games, cap, points, codes, weights)
        return
    free, share, bridges = root[0].free[0], red_share(root[0]), _red_bridges(root[0], size)
    crossings, upright, lying = crossing_count(size), UPRIGHT[size], LYING[size]
    joined = np.int64(0)
    for _ in range(games):
        joined += _joins(bridges | random_part(free, share, crossings, rng), size, upright, lying)
    points[0] += POINT * joined
    points[1] += POINT * (games - joined)


@jit
def red_share(s):
    """Return how many of the free crossings Red gets when the board is filled."""
    bridges, free = np.int64(s.links), np.int64(s.open)
    now = min(np.int64(s.left), free)
    rounds, rest = (free - now) // (2 * bridges), (free - now) % (2 * bridges)
    mover = now + rounds * bridges + max(rest - bridges, 0)
    return mover if s.turn == 0 else free - mover


@jit
def random_part(free, wanted, crossings, rng):
    """Return so many random ones of a word; each set of them is equally likely.

    A random half has a random number of ones, and of that number each set is equally likely.  That remains so while
    single random ones are taken away or added, some three where a game begins.
    """
    part = free & next64(rng)
    missing = wanted - count_bits(part)
    is_short = missing > 0
    pool = free ^ part if is_short else part
    missing = abs(missing)
    while missing > 0:
        place = np.uint64(below(rng, crossings))
        found = pool >> place & _ONE  # no branch: every second one would be mispredicted
        pool ^= found << place
        missing -= np.int64(found)
    return free ^ pool if is_short else pool


@jit
def _red_bridges(s, size):
    """Return the red bridges of a board whose crossings fit into one word."""
    red, first = _NOTHING, _NOTHING
    for line in range(2 * size - 1):
        red |= np.uint64(s.set[0, line]) << first
        first += np.uint64(size if line % 2 == 0 else size - 1)
    return red


@jit
def _joins(red, size, upright, lying):
    """Return whether red bridges, which fit into one word, join the shores.  upright, lying: those of the size.

    A dot stands at the bit of the upright bridge above it, in row 0 on the shore.
    """
    stride, last = np.uint64(2 * size - 1), np.uint64((2 * size - 1) * (size - 1))
    across = (red & lying) << np.uint64(size - 1)
    up = red & upright
    goal = up >> last << last
    reached = (up & ((_ONE << np.uint64(size)) - _ONE)) << stride
    while True:
        more = reached | (reached & up) << stride | reached >> stride & up
        more |= (more & across) << _ONE | more >> _ONE & across
        if more & goal != _NOTHING:
            return True
        if more == reached:
            return False
        reached = more


@jit
def _fill(s, size, rng):
    """Fill a board of any size with random bridges; only those of Red are set."""
    crossings, missing = crossing_count(size), red_share(s)
    for word in range(3):
        s.free[word] &= next64(rng)
        missing -= count_bits(s.free[word])
    while missing != 0:
        code = below(rng, crossings)
        word, one = code >> 6, _ONE << np.uint64(code & 63)
        if (s.free[word] & one == _NOTHING) == (missing > 0) and owner(s, code) < 0:
            s.free[word] ^= one
            missing += -1 if missing > 0 else 1
    first = np.int64(0)
    for line in range(2 * size - 1):
        places = size if line % 2 == 0 else size - 1
        word, shift = first >> 6, first & 63
        bits = s.free[word] >> np.uint64(shift)
        if shift + places > 64:
            bits |= s.free[word + 1] << np.uint64(64 - shift)
        s.set[0, line] |= np.int16(bits & ((_ONE << np.uint64(places)) - _ONE))
        first += places
    spread(s, 0, 1, size)
