"""Focus for learning programs: planes of towers from the top, and moves as up to three taps.

Green sees the board turned by half a turn; so the start is the same for both.  The taps 0 to 51 are the cells in
reading order, as the mover sees them.  A move is start and target, and the number of checkers where several fit; a drop
the reserve and the cell; the null move the first own tall tower and "return".
"""

from collections.abc import Sequence
from itertools import product

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.family import Symmetry, observation
from charkoni.core.game_types import Flags, State
from charkoni.core.moves import tap_kernels
from charkoni.games.focus import rules
from charkoni.games.focus.moves import MOVES

RESERVE_TAP = rules.CELLS
RETURN_TAP = rules.CELLS + 1
_AREA = 64


def _fitting():
    """Return whether several numbers of checkers fit a start, an end and a height, and the least that does.

    bool, int8: [steps, height, start, end].
    """
    several = np.zeros((2, rules.TALLEST + 1, rules.CELLS, rules.CELLS), np.bool_)
    least = np.zeros(several.shape, np.int8)
    for upto, start, height in product(range(2), range(rules.CELLS), range(1, rules.TALLEST + 1)):
        codes = rules.WALKS[upto, start, : rules.SIZES[upto, start, height]][::-1]
        ends = codes // rules.TALLEST % rules.CELLS
        several[upto, height, start] = np.bincount(ends, minlength=rules.CELLS) > 1
        least[upto, height, start, ends] = codes % rules.TALLEST + 1
    return several, least


CHECKERS = np.array(
    [(tower << rules.TALLEST >> tower.bit_length() - 1) & 31 if tower else 0 for tower in range(64)], np.int8
)
"""The checkers of a tower as bits, that on top the highest one of TALLEST."""
_CHECKERS, _HEIGHTS = np.uint64(rules.TALLEST * _AREA), np.uint64((rules.TALLEST + 1) * _AREA)
SEVERAL, LEAST = _fitting()
SQUARE = np.array([(8 - row) * 8 + column - 1 for column, row in rules.PLACES], np.int64)
"""The place of a cell in a plane."""
SEEN_SQUARE = np.array([SQUARE, _AREA - 1 - SQUARE], np.uint64)
"""The same as each player sees it; unsigned, so that no compiled code is needed for negative places."""
SEEN_CELL = np.array([range(rules.CELLS), range(rules.CELLS - 1, -1, -1)], np.uint64)
"""A cell as each player sees it."""
IS_OWN = np.array(rules.OWN_HEIGHT > 0, np.uint8)


shape, bounds, features = observation(
    (8, 8),
    (-1, 36),  # a checker of the other, all 36 in a reserve
    ("checkers of the towers from the top, one plane per depth: 1 own, -1 the opponent's", rules.TALLEST),
    ("own reserve, on all cells", 1),
    ("the opponent's reserve, on all cells", 1),
)


def symmetries(flags: Flags) -> list[Symmetry]:
    """Return the turns and reflections of the board."""
    cell_at = {int(square): cell for cell, square in enumerate(SQUARE)}
    found = []
    for turns in range(4):
        for is_mirrored in (False, True):
            squares = np.rot90(np.arange(_AREA).reshape(8, 8), turns)
            moved = np.argsort((squares[:, ::-1] if is_mirrored else squares).ravel())
            cells = [cell_at[int(moved[square])] for square in SQUARE]
            if turns or is_mirrored:
                found.append((moved, np.array([*cells, *range(rules.CELLS, MOVES.taps)])))
    return found


def rearrange(s: State, out: State, cells: Sequence[int] | None, shift: int) -> None:
    """Write a position with each cell where `cells` says (None: turned, as the other sees it) and sides shifted."""
    cells = cells or range(rules.CELLS)[::-1]
    for side in range(2):
        out.reserve[(side + shift) % 2] = s.reserve[side]
    for cell in range(rules.CELLS):
        tower = int(s.tower[cell])
        owners = (1 << tower.bit_length() - 1) - 1 if shift else 0
        out.tower[cells[cell]] = tower ^ owners


@jit(counted=False)
def observe(s, viewer, rows, index):
    """Write the observation of a player: seven planes.  rows: [n, entries], row `index` is modified."""
    for place in range(_CHECKERS, _CHECKERS + 2 * _AREA):
        rows[index, place] = 0
    for cell in range(
        rules.CELLS
    ):  # the last two planes hold the towers meanwhile, from which planes are made by vectors
        square = SEEN_SQUARE[viewer, cell]
        tower = s.tower[cell]
        rows[index, square + _CHECKERS] = CHECKERS[tower]
        rows[index, square + _HEIGHTS] = rules.HEIGHT[tower]
    for depth in range(rules.TALLEST):
        for place in range(_AREA):
            checker = np.int64(rows[index, np.int64(_CHECKERS) + place]) >> (rules.TALLEST - 1 - depth) & 1
            is_there = np.int64(np.int64(rows[index, np.int64(_HEIGHTS) + place]) > depth)
            rows[index, depth * _AREA + place] = is_there * (1 - 2 * (checker ^ viewer))
    for other in range(2):  # read before the loop: rows might be the state for all the compiler knows
        reserve = min(np.int64(s.reserve[viewer ^ other]), 127)
        for place in range((rules.TALLEST + other) * _AREA, (rules.TALLEST + other + 1) * _AREA):
            rows[index, place] = reserve


@jit(counted=False)
def full_taps(game, s, code):
    """Return the taps of a move; the null move begins with the first tall tower that the mover sees."""
    if code < rules.NULL_MOVE:
        return tap_kernels.full_taps(game, s, code)
    tap = np.int64(0)
    while rules.OWN_HEIGHT[s.turn, s.tower[_seen(s.turn, tap)]] < 2:
        tap += 1
    return tap + 1 | (RETURN_TAP + 1) << 8


@jit(counted=False)
def decode(game, s, taps, codes):
    """Return the code of the move that taps enter, or -1 for a beginning."""
    if taps >> 8 == RETURN_TAP + 1:
        return np.int64(rules.NULL_MOVE)
    return tap_kernels.decode(game, s, taps, codes)


@jit(counted=False)
def only_move(game, s, code, codes):
    """Return the only move with start and end of a code, or -1 when several numbers of checkers fit."""
    start = code // (rules.CELLS * rules.TALLEST)
    end = code // rules.TALLEST % rules.CELLS
    height = rules.HEIGHT[s.tower[start]]
    return np.int64(-1) if SEVERAL[s.steps, height, start, end] else code + LEAST[s.steps, height, start, end] - 1


@jit(counted=False)
def _seen(viewer, cell):
    """Return the cell as a player sees it, or the cell that he sees there."""
    return cell if viewer == 0 else rules.CELLS - 1 - cell


@jit(counted=False)
def candidates(game, s, tap, out):
    """Write the codes of the moves of a tower, or of all drops, and return their number; out: int64[WIDEST]."""
    me = np.int64(s.turn)
    n = np.int64(0)
    if tap == RESERVE_TAP:
        for cell in range(rules.CELLS):
            out[cell] = rules.DROP + cell
        return np.int64(rules.CELLS)
    cell = _seen(me, tap)
    height = rules.OWN_HEIGHT[me, s.tower[cell]]
    for i in range(rules.SIZES[s.steps, cell, height]):
        out[n] = rules.WALKS[s.steps, cell, i]
        n += 1
    if height > 1:
        out[n] = rules.NULL_MOVE  # its taps begin with the first tall tower
        n += 1
    return n


@jit(counted=False)
def action_mask(game, s, masks, index, codes):
    """Mark the own towers, and the reserve; return their number (F5, F10).  masks: bool[n, taps], row `index` empty.

    A tower of one has a neighbour on every cell, a taller one more.
    """
    me = np.int64(s.turn)
    count = np.int64(0)
    for cell in range(rules.CELLS):
        is_own = IS_OWN[me, s.tower[cell]]
        masks[index, SEEN_CELL[me, cell]] = is_own
        count += np.int64(is_own)
    if s.reserve[me] > 0:
        masks[index, RESERVE_TAP] = True
        count += 1
    return count
