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

# A half, one word; a byte a hole, so that a sowing is one addition: no hole can hold more than 48, no byte overflows.
#
#     byte   7   6   5      4      3      2      1      0
#            0   0   hole 6 hole 5 hole 4 hole 3 hole 2 hole 1
BYTE = np.uint64(255)
EIGHT = np.uint64(8)
HALF_MASK = np.uint64(0xFFFFFFFFFFFF)
ZERO = np.uint64(0)


def _frozen(numbers):
    numbers.flags.writeable = False
    return numbers


# The rank is the number of boards that come before in the order of s12, then s11, ...: with a smaller i-th prefix sum
# there are C(s_i + i - 1, i).  With at most n stones there are C(n + 12, 12) boards: 9.7 million for 14 stones, 1.85
# billion for 25; the whole game has 1.4 * 10**12, below 2**41.
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
            # The first stone stays in the hole, except of a single one (M3); the ring of 13 places leaves out the store
            # of the other.
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
    # Prefix sums in parallel, in three additions, of one, two and four bytes:
    #
    #     holes    h1   h2     h3       h4 ...
    #     + 1      h1   h1-2   h2-3     h3-4
    #     + 2      h1   h1-2   h1-3     h1-4          h1-4: the sum of holes 1 to 4
    #     + 4      h1   h1-2   h1-3     h1-4 ...
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
    """Return the contribution of the opponent's half to the rank of a board whose mover owns `stones`."""
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
def unrank(rank, holes, halves):
    """Write the board of a rank, or the half of a half rank.  holes: 12, or 6.

    halves: uint64[2], modified in place: the mover's half, the other's.
    """
    halves[0] = ZERO
    halves[1] = ZERO
    above = np.int64(0)  # the prefix sum one place up
    for i in range(holes - 1, -1, -1):
        # The largest prefix sum that fits, by a linear search: no search of a game unranks.
        s = np.int64(STONES)
        while CHOOSE[i, s] > rank:
            s -= 1
        rank -= CHOOSE[i, s]
        if i + 1 < holes:
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
    # Two additions from a lookup table, whatever the number of stones; bench/solve_plain.c sows one by one and builds
    # 5.2 million boards a second where this builds 8.5 (2026-11-22).
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
