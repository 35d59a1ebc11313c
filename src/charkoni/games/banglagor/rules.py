"""The rules of Banglagor, clause by clause (B1 to B18).

Cells are numbered row by row, a1 = 0, b1 = 1, ... h12 = 95.  A board is two words of 48 bits, one per land:

    half 1   88 .. 95   row 12                 A walk reaches at most three rows to either side, so its ends are
             ...                               computed in one word of 8 rows, a window:
             48 .. 55   row 7                      window 0: rows 1-8   for the columns on rows 1-5
    half 0   40 .. 47   row 6                      window 1: rows 3-10  for the columns on rows 6-7
             ...                                   window 2: rows 5-12  for the columns on rows 8-12
              0 ..  7   row 1

Codes, in this order: placing (height, cell), movement (start, end, way to the attacked cell or 0), lift (start, end),
freeing (cell), the pass.
"""

import numpy as np

from charkoni.core.bit_sets import NONE, ONE, count_bits, lowest_bit, nth_bit
from charkoni.core.compiler import jit
from charkoni.core.constants import OVER, POINT
from charkoni.core.game_types import record_dtype

STATE = record_dtype(
    ("columns", np.uint64, (2, 2)),  # per owner and half
    ("odd", np.uint64, (2,)),  # per half: the columns of height 1 and 3
    ("tall", np.uint64, (2,)),  # per half: the columns of height 2 and 3
    ("bound", np.uint64, (2,)),  # per half
    ("counter", np.int16),
    ("hand", np.int8, (2, 3)),  # per owner: columns of height 1, 2, 3 still to place
    ("steps", np.int8),  # a flag: 1 is "upto"
    ("quiet", np.int8),  # a flag: 1 is "standing"
    ("turn", np.int8),
)
CELLS = 96
LAND_CELLS = 48
COLUMNS_EACH = 6
DRAW_PLIES = 20
# An upper bound for boards of any content: at most 24 * 48 pairs of a start and another end (24 cells are within three
# steps of a cell, and there are at most 48 starts or empty ends), 96 returns, each with up to three targets; 8 columns
# lifted to 88 cells; 96 freeings.
WIDEST = 3 * (24 * 48 + 96) + 8 * 88 + 96

MOVE = 3 * CELLS
WAYS = 5
LIFT = MOVE + CELLS * CELLS * WAYS
FREE = LIFT + CELLS * CELLS
PASS = FREE + CELLS

HALF = 0
TEN_MOVES = 1


PLACEMENT_ROWS = (range(5), range(7, 12))
"""By owner: the rows, from 0, in which columns are placed (B3)."""
END_ROWS = (11, 0)
"""By owner: the row, from 0, from which columns are lifted (B14)."""


def _mask(rows):
    """Return the mask of rows of one land, in the word of its half."""
    return np.uint64(sum(0xFF << 8 * (row % 6) for row in rows))


def _neighbours():
    """Return int64[96, 5]: the cell up, right, down and left of a cell (ways 1 to 4), or -1."""
    table = np.full((CELLS, WAYS), -1, np.int64)
    for cell in range(CELLS):
        row, file = divmod(cell, 8)
        for way, (up, right) in enumerate(((1, 0), (0, 1), (-1, 0), (0, -1)), 1):
            if 0 <= row + up < 12 and 0 <= file + right < 8:
                table[cell, way] = cell + 8 * up + right
    table.setflags(write=False)
    return table


NEIGHBOUR = _neighbours()

_ALL = np.uint64((1 << 64) - 1)
_ROW = np.uint64(8)
_LAND = np.uint64((1 << 48) - 1)
_FIVE_ROWS = np.uint64(40)
_LAND_SHIFT = np.uint64(48)
_NOT_A = np.uint64(0xFEFEFEFEFEFEFEFE)
_NOT_H = np.uint64(0x7F7F7F7F7F7F7F7F)
_PLACEMENT_CELLS = tuple(_mask(rows) for rows in PLACEMENT_ROWS)  # Blue's in half 0, Green's in half 1
_END_CELLS = tuple(_mask((row,)) for row in END_ROWS)  # Blue's in half 1, Green's in half 0
PAIR = np.int64(2)  # NumPy scalars: a plain int is a literal type, and each value would compile its own kernel
TRIO = np.int64(3)
_WIDEST = np.int64(WIDEST)
_WINDOW_STARTS = (np.uint64(0xFFFFFFFFFF), np.uint64(0xFFFF000000), np.uint64(0xFFFFFFFFFF000000))


@jit
def start(s):
    """The board is empty, six columns of each height in each hand, a begins (B1, B2).  s: STATE, modified."""
    for owner in range(2):
        for size in range(3):
            s.hand[owner, size] = COLUMNS_EACH
    s.turn = 0


@jit
def count(s):
    """Return the number of legal moves; the pass is one when there is no other.  s: STATE, read only, not over."""
    return max(_WIDEST + 1 + _find(s, _WIDEST), 1)


@jit
def nth(s, i):
    """Return the code that `legal` writes at index i.  s: STATE, read only, not over; 0 <= i < count(s)."""
    code = _find(s, i)
    return code if code >= 0 else np.int64(PASS)


@jit
def legal(s, out):
    """Write the codes of all legal moves and return their number; the pass only when there is no other (B18).

    s: STATE, read only, not over.  out: int64[WIDEST], modified in place: freeings, lifts, movements, by cells.
    """
    me = np.int64(s.turn)
    n = np.int64(0)
    if is_placing(s):
        for size in range(3):
            if s.hand[me, size] > 0:
                n = write_cells(placement_cells(s, me), size * CELLS + me * LAND_CELLS, out, n)
    else:
        for half in range(2):
            n = write_cells(s.columns[me, half] & s.bound[half], FREE + half * LAND_CELLS, out, n)
        n = _write_lifts(s, me, out, n)
        n = _write_movements(s, me, out, n)
    if n == 0:
        out[0] = PASS
    return max(n, 1)


@jit
def play(s, code):
    """Place a column or make an action of stage 2 (B4).  s: STATE, modified in place; code: a legal one."""
    me = np.int64(s.turn)
    s.turn = 1 - me
    if is_placing(s):
        if code != PASS:
            s.hand[me, code // CELLS] -= 1
            put_column(s, me, code // CELLS + 1, code % CELLS)  # B2
        return
    invades = False
    if code < LIFT:
        walk = (code - MOVE) // WAYS
        invades = _move_column(s, me, walk // CELLS, walk % CELLS)
        if (code - MOVE) % WAYS > 0:
            _attack(s, me, NEIGHBOUR[walk % CELLS, (code - MOVE) % WAYS])
    elif code < FREE:
        invades = _move_column(s, me, (code - LIFT) // CELLS, (code - LIFT) % CELLS)
    elif code < PASS:
        s.bound[(code - FREE) // LAND_CELLS] &= ~mask_of(code - FREE)  # B13
    if s.quiet:
        invades = s.columns[0, 1] | s.columns[1, 0] != NONE
    s.counter = 0 if invades else s.counter + 1  # B16
    if loser(s) >= 0 or s.counter >= DRAW_PLIES:
        s.turn = OVER


@jit
def score(s, out):
    """Write the points in twelfths and return the reason; B15 comes before B16 (B17).  out: int64[2], modified."""
    lost = loser(s)
    for side in range(2):
        out[side] = POINT // 2 if lost < 0 else 0 if lost == side else POINT
    return TEN_MOVES if lost < 0 else HALF


@jit
def audit(s):
    """Return 0, or the number of a broken invariant (see `reasons.invalid`)."""
    for half in range(2):
        columns = s.columns[0, half] | s.columns[1, half]
        if s.columns[0, half] & s.columns[1, half] != NONE or columns & ~_LAND != NONE:
            return 1
        if s.odd[half] | s.tall[half] != columns or s.bound[half] & ~columns != NONE:
            return 1
    if is_placing(s):
        return _audit_placing(s)
    is_half = loser(s) >= 0
    if s.turn == OVER:
        return 0 if is_half or s.counter >= DRAW_PLIES else 5
    if s.counter >= DRAW_PLIES:
        return 6
    # B15 applies after actions only: the last placing may leave any board, with a to move and the counter 0.
    return 7 if is_half and (s.turn == 1 or s.counter > 0) else 0


# --- columns on the board -----------------------------------------------------------------------------------------


@jit
def write_cells(cells, base, out, n):
    """Write `base` plus the index of each set bit from out[n] on; return the next free index of `out`."""
    while cells != NONE:
        out[n] = base + lowest_bit(cells)
        cells &= cells - ONE
        n += 1
    return n


@jit
def mask_of(cell):
    """Return the bit of a cell in the word of its half."""
    return ONE << np.uint64(cell % LAND_CELLS)


@jit
def empty_cells(s, half):
    """Return the cells of a half without a column."""
    return _LAND & ~(s.columns[0, half] | s.columns[1, half])


@jit
def height(s, cell):
    """Return the height of the column on a cell, or 0."""
    half = cell // LAND_CELLS
    return count_bits(s.odd[half] & mask_of(cell)) + 2 * count_bits(s.tall[half] & mask_of(cell))


@jit
def put_column(s, owner, height, cell):
    """Put a column on an empty cell."""
    half = cell // LAND_CELLS
    s.columns[owner, half] |= mask_of(cell)
    if height != 2:
        s.odd[half] |= mask_of(cell)
    if height != 1:
        s.tall[half] |= mask_of(cell)


@jit
def remove(s, cell):
    """Remove the column on a cell from the board."""
    half = cell // LAND_CELLS
    for owner in range(2):
        s.columns[owner, half] &= ~mask_of(cell)
    s.odd[half] &= ~mask_of(cell)
    s.tall[half] &= ~mask_of(cell)
    s.bound[half] &= ~mask_of(cell)


@jit
def loser(s):
    """Return the side whose total height is less than half of the other's, or -1 (B15)."""
    lead = np.int64(0)  # twice the total height of a side, less that of the other
    for side in range(2):
        lead = 2 * total(s, side) - total(s, 1 - side)
        if lead < 0:
            return side
    return -1


@jit
def total(s, owner):
    """Return the total height of a side's columns on the board, bound ones too (B12, B15)."""
    height = np.int64(0)
    for half in range(2):
        columns = s.columns[owner, half]
        height += count_bits(columns & s.odd[half]) + 2 * count_bits(columns & s.tall[half])
    return height


# --- stage 1: placing ---------------------------------------------------------------------------------------------


@jit
def is_placing(s):
    """Return whether a hand is not empty: stage 1 (B2)."""
    for size in range(3):
        if s.hand[0, size] > 0 or s.hand[1, size] > 0:
            return True
    return False


@jit
def placement_cells(s, owner):
    """Return the empty cells of the own land that are not on the border row, in half `owner` (B3)."""
    return empty_cells(s, owner) & _PLACEMENT_CELLS[owner]


@jit
def _audit_placing(s):
    """In stage 1 no column is bound, the counter is 0 and the players place in turn (line "Valid" of the rules).

    A player without a free cell to place on passes (R2), so he may hold more than his share.
    """
    if s.turn == OVER:
        return 5
    if s.bound[0] | s.bound[1] != NONE:
        return 2
    if s.counter != 0:
        return 3
    ahead = np.int64(s.turn)
    for size in range(3):
        ahead += np.int64(s.hand[0, size]) - np.int64(s.hand[1, size])
    holder = 0 if ahead > 0 else 1
    return 4 if ahead != 0 and placement_cells(s, holder) != NONE else 0


# --- stage 2: lift and walk ---------------------------------------------------------------------------------------


@jit
def liftable(s, me):
    """Return the own columns on the far end row that are not bound, in the half of the enemy (B14)."""
    return s.columns[me, 1 - me] & _END_CELLS[me] & ~s.bound[1 - me]


@jit
def _write_lifts(s, me, out, n):
    lifted = liftable(s, me)
    while lifted != NONE:
        start = (1 - me) * LAND_CELLS + lowest_bit(lifted)
        lifted &= lifted - ONE
        for half in range(2):
            n = write_cells(empty_cells(s, half), LIFT + start * CELLS + half * LAND_CELLS, out, n)
    return n


@jit
def _move_column(s, me, start, end):
    """Move an own column; return whether the end cell is on enemy land (B16)."""
    size = height(s, start)
    remove(s, start)
    put_column(s, me, size, end)
    return end // LAND_CELLS != me


@jit
def _window(first, second, w):
    """Return the rows 1 + 2w to 8 + 2w of a board as one word."""
    shift = np.uint64(16 * w)
    return (first >> shift) | (second << (_LAND_SHIFT - shift))


@jit
def _adjacent(cells):
    """Return the cells of a window that share a side with one of `cells`."""
    return (cells << _ROW) | (cells >> _ROW) | ((cells & _NOT_H) << ONE) | ((cells & _NOT_A) >> ONE)


@jit
def ends_of(s, column, w):
    """Return the cells where a column can end: every step goes to an empty neighbour (B5 to B7).

    column: the bit of its cell in window w; the result is a mask of the same window.  The start counts as empty (B6).
    """
    empty = ~_window(s.columns[0, 0] | s.columns[1, 0], s.columns[0, 1] | s.columns[1, 1], w)
    one = _adjacent(column) & empty
    if column & _window(s.tall[0], s.tall[1], w) == NONE:
        return one
    free = empty | column
    two = _adjacent(one) & free
    shorter = one if s.steps else NONE  # the flag: fewer steps are allowed
    if column & _window(s.odd[0], s.odd[1], w) == NONE:
        return two | shorter
    return (_adjacent(two) & free) | (two | shorter if s.steps else NONE)


@jit
def movers(s, me, w):
    """Return the own columns that are not bound (B12) and whose walks are computed in window w."""
    first = s.columns[me, 0] & ~s.bound[0]
    second = s.columns[me, 1] & ~s.bound[1]
    return _window(first, second, w) & _WINDOW_STARTS[w]


@jit
def with_enemies(s, foe, w, least):
    """Return the cells of a window with at least `least` enemy neighbours, PAIR or TRIO.

    Four need no case: such a cell cannot be entered, and a column on it cannot leave and return.
    """
    first = s.columns[foe, 0]
    second = s.columns[foe, 1]
    foes = _window(first, second, w)
    up = _window((first >> _ROW) | (second << _FIVE_ROWS) & _LAND, second >> _ROW, w)
    down = _window((first << _ROW) & _LAND, (second << _ROW) | (first >> _FIVE_ROWS), w)
    right = (foes & _NOT_A) >> ONE
    left = (foes & _NOT_H) << ONE
    if least == PAIR:
        return (up & down) | (right & left) | ((up | down) & (right | left))
    return (up & down & (right | left)) | (right & left & (up | down))


@jit
def _find(s, i):
    """Return the code at index i, the pass excluded; with only n codes, return n - i - 1, which is negative."""
    me = np.int64(s.turn)
    if is_placing(s):
        for size in range(3):
            places = placement_cells(s, me)
            if s.hand[me, size] > 0:
                if i < count_bits(places):
                    return size * CELLS + me * LAND_CELLS + nth_bit(places, i)
                i -= count_bits(places)
        return -1 - i
    for half in range(2):
        bound = s.columns[me, half] & s.bound[half]
        if i < count_bits(bound):
            return FREE + half * LAND_CELLS + nth_bit(bound, i)
        i -= count_bits(bound)
    lifted = liftable(s, me)
    while lifted != NONE:
        start = (1 - me) * LAND_CELLS + lowest_bit(lifted)
        lifted &= lifted - ONE
        for half in range(2):
            empty = empty_cells(s, half)
            if i < count_bits(empty):
                return LIFT + start * CELLS + half * LAND_CELLS + nth_bit(empty, i)
            i -= count_bits(empty)
    return _find_movement(s, me, i)


@jit
def _find_movement(s, me, i):
    """Return the movement at index i; with only n movements, return n - i - 1, which is negative.

    An end without enemy neighbours is one movement, any other end one per enemy neighbour (B8).
    """
    for w in range(3):
        pair = with_enemies(s, 1 - me, w, PAIR)
        trio = with_enemies(s, 1 - me, w, TRIO)
        columns = movers(s, me, w)
        while columns != NONE:
            ends = ends_of(s, columns & (~columns + ONE), w)
            n = count_bits(ends) + count_bits(ends & pair) + count_bits(ends & trio)
            if i < n:
                rank = 0
                while i >= count_bits(ends):
                    i -= count_bits(ends)
                    rank += 1
                    ends &= pair if rank == 1 else trio
                return _movement(s, me, lowest_bit(columns) + 16 * w, nth_bit(ends, i) + 16 * w, rank)
            i -= n
            columns &= columns - ONE
    return -1 - i


@jit
def _write_movements(s, me, out, n):
    """Write the movements column by column."""
    for w in range(3):
        pair = with_enemies(s, 1 - me, w, PAIR)
        trio = with_enemies(s, 1 - me, w, TRIO)
        columns = movers(s, me, w)
        while columns != NONE:
            n = write_movements_of(s, me, columns & (~columns + ONE), w, pair, trio, out, n)
            columns &= columns - ONE
    return n


@jit
def write_movements_of(s, me, column, w, pair, trio, out, n):
    """Write the movements of a column: all ends, then those with a second target, then a third.

    column: the bit of its cell in window w.  pair, trio: the cells of the window with so many enemies.
    """
    start = lowest_bit(column) + 16 * w
    ends = ends_of(s, column, w)
    for rank in range(3):
        ends &= _ALL if rank == 0 else pair if rank == 1 else trio
        n = _write_ends(s, me, start, ends, w, rank, out, n)
    return n


@jit
def _write_ends(s, me, start, ends, w, rank, out, n):
    while ends != NONE:
        out[n] = _movement(s, me, start, lowest_bit(ends) + 16 * w, rank)
        ends &= ends - ONE
        n += 1
    return n


@jit
def _movement(s, me, start, end, rank):
    """Return the code of a movement that attacks the enemy neighbour number `rank` of its end, if any (B8)."""
    code = MOVE + (start * CELLS + end) * WAYS
    for way in range(1, WAYS):
        cell = NEIGHBOUR[end, way]
        if cell >= 0 and s.columns[1 - me, cell // LAND_CELLS] & mask_of(cell) != NONE:
            if rank == 0:
                return code + way
            rank -= 1
    return code


# --- stage 2: attack ----------------------------------------------------------------------------------------------


@jit
def _attack(s, me, target):
    """Remove the target if the strength is greater than its height, else bind it (B10)."""
    if strength(s, me, target) > height(s, target):
        remove(s, target)
    else:
        s.bound[target // LAND_CELLS] |= mask_of(target)


@jit
def strength(s, me, target):
    """Return the heights of all own columns next to the target that are not bound (B9)."""
    heights = np.int64(0)
    for way in range(1, WAYS):
        cell = NEIGHBOUR[target, way]
        if cell >= 0 and is_attacker(s, me, cell):
            heights += height(s, cell)
    return heights


@jit
def is_attacker(s, me, cell):
    """Return whether an own column stands on a cell and is not bound (B9, B12)."""
    half = cell // LAND_CELLS
    return s.columns[me, half] & ~s.bound[half] & mask_of(cell) != NONE
