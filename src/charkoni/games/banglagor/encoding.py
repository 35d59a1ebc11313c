"""Banglagor for learning programs: planes of columns and hands, and moves as up to three taps.

Green sees the board turned by half a turn.  Taps: 0 to 95 the cells as the mover sees them, a1 first; then return,
lift, free, pass, and the heights 1 to 3 of the hand.  A move is column and target, and the attacked column where there
are several; or column, lift and target; column and free; a height of the hand and a cell; the pass.
"""

import numpy as np

from charkoni.core.bit_sets import lowest_bit
from charkoni.core.compiler import jit
from charkoni.core.family import Features, Symmetry
from charkoni.core.game_types import Flags
from charkoni.games.banglagor.rules import (
    CELLS,
    FREE,
    LAND_CELLS,
    LIFT,
    MOVE,
    NEIGHBOUR,
    PAIR,
    PASS,
    TRIO,
    WAYS,
    empty_cells,
    ends_of,
    is_placing,
    liftable,
    mask_of,
    movers,
    placement_cells,
    with_enemies,
    write_cells,
    write_movements_of,
)
from charkoni.games.banglagor.taps import FREE as FREE_ZONE
from charkoni.games.banglagor.taps import LIFT as LIFT_ZONE
from charkoni.games.banglagor.taps import NAMES, PLAYERS, RETURN, hand_zone
from charkoni.games.banglagor.taps import PASS as PASS_ZONE

_RETURN_TAP = CELLS
_LIFT_TAP = CELLS + 1
_FREE_TAP = CELLS + 2
_PASS_TAP = CELLS + 3
_HAND_TAP = CELLS + 4
_TAPS = _HAND_TAP + 3
_PLANES = 11
_WINDOW_1, _WINDOW_2 = 40, 56
"""The first cells of columns whose walks are computed in windows 1 and 2 of the rules."""
_NONE = np.uint64(0)
_ONE = np.uint64(1)


def _near():
    """Return the cells next to a cell, uint64[cell, half]."""
    table = np.zeros((CELLS, 2), np.uint64)
    for cell in range(CELLS):
        for other in NEIGHBOUR[cell, 1:].tolist():
            if other >= 0:
                table[cell, other // LAND_CELLS] |= np.uint64(1 << other % LAND_CELLS)
    return table


NEAR = _near()


PENDING = 2


def shape(flags: Flags) -> tuple[int, ...]:
    """Return the shape of an observation."""
    return (_PLANES, 12, 8)


def features(flags: Flags) -> Features:
    """Return what the planes hold."""
    return (
        ("the heights of the own columns", 1),
        ("the heights of the other's columns", 1),
        ("1 at the own bound columns", 1),
        ("1 at the other's bound columns", 1),
        ("everywhere the counter", 1),
        ("everywhere the own columns of height 1, 2, 3 still to place", 3),
        ("everywhere the other's columns of height 1, 2, 3 still to place", 3),
    )


def taps(flags: Flags) -> int:
    """Return the number of taps: cells, four chips, and the heights of the hand."""
    return _TAPS


def zone(tap: int, seat: int, flags: Flags) -> str:
    """Return the zone of a tap."""
    if tap < CELLS:
        return NAMES[CELLS - 1 - tap if seat else tap]
    if tap < _HAND_TAP:
        return (RETURN, LIFT_ZONE, FREE_ZONE, PASS_ZONE)[tap - CELLS]
    return hand_zone(PLAYERS[seat], tap - _HAND_TAP + 1)


def places(flags: Flags) -> list[int]:
    """Return the place of each cell in a plane."""
    return [*range(CELLS), *(-1 - chip for chip in range(_TAPS - CELLS))]


def symmetries(flags: Flags) -> list[Symmetry]:
    """Return the reflection that exchanges the files."""
    cells = [cell ^ 7 for cell in range(CELLS)]
    return [(np.array(cells), np.array([*cells, *range(CELLS, _TAPS)]))]


@jit(counted=False)
def observe(s, viewer, rows, index):
    """Write the observation of a player: eleven planes.  rows: [n, entries], row `index` is modified."""
    for place in range(4 * CELLS):
        rows[index, place] = 0
    for half in range(2):
        left = s.columns[0, half] | s.columns[1, half]
        while left != _NONE:
            here = left & (~left + _ONE)
            left ^= here
            cell = half * LAND_CELLS + lowest_bit(here)
            if viewer == 1:
                cell = CELLS - 1 - cell
            cell += CELLS * np.int64(s.columns[viewer, half] & here == _NONE)
            height = np.int64(s.odd[half] & here != _NONE) + 2 * np.int64(s.tall[half] & here != _NONE)
            rows[index, np.uint64(cell)] = height
            rows[index, np.uint64(cell + 2 * CELLS)] = s.bound[half] & here != _NONE
    counter = min(np.int64(s.counter), 127)  # before the loop: rows might be the state for all the compiler knows
    for place in range(4 * CELLS, 5 * CELLS):
        rows[index, place] = counter
    for size in range(3):
        own = np.int64(s.hand[viewer, size])
        theirs = np.int64(s.hand[1 - viewer, size])
        for place in range(np.uint64(CELLS)):
            rows[index, np.uint64((5 + size) * CELLS) + place] = own
        for place in range(np.uint64(CELLS)):
            rows[index, np.uint64((8 + size) * CELLS) + place] = theirs


@jit(counted=False)
def script(s, code):
    """Return the taps of a move."""
    me = np.int64(s.turn)
    if code == PASS:
        return np.int64(_PASS_TAP + 1)
    if code < MOVE:
        return _HAND_TAP + code // CELLS + 1 | (_seen(me, code % CELLS) + 1) << 8
    if code >= FREE:
        return _seen(me, code - FREE) + 1 | (_FREE_TAP + 1) << 8
    if code >= LIFT:
        start = (code - LIFT) // CELLS
        end = (code - LIFT) % CELLS
        return _seen(me, start) + 1 | (_LIFT_TAP + 1) << 8 | (_seen(me, end) + 1) << 16
    start = (code - MOVE) // (WAYS * CELLS)
    end = (code - MOVE) // WAYS % CELLS
    way = (code - MOVE) % WAYS
    target = _RETURN_TAP if start == end else _seen(me, end)
    taps = _seen(me, start) + 1 | (target + 1) << 8
    if way > 0 and _has_several(s, 1 - me, end):
        taps |= (_seen(me, NEIGHBOUR[end, way]) + 1) << 16
    return taps


@jit(counted=False)
def _has_several(s, foe, cell):
    """Return whether several columns of the other stand next to a cell."""
    low = s.columns[foe, 0] & NEAR[cell, 0]
    high = s.columns[foe, 1] & NEAR[cell, 1]
    both = low | high
    if both == _NONE:
        return False
    return (low != _NONE and high != _NONE) or both & (both - _ONE) != _NONE


@jit(counted=False)
def _seen(viewer, cell):
    """Return the cell as a player sees it."""
    return cell if viewer == 0 else CELLS - 1 - cell


@jit(counted=False)
def decode(s, taps):
    """Return the code of the move that taps enter, or -1 for a beginning."""
    me = np.int64(s.turn)
    first = (taps & 255) - 1
    second = (taps >> 8 & 255) - 1
    third = (taps >> 16) - 1
    if first == _PASS_TAP:
        return np.int64(PASS)
    if second < 0:
        return np.int64(-1)
    if first >= _HAND_TAP:
        return (first - _HAND_TAP) * CELLS + _seen(me, second)
    start = _seen(me, first)
    if second == _FREE_TAP:
        return FREE + start
    if second == _LIFT_TAP:
        return LIFT + start * CELLS + _seen(me, third) if third >= 0 else np.int64(-1)
    end = start if second == _RETURN_TAP else _seen(me, second)
    if third < 0 and _has_several(s, 1 - me, end):
        return np.int64(-1)
    code = MOVE + (start * CELLS + end) * WAYS
    for way in range(1, WAYS):
        cell = NEIGHBOUR[end, way]
        if cell >= 0 and (third < 0 or cell == _seen(me, third)) and _is_foe(s, 1 - me, cell):
            return code + way
    return code


@jit(counted=False)
def _is_foe(s, foe, cell):
    """Return whether a column of the other stands on a cell."""
    return s.columns[foe, cell // LAND_CELLS] >> np.uint64(cell % LAND_CELLS) & _ONE != _NONE


@jit(counted=False)
def narrow(s, tap, out):
    """Write the codes of the moves of a column, or of a height of the hand; return their number.

    out: int64[WIDEST].
    """
    me = np.int64(s.turn)
    if tap >= _HAND_TAP:
        return write_cells(placement_cells(s, me), (tap - _HAND_TAP) * CELLS + me * LAND_CELLS, out, np.int64(0))
    start = _seen(me, tap)
    half = start // LAND_CELLS
    here = mask_of(start)
    if s.bound[half] & here != _NONE:
        out[0] = FREE + start
        return np.int64(1)
    n = np.int64(0)
    if half != me and liftable(s, me) & here != _NONE:
        for other in range(2):
            n = write_cells(empty_cells(s, other), LIFT + start * CELLS + other * LAND_CELLS, out, n)
    w = 0 if start < _WINDOW_1 else 1 if start < _WINDOW_2 else 2
    column = _ONE << np.uint64(start - 16 * w)
    pair = with_enemies(s, 1 - me, w, PAIR)
    trio = with_enemies(s, 1 - me, w, TRIO)
    return write_movements_of(s, me, column, w, pair, trio, out, n)


@jit(counted=False)
def starts(game, s, masks, index, codes):
    """Mark the columns with a move, or the heights of the hand, or the pass; return their number.

    masks: bool[n, taps], row `index` empty.
    """
    me = np.int64(s.turn)
    count = np.int64(0)
    if is_placing(s):
        if placement_cells(s, me) != _NONE:
            for size in range(3):
                masks[index, _HAND_TAP + size] = s.hand[me, size] > 0
                count += np.int64(s.hand[me, size] > 0)
    else:
        for w in range(3):
            columns = movers(s, me, w)
            while columns != _NONE:
                column = columns & (~columns + _ONE)
                columns ^= column
                is_mover = ends_of(s, column, w) != _NONE
                masks[index, _seen(me, lowest_bit(column) + 16 * w)] = is_mover
                count += np.int64(is_mover)
        count += _mark(s.columns[me, 0] & s.bound[0], me, masks, index, np.int64(0))
        count += _mark(s.columns[me, 1] & s.bound[1], me, masks, index, np.int64(LAND_CELLS))
        if empty_cells(s, 0) | empty_cells(s, 1) != _NONE:
            count += _mark(liftable(s, me), me, masks, index, np.int64((1 - me) * LAND_CELLS))
    if count == 0:
        masks[index, _PASS_TAP] = True
        count += 1
    return count


@jit(counted=False)
def _mark(cells, me, masks, index, base):
    """Mark the cells of a half that begins with the cell `base`; return how many were not yet marked."""
    count = np.int64(0)
    while cells != _NONE:
        cell = _seen(me, base + lowest_bit(cells & (~cells + _ONE)))
        cells &= cells - _ONE
        count += 1 - np.int64(masks[index, cell])
        masks[index, cell] = True
    return count
