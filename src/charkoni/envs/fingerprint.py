"""Digests of random steps: equal wherever environments run, in plain Python, compiled and on a GPU."""

import hashlib
from typing import Any, Literal

import numpy as np

from charkoni.envs.batch import BatchEnv
from charkoni.envs.seeding import generators

# Small, since plain Python and the simulator of a GPU run it, too; the cap is short, so that episodes end and begin
# anew.
SIZE, STEPS, CAP, SEED = 3, 16, 6, 5
_SHOWN = ("observations", "masks", "to_play", "counts", "final_observations")


def digest(game: str, actions: Literal["taps", "codes"], make: Any = BatchEnv) -> str:
    """Return a hash of all that environments show during random steps.  make: BatchEnv, or its twin."""
    env = make(game, SIZE, actions=actions, cap=CAP, autoreset="same-step")
    env.reset(seed=SEED)
    rngs = generators(np.full(SIZE, 1), np.arange(SIZE))
    sums = hashlib.sha256()
    for _ in range(STEPS):
        chosen = env.random_actions(rngs)
        sums.update(chosen.astype(np.int64).tobytes())
        for name in _SHOWN:
            # As int64: the digest says what is shown, whatever the type of the arrays.
            sums.update(getattr(env.buffers, name).astype(np.int64).tobytes())
        for name in ("rewards", "truncated", "terminated"):
            sums.update(getattr(env.buffers, name).tobytes())
        env.step(chosen)
    return sums.hexdigest()[:16]
