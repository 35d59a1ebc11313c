"""Observations keep the bounds of their space, which Gymnasium and PettingZoo show."""

import numpy as np
import pytest
from tests.sampling import short_run

import charkoni
from charkoni.envs import BatchEnv, generators

VARIANTS = (*charkoni.games(), "mosty:links=2", "mangala:fortress", "barbakan:board=mini3,players=3")
"""The kit plays every variant into the bounds of its encoding; here are those of pending taps, too."""


@pytest.mark.parametrize("name", short_run(VARIANTS, {"mangala"}, pytest.mark.long_if_compiled))
def test_observations_keep_the_bounds_of_their_space(name):
    """With pending taps, too: Gymnasium and PettingZoo show these bounds."""
    env = BatchEnv(name, 3)
    low, high = env.spaces.bounds
    env.reset(seed=1)
    rngs, reached = generators(np.full(3, 1), np.arange(3)), set()
    for _ in range(40):
        env.step(env.random_actions(rngs))
        reached |= set(np.unique(env.observations).tolist())
    assert low <= min(reached) and max(reached) <= high
    assert -1 <= low <= 0 < high <= 127
    if env.game.family.name == "mosty":
        assert (low, high) == (0, int(env.game.flags["links"]))
