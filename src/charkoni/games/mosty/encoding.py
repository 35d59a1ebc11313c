"""Mosty for learning programs: planes of the crossings, and masks of them as words.

Both players see their task upright: Blue sees the board with x and y exchanged, so that his bridges lead from the
lowest row to the highest, as Red's do.  A plane has a place for each x and y from 1 to 2 * size - 1; those between the
crossings stay empty.
"""

from collections.abc import Sequence

import numpy as np

from charkoni.core.compiler import inlined, jit
from charkoni.core.family import Observation, Symmetry, observation_by
from charkoni.core.game_types import Flags, State
from charkoni.core.moves.tap_tables import tap_tables
from charkoni.games.mosty.moves import moves
from charkoni.games.mosty.rules import LARGEST, LINE, PLACE, WIDEST, crossing_count, crossings, derive, is_free, owner


def _seen():
    """Return the codes of the crossings as each player sees them, the second with x and y exchanged.

    int64[player, size, code]; for each player the same table leads back to the codes.
    """
    table = np.zeros((2, LARGEST + 1, WIDEST), np.int64)
    for size in range(2, LARGEST + 1):
        own = crossings(size)
        number = {crossing: code for code, crossing in enumerate(own)}
        table[0, size, : len(own)] = range(len(own))
        table[1, size, : len(own)] = [number[y, x] for x, y in own]
    return table


SEEN = _seen()

USUAL = 5
"""The size of the usual board."""

MOST_IN_A_WORD = 6
"""The largest size whose crossings fit a word."""

_ALL = np.array([0, *((1 << crossing_count(size)) - 1 for size in range(1, MOST_IN_A_WORD + 1))], np.uint64)
"""The bits of all crossings, by size."""


def _exchanged_bits():
    """Return the bits of crossings with x and y exchanged, by their byte in a word, uint64[size, byte, bits]."""
    table = np.zeros((MOST_IN_A_WORD + 1, 8, 256), np.uint64)
    for size in range(2, MOST_IN_A_WORD + 1):
        for code in range(crossing_count(size)):
            bit = np.uint64(1 << int(SEEN[1, size, code]))
            table[size, code // 8, np.arange(256) >> code % 8 & 1 == 1] |= bit
    return table


EXCHANGED_BITS = _exchanged_bits()
_ONLY_SECOND = np.array([0, (1 << 64) - 1], np.uint64)
"""All bits for the second player, none for the first: a choice without a branch."""
# The eight bits of a byte, and the same each followed by 0: what is copied at once needs no arithmetic.
BITS = np.array([[byte >> i & 1 for i in range(8)] for byte in range(256)], np.uint8)
PAIRS = np.array([[byte >> i // 2 & 1 if i % 2 == 0 else 0 for i in range(16)] for byte in range(256)], np.int8)

_NONE = np.uint64(0)
_ONE = np.uint64(1)
_EIGHT = np.uint64(255)


TAP_TABLES = tap_tables([moves({"size": str(size)}) for size in range(2, LARGEST + 1)], 2)


@inlined
def tap_table(s):
    """Return the number of the tables of a size."""
    return np.int64(s["size"]) - 2


def _observation(flags: Flags) -> Observation:
    """Return the planes: with two bridges a turn also those still to set."""
    width, links = 2 * int(flags["size"]) - 1, int(flags["links"])
    bridges = (("1 at own bridges", 1), ("1 at the opponent's bridges", 1))
    left = ("bridges still to set in this turn, on all cells", 1)
    return (width, width), (0, links), bridges if links == 1 else (*bridges, left)


shape, bounds, features = observation_by(_observation)


def symmetries(flags: Flags) -> list[Symmetry]:
    """Return left and right exchanged, the shores exchanged, and both."""
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


def rearrange(s: State, out: State, cells: Sequence[int] | None, shift: int) -> None:
    """Write a position with each crossing where `cells` says (None: as the other sees it) and sides shifted."""
    size = int(s["size"])
    cells = SEEN[1, size] if cells is None else cells
    out.left = s.left
    for code in range(crossing_count(size)):
        side = owner(s, code)
        if side >= 0:
            end, other = int(cells[code]), (side + shift) % 2
            out.set[other, LINE[other, size, end] - 1] |= np.int16(1 << int(PLACE[other, size, end]))
    derive(out)


@jit(counted=False)
def observe(s, viewer, rows, index):
    """Write the observation of a player: the planes.  rows: [n, entries], row `index` is modified."""
    size = np.int64(s["size"])
    width = 2 * size - 1
    area = width * width
    if size <= MOST_IN_A_WORD:
        _write_planes(s, size, viewer, _free(s, size, viewer), rows, index)
    else:
        for place in range(2 * area):
            rows[index, place] = 0
        for line in range(width):
            odd = line & 1
            for i in range(size - odd):  # no branch, which would be mispredicted half the time
                rows[index, line * width + odd + 2 * i] = s.set[viewer, line] >> i & 1
                rows[index, area + line + (odd + 2 * i) * width] = s.set[1 - viewer, line] >> i & 1
    if s.links > 1:
        left = np.int64(s.left)  # before the loop: rows might be the state for all the compiler knows
        for place in range(2 * area, 3 * area):
            rows[index, place] = left


@jit(counted=False)
def action_mask(game, s, masks, index, codes):
    """Mark the free crossings, and return their number (S2).  masks: uint8[n, taps], row `index` is written."""
    size = np.int64(s["size"])
    if size <= MOST_IN_A_WORD:
        _write_mask(_free(s, size, np.int64(s.turn)), crossing_count(size), masks, index)
    else:
        viewer = np.uint64(s.turn)
        for code in range(crossing_count(size)):
            masks[index, np.uint64(SEEN[viewer, np.uint64(size), np.uint64(code)])] = is_free(s, code)
    return np.int64(s.open)


@inlined
def observe_with_mask(game, s, rows, masks, index, codes):
    """Write the observation of the player to move and mark the free crossings, which are found once for both.

    For the usual board the loops have constant bounds: the compiler unrolls them.
    """
    viewer = np.uint64(s.turn)  # unsigned: no code for negative indices
    if np.int64(s["size"]) == USUAL and s.links == 1:
        free = _free(s, np.int64(USUAL), viewer)
        _write_planes(s, np.int64(USUAL), viewer, free, rows, index)
        _write_mask(free, crossing_count(np.int64(USUAL)), masks, index)
        return np.int64(s.open)
    observe(s, np.int64(viewer), rows, index)
    return action_mask(game, s, masks, index, codes)


# --- boards whose crossings fit a word: a bit per crossing ----------------------------------------------------------


@inlined
def _free(s, size, viewer):
    """Return the free crossings as the viewer sees them, a bit per crossing."""
    free = s.free[0]
    seen = _NONE
    for byte in range((crossing_count(size) + 7) >> 3):
        seen |= EXCHANGED_BITS[np.uint64(size), np.uint64(byte), free >> np.uint64(8 * byte) & _EIGHT]
    return free ^ (free ^ seen) & _ONLY_SECOND[viewer]


@inlined
def _bridges(s, size, viewer):
    """Return the own bridges as the viewer sees them, a bit per crossing."""
    own = _NONE
    for line in range(2 * size - 1):
        first = line * (2 * size - 1) + 1 >> 1  # the crossings of the lines before it
        own |= np.uint64(s.set[viewer, np.uint64(line)]) << np.uint64(first)
    return own


@inlined
def _write_planes(s, size, viewer, free, rows, index):
    """Write the planes of the own bridges and those of the other.  free: the free crossings, seen by the viewer."""
    area = (2 * size - 1) * (2 * size - 1)
    own = _bridges(s, size, viewer)
    _write_plane(own, area, rows, index, np.int64(0))
    _write_plane(_ALL[np.uint64(size)] ^ own ^ free, area, rows, index, area)


@inlined
def _write_plane(bridges, area, rows, index, begin):
    """Write a plane, in which the crossings, in the order of their codes, are every other place.

    bridges: a bit per crossing.
    """
    whole = area & ~np.int64(15)
    for at in range(0, whole, 16):
        eight = bridges >> np.uint64(at >> 1) & _EIGHT
        for place in range(16):
            rows[index, np.uint64(begin + at + place)] = PAIRS[eight, place]
    for at in range(whole, area):
        rows[index, np.uint64(begin + at)] = bridges >> np.uint64(at >> 1) & _ONE if at & 1 == 0 else _NONE


@inlined
def _write_mask(free, number, masks, index):
    """Mark the free ones of so many crossings."""
    whole = number & ~np.int64(7)
    for code in range(0, whole, 8):
        eight = free >> np.uint64(code) & _EIGHT
        for place in range(8):
            masks[index, np.uint64(code + place)] = BITS[eight, place]
    for code in range(whole, number):
        masks[index, np.uint64(code)] = free >> np.uint64(code) & _ONE != _NONE
