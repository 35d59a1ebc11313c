"""Random games as one number, by which the rules in a module are compared with those in memory."""

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.constants import OVER
from charkoni.core.playout import step
from charkoni.search.transposition_table import fold

_A = np.uint64(0x9E3779B1)
_B = np.uint64(0x85EBCA77)

LONGEST = 400
"""Plies after which a random game is left."""


@jit
def digest_of_games(game, path, states, words, rng, codes, weights, points, games):
    """Play random games from the first position of a path; return a hash of all positions, moves and results, int64.

    states: STATE[1 or more], and words: uint64[1 or more, n], the same memory, scratch.  rng: uint64[2], modified.
    codes, weights: int64[WIDEST], points: int64[players], scratch.
    """
    key = np.uint64(0)
    for _ in range(games):
        for i in range(words.shape[1]):
            words[0, i] = path[0, i]
        plies = 0
        while plies < LONGEST and game.turn(states[0]) != OVER:
            key = fold(key ^ np.uint64(step(game, states[0], rng, codes, weights)), _A, _B)
            for i in range(words.shape[1]):
                key = fold(key ^ words[0, i], _A, _B)
            plies += 1
        if plies < LONGEST:
            game.score(states[0], points)
            for player in range(len(points)):
                key = fold(key ^ np.uint64(points[player]), _A, _B)
    return np.int64(key)
