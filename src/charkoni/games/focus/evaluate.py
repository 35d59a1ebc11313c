"""Static evaluation and move ordering of Focus."""

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.constants import OVER
from charkoni.core.errors import N_
from charkoni.core.playout import chance_of
from charkoni.games.focus.rules import CELLS, DROP, HEIGHT, NULL_MOVE, OWN_HEIGHT, SIZES, TALLEST

FEATURES = (
    N_("towers"),
    N_("ways to go"),
    N_("checkers in reserve"),
    N_("captives under own towers"),
    N_("own checkers under enemy towers"),
    N_("the move"),
)
WEIGHTS = np.array([0.10, 0.010, 0.28, 0.02, -0.01, 0.15])  # in logits


def _count_below():
    """Return the numbers of checkers of each side below the top of a tower, int64[2, 64]."""
    below = np.zeros((2, 64), np.int64)
    for tower in range(2, 64):
        for checker in bin(tower)[4:]:
            below[int(checker), tower] += 1
    return below


BELOW = _count_below()


@jit
def features(s, player, out):
    """Write the value of each of FEATURES for a player.  out: float64[6], modified in place."""
    for i in range(5):
        out[i] = 0.0
    for cell in range(CELLS):
        height = OWN_HEIGHT[player, s.tower[cell]]
        if height > 0:
            out[0] += 1.0
            out[1] += SIZES[s.steps, cell, height]
            out[3] += BELOW[1 - player, s.tower[cell]]
        else:
            out[4] += BELOW[player, s.tower[cell]]
    out[2] = s.reserve[player]
    out[5] = 1.0 if s.turn == player else 0.0


@jit
def value(s, out):
    """Write the expected points.  out: float64[2], modified in place."""
    towers = np.int64(0)
    ways = np.int64(0)
    captives = np.int64(0)
    buried = np.int64(0)
    for cell in range(CELLS):
        tower = np.int64(s.tower[cell])
        height = OWN_HEIGHT[0, tower]
        if height > 0:
            towers += 1
            ways += SIZES[s.steps, cell, height]
            captives += BELOW[1, tower]
            buried -= BELOW[1, tower]
        height = OWN_HEIGHT[1, tower]
        if height > 0:
            towers -= 1
            ways -= SIZES[s.steps, cell, height]
            captives -= BELOW[0, tower]
            buried += BELOW[0, tower]
    lead = WEIGHTS[0] * towers + WEIGHTS[1] * ways + WEIGHTS[3] * captives + WEIGHTS[4] * buried
    lead += WEIGHTS[2] * (np.float64(s.reserve[0]) - np.float64(s.reserve[1]))
    if s.turn != OVER:
        lead += WEIGHTS[5] if s.turn == 0 else -WEIGHTS[5]
    out[0] = chance_of(lead)
    out[1] = 1.0 - out[0]


@jit
def order(s, code):
    """Return the priority of a move in move ordering: height of the captured tower, checkers won for the reserve."""
    me = np.int64(s.turn)
    move = np.int64(code)
    if move == NULL_MOVE:
        return np.int64(-3)
    end = move - DROP if move >= DROP else move // TALLEST % CELLS
    there = np.int64(s.tower[end])
    priority = 2 * OWN_HEIGHT[1 - me, there]
    pieces = np.int64(1) if move >= DROP else move % TALLEST + 1
    over = HEIGHT[there] + pieces - TALLEST
    for i in range(over):
        priority += 3 if (there >> i) & 1 == me else 0
    if move < DROP:
        start = np.int64(s.tower[move // (CELLS * TALLEST)])
        rest = HEIGHT[start] - pieces
        if rest > 0 and (start >> (rest - 1)) & 1 != me:
            priority -= 2
    return priority if priority > 0 or move < DROP else np.int64(-1)


@jit
def noisy(s, code):
    """Return whether a move captures a tower of three or more or fills the reserve: quiescence search follows it."""
    return 1 if order(s, code) > 5 else 0


@jit
def null_move(s):
    """Play the null move (F9) for null-move pruning; return 0 where it is not legal.  s: STATE, modified in place."""
    me = np.int64(s.turn)
    for cell in range(CELLS):
        if OWN_HEIGHT[me, s.tower[cell]] > 1:
            s.turn = 1 - me
            return 1
    return 0


# --- the fixed evaluation of plain MCTS, a baseline for other engines -------------------------------------------------


@jit
def baseline_value(s, out):
    """Write the expected points from owned towers, their moves and the reserves.  out: float64[2], modified."""
    lead = _strength(s, 0) - _strength(s, 1)
    out[0] = 0.5 + 0.5 * lead / (100.0 + abs(lead))
    out[1] = 1.0 - out[0]


@jit
def _strength(s, side):
    """Return a side's weighted sum of towers, tower moves and reserve."""
    strength = 12.0 * np.float64(s.reserve[side])
    for cell in range(CELLS):
        height = OWN_HEIGHT[side, s.tower[cell]]
        if height > 0:
            strength += 10.0 + np.float64(SIZES[s.steps, cell, height])
    return strength
