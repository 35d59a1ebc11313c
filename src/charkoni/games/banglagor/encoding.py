"""Banglagor for learning programs: planes of columns and hands.

Green sees the board turned by half a turn.
"""

from collections.abc import Sequence

import numpy as np

from charkoni.core.bit_sets import NONE, ONE, lowest_bit
from charkoni.core.compiler import jit
from charkoni.core.family import Symmetry, observation
from charkoni.core.game_types import Flags, State
from charkoni.games.banglagor import rules
from charkoni.games.banglagor.moves import MOVES

_PASS_TAP = rules.CELLS + 3
_HAND_TAP = rules.CELLS + 4
_WINDOW_1, _WINDOW_2 = 40, 56
"""The first cells of columns whose walks are computed in windows 1 and 2 of the rules."""


def _near():
    """Return the cells next to a cell, uint64[cell, half]."""
    table = np.zeros((rules.CELLS, 2), np.uint64)
    for cell in range(rules.CELLS):
        for other in rules.NEIGHBOUR[cell, 1:].tolist():
            if other >= 0:
                table[cell, other // rules.LAND_CELLS] |= np.uint64(1 << other % rules.LAND_CELLS)
    return table


NEAR = _near()


shape, bounds, features = observation(
    (12, 8),
    (0, 127),  # the counter is shown up to 127
    ("heights of own columns", 1),
    ("heights of the opponent's columns", 1),
    ("1 at own bound columns", 1),
    ("1 at the opponent's bound columns", 1),
    ("the counter, on all cells", 1),
    ("own columns of height 1, 2, 3 still to place, on all cells", 3),
    ("the opponent's columns of height 1, 2, 3 still to place, on all cells", 3),
)


def symmetries(flags: Flags) -> list[Symmetry]:
    """Return the reflection that exchanges the files."""
    cells = [cell ^ 7 for cell in range(rules.CELLS)]
    return [(np.array(cells), np.array([*cells, *range(rules.CELLS, MOVES.taps)]))]


def rearrange(s: State, out: State, cells: Sequence[int] | None, shift: int) -> None:
    """Write a position with each cell where `cells` says (None: turned, as the other sees it) and sides shifted."""
    cells = cells or range(rules.CELLS)[::-1]
    out.counter = s.counter
    for side in range(2):
        out.hand[(side + shift) % 2] = s.hand[side]
        for cell in range(rules.CELLS):
            half, bit = divmod(cell, rules.LAND_CELLS)
            if int(s.columns[side, half]) >> bit & 1:
                end = int(cells[cell])
                rules.put_column(out, (side + shift) % 2, int(rules.height(s, cell)), end)
                if int(s.bound[half]) >> bit & 1:
                    out.bound[end // rules.LAND_CELLS] |= rules.mask_of(end)


@jit(counted=False)
def observe(s, viewer, rows, index):
    """Write the observation of a player: eleven planes.  rows: [n, entries], row `index` is modified."""
    for place in range(4 * rules.CELLS):
        rows[index, place] = 0
    for half in range(2):
        left = s.columns[0, half] | s.columns[1, half]
        while left != NONE:
            here = left & (~left + ONE)
            left ^= here
            cell = half * rules.LAND_CELLS + lowest_bit(here)
            if viewer == 1:
                cell = rules.CELLS - 1 - cell
            cell += rules.CELLS * np.int64(s.columns[viewer, half] & here == NONE)
            height = np.int64(s.odd[half] & here != NONE) + 2 * np.int64(s.tall[half] & here != NONE)
            rows[index, np.uint64(cell)] = height
            rows[index, np.uint64(cell + 2 * rules.CELLS)] = s.bound[half] & here != NONE
    counter = min(np.int64(s.counter), 127)  # before the loop: rows might be the state for all the compiler knows
    for place in range(4 * rules.CELLS, 5 * rules.CELLS):
        rows[index, place] = counter
    for size in range(3):
        own = np.int64(s.hand[viewer, size])
        theirs = np.int64(s.hand[1 - viewer, size])
        for place in range(np.uint64(rules.CELLS)):
            rows[index, np.uint64((5 + size) * rules.CELLS) + place] = own
        for place in range(np.uint64(rules.CELLS)):
            rows[index, np.uint64((8 + size) * rules.CELLS) + place] = theirs


@jit(counted=False)
def only_move(game, s, code, codes):
    """Return the only movement with start and end of a code, or -1 where several columns can be attacked (B8)."""
    foe = 1 - np.int64(s.turn)
    end = (code - rules.MOVE) // rules.WAYS % rules.CELLS
    low = s.columns[foe, 0] & NEAR[end, 0]
    high = s.columns[foe, 1] & NEAR[end, 1]
    both = low | high
    if both == NONE:
        return code
    if (low != NONE and high != NONE) or both & (both - ONE) != NONE:
        return np.int64(-1)
    target = lowest_bit(both) + rules.LAND_CELLS * np.int64(high != NONE)
    way = np.int64(1)
    while rules.NEIGHBOUR[end, way] != target:
        way += 1
    return code + way


@jit(counted=False)
def _seen(viewer, cell):
    """Return the cell as a player sees it."""
    return cell if viewer == 0 else rules.CELLS - 1 - cell


@jit(counted=False)
def candidates(game, s, tap, out):
    """Write the codes of the moves of a column, or of a height of the hand; return their number.

    out: int64[WIDEST].
    """
    me = np.int64(s.turn)
    if tap >= _HAND_TAP:
        return rules.write_cells(
            rules.placement_cells(s, me), (tap - _HAND_TAP) * rules.CELLS + me * rules.LAND_CELLS, out, np.int64(0)
        )
    start = _seen(me, tap)
    half = start // rules.LAND_CELLS
    here = rules.mask_of(start)
    if s.bound[half] & here != NONE:
        out[0] = rules.FREE + start
        return np.int64(1)
    n = np.int64(0)
    if half != me and rules.liftable(s, me) & here != NONE:
        for other in range(2):
            n = rules.write_cells(
                rules.empty_cells(s, other), rules.LIFT + start * rules.CELLS + other * rules.LAND_CELLS, out, n
            )
    w = 0 if start < _WINDOW_1 else 1 if start < _WINDOW_2 else 2
    column = ONE << np.uint64(start - 16 * w)
    pair = rules.with_enemies(s, 1 - me, w, rules.PAIR)
    trio = rules.with_enemies(s, 1 - me, w, rules.TRIO)
    return rules.write_movements_of(s, me, column, w, pair, trio, out, n)


@jit(counted=False)
def action_mask(game, s, masks, index, codes):
    """Mark the columns with a move, or the heights of the hand, or the pass; return their number.

    masks: bool[n, taps], row `index` empty.
    """
    me = np.int64(s.turn)
    count = np.int64(0)
    if rules.is_placing(s):
        if rules.placement_cells(s, me) != NONE:
            for size in range(3):
                masks[index, _HAND_TAP + size] = s.hand[me, size] > 0
                count += np.int64(s.hand[me, size] > 0)
    else:
        for w in range(3):
            columns = rules.movers(s, me, w)
            while columns != NONE:
                column = columns & (~columns + ONE)
                columns ^= column
                is_mover = rules.ends_of(s, column, w) != NONE
                masks[index, _seen(me, lowest_bit(column) + 16 * w)] = is_mover
                count += np.int64(is_mover)
        count += _mark(s.columns[me, 0] & s.bound[0], me, masks, index, np.int64(0))
        count += _mark(s.columns[me, 1] & s.bound[1], me, masks, index, np.int64(rules.LAND_CELLS))
        if rules.empty_cells(s, 0) | rules.empty_cells(s, 1) != NONE:
            count += _mark(rules.liftable(s, me), me, masks, index, np.int64((1 - me) * rules.LAND_CELLS))
    if count == 0:
        masks[index, _PASS_TAP] = True
        count += 1
    return count


@jit(counted=False)
def _mark(cells, me, masks, index, base):
    """Mark the cells of a half that begins with the cell `base`; return how many were not yet marked."""
    count = np.int64(0)
    while cells != NONE:
        cell = _seen(me, base + lowest_bit(cells & (~cells + ONE)))
        cells &= cells - ONE
        count += 1 - np.int64(masks[index, cell])
        masks[index, cell] = True
    return count
