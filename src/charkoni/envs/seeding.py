"""The random generators of many environments at once, equal to those of `core.random_numbers.seeded`."""

import numpy as np

from charkoni.core.game_types import Array

# splitmix64 (Steele, Lea and Flood 2014): states are the multiples of _GAMMA, 2**64 over the golden ratio, and a number
# is the state mixed by two multiplications.  The second word of a generator is odd, as its stream must be.
_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)


def generators(seeds: object, streams: object) -> Array:
    """Return generator states, uint64[n, 2]: row i is `seeded(seeds[i], streams[i])`.

    A single seed applies to all streams.
    """
    state = _mixed(np.asarray(seeds).astype(np.uint64) + _GAMMA) + np.asarray(streams).astype(np.uint64)
    words = np.empty((len(state), 2), np.uint64)
    words[:, 0] = _mixed(state + _GAMMA)
    words[:, 1] = _mixed(state + _GAMMA + _GAMMA) | np.uint64(1)
    return words


def _mixed(z: Array) -> Array:
    """Return the numbers that splitmix64 makes of its states."""
    z = (z ^ (z >> np.uint64(30))) * _FIRST
    z = (z ^ (z >> np.uint64(27))) * _SECOND
    mixed: Array = z ^ (z >> np.uint64(31))
    return mixed
