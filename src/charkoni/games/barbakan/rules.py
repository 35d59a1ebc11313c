"""The rules of Barbakan, clause by clause (K1 to K11).  Points, lines and codes: `points.py`."""

import numpy as np

from charkoni.core.bit_sets import NONE, ONE, count_bits
from charkoni.core.compiler import jit
from charkoni.core.constants import OVER, POINT
from charkoni.core.game_types import record_dtype
from charkoni.games.barbakan.points import BOARDS

MOST_PLAYERS = 4
STATE = record_dtype(
    ("pawns", np.uint64, (MOST_PLAYERS,)),  # per player: a bit per point
    ("hand", np.int8, (MOST_PLAYERS,)),
    ("turn", np.int16),
    ("board", np.int8),  # a flag: 0 b12, 1 mini3, 2 mini4
    ("players", np.int8),  # a flag
    ("blocked", np.int8),  # a flag: 1 is "loses"
)

INSIDE = 0
BLOCKED = 1
SHUT_IN = 2

# Per board, in the order of BOARDS.
OUTER = np.array([board.mask("outer").bit_count() for board in BOARDS.values()], np.int64)
POINTS = np.array([len(board.points) for board in BOARDS.values()], np.int64)
PASS = np.array([board.passing for board in BOARDS.values()], np.int64)
IS_INSIDE = np.array([board.mask("inside") for board in BOARDS.values()], np.uint64)


def _tables():
    """Return START, END, FIRST, EXITS and NEAR, see below."""
    boards = list(BOARDS.values())
    most_points = max(len(board.points) for board in boards)
    most_codes = max(board.codes for board in boards)
    starts, ends = (np.zeros((len(boards), most_codes), np.int8) for _ in range(2))
    firsts, exits = (np.zeros((len(boards), most_points), np.int16) for _ in range(2))
    near = np.zeros((len(boards), most_points), np.uint64)
    for number, board in enumerate(boards):
        for code in reversed(range(len(board.points), board.passing)):
            start, end = board.moves[code - len(board.points)]
            starts[number, code] = start
            ends[number, code] = end
            firsts[number, start] = code
            exits[number, start] += (start, end) not in board.gates
        near[number, : len(board.points)] = np.array(board.near, np.uint64)
    return starts, ends, firsts, exits, near


# START, END[board, code]: its points.  FIRST, EXITS[board, point]: the first code of a move from there, and the number
# of legal ones.  NEAR[board, point]: the mask of their ends.
START, END, FIRST, EXITS, NEAR = _tables()
# PLACE[mask % 67]: the index of the only bit of a mask; the powers of two differ modulo 67.
PLACE = np.zeros(67, np.int64)
for _point in range(64):
    PLACE[(1 << _point) % 67] = _point

MOST_PAWNS = 12
WIDEST = MOST_PAWNS * int(EXITS.max()) + 1  # `legal` writes one entry beyond those it counts


@jit
def start(s):
    """All pawns in hand, a begins (K2, K3).  s: STATE, blank but for the flags, modified in place."""
    s.turn = 0
    for player in range(np.int64(s.players)):
        s.hand[player] = pawns_each(s)


@jit
def pawns_each(s):
    """Return the number of pawns of a player: together they fill the outer points (K2)."""
    return OUTER[np.int64(s.board)] // np.int64(s.players)


@jit
def occupied(s):
    """Return the mask of the points with a pawn."""
    return s.pawns[0] | s.pawns[1] | s.pawns[2] | s.pawns[3]


@jit
def is_placing(s):
    """Return whether the mover has pawns in hand: stage 1 (K4)."""
    return s.hand[np.int64(s.turn)] > 0


@jit
def legal(s, out):
    """Write the codes of all legal moves and return their number (K4, K6, K9).

    s: STATE, read only.  out: int64[WIDEST], modified in place, ascending.
    """
    if is_placing(s):
        return _placings(s, out)
    n = _moves(s, out)
    if n == 0:
        out[0] = PASS[np.int64(s.board)]
        n = 1
    return n


@jit
def _placings(s, out):
    """Write the placings of stage 1, on free outer points, and return their number (K4)."""
    taken = occupied(s)
    n = np.int64(0)
    for point in range(OUTER[np.int64(s.board)]):
        out[n] = point
        n += np.int64(~taken >> np.uint64(point) & ONE)  # an `if` would be mispredicted half the time
    return n


@jit
def _moves(s, out):
    """Write the moves of stage 2 and return their number: along lines to free points, not out of a gate (K6 to K8)."""
    board = np.int64(s.board)
    free = ~occupied(s)
    pawns = s.pawns[np.int64(s.turn)]
    n = np.int64(0)
    while pawns != NONE:
        rest = pawns & (pawns - ONE)
        point = PLACE[np.int64((pawns ^ rest) % np.uint64(67))]
        pawns = rest
        first = np.int64(FIRST[board, point])
        for code in range(first, first + np.int64(EXITS[board, point])):
            out[n] = code
            n += np.int64(free >> np.uint64(END[board, code]) & ONE)
    return n


@jit
def play(s, code):
    """Place or move a pawn, or pass.  s: STATE, modified in place; code: a legal one."""
    me = np.int64(s.turn)
    board = np.int64(s.board)
    if code < POINTS[board]:
        s.pawns[me] |= ONE << np.uint64(code)
        s.hand[me] -= 1
    elif code < PASS[board]:
        s.pawns[me] ^= ONE << np.uint64(START[board, code]) | ONE << np.uint64(END[board, code])
    s.turn = (me + 1) % np.int64(s.players)
    if is_home(s, me) or _is_blocked(s):
        s.turn = OVER


@jit
def is_home(s, player):
    """Return whether a player has all his pawns inside (K10)."""
    return s.hand[player] == 0 and s.pawns[player] & ~IS_INSIDE[np.int64(s.board)] == NONE


@jit
def _is_blocked(s):
    """Return whether no player has a legal move (K11), or with the flag the player to move has none (K9).

    The player to move is tried first: he almost always has one.
    """
    me = np.int64(s.turn)
    return not is_placing(s) and not can_move(s, me) and (s.blocked != 0 or _is_stuck(s, me))


@jit
def _is_stuck(s, first):
    """Return whether no player can move a pawn; the player `first` is tried first."""
    for offset in range(np.int64(s.players)):
        if can_move(s, (first + offset) % np.int64(s.players)):
            return False
    return True


@jit
def can_move(s, player):
    """Return whether a pawn of the player can move."""
    pawns = s.pawns[player]
    while pawns != NONE:
        rest = pawns & (pawns - ONE)
        if not is_shut_in(s, PLACE[np.int64((pawns ^ rest) % np.uint64(67))]):
            return True
        pawns = rest
    return False


@jit
def is_shut_in(s, point):
    """Return whether a pawn on the point has no free point to move to (K6 to K8)."""
    return NEAR[np.int64(s.board), point] & ~occupied(s) == NONE


@jit
def score(s, out):
    """Write the points in twelfths and return the reason (K9 to K11).

    out: int64[players], modified in place.  Several winners, which no game produces, share the points.
    """
    players = np.int64(s.players)
    winners = np.int64(0)
    for player in range(players):
        winners += np.int64(is_home(s, player))
    if winners == 0 and is_one_shut_in(s):
        for player in range(players):
            out[player] = POINT if can_move(s, player) else 0
        return SHUT_IN
    for player in range(players):
        if winners == 0:
            out[player] = POINT // players
        else:
            out[player] = POINT // winners if is_home(s, player) else 0
    return BLOCKED if winners == 0 else INSIDE


@jit
def is_one_shut_in(s):
    """Return whether by the flag one of the two players has lost, since he alone cannot move (K9)."""
    return s.blocked != 0 and can_move(s, np.int64(0)) != can_move(s, np.int64(1))


@jit
def audit(s):
    """Return 0, or the number of a broken invariant (see `reasons.invalid`)."""
    in_hand = np.int64(0)
    for player in range(MOST_PLAYERS):
        pawns = np.int64(s.hand[player]) + count_bits(s.pawns[player])
        if player >= s.players:
            if pawns != 0:
                return 7
        elif pawns > pawns_each(s):
            return 1
        elif pawns == 0:
            return 2
        in_hand += s.hand[player]
    if not _is_disjoint(s):
        return 7
    if in_hand > 0:
        return _audit_stage_1(s)
    over = _is_stuck(s, np.int64(0))
    for player in range(np.int64(s.players)):
        over = over or is_home(s, player)
    if s.turn == OVER:
        return 0 if over or is_one_shut_in(s) else 6
    if over:
        return 5
    return 8 if s.blocked and not can_move(s, np.int64(s.turn)) else 0


@jit
def _is_disjoint(s):
    """Return whether every point has at most one pawn."""
    pawns = np.int64(0)
    for player in range(MOST_PLAYERS):
        pawns += count_bits(s.pawns[player])
    return pawns == count_bits(occupied(s))


@jit
def _audit_stage_1(s):
    """Check stage 1: pawns on outer points only, placed in turn, and the mover is the next to place (K3, K4)."""
    if occupied(s) >> np.uint64(OUTER[np.int64(s.board)]) != NONE:
        return 3
    players = np.int64(s.players)
    placed = count_bits(occupied(s))
    for player in range(players):
        mine = (placed + players - 1 - player) // players
        if count_bits(s.pawns[player]) != mine or s.hand[player] != pawns_each(s) - mine:
            return 4
    return 0 if s.turn == placed % players else 4
