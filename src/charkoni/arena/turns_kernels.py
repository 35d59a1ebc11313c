"""Games in which every turn is played at a glance: of all ways to play a throw the one that looks best at its end.

So many games are played in a second that weights can be fitted to how they ended, however much the dice decide.
"""

import numpy as np

from charkoni.core.kernel import below, jit
from charkoni.core.playout import throw
from charkoni.core.terms import CHANCE, OVER

LONGEST_TURN = 8


@jit
def best_turn(game, value, states, codes, sides, counts, places, line, best, shares):
    """Write the moves until the next throw, or the end, that look best to the side that decides; return their number.

    value: a kernel like the game's.  states: STATE[LONGEST_TURN + 1], the first read only.  sides: of players, int64.
    codes: int64[LONGEST_TURN, WIDEST], counts, places, line: int64[LONGEST_TURN], shares: float64[players], scratch.
    best: int64[LONGEST_TURN], modified.  What a side does for its partner within the turn is part of it.
    """
    me = game.turn(states[0])
    length = np.int64(0)
    highest = -1.0
    level = np.int64(0)
    counts[0] = game.legal(states[0], codes[0])
    places[0] = 0
    while level >= 0:
        if places[level] == counts[level]:
            level -= 1
            continue
        line[level] = codes[level, places[level]]
        places[level] += 1
        states[level + 1] = states[level]
        game.play(states[level + 1], line[level])
        turn = game.turn(states[level + 1])
        if turn >= 0 and sides[turn] == sides[me] and level + 1 < LONGEST_TURN:
            level += 1
            counts[level] = game.legal(states[level], codes[level])
            places[level] = 0
            continue
        worth = _worth(game, value, states[level + 1], me, shares)
        if worth > highest:
            highest = worth
            length = level + 1
            for i in range(length):
                best[i] = line[i]
    return length


@jit
def _worth(game, value, s, me, shares):
    """Return the static value; who wins by the move has no better one."""
    if game.turn(s) == OVER:
        points = np.zeros(len(shares), np.int64)
        game.score(s, points)
        return 2.0 if points[me] > 0 else 0.0
    value(s, shares)
    return shares[me]


@jit
def play_turns(game, state, states, codes, sides, weights, rng, cap, first, random, kept):
    """Play a game to its end in place, and keep the positions in which a throw is due; return how many there were.

    state: STATE[1], modified.  So that all kinds of positions are seen, the first decisions, so many, are random, and
    later one in `random`.  kept: STATE[n], modified: the first n positions.  cap: the most throws.  The
    rest: see `best_turn`; weights: int64[WIDEST], scratch.
    """
    counts = np.zeros(LONGEST_TURN, np.int64)
    places = np.zeros(LONGEST_TURN, np.int64)
    line = np.zeros(LONGEST_TURN, np.int64)
    best = np.zeros(LONGEST_TURN, np.int64)
    shares = np.zeros(len(sides), np.float64)
    throws = np.int64(0)
    decisions = np.int64(0)
    while game.turn(state[0]) != OVER and throws < cap:
        if game.turn(state[0]) == CHANCE:
            if throws < len(kept):
                kept[throws] = state[0]
            throws += 1
            game.play(state[0], throw(game, state[0], rng, codes[0], weights))
        elif decisions < first or below(rng, random) == 0:
            decisions += 1
            game.play(state[0], codes[0, below(rng, game.legal(state[0], codes[0]))])
        else:
            states[0] = state[0]
            length = best_turn(game, game.value, states, codes, sides, counts, places, line, best, shares)
            for i in range(length):
                game.play(state[0], best[i])
    return throws
