"""Entries of a tablebase recomputed by the game's rules, independently of the generator.

In these positions the stones that are not on the board are in the mover's store, and the mover is a.
"""

import numpy as np

from charkoni.core.compiler import jit
from charkoni.solve.mangala.board_kernels import BYTE, STONES, stones_of, unrank
from charkoni.solve.mangala.layer_kernels import OFFSET, further

UNKNOWN = 1000  # a value is at most 48 stones
"""No value of a board: the stack of a search was too small."""


@jit
def set_board(s, rank, halves):
    """Make a state the position of a rank, a to move.  s: STATE, modified in place.  halves: scratch uint64[2]."""
    unrank(rank, 12, halves)
    s.turn = 0
    for hole in range(6):
        s.holes[0, hole] = np.int64((halves[0] >> np.uint64(8 * hole)) & BYTE)
        s.holes[1, hole] = np.int64((halves[1] >> np.uint64(8 * hole)) & BYTE)
    # The value counts further stones only, so that any stores will do that sum up to 48.
    s.store[0] = STONES - stones_of(halves[0]) - stones_of(halves[1])
    s.store[1] = 0


@jit
def _lead_of(s, player):
    return np.int64(s.store[player]) - np.int64(s.store[1 - player])


@jit
def one_step(game, cells, states, codes):
    """Return the value of states[0] from the entries of the positions its moves lead to, by the game's own rules.

    cells: uint8, of a tablebase that holds them.  states: STATE[2], the second is scratch.  codes: scratch int64[6].
    """
    # The recurrence that the whole tablebase obeys, w the stones a move wins, less those it gives away:
    #
    #     v(s) = max over the moves of  w + v(s')    the mover has another turn
    #                                   w - v(s')    the other is to move
    #                                   w            the game is over
    me = game.turn(states[0])
    before = _lead_of(states[0], me)
    best = np.int64(-OFFSET)
    for i in range(game.legal(states[0], codes)):
        states[1] = states[0]
        game.play(states[1], codes[i])
        value = _lead_of(states[1], me) - before
        if game.turn(states[1]) == me:
            value += further(cells, states[1])
        elif game.turn(states[1]) >= 0:
            value -= further(cells, states[1])
        best = max(best, value)
    return best


@jit
def count_wrong(game, cells, ranks, states, codes, halves):
    """Return how many entries differ from `one_step`, and the first such rank or -1.

    ranks: int64[n], boards on which both sides have stones.  The others: scratch, as above.
    """
    wrong = 0
    first = np.int64(-1)
    for i in range(len(ranks)):
        set_board(states[0], ranks[i], halves)
        if one_step(game, cells, states, codes) != np.int64(cells[ranks[i]]) - OFFSET:
            wrong += 1
            if first < 0:
                first = ranks[i]
    return wrong, first


@jit
def minimax(game, states, codes, counts, best):
    """Return the value of states[0] by trying every line to its end, without any tablebase.

    states: STATE[n], the path.  codes: int64[n, 6], counts: int64[n], best: int64[n]: scratch.  Returns UNKNOWN
    when n is too small.
    """
    # An explicit stack: too deep a recursion of compiled code ends the process, a line too long for this is UNKNOWN.
    depth = 0
    counts[0] = game.legal(states[0], codes[0])
    best[0] = -OFFSET
    while True:
        if counts[depth] == 0:
            if depth == 0:
                return best[0]
            depth -= 1
            _raise_best(game, states, best, depth, best[depth + 1])
            continue
        counts[depth] -= 1
        if depth + 1 == len(states):
            return UNKNOWN
        states[depth + 1] = states[depth]
        game.play(states[depth + 1], codes[depth, counts[depth]])
        if game.turn(states[depth + 1]) < 0:
            _raise_best(game, states, best, depth, 0)
            continue
        depth += 1
        counts[depth] = game.legal(states[depth], codes[depth])
        best[depth] = -OFFSET


@jit
def _raise_best(game, states, best, depth, below):
    """Back up the value of a move: the stones it won, and `below`, the value for the next mover."""
    me = game.turn(states[depth])
    value = _lead_of(states[depth + 1], me) - _lead_of(states[depth], me)
    value += below if game.turn(states[depth + 1]) == me else -below
    best[depth] = max(best[depth], value)


@jit
def boards_with_both(ranks, halves):
    """Keep the ranks of boards on which both sides have stones; return their number.  ranks: modified in place."""
    kept = 0
    for i in range(len(ranks)):
        unrank(ranks[i], 12, halves)
        if halves[0] != np.uint64(0) and halves[1] != np.uint64(0):
            ranks[kept] = ranks[i]
            kept += 1
    return kept
