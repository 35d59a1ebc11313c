"""Gana for learning programs: planes of groups and kings.

Black sees the board with the rows exchanged, so that the kings stand on the e-file for both.
"""

from collections.abc import Sequence

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.family import Symmetry, observation
from charkoni.core.game_types import Flags, State
from charkoni.games.gana import rules
from charkoni.games.gana.moves import EXCHANGE_ROWS, MOVES

_WAY_TAP = rules.SQUARES


shape, bounds, features = observation(
    (8, 8),
    (0, 127),  # the counter is shown up to 127
    ("own pieces on a square, king included", 1),
    ("the opponent's pieces on a square, king included", 1),
    ("1 at the own king", 1),
    ("1 at the opponent's king", 1),
    ("plies since the last capture, on all squares", 1),
)


def symmetries(flags: Flags) -> list[Symmetry]:
    """Return the reflection that exchanges the files."""
    squares = [square ^ 7 for square in range(rules.SQUARES)]
    ways = [_WAY_TAP, _WAY_TAP + 3, _WAY_TAP + 2, _WAY_TAP + 1]
    return [(np.array(squares), np.array([*squares, *ways, *range(_WAY_TAP + 4, MOVES.taps)]))]


def rearrange(s: State, out: State, cells: Sequence[int] | None, shift: int) -> None:
    """Write a position with each square where `cells` says (None: mirrored, as the other sees it) and sides shifted."""
    cells = cells or [square ^ 56 for square in range(rules.SQUARES)]
    out.counter = s.counter
    for side in range(2):
        other = (side + shift) % 2
        out.left[other] = s.left[side]
        out.king[other] = cells[s.king[side]] if s.king[side] >= 0 else -1
        for square in range(rules.SQUARES):
            out.group[other, cells[square]] = s.group[side, square]


@jit(counted=False)
def observe(s, viewer, rows, index):
    """Write the observation of a player: five planes.  rows: [n, entries], row `index` is modified."""
    if viewer == 0:
        for square in range(rules.SQUARES):
            rows[index, square] = s.group[0, square]
            rows[index, rules.SQUARES + square] = s.group[1, square]
    else:
        for row in range(8):
            for file in range(8):
                rows[index, row * 8 + file] = s.group[1, (7 - row) * 8 + file]
                rows[index, rules.SQUARES + row * 8 + file] = s.group[0, (7 - row) * 8 + file]
    for place in range(2 * rules.SQUARES, 4 * rules.SQUARES):
        rows[index, place] = 0
    flip = np.int64(0) if viewer == 0 else np.int64(EXCHANGE_ROWS)
    if s.king[viewer] >= 0:
        rows[index, 2 * rules.SQUARES + (s.king[viewer] ^ flip)] = 1
    if s.king[1 - viewer] >= 0:
        rows[index, 3 * rules.SQUARES + (s.king[1 - viewer] ^ flip)] = 1
    counter = min(np.int64(s.counter), 127)  # before the loop: rows might be the state for all the compiler knows
    for place in range(4 * rules.SQUARES, 5 * rules.SQUARES):
        rows[index, place] = counter


@jit(counted=False)
def only_move(game, s, code, codes):
    """Return the only move of a group in a direction, or -1 where the king and pawns choose what he does."""
    me = np.int64(s.turn)
    square = code // (4 * rules.KINDS)
    if s.king[me] != square:
        return code
    return code + rules.ALONE if s.group[me, square] == 1 else np.int64(-1)


@jit(counted=False)
def candidates(game, s, tap, out):
    """Write the codes of the moves from a square and return their number; out: int64[WIDEST]."""
    me = np.int64(s.turn)
    first = (tap ^ EXCHANGE_ROWS if me == 1 else tap) * 4
    n = np.int64(0)
    for way in range(first, first + 4):
        n = rules.group_moves(s, me, way, out, n)
    return n


@jit(counted=False)
def action_mask(game, s, masks, index, codes):
    """Mark the squares from which a move goes, and return their number.  masks: bool[n, taps], row `index` empty.

    The king's group moves in a direction only if he may also step there alone.
    """
    me = np.int64(s.turn)
    pawns, groups, entries = rules.pieces_and_entries(s, me)
    movers = rules.NONE
    for direction in range(4):
        movers |= pawns & rules.one_step_before(entries, direction)
    while groups != rules.NONE:
        lowest = groups & (~groups + rules.ONE)
        groups ^= lowest
        if _may_leave(s, me, rules.SQUARE_OF[np.int64(lowest % rules.PRIME)]):
            movers |= lowest
    count = np.int64(0)
    place = np.uint64(EXCHANGE_ROWS if me == 1 else 0)
    for square in range(rules.SQUARES):
        is_mover = movers >> np.uint64(square) & rules.ONE != rules.NONE
        masks[index, np.uint64(square) ^ place] = is_mover
        count += np.int64(is_mover)
    return count


@jit(counted=False)
def _may_leave(s, me, square):
    """Return whether a group of several pieces, or the king, may move in any direction."""
    for way in range(4 * square, 4 * square + 4):
        if rules.may_step_alone(s, me, way) if s.king[me] == square else rules.may_go(s, me, way):
            return True
    return False
