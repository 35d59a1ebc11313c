"""The rules of Mosty, clause by clause (S1 to S8).

    y=4   .  R  .  R  .      size 2: R and B dots of Red and Blue, + crossings.
    y=3   B  +  B  +  B      On a crossing with odd x and y a red bridge stands upright and a blue one lies;
    y=2   .  R  +  R  .      on one with even x and y a red bridge lies and a blue one stands upright.
    y=1   B  +  B  +  B
    y=0   .  R  .  R  .      A code is the number of the crossing, counted from the left, the row y=1 first.
        x=0  1  2  3  4

With x and y exchanged, Blue has the same task as Red: his dots stand in rows across his way, from row 0 at his starting
shore (x=0) to row `size` at the other.  So the code below speaks of "a side".  The line of a crossing is its y for Red
and its x for Blue, its place is counted along that line.  The bridge on an odd line 2r+1 joins dot `place` of row r
with the same dot of row r+1; on an even line 2r it joins dots `place` and `place`+1 of row r.
"""

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.constants import OVER, POINT
from charkoni.core.game_types import record_dtype

LARGEST = 10
WIDEST = LARGEST * LARGEST + (LARGEST - 1) * (LARGEST - 1)

STATE = record_dtype(
    ("free", np.uint64, (3,)),  # derived: a bit per free crossing, 64 codes a word
    ("set", np.int16, (2, 2 * LARGEST - 1)),  # per side and line (from 1): a bit per place with an own bridge
    ("reach", np.int16, (2, LARGEST + 1)),  # derived, per side and row: dots joined to the starting shore
    ("open", np.int16),  # derived: the number of free crossings
    ("size", np.int8),  # the flag
    ("links", np.int8),  # the flag: bridges per turn
    ("turn", np.int8),
    ("left", np.int8),  # bridges still to set in this turn; 0 when over
)

JOINED = 0


def crossings(size):
    """Return x and y of all crossings, in the order of their codes."""
    inside = range(1, 2 * size)
    return [(x, y) for y in inside for x in inside if (x + y) % 2 == 0]


def line_and_place(side, crossing):
    """Return the line of a crossing and its place on the line, from 0, for a side."""
    x, y = crossing
    line, along = (y, x) if side == 0 else (x, y)
    return line, (along - 1) // 2


def crossing_at(side, line, place):
    """Return the crossing at a place of a line of a side."""
    along = 2 * place + (1 if line % 2 else 2)
    return (along, line) if side == 0 else (line, along)


def is_upright(side, crossing):
    """Return whether a bridge of the side on the crossing runs along y."""
    line, _ = line_and_place(side, crossing)
    return (line % 2 == 1) == (side == 0)


def _lines_and_places():
    """Return line and place of every crossing, int8[2, LARGEST + 1, WIDEST] each: side, size, code."""
    lines = np.zeros((2, LARGEST + 1, WIDEST), np.int8)
    places = np.zeros((2, LARGEST + 1, WIDEST), np.int8)
    for size in range(2, LARGEST + 1):
        for code, crossing in enumerate(crossings(size)):
            for side in range(2):
                lines[side, size, code], places[side, size, code] = line_and_place(side, crossing)
    return lines, places


LINE, PLACE = _lines_and_places()
# The number of ones in a byte, and the bit of its i-th one: uint8[256], uint8[256, 8].
BITS = np.array([byte.bit_count() for byte in range(256)], np.uint8)
BIT = np.array([([i for i in range(8) if byte >> i & 1] + [0] * 8)[:8] for byte in range(256)], np.uint8)


@jit
def start(s):
    """No bridges, Red begins with one bridge in either variant (S1, S6).  s: STATE, blank but for the flags."""
    s.turn = 0
    s.left = 1
    derive(s)


@jit
def derive(s):
    """Compute the derived fields from the bridges.  s: STATE, modified in place."""
    size = _size(s)
    s.open = 0
    for word in range(3):
        s.free[word] = np.uint64(0)
    for code in range(crossing_count(size)):
        if owner(s, code) < 0:
            s.free[code >> 6] |= np.uint64(1) << np.uint64(code & 63)
            s.open += 1
    for side in range(2):
        for row in range(size + 1):
            s.reach[side, row] = 0
        s.reach[side, 0] = (1 << size) - 1
        spread(s, side, 1, 1)


@jit
def _size(s):
    """Return the flag; `s.size` would be an attribute of every NumPy scalar."""
    return np.int64(s["size"])


@jit
def crossing_count(size):
    """Return the number of crossings, which is that of codes (S1)."""
    return size * size + (size - 1) * (size - 1)


@jit
def has_bridge(s, side, code):
    """Return whether the side has a bridge on the crossing."""
    size = _size(s)
    return np.int64(s.set[side, LINE[side, size, code] - 1]) >> np.int64(PLACE[side, size, code]) & 1 == 1


@jit
def owner(s, code):
    """Return the side that has a bridge on the crossing, or -1."""
    for side in range(2):
        if has_bridge(s, side, code):
            return side
    return -1


@jit
def is_free(s, code):
    """Return whether no bridge is on the crossing (S2)."""
    return s.free[code >> 6] >> np.uint64(code & 63) & np.uint64(1) == np.uint64(1)


@jit
def count(s):
    """Return the number of legal moves: of free crossings (S2)."""
    return np.int64(s.open)


@jit
def nth(s, i):
    """Return the i-th free crossing, 0 <= i < count(s), without listing them."""
    left = np.int64(i)
    for word in range(3):
        mask = s.free[word]
        code = np.int64(64 * word)
        while mask != np.uint64(0):
            byte = np.int64(mask & np.uint64(255))
            bits = np.int64(BITS[byte])
            if left < bits:
                return code + np.int64(BIT[byte, left])
            left -= bits
            mask >>= np.uint64(8)
            code += 8
    return np.int64(-1)


@jit
def legal(s, out):
    """Write the free crossings and return their number (S2).

    s: STATE, read only.  out: int64[WIDEST], modified in place, ascending.
    """
    n = 0
    for code in range(crossing_count(_size(s))):
        if is_free(s, code):
            out[n] = code
            n += 1
    return n


@jit
def play(s, code):
    """Set a bridge.  s: STATE, modified in place; code: a free crossing."""
    me = np.int64(s.turn)
    _set_bridge(s, me, np.int64(code))
    if is_joined(s, me):
        s.turn = OVER
        s.left = 0
        return
    s.left -= 1
    if s.left == 0:
        s.turn = 1 - me
        s.left = s.links


@jit
def _set_bridge(s, me, code):
    """Take the crossing (S2); if the bridge leads on from the starting shore, find all dots now joined to it."""
    s.free[code >> 6] &= ~(np.uint64(1) << np.uint64(code & 63))
    s.open -= 1
    line = np.int64(LINE[me, _size(s), code])
    place = np.int64(PLACE[me, _size(s), code])
    s.set[me, line - 1] |= np.int16(1 << place)
    row = line >> 1
    up = line & 1
    one = np.int64(s.reach[me, row]) >> place & 1
    other = np.int64(s.reach[me, row + up]) >> (place + 1 - up) & 1  # no branch, mispredicted half the time
    if one != other:
        spread(s, me, row, row + up)


@jit
def spread(s, side, first, last):
    """Extend `reach` along the bridges of the side until no bridge leads to another dot.

    first, last: the rows in which a bridge may lead to another dot now.
    """
    size = _size(s)
    below = np.int64(max(first, 1))  # all dots of row 0 are on the shore
    above = np.int64(last)
    while below <= above:
        row, end = below, above
        below, above = size + 1, np.int64(0)
        while row <= end:
            before = np.int64(s.reach[side, row])
            dots = before | np.int64(s.reach[side, row - 1]) & np.int64(s.set[side, 2 * row - 2])
            if row < size:
                dots |= np.int64(s.reach[side, row + 1]) & np.int64(s.set[side, 2 * row])
                dots = _along(dots, np.int64(s.set[side, 2 * row - 1]))
            if dots != before:  # so there may be more in the next row, and in the one before
                s.reach[side, row] = dots
                end = max(end, min(row + 1, size))
                below = max(min(below, row - 1), 1)
                above = row - 1
            row += 1


@jit
def _along(dots, bridges):
    """Return the dots of a row that are joined to the given ones by bridges in the row."""
    while True:
        more = dots | (dots & bridges) << 1 | dots >> 1 & bridges
        if more == dots:
            return dots
        dots = more


@jit
def is_joined(s, side):
    """Return whether the side's bridges join its two shores (S3)."""
    return s.reach[side, _size(s)] != 0


@jit
def score(s, out):
    """Write the points in twelfths and return the reason (S3, S4).  out: int64[2], modified in place."""
    winner = 0 if is_joined(s, 0) else 1
    out[winner] = POINT
    out[1 - winner] = 0
    return JOINED


@jit
def audit(s):
    """Return 0, or the number of a broken invariant (see `reasons.invalid`)."""
    over = s.turn == OVER
    joined = is_joined(s, 0) or is_joined(s, 1)
    if joined and not over:
        return 1
    if over and not joined:
        return 2
    if over != (s.left == 0) or s.left > s.links:
        return 3
    return _audit_derived(s)


@jit
def _audit_derived(s):
    """Return 4 unless every crossing is used at most once and the derived fields agree with the bridges."""
    free = np.int64(0)
    for code in range(crossing_count(_size(s))):
        uses = np.int64(has_bridge(s, 0, code)) + np.int64(has_bridge(s, 1, code))
        unused = np.int64(is_free(s, code))
        if uses + unused != 1:
            return 4
        free += unused
    return 0 if free == s.open else 4
