"""Digests of random steps: equal wherever environments run, in plain Python, compiled and on a GPU."""

import hashlib
from typing import Any

import numpy as np

from charkoni.envs.batch import BatchEnv
from charkoni.envs.seeding import generators

SIZE, STEPS, CAP, SEED = 3, 16, 6, 5
_SHOWN = ("observations", "masks", "to_play", "counts", "final_observations")


def digest(game: str, actions: Any, make: Any = BatchEnv) -> str:
    """Return a hash of all that environments show during random steps.  make: BatchEnv, or its twin."""
    env = make(game, SIZE, actions=actions, cap=CAP, autoreset="same-step")
    env.reset(seed=SEED)
    rngs = generators(np.full(SIZE, 1), np.arange(SIZE))
    sums = hashlib.sha256()
    for _ in range(STEPS):
        chosen = env.random_actions(rngs)
        sums.update(chosen.astype(np.int64).tobytes())
        for name in _SHOWN:
            sums.update(getattr(env.buffers, name).astype(np.int64).tobytes())
        for name in ("rewards", "truncated", "terminated"):
            sums.update(getattr(env.buffers, name).tobytes())
        env.step(chosen)
    return sums.hexdigest()[:16]
