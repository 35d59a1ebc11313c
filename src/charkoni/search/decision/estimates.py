"""Static evaluation of all moves: the value after each, and after the answers to it."""

from typing import Any

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.constants import CHANCE, OVER, POINT
from charkoni.core.playout import options

AFTER, ANSWERED, SPREAD, END = range(4)
"""Columns of `evaluate_moves`."""

GOES_ON, WINS, LOSES, IS_ANSWERED_BY_LOSS = range(4)
"""Values of the column END."""


@jit
def evaluate_moves(game, states, sides, with_answers, codes, count, answers, weights, points, shares, out):
    """Evaluate moves and, if wanted, all answers to them.

    states: STATE[3], the position, in which a player decides, and scratch.  sides: how many there are.  codes:
    int64[count], read only: the moves.  answers, weights: int64[WIDEST], scratch.  points: int64[players], shares:
    float64[players], scratch.  out: float64[count, 4], modified, per move, in points of the player to move:
    AFTER: the static value after it.  ANSWERED: the static value after the best answer for its player; the mean over
    all throws where one is due.  SPREAD: the standard deviation over the answers.  END: GOES_ON; WINS or LOSES when the
    game is over and he got more or no more than a fair share; IS_ANSWERED_BY_LOSS when an answer can do that.
    Without answers ANSWERED is AFTER, SPREAD is 0 and no END is IS_ANSWERED_BY_LOSS.
    """
    me = game.turn(states[0])
    work = states[1:]
    for i in range(count):
        work[0] = states[0]
        game.play(work[0], codes[i])
        out[i, AFTER] = _value_of(game, work[0], me, points, shares)
        out[i, ANSWERED] = out[i, AFTER]
        out[i, SPREAD] = 0.0
        out[i, END] = GOES_ON
        if game.turn(work[0]) == OVER:
            out[i, END] = WINS if out[i, AFTER] * sides > 1.0 else LOSES
        elif with_answers:
            _answer(game, work, me, sides, answers, weights, points, shares, out[i])


@jit
def _answer(game, work, me, sides, answers, weights, points, shares, row):
    """Fill the columns of a move that depend on the answers.  work[0]: the position after it."""
    decider = game.turn(work[0])
    n = options(game, work[0], answers, weights)
    total = 0.0
    mean = 0.0
    square = 0.0
    best = -1.0
    for j in range(n):
        work[1] = work[0]
        game.play(work[1], answers[j])
        value = _value_of(game, work[1], me, points, shares)
        weight = np.float64(weights[j]) if decider == CHANCE else 1.0
        total += weight
        mean += weight * value
        square += weight * value * value
        if decider != CHANCE:
            his = _value_of(game, work[1], decider, points, shares)
            if his > best:
                best = his
                row[ANSWERED] = value
            if game.turn(work[1]) == OVER and his * sides > 1.0 and value < his:
                row[END] = IS_ANSWERED_BY_LOSS
    mean /= total
    row[SPREAD] = np.sqrt(max(square / total - mean * mean, 0.0))
    if decider == CHANCE:
        row[ANSWERED] = mean


@jit
def _value_of(game, s, player, points, shares):
    """Return the points of a player at the end of the game, else by the static value."""
    if game.turn(s) == OVER:
        game.score(s, points)
        return points[player] / np.float64(POINT)
    game.value(s, shares)
    return shares[player]


def is_even(progress: Any, count: int) -> bool:
    """Return whether several moves are all worth the same, and none ends the game or lets it be ended."""
    made = progress.estimates[:count]
    return bool(count > 1 and (made[:, AFTER] == made[0, AFTER]).all() and (made[:, END] == GOES_ON).all())
