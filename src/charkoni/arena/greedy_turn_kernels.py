"""Greedy turns: games for fitting weights, and the luck of throws as a control variate.

A greedy turn is, of all ways to play a throw, the one with the highest static value at its end (see
`charkoni.search.rollouts.kernels`).
"""

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.constants import CHANCE, OVER, POINT
from charkoni.core.playout import throw
from charkoni.core.random_numbers import below
from charkoni.search.rollouts.kernels import play_turn


@jit
def play_turns(game, state, work, rng, cap, first, random, kept):
    """Play a game in place by greedy turns, and keep the positions in which a throw is due; return their number.

    state: STATE[1], modified.  work: `TurnScratch`.  cap: the most throws.  first: the number of decisions at the
    beginning that are random; of the later ones, one in `random` is, for a variety of positions.  kept: STATE[n],
    modified: the first n positions.
    """
    throws = np.int64(0)
    decisions = np.int64(0)
    codes = work.codes[0]
    while game.turn(state[0]) != OVER and throws < cap:
        if game.turn(state[0]) == CHANCE:
            if throws < len(kept):
                kept[throws] = state[0]
            throws += 1
            game.play(state[0], throw(game, state[0], rng, codes, work.weights))
        elif decisions < first or below(rng, random) == 0:
            decisions += 1
            game.play(state[0], codes[below(rng, game.legal(state[0], codes))])
        else:
            play_turn(game, state, work)
    return throws


@jit
def add_luck(game, state, code, work, luck):
    """Add the luck of a throw for each player: his expected points after it, less their mean over all throws.

    state: STATE[2]: before the throw, not modified; scratch.  code: of the throw.  work: `TurnScratch`.
    luck: float64[players], modified.  The expected points after a throw are the static value after the greedy turn.
    """
    count = game.throws(state[0], work.codes[0], work.weights)
    total = np.int64(0)
    for i in range(count):
        total += work.weights[i]
    for i in range(count):
        game.throws(state[0], work.codes[0], work.weights)  # again, since a turn overwrites the codes
        thrown = work.codes[0, i]
        state[1] = state[0]
        game.play(state[1], thrown)
        while game.turn(state[1]) >= 0:
            play_turn(game, state[1:], work)
        share = (1.0 if thrown == code else 0.0) - work.weights[i] / np.float64(total)
        if game.turn(state[1]) == OVER:
            game.score(state[1], work.points)
            for player in range(len(luck)):
                luck[player] += share * work.points[player] / POINT
        else:
            game.value(state[1], work.shares)
            for player in range(len(luck)):
                luck[player] += share * work.shares[player]
