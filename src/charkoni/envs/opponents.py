"""Opponents of a learner: whoever plays the other seats of a batch of environments."""

from typing import Protocol

import numpy as np

from charkoni.core.game_types import Array
from charkoni.core.record import Player, Record
from charkoni.envs.batch import BatchEnv
from charkoni.envs.seeding import generators


class Opponent(Protocol):
    """Whoever plays the seats that the learner does not."""

    def actions(self, env: BatchEnv, waiting: Array) -> Array:
        """Return an action for each environment, int64[size]; only those of the waiting ones, bool[size], count."""

    def seed(self, seed: int, size: int) -> None:
        """Seed whatever is random."""


class RandomOpponent:
    """Plays each legal action with the same probability."""

    def __init__(self) -> None:
        self._rngs: Array = np.zeros((0, 2), np.uint64)

    def seed(self, seed: int, size: int) -> None:
        """Seed the generators, one for each environment."""
        # Streams from 2**32 on: the environments themselves have those from 0, and equal seeds must not throw alike.
        self._rngs = generators(np.full(size, seed % 2**64, np.uint64), np.arange(size) + 2**32)

    def actions(self, env: BatchEnv, waiting: Array) -> Array:
        """Return random legal actions."""
        return env.random_actions(self._rngs)


class PlayerOpponent:
    """A player of this program, `charkoni.players.player("level=3")` for one, asked position by position.

    It sees each position without its history.
    """

    def __init__(self, player: Player) -> None:
        self.player = player

    def seed(self, seed: int, size: int) -> None:
        """Do nothing: the player has its own seed."""

    def actions(self, env: BatchEnv, waiting: Array) -> Array:
        """Return the actions of the player's moves: the next taps of moves that are begun."""
        actions = np.zeros(env.size, np.int64)
        for i in np.flatnonzero(waiting):
            actions[i] = self._action(env, int(i))
        return actions

    def _action(self, env: BatchEnv, i: int) -> int:
        """Return the player's action; pending taps are the player's own, since it repeats its choice for each tap."""
        position = env.position(i)
        code = env.game.code(self.player.choose(Record(env.game, position)))
        if not env.spaces.is_tapped:
            return code
        taps = env.spaces.tap_sequence(position, code)
        pending, rank = int(env.buffers.pending[i]), 0
        # A byte a tap, so that rank ends as the bits of the taps pending.
        while pending >> rank:
            rank += 8
        if taps & ((1 << rank) - 1) != pending:
            # The taps pending are not those of the move now chosen: any legal tap goes on, and the next move is his own
            # again.
            return int(np.flatnonzero(env.masks[i])[0])
        return (taps >> rank & 255) - 1
