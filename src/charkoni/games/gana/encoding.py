"""Gana for learning programs: planes of groups and kings, and moves as up to three taps.

Black sees the board with the rows exchanged, so that the kings stand on the e-file for both.  Taps: 0 to 63 the squares
as the mover sees them, a1 first; then north, east, south and west, north away from him; the king alone; the king's
distance, 1 to 4.  A move is a square, a direction, and with pawns beside the king what he does.
"""

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.family import Features, Symmetry
from charkoni.core.first_taps import listed_starts
from charkoni.core.game_types import Flags
from charkoni.games.gana.rules import ALONE, KINDS, SQUARES, legal
from charkoni.games.gana.taps import DIRECTIONS, NAMES

_WAY_TAP = SQUARES
_ALONE_TAP = SQUARES + 4
_DISTANCE_TAP = _ALONE_TAP + 1
_TAPS = _DISTANCE_TAP + 4
_EXCHANGE_ROWS = 56


PENDING = 2
starts = listed_starts


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


@jit
def observe(s, viewer, out):
    """Write the observation of a player.  out: five planes, flat, modified in place."""
    flip = np.int64(0) if viewer == 0 else np.int64(_EXCHANGE_ROWS)
    for row in range(8):
        for file in range(8):
            out[row * 8 + file] = s.group[viewer, (row * 8 ^ flip) + file]
    for row in range(8):
        for file in range(8):
            out[SQUARES + row * 8 + file] = s.group[1 - viewer, (row * 8 ^ flip) + file]
    for place in range(2 * SQUARES, 4 * SQUARES):
        out[place] = 0
    if s.king[viewer] >= 0:
        out[2 * SQUARES + (s.king[viewer] ^ flip)] = 1
    if s.king[1 - viewer] >= 0:
        out[3 * SQUARES + (s.king[1 - viewer] ^ flip)] = 1
    for place in range(4 * SQUARES, 5 * SQUARES):
        out[place] = min(s.counter, 127)


@jit
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


@jit
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


@jit
def narrow(s, tap, out):
    """Write the codes of the legal moves and return their number; out: int64[WIDEST]."""
    return legal(s, out)
