"""Retrograde analysis of all boards of n stones, in an order in which every board comes after those it leads to.

A move that banks a stone leads to a smaller layer.  Any other, a **quiet** one, only moves own stones to the right: the
**distance** of the half, the steps of all its stones to the store, falls.  So with k stones of the mover and l of the
other, k <= l, k + l = n, the value of (x, y) needs only boards (y, x') where x' has k stones and is nearer than x.

The analysis sweeps the distance upwards: first the **rows**, boards (x, y) whose x has this distance, then the
**columns**, boards (y, x).  All boards of one such phase are independent of each other: threads and GPU blocks share
them in any way, with the same bytes.

An entry is one byte, value + 100, where the value is the best difference of further stones for the mover.  `rest` is +1
when the owner of the empty side takes the rest (M11), -1 for the other reading, in which each keeps his own side.
"""

import numpy as np

from charkoni.core.compiler import jit
from charkoni.solve.mangala.board_kernels import BYTE, FIRST, ZERO, half_rank, other_rank, sow, stones_of, unrank

OFFSET = 100  # values reach from -48 to 48: an entry is 52 to 148 and fits a byte without a sign


@jit
def list_halves(halves, distances):
    """Write all halves in the order of their ranks, and their distances.

    halves: uint64[n], distances: int64[n], both modified in place.
    """
    pair = np.zeros(2, np.uint64)
    for rank in range(len(halves)):
        unrank(rank, 6, pair)
        half = pair[0]
        halves[rank] = half
        distance = np.int64(0)
        for hole in range(6):
            distance += (6 - hole) * np.int64((half >> np.uint64(8 * hole)) & BYTE)
        distances[rank] = distance


@jit
def value_of(cells, own, other, stones, rest):
    """Return the value of a board, all of whose moves lead into known parts of the tablebase.

    cells: uint8[boards].  own, other: halves.  stones: on the board.
    """
    if own == ZERO:
        return rest * stones
    best = np.int64(-OFFSET)
    for hole in range(6):
        if (own >> np.uint64(8 * hole)) & BYTE != ZERO:
            mine, theirs, bank, again = sow(own, other, hole)
            left = stones - bank
            if mine == ZERO:
                value = bank + rest * left
            elif theirs == ZERO:
                value = bank - rest * left
            elif again:
                k = stones_of(mine)
                value = bank - OFFSET + np.int64(cells[half_rank(mine) + other_rank(theirs, k)])
            else:
                k = stones_of(theirs)
                value = bank + OFFSET - np.int64(cells[half_rank(theirs) + other_rank(mine, k)])
            best = max(best, value)
    return best


@jit
def fill(cells, halves, x, y, k, stones, rest):
    """Compute and write the entry of a board: half ranks x and y, k stones of the mover.  cells: modified in place."""
    other = halves[y]
    value = value_of(cells, halves[x], other, stones, rest)
    cells[x + other_rank(other, k)] = np.uint8(value + OFFSET)


@jit
def fill_phase(cells, halves, distances, order, starts, stones, distance, by_column, share, shares, rest):
    """Fill the rows, or columns, of all halves of one distance in the layer of `stones`; one share of the work.

    cells: uint8[boards], modified in place.  halves, distances: by half rank.  order: int64, half ranks by (stones,
    distance); starts[k, d]: where those of k stones and distance >= d begin.  share: 0 ... shares - 1.
    """
    for k in range(stones // 2 + 1):
        others = stones - k
        length = FIRST[others + 1] - FIRST[others]
        # Shares of equal length by rank: every board of a phase takes about the same time.
        begin = FIRST[others] + length * share // shares
        end = FIRST[others] + length * (share + 1) // shares
        for y in range(begin, end):  # the outer loop, for locality of the cache
            # In the square block, pairs with a nearer half have been filled at that half's distance.
            # With k stones each (k == l) rows and columns are the same block, and a pair is filled once, at the larger
            # distance:
            #
            #     rows of d       (x, y) with d(x) = d and d(y) >= d
            #     columns of d    (y, x) with d(x) = d and d(y) > d
            if k == others and distances[y] < distance + by_column:
                continue
            for i in range(starts[k, distance], starts[k, distance + 1]):
                if by_column:
                    fill(cells, halves, y, order[i], others, stones, rest)
                else:
                    fill(cells, halves, order[i], y, k, stones, rest)


@jit
def entry_of_board(cells, own, other):
    """Return the value of a board from a tablebase that holds it.  cells: uint8[boards].  own, other: halves."""
    return np.int64(cells[half_rank(own) + other_rank(other, stones_of(own))]) - OFFSET


@jit
def further(cells, s):
    """Return the best difference of further stones for the mover of a state of base Mangala that is not over.

    cells: uint8[boards], checked, of a tablebase that goes as far as the stones on the board.  s: STATE, read only.
    """
    me = np.int64(s.turn)
    own = ZERO
    other = ZERO
    for hole in range(6):
        own |= np.uint64(s.holes[me, hole]) << np.uint64(8 * hole)
        other |= np.uint64(s.holes[1 - me, hole]) << np.uint64(8 * hole)
    return entry_of_board(cells, own, other)
