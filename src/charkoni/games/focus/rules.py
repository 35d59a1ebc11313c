"""The rules of Focus, clause by clause (F1 to F14).

A tower is a number from 1 to 63.  In binary it is a leading one, then the checkers from top to bottom, 0 for Red (a)
and 1 for Green (b):

    1    empty cell         10  r         11  g         101  gr, Red on a green checker        110100  rrgrg

A right shift removes checkers from the bottom, and the index of the leading one is the height.

A code is (start * 52 + end) * 5 + k - 1 for a tower move of k checkers, DROP + cell for a drop, or NULL_MOVE.
"""

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.constants import OVER, POINT
from charkoni.core.game_types import record_dtype

_DRAWN = """
8      . . . .
7    r r g g r r
6  . g g r r g g .
5  . r r g g r r .
4  . g g r r g g .
3  . r r g g r r .
2    g g r r g g
1      . . . .
   a b c d e f g h
"""

CELLS = 52
TALLEST = 5
EMPTY = 1
SINGLE = 2  # + side: a tower of one checker
DROP = CELLS * CELLS * TALLEST
NULL_MOVE = DROP + CELLS
NO_TOWERS = 0

STATE = record_dtype(
    ("reserve", np.int32, (2,)),
    ("turn", np.int16),  # int16 fills the record up to 64 bytes, one cache line
    ("tower", np.uint8, (CELLS,)),  # cells in reading order: c8 d8 e8 f8 b7 ... f1
    ("steps", np.int8),  # the flag: 0 exact, 1 upto
    ("rescue", np.int8),  # the flag
)


def _read_board():
    """Return the cells as (column, row), counted from 1, and the towers of the start (F1)."""
    places, towers = [], []
    for line in _DRAWN.splitlines()[1:-1]:
        for column, sign in enumerate(line[1:]):
            if sign != " ":
                places.append((column // 2, int(line[0])))
                towers.append(EMPTY if sign == "." else SINGLE + "rg".index(sign))
    return tuple(places), np.array(towers, np.uint8)


PLACES, _START = _read_board()


def ends_of_walks(start, k, upto):
    """Return the cells where k checkers from `start` can end, perhaps the start itself, ascending (F6)."""
    after, ends = {PLACES[start]}, set()
    for _ in range(k):
        neighbours = {(x + dx, y + dy) for x, y in after for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        after = neighbours & set(PLACES)
        ends = ends | after if upto else after
    return sorted(PLACES.index(place) for place in ends)


def _list_walks():
    """Return the codes of all tower moves and their numbers, see `WALKS`; a walk ends elsewhere than it began (F9)."""
    lists, sizes = [], np.zeros((2, CELLS, TALLEST + 1), np.int16)
    for upto in range(2):
        for start in range(CELLS):
            codes = []
            for k in range(1, TALLEST + 1):
                ends = [end for end in ends_of_walks(start, k, upto) if end != start]
                codes += [(start * CELLS + end) * TALLEST + k - 1 for end in ends]
                sizes[upto, start, k] = len(codes)
            lists.append(codes)
    longest = max(map(len, lists))
    rows = [codes + [0] * (longest - len(codes)) for codes in lists]
    return np.array(rows, np.int16).reshape(2, CELLS, longest), sizes


WALKS, SIZES = _list_walks()
"""WALKS[steps, start]: the codes of all moves of a tower of five, by k, then by end.  The moves of a tower of height
h are the first SIZES[steps, start, h] of them, so that moves are counted and indexed without a list."""


def counts_of_walks(start, end, height, upto):
    """Return the numbers of checkers of a tower that can move from `start` to `end`, ascending (F5, F6)."""
    codes = WALKS[upto, start, : SIZES[upto, start, height]].tolist()
    return [code % TALLEST + 1 for code in codes if code // TALLEST % CELLS == end]


WIDEST = int(SIZES[:, :, TALLEST].sum(axis=1).max()) + CELLS + 1
"""The number of moves with 52 own towers of five and a reserve, the null move included."""


def _measure_towers():
    """Return HEIGHT[tower], and OWN_HEIGHT[side, tower]: the same for towers of the side, 0 for others (F3)."""
    height, own = np.zeros(64, np.int64), np.zeros((2, 64), np.int64)
    for tower in range(EMPTY, 64):
        height[tower] = tower.bit_length() - 1
        if height[tower]:
            own[(tower >> (height[tower] - 1)) & 1, tower] = height[tower]
    return height, own


HEIGHT, OWN_HEIGHT = _measure_towers()


@jit
def start(s):
    """18 red and 18 green towers of one, a begins (F1, F2).  s: STATE, blank but for the flags, modified."""
    s.turn = 0
    for cell in range(CELLS):
        s.tower[cell] = _START[cell]


@jit
def legal(s, out):
    """Write tower moves (F5, F6), drops (F10) and the null move (F9) and return their number (F4).

    s: STATE, read only.  out: int64[WIDEST], modified in place, in the order of `nth`.
    """
    me = np.int64(s.turn)
    n = 0
    has_tall = False
    for cell in range(CELLS):
        height = OWN_HEIGHT[me, s.tower[cell]]
        has_tall = has_tall or height > 1
        for i in range(SIZES[s.steps, cell, height]):
            out[n] = WALKS[s.steps, cell, i]
            n += 1
    if s.reserve[me] > 0:
        for cell in range(CELLS):
            out[n] = DROP + cell
            n += 1
    if has_tall:
        out[n] = NULL_MOVE
        n += 1
    return n


@jit
def count(s):
    """Return the number of legal moves."""
    me = np.int64(s.turn)
    n = np.int64(0)
    tallest = np.int64(0)
    for cell in range(CELLS):
        height = OWN_HEIGHT[me, s.tower[cell]]
        tallest = max(tallest, height)
        n += np.int64(SIZES[s.steps, cell, height])
    if s.reserve[me] > 0:
        n += CELLS
    if tallest > 1:
        n += 1
    return n


@jit
def nth(s, i):
    """Return the code that `legal` writes at index i, 0 <= i < count(s)."""
    me = np.int64(s.turn)
    left = np.int64(i)
    for cell in range(CELLS):
        size = np.int64(SIZES[s.steps, cell, OWN_HEIGHT[me, s.tower[cell]]])
        if left < size:
            return np.int64(WALKS[s.steps, cell, left])
        left -= size
    if s.reserve[me] > 0 and left < CELLS:
        return DROP + left
    return np.int64(NULL_MOVE)


@jit
def play(s, code):
    """Play a tower move, a drop or the null move (F4).  s: STATE, modified in place; code: a legal one."""
    me = np.int64(s.turn)
    move = np.int64(code)
    if move < DROP:
        part = _lift(s, move // (CELLS * TALLEST), move % TALLEST + 1)
        _put(s, me, move // TALLEST % CELLS, part)
    elif move < NULL_MOVE:
        s.reserve[me] -= 1
        _put(s, me, move - DROP, SINGLE + me)
    s.turn = OVER if _has_lost(s, 1 - me) else 1 - me


@jit
def _lift(s, cell, k):
    """Remove the top k checkers from a cell and return them as a tower; the rest stays (F5)."""
    tower = np.int64(s.tower[cell])
    rest = HEIGHT[tower] - k
    s.tower[cell] = (tower & ((1 << rest) - 1)) | (1 << rest)
    return tower >> rest


@jit
def _put(s, me, cell, part):
    """Put a tower on top of the one on a cell, which may be empty (F7)."""
    below = np.int64(s.tower[cell])
    height = HEIGHT[below]
    tower = (part << height) | (below ^ (1 << height))
    s.tower[cell] = _cut_to_five(s, me, tower, height + HEIGHT[part])


@jit
def _cut_to_five(s, me, tower, height):
    """Remove checkers from the bottom until five are left; the mover's own go into his reserve (F8)."""
    while height > TALLEST:
        if tower & 1 == me:
            s.reserve[me] += 1
        tower >>= 1
        height -= 1
    return tower


@jit
def _has_lost(s, side):
    """Return whether a side owns no tower (F11) and, with `rescue`, has no reserve either (F12)."""
    if s.rescue and s.reserve[side] > 0:
        return False
    return not _has_tower(s, side)


@jit
def _has_tower(s, side):
    for cell in range(CELLS):
        if OWN_HEIGHT[side, s.tower[cell]] > 0:
            return True
    return False


@jit
def score(s, out):
    """Write the points in twelfths, all to the side that owns a tower; return the reason.  out: int64[2], modified."""
    out[0] = POINT if _has_tower(s, 0) else 0
    out[1] = POINT - out[0]
    return NO_TOWERS


@jit
def audit(s):
    """Return 0, or the number of a broken invariant (see `reasons.invalid`)."""
    losers = owners = 0
    for side in range(2):
        if _has_lost(s, side):
            losers += 1
        if _has_tower(s, side):
            owners += 1
    if s.turn != OVER:
        return 1 if losers > 0 else 0
    if losers == 0:
        return 2
    return 0 if owners > 0 else 3
