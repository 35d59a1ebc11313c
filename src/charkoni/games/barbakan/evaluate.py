"""What a player of Barbakan has to know."""

import numpy as np

from charkoni.core.kernel import jit
from charkoni.games.barbakan.rules import IS_INSIDE, OUTER, count_pawns


@jit
def value(s, out):
    """Write the expected points: who is nearer to having all inside.  out: float64[players], modified in place."""
    players = np.int64(s.players)
    total = 0.0
    for player in range(players):
        out[player] = 1.0 / (1.0 + _steps_to_go(s, player)) ** 2
        total += out[player]
    for player in range(players):
        out[player] /= total


@jit
def _steps_to_go(s, player):
    """Return how many steps a player's pawns need to be inside if nobody is in the way."""
    board = np.int64(s.board)
    outside = s.pawns[player] & ~IS_INSIDE[board]
    outer = outside & ((np.uint64(1) << np.uint64(OUTER[board])) - np.uint64(1))
    return np.float64(count_pawns(outside) + count_pawns(outer) + 2 * np.int64(s.hand[player]))
