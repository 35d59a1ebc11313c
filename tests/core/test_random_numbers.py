"""Random numbers: those of the published generators, the same for equal seeds, evenly spread."""

import numpy as np
import pytest

from charkoni.core.random_numbers import below, next64, seeded

MASK = (1 << 64) - 1


def rotated(x, bits):
    return ((x << bits) | (x >> (64 - bits))) & MASK


def xoroshiro128plus(a, b, number):
    """The generator of Blackman and Vigna (2018, constants 24, 16, 37) on Python's own integers."""
    for _ in range(number):
        yield (a + b) & MASK
        b ^= a
        a = rotated(a, 24) ^ b ^ ((b << 16) & MASK)
        b = rotated(b, 37)


def splitmix64(x):
    while True:
        x = (x + 0x9E3779B97F4A7C15) & MASK
        z = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        yield z ^ (z >> 31)


def drawn(rng, number):
    return [int(next64(rng)) for _ in range(number)]


@pytest.mark.parametrize("state", [(1, 2), (MASK, MASK), (0x0123456789ABCDEF, 0xFEDCBA9876543211), (0, 1)])
def test_next64_gives_the_numbers_of_xoroshiro128plus(state):
    assert drawn(np.array(state, np.uint64), 200) == list(xoroshiro128plus(*state, 200))


def test_next64_begins_with_the_published_numbers_for_the_state_1_2():
    assert drawn(np.array([1, 2], np.uint64), 3) == [3, 412333834243, 2360170716294286339]


def test_seed_is_spread_by_splitmix64():
    spread = next(splitmix64(7))
    numbers = splitmix64((spread + 3) & MASK)
    assert seeded(7, 3).tolist() == [next(numbers), next(numbers) | 1]


@pytest.mark.parametrize("seed", [0, 1, -1, 2**64, 2**200])
def test_any_integer_is_a_seed_and_the_state_is_never_all_zero(seed):
    assert seeded(seed).dtype == np.uint64
    assert seeded(seed).tolist() == seeded(seed).tolist() != [0, 0]


def test_streams_and_seeds_differ():
    states = [tuple(seeded(seed, stream).tolist()) for seed in range(20) for stream in range(20)]
    assert len(set(states)) == 400


@pytest.mark.parametrize("n", [1, 2, 3, 6, 41, 1000, 2**31 - 1])
def test_below_is_the_high_half_times_n(n):
    rng, numbers = seeded(5), xoroshiro128plus(*seeded(5).tolist(), 300)
    assert [int(below(rng, n)) for _ in range(300)] == [((x >> 32) * n) >> 32 for x in numbers]


def test_below_reaches_every_number_about_equally_often():
    rng = seeded(11)
    counts = np.bincount([int(below(rng, 6)) for _ in range(3000)], minlength=6)
    assert counts.min() > 400 and len(counts) == 6
