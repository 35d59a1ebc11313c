"""Games in which every turn is played at a glance: of all ways to play a throw the one that looks best at its end.

So many games are played in a second that weights can be fitted to how they ended, however much the dice decide.
"""

import numpy as np

from charkoni.core.kernel import below, jit
from charkoni.core.playout import throw
from charkoni.core.terms import CHANCE, OVER
from charkoni.search.turns_kernels import play_turn


@jit
def play_turns(game, state, work, rng, cap, first, random, kept):
    """Play a game to its end in place, and keep the positions in which a throw is due; return how many there were.

    state: STATE[1], modified.  work: see `charkoni.search.turns_kernels`.  So that all kinds of positions are seen, the
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
            play_turn(game, game.value, state, work)
    return throws
