"""Retrograde analysis of Barbakan with two armies on the board.

An index denotes exactly one position of the second stage: the subset of points with pawns of a, the subset of the
remaining points with pawns of b (both by the combinatorial number system), and the player to move.

A value is the number of plies to the end under perfect play: odd where the mover wins, even where he loses, 0 for a
draw, endless play.
"""

import numpy as np

from charkoni.core.bit_sets import count_bits
from charkoni.core.compiler import jit
from charkoni.games.barbakan.points import BOARDS
from charkoni.games.barbakan.rules import IS_INSIDE, NEAR, POINTS

MOST_POINTS = 60  # of b12; a set of points is the bits of a uint64
MOST_PAWNS = 12
ONE = np.uint64(1)
NONE = np.uint64(0)

# A cell:
#
#     0          a draw, or not decided yet
#     1 ... 250  plies to the end; odd: the mover wins
#     254, 255   no position to be played, see below
DRAW = 0
OVER = 255  # the other has all pawns inside
NEVER = 254  # not a position of a game: the mover has all pawns inside, or no player can move
MOST_PLIES = 250


def _choose():
    """Return the binomials C(n, k), int64[MOST_POINTS + 1, MOST_PAWNS + 1]."""
    binomials = np.zeros((MOST_POINTS + 1, MOST_PAWNS + 1), np.int64)
    binomials[:, 0] = 1
    for n in range(1, MOST_POINTS + 1):
        for k in range(1, MOST_PAWNS + 1):
            binomials[n, k] = binomials[n - 1, k - 1] + binomials[n - 1, k]
    return binomials


def _back():
    """Return per board and point the points from which a pawn may come there, as bits: uint64[boards, points]."""
    back = np.zeros_like(NEAR)
    for board, points in enumerate(POINTS):
        for start in range(points):
            for end in range(points):
                if int(NEAR[board, start]) >> end & 1:
                    back[board, end] |= np.uint64(1 << start)
    return back


CHOOSE = _choose()
BACK = _back()
assert len(BOARDS) == len(BACK)


@jit
def size(points, mine, other):
    """Return the number of indices with armies of so many pawns."""
    return 2 * CHOOSE[points, mine] * CHOOSE[points - mine, other]


@jit
def rank(a, b, turn, points, mine, other):
    """Return the index of a position.  a, b: points with pawns, uint64, of `mine` and `other` pawns."""
    first = np.int64(0)
    second = np.int64(0)
    seen_a = 0
    seen_b = 0
    for point in range(points):
        bit = ONE << np.uint64(point)
        if a & bit != NONE:
            seen_a += 1
            first += CHOOSE[point, seen_a]
        elif b & bit != NONE:
            seen_b += 1
            second += CHOOSE[point - seen_a, seen_b]
    # The combinadic rank: a set of k of the n points p_1 < ... < p_k is number
    #
    #     C(p_1, 1) + C(p_2, 2) + ... + C(p_k, k)    of C(n, k)
    #
    # The pawns of b are counted on the points that a leaves free, so that no index is wasted on two pawns of one point.
    #
    #     index = 2 * (rank of a * C(points - mine, other) + rank of b) + turn
    return 2 * (first * CHOOSE[points - mine, other] + second) + turn


@jit
def unrank(index, points, mine, other, out):
    """Write the points of both armies for an index.  out: uint64[2], modified in place."""
    place = index >> 1
    first = place // CHOOSE[points - mine, other]
    out[0] = _subset(first, points, mine, NONE)
    out[1] = _subset(place % CHOOSE[points - mine, other], points - mine, other, out[0])


@jit
def _subset(place, room, pawns, taken):
    """Return the subset of a number, of the points that are not taken."""
    points = NONE
    spot = np.int64(room)
    for left in range(pawns, 0, -1):
        spot -= 1
        # The largest p_k with C(p_k, k) <= place, then the rest of it for k - 1.
        while CHOOSE[spot, left] > place:
            spot -= 1
        place -= CHOOSE[spot, left]
        points |= ONE << np.uint64(_point_of(spot, taken))
    return points


@jit
def _point_of(spot, taken):
    """Return the spot-th point that is not taken, counted from 0."""
    point = np.int64(0)
    left = np.int64(spot)
    while True:
        if taken >> np.uint64(point) & ONE == NONE:
            if left == 0:
                return point
            left -= 1
        point += 1


@jit
def exits(board, pawns, free):
    """Return the number of moves of the pawns."""
    moves = np.int64(0)
    point = np.uint64(0)
    while pawns != NONE:
        if pawns & ONE != NONE:
            moves += count_bits(NEAR[board, np.int64(point)] & free)
        pawns >>= ONE
        point += ONE
    return moves


@jit
def begin(board, mine, other, values, left, queue, pair):
    """Fill the arrays before the first step back and return the number of finished positions, now in the queue.

    values: uint8[size], see above.  left: uint8[size], the moves not yet known to lose.  queue: int32[size].
    pair: uint64[2], scratch.
    """
    points = POINTS[board]
    inside = IS_INSIDE[board]
    known = np.int64(0)
    for index in range(size(points, mine, other)):
        unrank(index, points, mine, other, pair)
        me = index & 1
        values[index] = DRAW
        left[index] = 0
        if pair[me] & ~inside == NONE:
            values[index] = NEVER
        elif pair[1 - me] & ~inside == NONE:
            values[index] = OVER
            queue[known] = index
            known += 1
        else:
            free = ~(pair[0] | pair[1])
            moves = exits(board, pair[me], free)
            if moves == 0:
                # He passes (K9): one move, which leads to the same points with the other to move.
                moves = 1
                if exits(board, pair[1 - me], free) == 0:
                    values[index] = NEVER
            left[index] = moves
    return known


@jit
def go_back(board, mine, other, values, left, queue, start, end, known, pair):
    """Propagate the values of the positions start..end of the queue a ply back; return the new length of the queue.

    The queue holds them in the order of their distances, so that the first winning move found is the fastest and
    the last losing one the slowest.
    """
    points = POINTS[board]
    # Back from each decided position to those from which a move leads there: a position that loses for the mover wins
    # before (at once: the queue is in the order of plies, so that it is the shortest win); one that wins counts a move
    # less, and the last of them makes it the longest loss.
    for place in range(start, end):
        index = np.int64(queue[place])
        unrank(index, points, mine, other, pair)
        taken = pair[0] | pair[1]
        he = 1 - (index & 1)
        pawns = pair[he]
        if exits(board, pawns, ~taken) == 0:  # he may have passed
            known = _conclude(values, left, queue, known, index, index ^ 1)
        for point in range(points):
            bit = ONE << np.uint64(point)
            if pawns & bit == NONE:
                continue
            sources = BACK[board, point] & ~taken
            source = np.int64(0)
            while sources != NONE:
                if sources & ONE != NONE:
                    before = pawns ^ bit ^ (ONE << np.uint64(source))
                    a = before if he == 0 else pair[0]
                    b = before if he == 1 else pair[1]
                    known = _conclude(values, left, queue, known, index, rank(a, b, he, points, mine, other))
                sources >>= ONE
                source += 1
    return known


@jit
def _conclude(values, left, queue, known, index, before):
    """Propagate the value of a position to a predecessor; return the length of the queue."""
    if values[before] != DRAW:
        return known
    value = np.int64(values[index])
    if value == OVER:
        value = 0
    if value & 1 == 1:  # another losing move; the last one is the slowest
        left[before] -= 1
        if left[before] != 0:
            return known
    values[before] = value + 1
    queue[known] = before
    return known + 1
