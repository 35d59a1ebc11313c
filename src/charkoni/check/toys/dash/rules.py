"""The rules of Dash, clause by clause (D1 to D5).

A code is 3 * cell + value - 1 for a run, 11 + value for a throw, 15 for the pass.
"""

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.constants import CHANCE, OVER, POINT
from charkoni.core.game_types import record_dtype

STATE = record_dtype(
    ("mover", np.int8),  # 0, 1 or OVER
    ("die", np.int8),  # 1..3, or 0: a throw is due
    ("runners", np.int8, (2, 2)),  # cells per player, ascending
)
WIDEST = 3
HOME = 4
THROWS = 12
PASS = 15

BY_HOME = 0


@jit
def start(s):
    """All runners on cell 0, a throws (D1).  s: STATE, blank, modified in place."""
    s.mover = 0


@jit
def turn(s):
    """Return whose turn it is: 0, 1, CHANCE or OVER."""
    if s.mover == OVER:
        return np.int64(OVER)
    return np.int64(s.mover) if s.die > 0 else np.int64(CHANCE)


@jit
def legal(s, out):
    """Write the runs, or the pass, and return their number (D2, D4).  out: int64[WIDEST], modified in place."""
    me = np.int64(s.mover)
    value = np.int64(s.die)
    n = 0
    for runner in range(2):
        cell = np.int64(s.runners[me, runner])
        is_twin = runner == 1 and s.runners[me, 0] == cell
        if cell + value <= HOME and not is_twin:
            out[n] = 3 * cell + value - 1
            n += 1
    if n == 0:
        out[0] = PASS
        n = 1
    return n


@jit
def throws(s, codes, weights):
    """Write the three throws and their weights (D1), and return 3."""
    for value in range(1, 4):
        codes[value - 1] = THROWS + value - 1
        weights[value - 1] = 4 - value
    return 3


@jit
def play(s, code):
    """Throw, run or pass.  s: STATE, modified in place; code: a legal one."""
    if THROWS <= code < PASS:
        s.die = code - THROWS + 1
        return
    me = np.int64(s.mover)
    if code != PASS:
        _run(s, me, code // 3)
    s.die = 0
    if s.runners[me, 0] == HOME:  # the hindmost (D5)
        s.mover = OVER
    else:
        s.mover = 1 - me


@jit
def _run(s, me, cell):
    """Move one runner from the cell by the value of the die and send others back (D2, D3)."""
    target = cell + np.int64(s.die)
    runner = 0 if s.runners[me, 0] == cell else 1
    s.runners[me, runner] = target
    if target < HOME:
        for other in range(2):
            if s.runners[1 - me, other] == target:
                s.runners[1 - me, other] = 0
    _sort(s, 0)
    _sort(s, 1)


@jit
def _sort(s, player):
    first = s.runners[player, 0]
    second = s.runners[player, 1]
    if first > second:
        s.runners[player, 0] = second
        s.runners[player, 1] = first


@jit
def score(s, out):
    """Write the points in twelfths and return the reason (D5).  out: int64[2], modified in place."""
    out[0] = POINT if s.runners[0, 0] == HOME else 0
    out[1] = POINT - out[0]
    return BY_HOME


@jit
def audit(s):
    """Return 0, or the number of a broken invariant (see `reasons.invalid`)."""
    winners = 0
    for player in range(2):
        if s.runners[player, 0] == HOME:
            winners += 1
        for runner in range(2):
            cell = np.int64(s.runners[player, runner])
            if 0 < cell < HOME and (s.runners[1 - player, 0] == cell or s.runners[1 - player, 1] == cell):
                return 1
    if winners == 2:
        return 2
    if (winners == 1) != (s.mover == OVER):
        return 3
    return 0
