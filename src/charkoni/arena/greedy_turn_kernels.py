"""Turns at a glance: of all ways to play a throw the one that looks best at its end.

So many games are played in a second that weights can be fitted to how they ended, however much the dice decide.  And
what a throw was worth can be told, so that luck can be taken out of the result of a game.
"""

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.constants import CHANCE, OVER, POINT
from charkoni.core.playout import throw
from charkoni.core.random_numbers import below
from charkoni.search.rollouts.kernels import play_turn


@jit
def play_turns(game, state, work, rng, cap, first, random, kept):
    """Play a game to its end in place, and keep the positions in which a throw is due; return how many there were.

    state: STATE[1], modified.  work: `charkoni.search.rollouts.kernels`.  So that all kinds of positions are seen, the
    first decisions, so many, are random, and later one in `random`.  kept: STATE[n], modified: the first n positions.
    cap: the most throws.
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
    """Add what a throw was worth to each player: the points he can expect after it, less their mean over all throws.

    state: STATE[2]: before the throw, not modified; scratch.  code: of the throw.  work: see
    `search.rollouts.kernels`.  luck: float64[players], modified.  What is expected after a throw is told by the
    value of where a turn at a glance leads.
    """
    count = game.throws(state[0], work.codes[0], work.weights)
    total = np.int64(0)
    for i in range(count):
        total += work.weights[i]
    for i in range(count):
        game.throws(state[0], work.codes[0], work.weights)  # again, for a turn overwrites the codes
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
