"""Barbakan for learning programs: planes of points by ring and sector.

A plane has five rows: the outer points with odd numbers, those with even numbers, and the points m, b and c; a column
for each sector, the last next to the first.
"""

from collections.abc import Sequence

import numpy as np

from charkoni.core.bit_sets import NONE, ONE, lowest_bit
from charkoni.core.compiler import inlined, jit
from charkoni.core.family import Observation, Symmetry, observation_by
from charkoni.core.game_types import Flags, State
from charkoni.core.moves.tap_tables import tap_tables
from charkoni.games.barbakan.moves import MOVES, plane_place
from charkoni.games.barbakan.points import BOARDS
from charkoni.games.barbakan.rules import END, EXITS, FIRST, NEAR, OUTER, POINTS

_ROWS = 5

SPOT = np.array([[plane_place(board, point) for point in range(64)] for board in BOARDS.values()], np.int64)
TAP_TABLES = tap_tables([MOVES[name] for name in BOARDS], 1, phases=2)


@inlined
def tap_table(s):
    """Return the number of the tables of a board and a stage (`moves.stage`)."""
    return 2 * np.int64(s.board) + np.int64(s.hand[np.int64(s.turn)] == 0)


def _observation(flags: Flags) -> Observation:
    """Return the planes; the most that a number can be are all pawns of a player in hand."""
    board, players = BOARDS[flags["board"]], int(flags["players"])
    parts = (
        ("1 at the pawns of each player, own first, then in turn order", players),
        ("pawns in hand of each player in the same order, on all points", players),
    )
    return (_ROWS, board.sectors), (0, board.mask("outer").bit_count() // players), parts


shape, bounds, features = observation_by(_observation)


def symmetries(flags: Flags) -> list[Symmetry]:
    """Return the turns of the board by sectors, and its reflections."""
    board = BOARDS[flags["board"]]
    sectors, points = board.sectors, len(board.points)
    spots = [plane_place(board, point) for point in range(points)]
    found = []
    for turn in range(sectors):
        for is_mirrored in (False, True):
            moved = [_moved(sectors, point, turn, is_mirrored) for point in range(points)]
            squares = np.zeros(_ROWS * sectors, np.int64)
            squares[spots] = [spots[point] for point in moved]
            if turn or is_mirrored:
                found.append((squares, np.array([*moved, points])))
    return found


def rearrange(s: State, out: State, cells: Sequence[int] | None, shift: int) -> None:
    """Write a position with each point where `cells` says (None: all stay; all see it alike) and players shifted."""
    players = int(s.players)
    for player in range(players):
        other = (player + shift) % players
        out.hand[other] = s.hand[player]
        for point in range(64):
            if int(s.pawns[player]) >> point & 1:
                out.pawns[other] |= np.uint64(1 << int(point if cells is None else cells[point]))


def _moved(sectors: int, point: int, turn: int, is_mirrored: bool) -> int:
    """Return the point onto which a turn, after a reflection if wanted, maps a point.

    The reflection exchanges sector j and -j; an even outer point stands between its sector and the next, points b and
    c between theirs and the one before.
    """
    if point < 2 * sectors:
        sector, is_even = divmod(point, 2)
        sector = (-sector - is_even if is_mirrored else sector) + turn
        return sector % sectors * 2 + is_even
    ring, sector = divmod(point, sectors)
    between = ring >= 3
    return ring * sectors + ((between - sector if is_mirrored else sector) + turn) % sectors


@jit(counted=False)
def observe(s, viewer, rows, index):
    """Write the observation of a player: the planes.  rows: [n, entries], row `index` is modified."""
    board = np.int64(s.board)
    players = np.int64(s.players)
    area = POINTS[board]
    for place in range(players * area):
        rows[index, place] = 0
    for other in range(players):
        player = (viewer + other) % players
        pawns = s.pawns[player]
        hand = np.int64(s.hand[player])  # read before the loop: rows might be the state for all the compiler knows
        while pawns != NONE:
            rows[index, np.uint64(other * area + SPOT[board, lowest_bit(pawns)])] = 1
            pawns &= pawns - ONE
        for place in range((players + other) * area, (players + other + 1) * area):
            rows[index, place] = hand


@jit(counted=False)
def candidates(game, s, tap, out):
    """Write the codes of the moves of a pawn and return their number; out: int64[WIDEST]."""
    board = np.int64(s.board)
    n = np.int64(0)
    taken = s.pawns[0] | s.pawns[1] | s.pawns[2] | s.pawns[3]
    for code in range(FIRST[board, tap], np.int64(FIRST[board, tap]) + EXITS[board, tap]):
        if taken >> np.uint64(END[board, code]) & ONE == NONE:
            out[n] = code
            n += 1
    return n


@jit(counted=False)
def action_mask(game, s, masks, index, codes):
    """Mark the points where a pawn can be placed, or from which one can move, or the pass; return their number."""
    board = np.int64(s.board)
    me = np.int64(s.turn)
    free = ~(s.pawns[0] | s.pawns[1] | s.pawns[2] | s.pawns[3])
    count = np.int64(0)
    if s.hand[me] > 0:
        for point in range(OUTER[board]):
            is_open = free >> np.uint64(point) & ONE == ONE
            masks[index, point] = is_open
            count += np.int64(is_open)
        return count
    for point in range(POINTS[board]):
        is_mover = s.pawns[me] >> np.uint64(point) & ONE == ONE and NEAR[board, point] & free != NONE
        masks[index, point] = is_mover
        count += np.int64(is_mover)
    if count == 0:
        masks[index, POINTS[board]] = True
        count += 1
    return count
