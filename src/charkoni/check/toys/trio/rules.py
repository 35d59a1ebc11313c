"""The rules of Trio, clause by clause (L1 to L3).  A code is the cell, 0 to 6."""

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.constants import OVER, POINT
from charkoni.core.game_types import record_dtype

STATE = record_dtype(
    ("turn", np.int8),
    ("cells", np.int8, (7,)),  # 0 empty, else player + 1
)
CELLS = 7
WIDEST = 7

PAIR = 0
FULL = 1


@jit
def start(s):
    """An empty line, a begins (L1): the blank state.  s: STATE, blank, modified in place."""
    s.turn = 0


@jit
def legal(s, out):
    """Write the empty cells, ascending, and return their number (L1).  out: int64[WIDEST], modified in place."""
    n = 0
    for cell in range(CELLS):
        if s.cells[cell] == 0:
            out[n] = cell
            n += 1
    return n


@jit
def count(s):
    """Return the number of legal moves."""
    n = np.int64(0)
    for cell in range(CELLS):
        if s.cells[cell] == 0:
            n += 1
    return n


@jit
def nth(s, i):
    """Return the i-th empty cell, counted from the end of the line."""
    for cell in range(CELLS - 1, -1, -1):
        if s.cells[cell] == 0:
            if i == 0:
                return np.int64(cell)
            i -= 1
    return np.int64(-1)


@jit
def play(s, code):
    """Put the sign on a cell.  s: STATE, modified in place; code: a legal one."""
    me = np.int64(s.turn)
    s.cells[code] = me + 1
    if winner(s) >= 0 or count(s) == 0:
        s.turn = OVER
    else:
        s.turn = (me + 1) % 3


@jit
def winner(s):
    """Return the player with a pair, or -1 (L2)."""
    for cell in range(CELLS - 1):
        if s.cells[cell] > 0 and s.cells[cell] == s.cells[cell + 1]:
            return np.int64(s.cells[cell]) - 1
    return np.int64(-1)


@jit
def score(s, out):
    """Write the points in twelfths and return the reason (L2, L3).  out: int64[3], modified in place."""
    who = winner(s)
    for player in range(3):
        if who < 0:
            out[player] = POINT // 3
        else:
            out[player] = POINT if player == who else 0
    return FULL if who < 0 else PAIR


@jit
def audit(s):
    """Return 0, or the number of a broken invariant (see `reasons.invalid`)."""
    signs = CELLS - count(s)
    for player in range(3):
        own = np.int64(0)
        for cell in range(CELLS):
            if s.cells[cell] == player + 1:
                own += 1
        if own != (signs + 2 - player) // 3:
            return 1
    for cell in range(CELLS - 1):
        if s.cells[cell] > 0 and s.cells[cell] == s.cells[cell + 1] and s.cells[cell] != winner(s) + 1:
            return 2
    is_over = winner(s) >= 0 or signs == CELLS
    if is_over != (s.turn == OVER) or (not is_over and s.turn != signs % 3):
        return 3
    return 0
