"""Positions of random games for the tests of environments."""

import numpy as np

import charkoni
from charkoni.check.sample import Sample
from charkoni.core.game import Position, variants_of

VARIANTS = [game.name for name in charkoni.games() for game in variants_of(charkoni.game(name).family)]


def positions(name: str, games: int = 1, seed: int = 1) -> list[Position]:
    """Return some positions of random games in which a player decides, the start among them."""
    return [position for position in Sample(charkoni.game(name), games, seed).played if position.turn >= 0]


def every(name: str, games: int = 1, seed: int = 1) -> list[Position]:
    """Return all positions of random games."""
    return [position for walk in Sample(charkoni.game(name), games, seed).walks for position in walk.positions]


def observed(position: Position, viewer: int) -> np.ndarray:
    """Return the observation of a player."""
    encoding = position.game.family.encoding
    rows = np.full((1, int(np.prod(encoding.shape(position.game.flags)))), 99, np.int8)
    encoding.observe(position.state[0], viewer, rows, 0)
    return rows[0]
