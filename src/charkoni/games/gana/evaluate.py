"""Static evaluation of Gana: a linear sum of features, and the order of moves."""

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.constants import OVER, POINT
from charkoni.core.errors import N_
from charkoni.core.playout import chance_of
from charkoni.games.gana import rules

FEATURES = (
    N_("pawns"),
    N_("safe squares around the king"),
    N_("closeness to the enemy king"),
    N_("pieces in groups"),
    N_("the move"),
)
WEIGHTS = np.array([0.45, 0.20, 0.015, 0.05, 0.15])  # in logits
_KING = 8.0


@jit
def features(s, player, out):
    """Write a player's value of each of FEATURES.  out: float64[5], modified in place."""
    out[0] = np.float64(s.left[player]) - 1.0
    out[1] = _safe_squares(s, player)
    out[2] = _closeness(s, player)
    out[3] = _grouped(s, player)
    out[4] = 1.0 if s.turn == player else 0.0


@jit
def value(s, out):
    """Write the expected points; a side without a king has lost.  out: float64[2], modified in place."""
    if s.king[0] == rules.NOWHERE or s.king[1] == rules.NOWHERE:
        lead = -_KING if s.king[0] == rules.NOWHERE else _KING
    else:
        lead = WEIGHTS[0] * (np.float64(s.left[0]) - np.float64(s.left[1]))
        lead += WEIGHTS[1] * (_safe_squares(s, 0) - _safe_squares(s, 1))
        lead += WEIGHTS[2] * (_closeness(s, 0) - _closeness(s, 1))
        lead += WEIGHTS[3] * (_grouped(s, 0) - _grouped(s, 1))
        if s.turn != OVER:
            lead += WEIGHTS[4] if s.turn == 0 else -WEIGHTS[4]
        lead *= scale(s)
    out[0] = chance_of(lead)
    out[1] = 1.0 - out[0]


@jit
def scale(s):
    """Return the factor of a lead: it falls with the plies without a capture, which end in a draw (G21)."""
    calm = np.float64(s.counter) / rules.LIMIT
    return 1.0 - 0.8 * calm * calm


@jit
def _safe_squares(s, side):
    """Return the number of adjacent squares that a king could enter without being attacked there."""
    king = np.int64(s.king[side])
    if king == rules.NOWHERE:
        return 0.0
    safe = 0.0
    for way in range(4 * king, 4 * king + 4):
        if rules.may_step_alone(s, side, way) and not rules.is_attacked(s, side, king + rules.STEP[way]):
            safe += 1.0
    return safe


@jit
def _closeness(s, side):
    """Return the sum over a side's pieces of 14 less the steps to the enemy king."""
    king = np.int64(s.king[1 - side])
    if king == rules.NOWHERE:
        return 0.0
    near = np.int64(0)
    for square in range(rules.SQUARES):
        n = np.int64(s.group[side, square])
        if n > 0:
            near += n * (14 - abs((square >> 3) - (king >> 3)) - abs((square & 7) - (king & 7)))
    return np.float64(near)


@jit
def _grouped(s, side):
    """Return the number of a side's pieces in groups of two or three."""
    pieces = np.int64(0)
    for square in range(rules.SQUARES):
        n = np.int64(s.group[side, square])
        if n == 2 or n == 3:
            pieces += n
    return np.float64(pieces)


@jit
def settled(s, out):
    """Return 1 if the mover can take the enemy king.  out: int64[2], modified in place: the points in twelfths."""
    me = np.int64(s.turn)
    if not rules.is_attacked(s, 1 - me, np.int64(s.king[1 - me])):
        return 0
    out[me] = POINT
    out[1 - me] = 0
    return 1


@jit
def urgent(s):
    """Return 1 if the mover's king can be taken, else 0."""
    me = np.int64(s.turn)
    return 1 if rules.is_attacked(s, me, np.int64(s.king[me])) else 0


@jit
def order(s, code):
    """Return the rank of a move: twice the pieces it captures (G11 to G14)."""
    me = np.int64(s.turn)
    way = np.int64(code) // rules.KINDS
    k = np.int64(code) % rules.KINDS
    n = np.int64(s.group[me, way // 4])
    if k == 0 and not rules.may_capture(s, n):
        return np.int64(0)
    if k == rules.ALONE:
        k = np.int64(1)
        m = np.int64(1)
    else:
        m = max(rules.lane(s, me, way), k)
    last = way // 4 + m * rules.STEP[way]
    own = np.int64(s.group[me, last]) + n - m + 1
    return 2 * rules.captures(s, n, own, np.int64(s.group[1 - me, last]), k == m)


@jit
def noisy(s, code):
    """Return a positive number if a move captures, else 0."""
    return order(s, code)


@jit
def null_move(s):
    """Let the mover pass and return 1, or return 0 with less than four pieces, where zugzwang is likely.

    s: STATE, modified in place.
    """
    me = np.int64(s.turn)
    if s.left[me] < 4:
        return 0
    s.turn = 1 - me
    return 1


# --- the value for plain tree search (mcts), a fixed baseline ---------------------------------------------------------


@jit
def baseline_value(s, out):
    """Write the expected points from the pieces left; a king that can be taken now counts as lost.

    out: float64[2], modified in place.
    """
    lead = _material(s, np.int64(0)) - _material(s, np.int64(1))
    me = np.int64(s.turn)
    if me != OVER and rules.is_attacked(s, 1 - me, np.int64(s.king[1 - me])):
        lead += 30.0 if me == 0 else -30.0
    out[0] = 0.5 + 0.5 * lead / (6.0 + abs(lead))
    out[1] = 1.0 - out[0]


@jit
def _material(s, side):
    """Return the material of a side in pawns, the king counted as thirty."""
    pieces = np.float64(s.left[side])
    return pieces if s.king[side] == rules.NOWHERE else pieces + 29.0
