"""The compiled functions that positions call: one state in, one state out, in arrays of one record.

Everywhere `game` is a `Kernels` value and `states`, `parent`, `child` are STATE[1].
"""

from typing import TYPE_CHECKING

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.game_types import Array
from charkoni.core.playout import options

if TYPE_CHECKING:
    from charkoni.core.game_kernels import Kernels

ILLEGAL = -9

START, TURN, LIST, PLAY = range(4)
_NO_LIST = np.zeros(0, np.int64)


@jit
def act(game, operation, parent, child, code, codes, weights):
    """Run one of four operations.  They share a function so that the rules of a game are compiled once, not four times.

    START: set up child, return its turn.  TURN: return the turn of parent.  LIST: write all moves, or throws with their
    weights, and return their number.  PLAY: copy parent to child, play the code there, return its turn, or ILLEGAL.
    """
    if operation == START:
        game.start(child[0])
        return np.int64(game.turn(child[0]))
    if operation == TURN:
        return np.int64(game.turn(parent[0]))
    if operation == PLAY:
        codes = np.empty(game.WIDEST, np.int64)
        weights = np.empty(game.WIDEST, np.int64)
    n = options(game, parent[0], codes, weights)
    if operation == LIST:
        return np.int64(n)
    for i in range(n):
        if codes[i] == code:
            child[0] = parent[0]
            game.play(child[0], code)
            return np.int64(game.turn(child[0]))
    return np.int64(ILLEGAL)


def begin(game: "Kernels", states: Array) -> int:
    """Set up the start position in place and return whose turn it is."""
    return int(act(game, START, states, states, 0, _NO_LIST, _NO_LIST))


def whose_turn(game: "Kernels", states: Array) -> int:
    """Return the player to move, CHANCE or OVER."""
    return int(act(game, TURN, states, states, 0, _NO_LIST, _NO_LIST))


def list_options(game: "Kernels", states: Array, codes: Array, weights: Array) -> int:
    """Write the codes of all moves, or throws with weights, and return their number."""
    return int(act(game, LIST, states, states, 0, codes, weights))


def advance(game: "Kernels", parent: Array, child: Array, code: int) -> int:
    """Copy the parent, play the code in the child and return whose turn it is then, or ILLEGAL."""
    return int(act(game, PLAY, parent, child, code, _NO_LIST, _NO_LIST))


@jit
def audit(game, states):
    """Return 0, or the number of a broken invariant."""
    return np.int64(game.audit(states[0]))


@jit
def score(game, states, points):
    """Write the points in twelfths and return the number of the reason."""
    return np.int64(game.score(states[0], points))


@jit
def static_value(game, states, shares):
    """Write the expected points of each player by the game's evaluation.  shares: float64[players]."""
    game.value(states[0], shares)


@jit
def leaves(game, stack, lists, weights, heads, tails, depth):
    """Count the sequences of `depth` steps (leaf count), the last step counted in bulk.

    stack: STATE[depth], the root in stack[0].  lists: int64[depth, WIDEST], heads, tails: int64[depth]: scratch.
    weights: int64[WIDEST], scratch.  depth >= 1.
    """
    total = np.int64(0)
    ply = 0
    heads[0] = 0
    tails[0] = options(game, stack[0], lists[0], weights)
    if depth == 1:
        return tails[0]
    while ply >= 0:
        if heads[ply] == tails[ply]:
            ply -= 1
            continue
        stack[ply + 1] = stack[ply]
        game.play(stack[ply + 1], lists[ply, heads[ply]])
        heads[ply] += 1
        n = options(game, stack[ply + 1], lists[ply + 1], weights)
        if ply + 2 == depth:
            total += n
        else:
            ply += 1
            heads[ply] = 0
            tails[ply] = n
    return total
