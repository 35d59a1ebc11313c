"""Entries of a tablebase recomputed by the game's rules, independently of the retrograde analysis."""

import numpy as np

from charkoni.core.compiler import jit
from charkoni.solve.barbakan.retrograde_kernels import DRAW, NEVER, OVER, rank, unrank


@jit
def set_armies(s, index, points, mine, other, pair):
    """Make a state the position of an index.  s: STATE, blank but for the flags, modified.  pair: scratch uint64[2]."""
    unrank(index, points, mine, other, pair)
    s.pawns[0] = pair[0]
    s.pawns[1] = pair[1]
    s.turn = index & 1


@jit
def one_step(game, values, states, codes, points, mine, other):
    """Return the value of states[0] from those of the positions its moves lead to, as the tablebase counts.

    values: uint8, the tablebase.  states: STATE[2], the second is scratch.  codes: scratch int64[n].
    """
    # The entries after the moves count for the other, so that an even one is his loss:
    #
    #     some even              1 + the smallest of them      the fastest win
    #     else some draw         0                             nobody has to give in
    #     else                   1 + the largest               the slowest loss
    me = game.turn(states[0])
    fastest = np.int64(OVER)
    slowest = np.int64(-1)
    is_drawn = False
    for i in range(game.legal(states[0], codes)):
        states[1] = states[0]
        game.play(states[1], codes[i])
        then = game.turn(states[1])
        value = np.int64(0)
        if then >= 0:
            value = np.int64(values[rank(states[1].pawns[0], states[1].pawns[1], then, points, mine, other)])
            if value == DRAW or then == me:
                is_drawn = True
                continue
        # A move that ends the game has the value 0, a loss of the other in no plies: it wins in one.
        if value & 1 == 0:
            fastest = min(fastest, value)
        else:
            slowest = max(slowest, value)
    if fastest != OVER:
        return fastest + 1
    return np.int64(DRAW) if is_drawn else slowest + 1


@jit
def count_wrong(game, values, indices, states, codes, points, mine, other, pair):
    """Return how many entries are wrong, and the first such index or -1.

    An entry without a playable position must be one that the rules refuse, and vice versa.
    """
    wrong = 0
    first = np.int64(-1)
    for i in range(len(indices)):
        set_armies(states[0], indices[i], points, mine, other, pair)
        value = np.int64(values[indices[i]])
        is_played = game.audit(states[0]) == 0
        if is_played and value < NEVER:
            is_right = value == one_step(game, values, states, codes, points, mine, other)
        else:
            is_right = not is_played and value >= NEVER
        if not is_right:
            wrong += 1
            if first < 0:
                first = indices[i]
    return wrong, first
