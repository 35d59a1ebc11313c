"""The positions after every legal move of many environments."""

from typing import NamedTuple

from charkoni.core.compiler import jit
from charkoni.core.constants import OVER
from charkoni.core.game_types import Array
from charkoni.envs.kernels import _reward


class Children(NamedTuple):
    """The m positions after every legal move of n environments: those of environment i are offsets[i]:offsets[i + 1].

    codes: int64[m], the moves.  offsets: int64[n + 1].  states: STATE[m].  to_play: int8[m], a player, CHANCE or OVER.
    viewers: int8[m], the player to move, else the one who has moved.  observations: [m, ...], of the viewers. rewards:
    float32[m, players], of finished games, else 0.
    """

    codes: Array
    offsets: Array
    states: Array
    to_play: Array
    viewers: Array
    observations: Array
    rewards: Array


@jit(counted=False)
def expand(game, b, o, work, children):
    """Write states, to_play, viewers and rewards of the children, given codes and offsets."""
    for i in range(len(b.to_play)):
        for j in range(children.offsets[i], children.offsets[i + 1]):
            children.states[j] = b.states[i]
            game.play(children.states[j], children.codes[j])
            turn = game.turn(children.states[j])
            children.to_play[j] = turn
            if turn >= 0:
                children.viewers[j] = turn
            else:
                # Nobody is to move: as the one sees it who has moved; after a throw, the first player.
                children.viewers[j] = max(b.to_play[i], 0)
            if turn == OVER:
                _reward(game, children.states, children.rewards, o, work, j)
