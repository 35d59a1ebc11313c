"""Gana for learning programs: planes of groups and kings, and moves as up to three taps.

Black sees the board with the rows exchanged, so that the kings stand on the e-file for both.  Taps: 0 to 63 the squares
as the mover sees them, a1 first; then north, east, south and west, north away from him; the king alone; the king's
distance, 1 to 4.  A move is a square, a direction, and with pawns beside the king what he does.
"""

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.family import Features, Symmetry
from charkoni.core.game_types import Flags
from charkoni.games.gana.rules import (
    ALONE,
    KINDS,
    NONE,
    ONE,
    PRIME,
    SQUARE_OF,
    SQUARES,
    group_moves,
    may_go,
    may_step_alone,
    one_step_before,
    pieces_and_entries,
)
from charkoni.games.gana.taps import DIRECTIONS, NAMES

_WAY_TAP = SQUARES
_ALONE_TAP = SQUARES + 4
_DISTANCE_TAP = _ALONE_TAP + 1
_TAPS = _DISTANCE_TAP + 4
_EXCHANGE_ROWS = 56


PENDING = 2


def shape(flags: Flags) -> tuple[int, ...]:
    """Return the shape of an observation."""
    return (5, 8, 8)


def features(flags: Flags) -> Features:
    """Return what the planes hold."""
    return (
        ("the own pieces on a square, the king included", 1),
        ("the other's pieces on a square, the king included", 1),
        ("1 at the own king", 1),
        ("1 at the other's king", 1),
        ("everywhere the plies since the last capture", 1),
    )


def taps(flags: Flags) -> int:
    """Return the number of taps: squares, directions, and what the king does."""
    return _TAPS


def zone(tap: int, seat: int, flags: Flags) -> str:
    """Return the zone of a tap."""
    if tap < SQUARES:
        return NAMES[tap ^ (_EXCHANGE_ROWS if seat else 0)]
    if tap < _ALONE_TAP:
        way = tap - _WAY_TAP
        return DIRECTIONS[way ^ 2 if seat and way % 2 == 0 else way]
    return "alone" if tap == _ALONE_TAP else f"k-{tap - _ALONE_TAP}"


def places(flags: Flags) -> list[int]:
    """Return the place of each square in a plane."""
    return [*range(SQUARES), *(-1 - chip for chip in range(_TAPS - SQUARES))]


def symmetries(flags: Flags) -> list[Symmetry]:
    """Return the reflection that exchanges the files."""
    squares = [square ^ 7 for square in range(SQUARES)]
    ways = [_WAY_TAP, _WAY_TAP + 3, _WAY_TAP + 2, _WAY_TAP + 1]
    return [(np.array(squares), np.array([*squares, *ways, *range(_ALONE_TAP, _TAPS)]))]


@jit(counted=False)
def observe(s, viewer, rows, index):
    """Write the observation of a player: five planes.  rows: [n, entries], row `index` is modified."""
    if viewer == 0:
        for square in range(SQUARES):
            rows[index, square] = s.group[0, square]
            rows[index, SQUARES + square] = s.group[1, square]
    else:
        for row in range(8):
            for file in range(8):
                rows[index, row * 8 + file] = s.group[1, (7 - row) * 8 + file]
                rows[index, SQUARES + row * 8 + file] = s.group[0, (7 - row) * 8 + file]
    for place in range(2 * SQUARES, 4 * SQUARES):
        rows[index, place] = 0
    flip = np.int64(0) if viewer == 0 else np.int64(_EXCHANGE_ROWS)
    if s.king[viewer] >= 0:
        rows[index, 2 * SQUARES + (s.king[viewer] ^ flip)] = 1
    if s.king[1 - viewer] >= 0:
        rows[index, 3 * SQUARES + (s.king[1 - viewer] ^ flip)] = 1
    counter = min(np.int64(s.counter), 127)  # before the loop: rows might be the state for all the compiler knows
    for place in range(4 * SQUARES, 5 * SQUARES):
        rows[index, place] = counter


@jit(counted=False)
def script(s, code):
    """Return the taps of a move."""
    me = np.int64(s.turn)
    way = code // KINDS
    kind = code % KINDS
    square = way // 4
    direction = way % 4
    n = np.int64(s.group[me, square])
    if me == 1:
        square ^= _EXCHANGE_ROWS
        if direction & 1 == 0:
            direction ^= 2
    taps = square + 1 | (_WAY_TAP + direction + 1) << 8
    if kind == 0 or n == 1:
        return taps
    third = _ALONE_TAP if kind == ALONE else _DISTANCE_TAP + kind - 1
    return taps | (third + 1) << 16


@jit(counted=False)
def decode(s, taps):
    """Return the code of the move that taps enter, or -1 for a beginning."""
    if taps >> 8 == 0:
        return np.int64(-1)
    me = np.int64(s.turn)
    square = (taps & 255) - 1
    direction = (taps >> 8 & 255) - 1 - _WAY_TAP
    if me == 1:
        square ^= _EXCHANGE_ROWS
        if direction & 1 == 0:
            direction ^= 2
    way = square * 4 + direction
    if s.king[me] != square:
        return way * KINDS
    if s.group[me, square] == 1:
        return way * KINDS + ALONE
    if taps >> 16 == 0:
        return np.int64(-1)
    third = (taps >> 16) - 1 - _DISTANCE_TAP
    return way * KINDS + (ALONE if third < 0 else third + 1)


@jit(counted=False)
def narrow(s, tap, out):
    """Write the codes of the moves from a square and return their number; out: int64[WIDEST]."""
    me = np.int64(s.turn)
    first = (tap ^ _EXCHANGE_ROWS if me == 1 else tap) * 4
    n = np.int64(0)
    for way in range(first, first + 4):
        n = group_moves(s, me, way, out, n)
    return n


@jit(counted=False)
def starts(game, s, masks, index, codes):
    """Mark the squares from which a move goes, and return their number.  masks: bool[n, taps], row `index` empty.

    The king's group moves in a direction only if he may also step there alone.
    """
    me = np.int64(s.turn)
    pawns, groups, entries = pieces_and_entries(s, me)
    movers = NONE
    for direction in range(4):
        movers |= pawns & one_step_before(entries, direction)
    while groups != NONE:
        lowest = groups & (~groups + ONE)
        groups ^= lowest
        if _may_leave(s, me, SQUARE_OF[np.int64(lowest % PRIME)]):
            movers |= lowest
    count = np.int64(0)
    place = np.uint64(_EXCHANGE_ROWS if me == 1 else 0)
    for square in range(SQUARES):
        is_mover = movers >> np.uint64(square) & ONE != NONE
        masks[index, np.uint64(square) ^ place] = is_mover
        count += np.int64(is_mover)
    return count


@jit(counted=False)
def _may_leave(s, me, square):
    """Return whether a group of several pieces, or the king, may move in any direction."""
    for way in range(4 * square, 4 * square + 4):
        if may_step_alone(s, me, way) if s.king[me] == square else may_go(s, me, way):
            return True
    return False
