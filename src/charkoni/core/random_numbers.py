"""Random numbers: xoroshiro128+ (Blackman and Vigna, 2018, public domain), seeded by splitmix64.

Equal seed and stream give equal numbers in plain Python, compiled and on a GPU.  Sums are built from 32-bit halves:
plain Python would warn about the overflow, and the compiler makes one addition of it.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

import numpy as np
import numpy.typing as npt

from charkoni.core.compiler import jit

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_MASK64 = (1 << 64) - 1


def _splitmix64(x: int) -> tuple[int, int]:
    """Return the next state and the next number."""
    x = (x + 0x9E3779B97F4A7C15) & _MASK64
    z = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK64
    return x, z ^ (z >> 31)


def seeded(seed: int, stream: int = 0) -> "npt.NDArray[np.uint64]":
    """Return the state of a random generator, uint64[2]: equal seed and stream, equal numbers everywhere."""
    _, spread = _splitmix64(seed & _MASK64)
    state = (spread + stream) & _MASK64
    state, first = _splitmix64(state)
    state, second = _splitmix64(state)
    return np.array([first, second | 1], dtype=np.uint64)


@jit
def add(x, y):
    """Return the sum of two uint64 modulo 2 ** 64."""
    low = (x & _LOW) + (y & _LOW)
    high = (x >> _HALF) + (y >> _HALF) + (low >> _HALF)
    return ((high & _LOW) << _HALF) | (low & _LOW)


@jit
def next64(rng):
    """Return the next uint64 of the generator.  rng: uint64[2], modified in place."""
    a = rng[0]
    b = rng[1]
    result = add(a, b)
    b ^= a
    rng[0] = ((a << np.uint64(24)) | (a >> np.uint64(40))) ^ b ^ (b << np.uint64(16))
    rng[1] = (b << np.uint64(37)) | (b >> np.uint64(27))
    return result


@jit
def below(rng, n):
    """Return a random int64 in 0..n-1 (n < 2**31; uneven by less than n / 2**32).  rng: uint64[2], modified."""
    return np.int64(((next64(rng) >> _HALF) * np.uint64(n)) >> _HALF)


def place_by_odds(rng: "npt.NDArray[np.uint64]", odds: Sequence[Fraction]) -> int:
    """Return a random index with these probabilities, the same on every machine.  rng: uint64[2], modified."""
    whole = lcm(*(chance.denominator for chance in odds))
    left = int(below(rng, whole))
    for place, chance in enumerate(odds):
        left -= int(chance * whole)
        if left < 0:
            return place
    raise ValueError("the probabilities do not add up to 1")
