"""Environments for learning programs: batches on arrays, and adapters to Gymnasium, PettingZoo and OpenSpiel.

    from charkoni.envs import BatchEnv

The adapters are separate modules, since each needs its library: `gymnasium_env`, `pettingzoo_env`, `openspiel_game`.
See docs/environments.md.
"""

from charkoni.envs.batch import BatchEnv, IllegalAction, Snapshot, Spaces, Step, array_types
from charkoni.envs.seeding import generators

__all__ = ["BatchEnv", "IllegalAction", "Snapshot", "Spaces", "Step", "array_types", "generators"]
