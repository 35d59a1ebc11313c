"""Luck of the throws of a game, a control variate of its result.

The luck of a throw is the expected points after it less those before it.  Its mean is zero for any players and any
estimate of the expected points; so results adjusted for luck are unbiased and have a far smaller variance (in games of
chance: Burch, Schmid, Moravcik, Morrill and Bowling, "AIVAT", 2018).
"""

from functools import lru_cache

import numpy as np

from charkoni.arena.greedy_turn_kernels import add_luck
from charkoni.core.constants import CHANCE
from charkoni.core.game import Game
from charkoni.core.record import Record
from charkoni.search.rollouts.kernels import TurnScratch
from charkoni.search.rollouts.search import turn_scratch


def luck_of(record: Record, first: int = 0) -> list[float]:
    """Return the points of each seat due to the throws from a ply on; they may be negative.

    first: the plies before it are an opening, which was chosen.
    """
    game = record.game
    state, luck = game.blank().repeat(2), np.zeros(game.players)
    for position, ply in zip(record.positions[first:], record.plies[first:], strict=False):
        if position.turn == CHANCE:
            state[0] = position.state[0]
            # luck of throw t = v(after t) - sum of p_u v(after u), v the static value after the greedy turn; the mean
            # over t is 0.
            add_luck(game.kernels, state, game.code(ply.move), _scratch(game), luck)
    return [round(float(share), 6) for share in luck]


@lru_cache(maxsize=4)
def _scratch(game: Game) -> TurnScratch:
    return turn_scratch(game)
