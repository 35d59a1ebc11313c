"""Packed boards of base Mangala: two halves, their moves, and their rank.

A **half** is six holes in a uint64, hole 1 in the lowest byte.  A **board** is the mover's half and the other's half;
the stores are omitted, since the best difference of *further* stones does not depend on them (M11 to M14).

The **rank** of a board is exact and dense: with the prefix sums s1 <= ... <= s12 over the mover's holes 1 to 6 and the
other's holes 1 to 6, it is the sum of C(s_i + i - 1, i).  Boards of at most n stones have the ranks 0 ...
C(n+12, 12) - 1; the 48-stone start lies below 2**41.  The rank splits into a part of the mover's half alone
(`half_rank`, dense too) and a part of the other half, given the number of the mover's stones (`other_rank`).
"""

from math import comb

import numpy as np

from charkoni.core.compiler import jit

STONES = 48
HOLES = 6
STORE = 6
RING = 13

BYTE = np.uint64(255)
EIGHT = np.uint64(8)
HALF_MASK = np.uint64(0xFFFFFFFFFFFF)
ZERO = np.uint64(0)


def _frozen(numbers):
    numbers.flags.writeable = False
    return numbers


CHOOSE = _frozen(np.array([[comb(s + i - 1, i) for s in range(STONES + 1)] for i in range(1, 13)], dtype=np.int64))
"""CHOOSE[i - 1, s] = C(s + i - 1, i): what a prefix sum adds to the rank."""

FIRST = _frozen(np.array([comb(s + 5, 6) for s in range(STONES + 2)], dtype=np.int64))
"""FIRST[s]: the half rank of the first half with s stones."""


def boards_up_to(stones: int) -> int:
    """Return the number of boards with at most so many stones."""
    return comb(stones + 12, 12)


def pack(holes):
    """Return six holes, numbers of stones, as a half."""
    return np.uint64(sum(int(stones) << (8 * hole) for hole, stones in enumerate(holes)))


def unpack(half):
    """Return the six holes of a half as a tuple."""
    return tuple(int(half) >> (8 * hole) & 255 for hole in range(HOLES))


def _sowings():
    """Return what a sowing of s stones from hole h adds to both halves and the store, and its last place (M3-M5)."""
    shape = (HOLES, STONES + 1)
    own, other = np.zeros(shape, np.uint64), np.zeros(shape, np.uint64)
    store, last = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    for hole in range(HOLES):
        for stones in range(1, STONES + 1):
            places = [0] * RING
            first = hole + 1 if stones == 1 else hole
            for place in range(first, first + stones):
                places[place % RING] += 1
            own[hole, stones] = pack(places[:STORE])
            other[hole, stones] = pack(places[STORE + 1 :])
            store[hole, stones] = places[STORE]
            last[hole, stones] = (first + stones - 1) % RING
    return _frozen(own), _frozen(other), _frozen(store), _frozen(last)


SOWN_OWN, SOWN_OTHER, SOWN_STORE, LAST = _sowings()


@jit
def prefix_sums(half):
    """Return the sums of the holes 1 to i in byte i - 1.  No byte exceeds 48, so none overflows."""
    sums = half + ((half << EIGHT) & HALF_MASK)
    sums = sums + ((sums << np.uint64(16)) & HALF_MASK)
    return sums + ((sums << np.uint64(32)) & HALF_MASK)


@jit
def stones_of(half):
    """Return the number of stones in a half."""
    return np.int64(prefix_sums(half) >> np.uint64(40))


@jit
def half_rank(half):
    """Return the dense rank of a half among all halves, those with fewer stones first."""
    sums = prefix_sums(half)
    rank = np.int64(0)
    for i in range(6):
        rank += CHOOSE[i, np.int64((sums >> np.uint64(8 * i)) & BYTE)]
    return rank


@jit
def other_rank(half, stones):
    """Return what the other's half adds to the rank of a board whose mover owns `stones`."""
    sums = prefix_sums(half)
    rank = np.int64(0)
    for i in range(6):
        rank += CHOOSE[i + 6, stones + np.int64((sums >> np.uint64(8 * i)) & BYTE)]
    return rank


@jit
def board_rank(own, other):
    """Return the exact rank of a board."""
    return half_rank(own) + other_rank(other, stones_of(own))


@jit
def half_at(rank):
    """Return the half of a half rank."""
    half = ZERO
    above = np.int64(-1)  # the prefix sum one place up
    for i in range(5, -1, -1):
        s = np.int64(STONES)
        while CHOOSE[i, s] > rank:
            s -= 1
        rank -= CHOOSE[i, s]
        if above >= 0:
            half |= np.uint64(above - s) << np.uint64(8 * (i + 1))
        above = s
    return half | np.uint64(above)


@jit
def unrank(rank, halves):
    """Write the board of a rank.  halves: uint64[2], modified in place: the mover's half, the other's."""
    halves[0] = ZERO
    halves[1] = ZERO
    above = np.int64(0)  # the prefix sum one place up
    for i in range(11, -1, -1):
        s = np.int64(STONES)
        while CHOOSE[i, s] > rank:
            s -= 1
        rank -= CHOOSE[i, s]
        if i < 11:
            halves[(i + 1) // 6] |= np.uint64(above - s) << np.uint64(8 * ((i + 1) % 6))
        above = s
    halves[0] |= np.uint64(above)


@jit
def sow(own, other, hole):
    """Play a hole that is not empty: return both halves, the stones banked, and whether the mover moves again.

    Includes captures (M7, M8), not the end of the game (M11).
    """
    shift = np.uint64(8 * hole)
    stones = np.int64((own >> shift) & BYTE)
    own = (own & ~(BYTE << shift)) + SOWN_OWN[hole, stones]
    other = other + SOWN_OTHER[hole, stones]
    bank = SOWN_STORE[hole, stones]
    last = LAST[hole, stones]
    if last > STORE:
        shift = np.uint64(8 * (last - 7))
        caught = np.int64((other >> shift) & BYTE)
        if caught % 2 == 0:
            bank += caught
            other = other & ~(BYTE << shift)
    elif last < STORE:
        shift = np.uint64(8 * last)
        opposite = np.uint64(8 * (5 - last))
        caught = np.int64((other >> opposite) & BYTE)
        if (own >> shift) & BYTE == np.uint64(1) and caught > 0:
            bank += 1 + caught
            own = own & ~(BYTE << shift)
            other = other & ~(BYTE << opposite)
    return own, other, bank, last == STORE
