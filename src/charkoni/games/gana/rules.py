"""The rules of Gana, clause by clause (G1 to G22).

     8  56 57 58 59 60 61 62 63           north +8
     .   .  .  .  .  .  .  .  .     west -1        east +1
     1   0  1  2  3  4  5  6  7           south -8
         a  b  c  d  e  f  g  h

A way is a square and a direction: square * 4 + (0 north, 1 east, 2 south, 3 west).  A code is way * 6 + kind.  Kinds:
0 a group without the king, 1 to 4 the king's distance in the move of his group, 5 the king alone.
"""

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.constants import OVER, POINT
from charkoni.core.game_types import record_dtype

STATE = record_dtype(
    ("counter", np.int16),  # plies since the last capture
    ("left", np.int16, (2,)),  # per side: its pieces on the whole board, the king included
    ("turn", np.int8),
    ("solo", np.int8),  # two flags: 1 is solo, 2 is through
    ("shield", np.int8),  # a flag
    ("stalemate", np.int8),  # a flag: 1 is "any"
    ("king", np.int8, (2,)),  # his square, or NOWHERE
    ("group", np.int8, (2, 64)),  # per side: its pieces on a square, the king included
)
WIDEST = 63 * 4 + 4 * 5  # a group on every square, the king's with distances 1 to 4 and his step alone
SIZE = 8
SQUARES = 64
FULL = 4
LIMIT = 100
NOWHERE = -1

WAYS = 256
KINDS = 6
ALONE = 5

BY_KING = 0
BARE_KINGS = 1
FIFTY_MOVES = 2
STALEMATE = 3

NONE = np.uint64(0)
ONE = np.uint64(1)
FILE_A = np.uint64(0x0101010101010101)
FILE_H = np.uint64(0x8080808080808080)
PRIME = np.uint64(67)  # the 64 masks of a single square have different remainders modulo 67
SQUARE_OF = np.zeros(67, np.int64)  # per remainder
for _square in range(SQUARES):
    SQUARE_OF[(1 << _square) % 67] = _square

STEP = np.array([8, 1, -8, -1] * SQUARES, np.int64)  # per way
# squares to the edge, per way
ROOM = np.array([room for q in range(SQUARES) for room in (7 - q // 8, 7 - q % 8, q // 8, q % 8)], np.int64)


@jit
def start(s):
    """Two full rows each, the kings on e1 and e8; a begins (G1, G2).  s: STATE, blank but for the flags."""
    s.turn = 0
    s.king[0] = 4
    s.king[1] = 60
    for side in range(2):
        s.left[side] = 16
        for i in range(16):
            s.group[side, side * 48 + i] = 1


@jit
def height(s, square):
    """Return the number of pieces of both sides on a square; four make it full (G3)."""
    return np.int64(s.group[0, square]) + s.group[1, square]


@jit
def legal(s, out):
    """Write the codes of all legal moves and return their number (G5 to G10, G14, G15).

    s: STATE, read only.  out: int64[WIDEST], modified in place: lone pawns by direction, then the other groups.
    """
    me = np.int64(s.turn)
    pawns, groups, entries = pieces_and_entries(s, me)
    n = np.int64(0)
    for direction in range(4):
        froms = pawns & one_step_before(entries, direction)
        while froms != NONE:
            lowest = froms & (~froms + ONE)
            froms ^= lowest
            out[n] = (SQUARE_OF[np.int64(lowest % PRIME)] * 4 + direction) * KINDS
            n += 1
    while groups != NONE:
        lowest = groups & (~groups + ONE)
        groups ^= lowest
        first = SQUARE_OF[np.int64(lowest % PRIME)] * 4
        for way in range(first, first + 4):
            n = group_moves(s, me, way, out, n)
    return n


@jit
def group_moves(s, me, way, out, n):
    """Append the codes of a group's moves in one direction to n codes; return the new number of codes."""
    m = lane(s, me, way)
    first = np.int64(0)
    last = np.int64(0)
    if s.king[me] == way // 4:
        if may_step_alone(s, me, way):
            out[n] = way * KINDS + ALONE
            n += 1
        first = np.int64(1)
        if s.group[me, way // 4] > 1:
            last = m + 1 if may_go_beyond(s, me, way, m) else m
    elif m == 0:
        return n
    for k in range(first, last + 1):  # G10
        if k > m or pile(s, me, way, m, k) <= FULL:
            out[n] = way * KINDS + k
            n += 1
    return n


@jit
def pieces_and_entries(s, me):
    """Return the masks of lone own pawns, of the other own groups, and of the squares a pawn may enter (G6, G15).

    Bit i of a mask is square i.
    """
    king = ONE << np.uint64(s.king[me])
    single = NONE
    larger = king
    entries = NONE if s.shield else ONE << np.uint64(s.king[1 - me])
    for square in range(SQUARES):
        bit = np.uint64(square)  # branches would be mispredicted
        n = np.int64(s.group[me, square])
        single |= np.uint64(n == 1) << bit
        larger |= np.uint64(n > 1) << bit
        entries |= np.uint64(n + s.group[1 - me, square] < FULL) << bit
    return single & ~king, larger, entries


@jit
def one_step_before(squares, direction):
    """Return the mask of squares from which one step in the direction ends on one of `squares` (G4)."""
    if direction == 0:
        return squares >> np.uint64(8)
    if direction == 1:
        return (squares & ~FILE_A) >> ONE
    if direction == 2:
        return squares << np.uint64(8)
    return (squares & ~FILE_H) << ONE


@jit
def may_go(s, me, way):
    """Return whether a group without the king may go this way (G6, G8)."""
    m = lane(s, me, way)
    return m > 0 and pile(s, me, way, m, np.int64(0)) <= FULL


@jit
def lane(s, me, way):
    """Return the length of a group's lane: to the edge, before a full square (G6), on the enemy king (G15, G16)."""
    n = np.int64(s.group[me, way // 4])
    if n > ROOM[way]:
        n = ROOM[way]
    target = np.int64(s.king[1 - me])
    at = way // 4
    for m in range(n):
        at += STEP[way]
        if height(s, at) == FULL:
            return m if at != target or s.shield != 0 else m + 1
        if at == target and s.solo & 2 == 0:
            return m + 1
    return n


@jit
def takes_king(s, me, way, m):
    """Return whether the enemy king stands on one of the squares 1 to m (G15)."""
    target = np.int64(s.king[1 - me])
    if s.solo & 2 == 0:
        return way // 4 + m * STEP[way] == target  # the lane ends on him
    at = way // 4
    for _ in range(m):
        at += STEP[way]
        if at == target:
            return True
    return False


@jit
def pile(s, me, way, m, k):
    """Return the number of pieces on square m after the captures of a group move (G6, G8).

    m: the length of the lane, at least 1.  k: the king's distance, or 0.
    """
    if takes_king(s, me, way, m):
        return np.int64(1)  # G16: who does not fit stays
    last = way // 4 + m * STEP[way]
    arriving = np.int64(s.group[me, way // 4]) - m + 1
    if k == m:
        return s.group[me, last] + arriving  # G13
    return height(s, last) + arriving  # equal numbers (G11) are never more than four pieces


@jit
def may_step_alone(s, me, way):
    """Return whether the king may enter the next square: a full one only if an enemy stands there (G9, G14)."""
    return ROOM[way] > 0 and s.group[me, way // 4 + STEP[way]] < FULL


@jit
def may_go_beyond(s, me, way, m):
    """Return whether only square n, a full one with an enemy on it, ends the lane of the king's group (G14)."""
    n = m + 1
    if n != s.group[me, way // 4] or n > ROOM[way] or way // 4 + m * STEP[way] == s.king[1 - me]:
        return False
    return s.group[me, way // 4 + n * STEP[way]] < FULL


@jit
def play(s, code):
    """Move a group or the king.  s: STATE, modified in place; code: a legal one."""
    me = np.int64(s.turn)
    way = np.int64(code) // KINDS
    k = np.int64(code) % KINDS
    n = np.int64(s.group[me, way // 4])
    m = lane(s, me, way)
    if k == ALONE:
        n = np.int64(1)
        k = np.int64(1)
        m = np.int64(1)
    elif k > m:
        m = k  # G14
    last = way // 4 + m * STEP[way]
    if s.solo & 2 != 0 and takes_king(s, me, way, m):
        captured = _go_through(s, me, way, m, n, k)
    else:
        if last == s.king[1 - me]:
            _spread(s, me, way, m, m, k)
            s.king[1 - me] = NOWHERE  # G16
            captured = np.int64(1)
        else:
            _spread(s, me, way, m, n, k)
            captured = captures(s, n, np.int64(s.group[me, last]), np.int64(s.group[1 - me, last]), k == m)
        s.group[1 - me, last] -= captured
    s.left[1 - me] -= captured
    s.counter = 0 if captured > 0 else s.counter + 1
    if s.king[1 - me] == NOWHERE or is_drawn(s) or is_stuck(s, 1 - me):  # G18 to G22
        s.turn = OVER
    else:
        s.turn = 1 - me


@jit
def _go_through(s, me, way, m, n, k):
    """Move n pieces over the enemy king to the end of their lane, and return the number of enemies that they take.

    G16 as the flag `through` reads it: whoever does not fit on the last square stays.
    """
    last = way // 4 + m * STEP[way]
    s.group[1 - me, s.king[1 - me]] -= 1
    s.king[1 - me] = NOWHERE
    own, enemies = np.int64(s.group[me, last]) + n - m + 1, np.int64(s.group[1 - me, last])
    captured = np.int64(captures(s, n, own, enemies, k == m))
    if own > 2 and k != m:
        captured = np.int64(0)  # three against three, of whom not all fit
    _spread(s, me, way, m, n - max(np.int64(0), own + enemies - captured - FULL), k)
    s.group[1 - me, last] -= captured
    return captured + 1


@jit
def _spread(s, me, way, m, pieces, k):
    """Move `pieces` of a group: one to each of the squares 1 to m, the others to square m (G5, G6, G10)."""
    at = way // 4
    s.group[me, at] -= pieces
    for distance in range(1, m + 1):
        at += STEP[way]
        s.group[me, at] += 1
        if distance == k:
            s.king[me] = at
    s.group[me, at] += pieces - m


@jit
def captures(s, n, own, enemies, is_kings):
    """Return the number of enemies captured on the last square.

    The king, alone or last of his group, captures all (G13); other groups one against one or two against two (G11).
    n: the moving pieces.  own, enemies: the pieces on the square before captures.  is_kings: the king ends there.
    """
    if is_kings or (may_capture(s, n) and enemies == own):
        return enemies
    return np.int64(0)


@jit
def may_capture(s, n):
    """Return whether n pieces without the king as the last may capture: not a lone pawn (G12)."""
    return n > 1 or s.solo & 1 != 0


@jit
def is_drawn(s):
    """Return whether only the kings are left (G20), or a hundred plies have passed without a capture (G21)."""
    return s.left[0] + s.left[1] == 2 or s.counter >= LIMIT


@jit
def is_stuck(s, side):
    """Return whether a side with other pieces has no move, or a lone king is stalemated (G22).

    Stalemate: he is not attacked, or with the flag in any case, and after each of his moves he can be taken.  No square
    is closed to him, since a full one holds enemies only.
    """
    if s.left[side] > 1:
        return not _can_move(s, side)
    king = np.int64(s.king[side])
    if s.stalemate == 0 and is_attacked(s, side, king):
        return False
    for way in range(4 * king, 4 * king + 4):
        if ROOM[way] > 0 and not _is_taken_on(s, side, king + STEP[way]):
            return False
    return True


@jit
def _is_taken_on(s, side, square):
    """Return whether a lone king who enters a square can be taken there: the game goes on, and he is attacked (G22).

    It does not go on when he takes the enemy king (G19) or the last other piece (G20).
    """
    other = 1 - side
    if s.king[other] == square or s.left[other] - s.group[other, square] == 1:
        return False
    return is_attacked(s, side, square)


@jit
def _can_move(s, me):
    """Return whether a side has any legal move.  (If the king's group has one, he may also step alone that way.)"""
    way = np.int64(0)
    while way < WAYS:
        square = way // 4
        if s.group[me, square] == 0:
            way += 4
            continue
        if s.king[me] == square:
            if may_step_alone(s, me, way):
                return True
        elif may_go(s, me, way):
            return True
        way += 1
    return False


@jit
def is_attacked(s, side, square):
    """Return whether the king could be taken if it were the opponent's move (G15, G22).

    square: the king's square, or the one he would enter alone, all enemies there captured.  (The square he leaves may
    have been full and no longer is, but then the enemies left on it attack him already.)
    """
    other = 1 - side
    is_closed = s.shield != 0 and square == s.king[side] and height(s, square) == FULL
    way = 4 * square
    distance = np.int64(1)
    while way < 4 * square + 4:
        if distance > ROOM[way]:
            way += 1
            distance = np.int64(1)
            continue
        at = square + distance * STEP[way]
        n = np.int64(s.group[other, at])
        if n >= distance and not is_closed:
            return True
        if s.king[other] == at and (distance == 1 or distance == n):
            return True  # G14
        distance += 1
        if height(s, at) == FULL:
            distance = np.int64(SIZE)  # no piece passes a full square: on to the next way
    return False


@jit
def score(s, out):
    """Write the points in twelfths and return the reason (G19 to G22).  out: int64[2], modified in place."""
    out[0] = POINT // 2
    out[1] = POINT // 2
    for side in range(2):
        if s.king[side] == NOWHERE:
            out[side] = 0
            out[1 - side] = POINT
            return BY_KING
    if s.left[0] + s.left[1] == 2:
        return BARE_KINGS
    return FIFTY_MOVES if s.counter >= LIMIT else STALEMATE


@jit
def audit(s):
    """Return 0, or the number of a broken invariant (see `reasons.invalid`)."""
    is_over = s.turn == OVER
    if s.king[0] == NOWHERE and s.king[1] == NOWHERE:
        return 1
    if s.king[0] == NOWHERE or s.king[1] == NOWHERE:
        return 0 if is_over else 2
    if s.left[0] + s.left[1] == 2:
        return 0 if is_over else 3
    if s.counter >= LIMIT:
        return 0 if is_over else 4
    if not is_over:
        return 5 if is_stuck(s, np.int64(s.turn)) else 0
    return 0 if is_stuck(s, np.int64(0)) or is_stuck(s, np.int64(1)) else 6
