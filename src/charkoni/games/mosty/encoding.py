"""Mosty for learning programs: planes of the crossings, and one tap, the crossing, for a move.

Both players see their task upright: Blue sees the board with x and y exchanged, so that his links lead from the lowest
row to the highest, as Red's do.  A plane has a place for each x and y from 1 to 2 * size - 1; those between the
crossings stay empty.  A tap is the number of the crossing, counted in the mover's view.
"""

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.family import Features, Symmetry
from charkoni.core.game_types import Flags
from charkoni.games.mosty.rules import LARGEST, WIDEST, crossing_count, crossings
from charkoni.games.mosty.text import write_move


def _exchanged():
    """Return the code of the crossing with x and y exchanged, int64[size, code]."""
    table = np.zeros((LARGEST + 1, WIDEST), np.int64)
    for size in range(2, LARGEST + 1):
        own = crossings(size)
        number = {crossing: code for code, crossing in enumerate(own)}
        table[size, : len(own)] = [number[y, x] for x, y in own]
    return table


EXCHANGED = _exchanged()


PENDING = 0


def shape(flags: Flags) -> tuple[int, ...]:
    """Return the shape of an observation."""
    width = 2 * int(flags["size"]) - 1
    return (2 if flags["links"] == "1" else 3, width, width)


def features(flags: Flags) -> Features:
    """Return what the planes hold."""
    links = (("1 at the own links", 1), ("1 at the other's links", 1))
    return links if flags["links"] == "1" else (*links, ("everywhere the links still to set in this turn", 1))


def taps(flags: Flags) -> int:
    """Return the number of taps: the crossings."""
    return len(crossings(int(flags["size"])))


def zone(tap: int, seat: int, flags: Flags) -> str:
    """Return the zone of a crossing."""
    return write_move(int(EXCHANGED[int(flags["size"]), tap]) if seat else tap, flags)


def places(flags: Flags) -> list[int]:
    """Return the place of each crossing in a plane."""
    width = 2 * int(flags["size"]) - 1
    return [(y - 1) * width + x - 1 for x, y in crossings(int(flags["size"]))]


def symmetries(flags: Flags) -> list[Symmetry]:
    """Return left and right exchanged, the borders exchanged, and both."""
    size = int(flags["size"])
    width = 2 * size - 1
    own = crossings(size)
    number = {crossing: code for code, crossing in enumerate(own)}
    found = []
    for flip_x, flip_y in ((True, False), (False, True), (True, True)):
        cells = [
            (width - 1 - y if flip_y else y) * width + (width - 1 - x if flip_x else x)
            for y in range(width)
            for x in range(width)
        ]
        moved = [number[2 * size - x if flip_x else x, 2 * size - y if flip_y else y] for x, y in own]
        found.append((np.array(cells), np.array(moved)))
    return found


@jit
def observe(s, viewer, out):
    """Write the observation of a player.  out: the planes, flat, modified in place."""
    size = np.int64(s["size"])
    width = 2 * size - 1
    area = width * width
    for place in range(2 * area):
        out[place] = 0
    for line in range(width):
        odd = line & 1
        own = np.int64(s.set[viewer, line])
        theirs = np.int64(s.set[1 - viewer, line])
        for i in range(size - odd):  # no branch, which would be mispredicted half the time
            out[line * width + odd + 2 * i] = own >> i & 1
            out[area + line + (odd + 2 * i) * width] = theirs >> i & 1
    if s.links > 1:
        for place in range(2 * area, 3 * area):
            out[place] = s.left


@jit
def script(s, code):
    """Return the one tap of a move."""
    if s.turn == 1:
        return EXCHANGED[np.int64(s["size"]), code] + 1
    return code + 1


@jit
def decode(s, taps):
    """Return the code of the move that taps enter, or -1 for a beginning."""
    if s.turn == 1:
        return EXCHANGED[np.int64(s["size"]), taps - 1]
    return taps - 1


@jit
def narrow(s, tap, out):
    """Write the only move of a tap and return 1."""
    out[0] = decode(s, tap + 1)
    return 1


@jit
def starts(game, s, mask, codes):
    """Mark the free crossings, and return their number (S2).  mask: bool[taps], empty."""
    size = np.int64(s["size"])
    for code in range(crossing_count(size)):
        is_open = s.free[code >> 6] >> np.uint64(code & 63) & np.uint64(1) == np.uint64(1)
        mask[EXCHANGED[size, code] if s.turn == 1 else code] = is_open
    return np.int64(s.open)
