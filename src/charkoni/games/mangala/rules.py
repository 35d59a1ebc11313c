"""The rules of Mangala, clause by clause (M1 to M24).

    b6  b5  b4  b3  b2  b1          places of the ring, for the mover:
 (b)                      (a)       own holes 0..5, own store 6, the opponent's holes 7..12
    a1  a2  a3  a4  a5  a6          (in the fortress variant 6..11, no store)

A code is the hole, 0 for hole 1.
"""

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.constants import OVER, POINT
from charkoni.core.game_types import record_dtype

STATE = record_dtype(
    ("fortress", np.int8),  # a flag
    ("turn", np.int8),
    ("holes", np.int8, (2, 6)),
    ("store", np.int8, (2,)),
    ("fortresses", np.int8, (2,)),  # per owner: 1..5, the hole of the other's row that is his fortress, or 0
    ("rest", np.int8),  # a flag: 1 is "keep"
    ("first", np.int8),  # a flag: 1 is "on"
)
WIDEST = 6
STONES = 48
STORE = 6
RING = 13
FORTRESS_RING = 12
LAST_HOLE = 5
FORTRESS_STONES = 3  # M17

BY_STONES = 0
EQUAL = 1


def sown_places(hole, stones, ring, first=0):
    """Return the places of the ring into which the stones of a hole are sown, in order (M3 to M5, M10).

    first: the flag; 1: the first of several stones goes on, too.
    """
    begin = hole + 1 if stones == 1 or first else hole  # M5, M4
    return [place % ring for place in range(begin, begin + stones)]


def _falls(ring):
    """Return the number of stones sown into each place of the ring, int8[hole, stones in it, place].

    The holes count from 6 on where the first stone goes on: hole + 6 * first.
    """
    falls = np.zeros((12, STONES + 1, ring), np.int8)
    for row in range(12):
        for stones in range(1, STONES + 1):
            for place in sown_places(row % 6, stones, ring, row // 6):
                falls[row, stones, place] += 1
    falls.flags.writeable = False
    return falls


FALLS = _falls(RING)
FORTRESS_FALLS = _falls(FORTRESS_RING)


@jit
def start(s):
    """Four stones in every hole, a begins (M1).  s: STATE, blank but for the flags, modified in place."""
    s.turn = 0
    for side in range(2):
        for hole in range(6):
            s.holes[side, hole] = 4


@jit
def legal(s, out):
    """Write the own holes that are not empty and return their number (M2).

    s: STATE, read only.  out: int64[WIDEST], modified in place, ascending.
    """
    me = np.int64(s.turn)
    n = 0
    for hole in range(6):
        out[n] = hole  # overwritten unless counted: avoids a branch misprediction
        if s.holes[me, hole] > 0:
            n += 1
    return n


@jit
def play(s, code):
    """Sow from a hole.  s: STATE, modified in place; code: a legal one."""
    me = np.int64(s.turn)
    hole = np.int64(code)
    again = False
    if s.fortress:
        last = sow_past_stores(s, me, hole, np.int64(s.first))
        capture_with_fortress(s, me, last)
    else:
        if s.first:  # the branch is predicted, while a row of FALLS found by the flag would delay each load
            last = sow(s, me, hole, np.int64(1))
        else:
            last = sow(s, me, hole, np.int64(0))
        capture(s, me, last)
        again = last == STORE
    if not end_if_empty(s) and not again:
        s.turn = 1 - me


@jit
def sow(s, me, hole, first):
    """Sow round the 13 places and return the place of the last stone (M3, M10).  first: the flag."""
    row = hole + 6 * first
    stones = np.int64(s.holes[me, hole])
    s.holes[me, hole] = 0
    for at in range(6):
        s.holes[me, at] += FALLS[row, stones, at]
    s.store[me] += FALLS[row, stones, STORE]
    for at in range(6):
        s.holes[1 - me, at] += FALLS[row, stones, STORE + 1 + at]
    return last_place(hole, stones, RING, first)


@jit
def last_place(hole, stones, ring, first):
    """Return the place of the last stone.  first: the flag.

    The first of several stones goes back into the hole (M4); a single one, with the flag any, to the next place (M5).
    """
    return (hole + max(stones - 1 + first, 1)) % ring


@jit
def capture(s, me, last):
    """Capture from the hole of the last stone (M7), or that stone and those opposite (M8)."""
    if last > STORE:
        hole = last - STORE - 1
        stones = s.holes[1 - me, hole]
        if is_captured(stones):
            s.store[me] += stones
            s.holes[1 - me, hole] = 0
    elif last < STORE and captures_opposite(s.holes[me, last], s.holes[1 - me, LAST_HOLE - last]):
        s.store[me] += 1 + s.holes[1 - me, LAST_HOLE - last]
        s.holes[me, last] = 0
        s.holes[1 - me, LAST_HOLE - last] = 0


@jit
def is_captured(stones):
    """Return whether so many stones in the opponent's hole are captured by the last stone: an even number (M7)."""
    return stones % 2 == 0


@jit
def captures_opposite(own, opposite):
    """Return whether the last stone in an own hole captures: it was empty, and stones are opposite (M8, M9).

    own: the stones in it, the last one included.
    """
    return own == 1 and opposite > 0


@jit
def sow_past_stores(s, me, hole, first):
    """Sow round the 12 holes and return the place of the last stone (M16).  first: the flag."""
    row = hole + 6 * first
    stones = np.int64(s.holes[me, hole])
    s.holes[me, hole] = 0
    for at in range(6):
        s.holes[me, at] += FORTRESS_FALLS[row, stones, at]
    for at in range(6):
        s.holes[1 - me, at] += FORTRESS_FALLS[row, stones, 6 + at]
    for owner in range(2):
        _collect(s, owner)
    return last_place(hole, stones, FORTRESS_RING, first)


@jit
def _collect(s, owner):
    """Move the stones sown into a fortress to its owner's store (M20)."""
    fortress = np.int64(s.fortresses[owner])
    if fortress > 0:
        s.store[owner] += s.holes[1 - owner, fortress - 1]
        s.holes[1 - owner, fortress - 1] = 0


@jit
def capture_with_fortress(s, me, last):
    """Capture an even number (M7), or exactly three stones, which build the only fortress (M17 to M19).

    No fortress is built in hole 6 (M18).  An own fortress is empty, so that nothing happens in it (M21).
    """
    hole = last - 6
    if hole < 0:  # own side
        return
    stones = s.holes[1 - me, hole]
    builds = stones == FORTRESS_STONES and s.fortresses[me] == 0 and hole != LAST_HOLE
    if builds:
        s.fortresses[me] = hole + 1
    if builds or is_captured(stones):
        s.store[me] += stones
        s.holes[1 - me, hole] = 0


@jit
def end_if_empty(s):
    """End the game when a side is empty, and return whether it is over (M11, M23).

    Its owner takes the rest, or with the flag the owner of the rest keeps it.
    """
    for side in range(2):
        if _stones_of(s, side) == 0:
            taker = 1 - side if s.rest else side
            s.store[taker] += _stones_of(s, 1 - side)
            for hole in range(6):
                s.holes[1 - side, hole] = 0
            s.turn = OVER
            return True
    return False


@jit
def _stones_of(s, side):
    stones = np.int64(0)
    for hole in range(6):
        stones += s.holes[side, hole]
    return stones


@jit
def score(s, out):
    """Write the points in twelfths and return the reason (M13).  out: int64[2], modified in place."""
    lead = np.int64(s.store[0]) - np.int64(s.store[1])
    out[0] = POINT if lead > 0 else 0 if lead < 0 else POINT // 2
    out[1] = POINT - out[0]
    return EQUAL if lead == 0 else BY_STONES


@jit
def audit(s):
    """Return 0, or the number of a broken invariant (see `reasons.invalid`)."""
    stones = np.int64(s.store[0]) + s.store[1] + _stones_of(s, 0) + _stones_of(s, 1)
    if stones != STONES:
        return 1
    for owner in range(2):
        fortress = np.int64(s.fortresses[owner])
        if fortress > 0 and s.holes[1 - owner, fortress - 1] != 0:
            return 2
    empty = _stones_of(s, 0) + _stones_of(s, 1) == 0
    if empty != (s.turn == OVER):
        return 3
    if not empty and (_stones_of(s, 0) == 0 or _stones_of(s, 1) == 0):
        return 4
    return 0
