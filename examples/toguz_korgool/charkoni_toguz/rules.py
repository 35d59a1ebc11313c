"""The rules of Toguz Korgool, clause by clause (T1 to T8).

    b9  b8  b7  b6  b5  b4  b3  b2  b1      places of the ring, for the mover:
       kazan of b, kazan of a               own holes 0..8, the opponent's holes 9..17
    a1  a2  a3  a4  a5  a6  a7  a8  a9

A code is the hole, 0 for hole 1.
"""

import numpy as np
from charkoni.core.compiler import jit
from charkoni.core.constants import OVER, POINT

HOLES = 9
WIDEST = HOLES
RING = 2 * HOLES
STONES = 162
WIN = 82  # T7
TUZ_STONES = 3  # T5
LAST_HOLE = 8
STATE = np.dtype(
    (
        np.record,
        [
            ("nine", np.int8),  # a flag
            ("turn", np.int8),
            ("tuz", np.int8, (2,)),  # per owner: 1..9, the hole of the other's row that is his tuz, or 0
            ("holes", np.int16, (2, HOLES)),
            ("kazan", np.int16, (2,)),
        ],
    )
)

BY_STONES = 0
EQUAL = 1


@jit
def start(s):
    """Nine stones in every hole, a begins (T1).  s: STATE, blank but for the flags, modified in place."""
    s.turn = 0
    for side in range(2):
        for hole in range(HOLES):
            s.holes[side, hole] = 9


@jit
def turn(s):
    """Return who decides: 0, 1 or OVER."""
    return np.int64(s.turn)


@jit
def legal(s, out):
    """Write the own holes that are not empty and return their number (T2).

    s: STATE, read only.  out: int64[WIDEST], modified in place, ascending.
    """
    me = np.int64(s.turn)
    n = 0
    for hole in range(HOLES):
        if s.holes[me, hole] > 0:
            out[n] = hole
            n += 1
    return n


@jit
def play(s, code):
    """Sow from a hole.  s: STATE, modified in place; code: a legal one."""
    me = np.int64(s.turn)
    capture(s, me, sow(s, me, np.int64(code)))
    end_turn(s, me)


@jit
def sow(s, me, hole):
    """Sow round the 18 holes and return the place of the last stone (T2, T3, T6)."""
    stones = np.int64(s.holes[me, hole])
    s.holes[me, hole] = 0
    first = first_place(hole, stones)
    for place in range(first, first + stones):
        side, at = me ^ (place % RING // HOLES), place % HOLES
        if np.int64(s.tuz[1 - side]) == at + 1:
            s.kazan[1 - side] += 1  # T6
        else:
            s.holes[side, at] += 1
    return (first + stones - 1) % RING


@jit
def first_place(hole, stones):
    """Return the place of the first stone: the hole itself, or the next one for a single stone (T3)."""
    return hole + 1 if stones == 1 else hole


@jit
def capture(s, me, last):
    """Take an even number from the opponent's hole of the last stone (T4), or three, which make a tuz (T5)."""
    hole = last - HOLES
    if hole < 0 or np.int64(s.tuz[me]) == hole + 1:  # an own hole, or the own tuz (T6)
        return
    stones = np.int64(s.holes[1 - me, hole])
    makes_tuz = stones == TUZ_STONES and may_be_tuz(s, me, hole)
    if makes_tuz:
        s.tuz[me] = hole + 1
    if makes_tuz or stones % 2 == 0:
        s.kazan[me] += stones
        s.holes[1 - me, hole] = 0


@jit
def may_be_tuz(s, me, hole):
    """Return whether the opponent's hole may become the player's tuz (T5): his first, not 9, not the other's number."""
    is_nine = hole == LAST_HOLE and not s.nine
    return s.tuz[me] == 0 and not is_nine and np.int64(s.tuz[1 - me]) != hole + 1


@jit
def end_turn(s, me):
    """Pass the turn, or end the game: 82 stones (T7), or an opponent who has none left to move (T8)."""
    if is_decided(s):
        s.turn = OVER
    elif stones_of(s, 1 - me) > 0:
        s.turn = 1 - me
    else:
        s.kazan[me] += stones_of(s, me)
        for hole in range(HOLES):
            s.holes[me, hole] = 0
        s.turn = OVER


@jit
def is_decided(s):
    """Return whether a kazan holds 82 stones, or both hold 81 (T7)."""
    a, b = np.int64(s.kazan[0]), np.int64(s.kazan[1])
    return a >= WIN or b >= WIN or a + b == STONES


@jit
def stones_of(s, side):
    """Return the stones in the holes of a side."""
    stones = np.int64(0)
    for hole in range(HOLES):
        stones += s.holes[side, hole]
    return stones


@jit
def score(s, out):
    """Write the points in twelfths and return the reason (T7).  out: int64[2], modified in place."""
    lead = np.int64(s.kazan[0]) - np.int64(s.kazan[1])
    out[0] = POINT if lead > 0 else 0 if lead < 0 else POINT // 2
    out[1] = POINT - out[0]
    return EQUAL if lead == 0 else BY_STONES


@jit
def audit(s):
    """Return 0, or the number of a broken invariant (see `reasons.invalid`)."""
    if np.int64(s.kazan[0]) + s.kazan[1] + stones_of(s, 0) + stones_of(s, 1) != STONES:
        return 1
    for owner in range(2):
        tuz = np.int64(s.tuz[owner])
        if tuz > 0 and s.holes[1 - owner, tuz - 1] != 0:
            return 2
        if tuz == HOLES and not s.nine:
            return 3
    if s.tuz[0] > 0 and s.tuz[0] == s.tuz[1]:
        return 4
    if is_decided(s) != (s.turn == OVER):
        return 5
    if s.turn != OVER and stones_of(s, np.int64(s.turn)) == 0:
        return 6
    return 0
