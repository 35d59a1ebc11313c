"""Static evaluation and move ordering of Barbakan."""

import numpy as np

from charkoni.core.bit_sets import NONE, ONE, count_bits
from charkoni.core.compiler import jit
from charkoni.core.errors import N_
from charkoni.core.playout import chance_of
from charkoni.games.barbakan.rules import END as TARGET
from charkoni.games.barbakan.rules import IS_INSIDE, NEAR, OUTER, PASS, PLACE, POINTS, START, occupied

FEATURES = (
    N_("pawns on the outer ring or in hand"),
    N_("pawns before the gates"),
    N_("ways in"),
    N_("pawns that keep a gate shut"),
    N_("the move"),
)
WEIGHTS = np.array([-0.60, -0.32, 0.10, -0.06, 0.15])  # in logits


@jit
def features(s, player, out):
    """Write the value of each of FEATURES for a player.  out: float64[5], modified in place."""
    board = np.int64(s.board)
    pawns = s.pawns[player]
    outer = (ONE << np.uint64(OUTER[board])) - ONE
    out[0] = np.float64(count_bits(pawns & outer) + np.int64(s.hand[player]))
    out[1] = np.float64(count_bits(pawns & ~IS_INSIDE[board] & ~outer))
    out[2] = _ways_in(s, player)
    out[3] = _pawns_behind_gates(s, player)
    out[4] = 1.0 if s.turn == player else 0.0


@jit
def _logits(s, player):
    """Return the weighted sum of a player's features, in logits."""
    board = np.int64(s.board)
    pawns = s.pawns[player]
    outer = (ONE << np.uint64(OUTER[board])) - ONE
    logits = WEIGHTS[0] * np.float64(count_bits(pawns & outer) + np.int64(s.hand[player]))
    logits += WEIGHTS[1] * np.float64(count_bits(pawns & ~IS_INSIDE[board] & ~outer))
    logits += WEIGHTS[2] * _ways_in(s, player)
    logits += WEIGHTS[3] * _pawns_behind_gates(s, player)
    return logits + WEIGHTS[4] if s.turn == player else logits


@jit
def _gate_ends(board):
    """Return the mask of the points inside to which gates lead: the first of the two rings."""
    first = np.uint64(OUTER[board] + (OUTER[board] >> 1))
    return ((ONE << np.uint64(OUTER[board] >> 1)) - ONE) << first


@jit
def _ways_in(s, player):
    """Return the number of moves inwards of a player's outside pawns to a free point."""
    board = np.int64(s.board)
    free = ~occupied(s)
    middle = ~((ONE << np.uint64(OUTER[board])) - ONE) & ~IS_INSIDE[board]
    pawns = s.pawns[player] & ~IS_INSIDE[board]
    ways = np.int64(0)
    while pawns != NONE:
        rest = pawns & (pawns - ONE)
        here = pawns ^ rest
        goal = IS_INSIDE[board] if here & middle != NONE else middle
        ways += count_bits(NEAR[board, PLACE[np.int64(here % np.uint64(67))]] & free & goal)
        pawns = rest
    return np.float64(ways)


@jit
def _pawns_behind_gates(s, player):
    """Return the number of a player's pawns right behind a gate, 0 when he has no pawns outside."""
    board = np.int64(s.board)
    if s.pawns[player] & ~IS_INSIDE[board] == NONE:
        return 0.0
    return np.float64(count_bits(s.pawns[player] & _gate_ends(board)))


@jit
def value(s, out):
    """Write the expected points.  out: float64[players], modified in place."""
    players = np.int64(s.players)
    total = 0.0
    for player in range(players):
        out[player] = _logits(s, player)
        total += out[player]
    share = 0.0
    for player in range(players):
        others = (total - out[player]) / (players - 1)
        out[player] = chance_of(out[player] - others)
        share += out[player]
    for player in range(players):
        out[player] /= share


@jit
def capped(s, out):
    """Write the points at the ply cap: the most pawns inside win, ties share (K12).  out: float64[players]."""
    board = np.int64(s.board)
    players = np.int64(s.players)
    best = np.int64(0)
    winners = np.int64(0)
    for player in range(players):
        inside = count_bits(s.pawns[player] & IS_INSIDE[board])
        out[player] = np.float64(inside)
        if inside > best:
            best = inside
            winners = np.int64(0)
        if inside == best:
            winners += 1
    for player in range(players):
        out[player] = 1.0 / winners if out[player] == best else 0.0


@jit
def order(s, code):
    """Return the priority of a move in move ordering: through a gate first, then inwards, outwards, the pass."""
    board = np.int64(s.board)
    move = np.int64(code)
    if move < POINTS[board]:
        return np.int64(0)
    if move == PASS[board]:
        return np.int64(-2)
    start = _ring(board, np.int64(START[board, move]))
    end = _ring(board, np.int64(TARGET[board, move]))
    if end > start:
        return np.int64(2 if start == 1 else 1)
    return np.int64(0 if end == start else -1)


@jit
def _ring(board, point):
    """Return the ring of a point: 0 outer, 1 before the gates, 2 and 3 inside."""
    half = OUTER[board] >> 1
    return max(point // half - 1, 0)


# --- the fixed evaluation of plain MCTS, a baseline for other engines -------------------------------------------------


@jit
def baseline_value(s, out):
    """Write the expected points: more for players with fewer steps to go.  out: float64[players], modified in place."""
    players = np.int64(s.players)
    total = 0.0
    for player in range(players):
        out[player] = 1.0 / (1.0 + _steps_to_go(s, player)) ** 2
        total += out[player]
    for player in range(players):
        out[player] /= total


@jit
def _steps_to_go(s, player):
    """Return the number of steps that bring all pawns of a player inside if no pawn blocks another."""
    board = np.int64(s.board)
    outside = s.pawns[player] & ~IS_INSIDE[board]
    outer = outside & ((ONE << np.uint64(OUTER[board])) - ONE)
    return np.float64(count_bits(outside) + count_bits(outer) + 2 * np.int64(s.hand[player]))
