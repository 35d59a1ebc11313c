"""The transposition table: two entries a bucket, replacement of the shallower or older one."""

import numpy as np
import pytest

from charkoni.search.transposition_table import EXACT, LOWER, bound_of, code_of, depth_of, pack, probe, score_of, store

KEY = 0b1010
ONE, OTHER, THIRD = 11, 12, 13
"""Verification hashes of positions with the same index."""


def entry(code: int, depth: int, age: int = 1) -> int:
    return int(pack(code, 0, depth, EXACT, age))


def kept(table: np.ndarray, check: int) -> int | None:
    """Return the stored move of a position."""
    data = probe(table, np.uint64(KEY), np.uint64(check))
    return int(code_of(data)) if data else None


def put(table: np.ndarray, check: int, data: int) -> None:
    store(table, np.uint64(KEY), np.uint64(check), np.uint64(data))


@pytest.fixture
def table() -> np.ndarray:
    return np.zeros((16, 2), np.uint64)


def test_two_positions_share_a_place(table: np.ndarray) -> None:
    put(table, ONE, entry(1, 5))
    put(table, OTHER, entry(2, 5))
    assert (kept(table, ONE), kept(table, OTHER), kept(table, THIRD)) == (1, 2, None)


def test_the_shallower_gives_way(table: np.ndarray) -> None:
    put(table, ONE, entry(1, 9))
    put(table, OTHER, entry(2, 4))
    put(table, THIRD, entry(3, 1))
    assert (kept(table, ONE), kept(table, OTHER), kept(table, THIRD)) == (1, None, 3)


def test_entries_of_earlier_searches_are_replaced_first(table: np.ndarray) -> None:
    put(table, ONE, entry(1, 9, age=1))
    put(table, OTHER, entry(2, 4, age=2))
    put(table, THIRD, entry(3, 1, age=2))
    assert (kept(table, ONE), kept(table, OTHER), kept(table, THIRD)) == (None, 2, 3)


def test_a_position_has_one_entry(table: np.ndarray) -> None:
    put(table, ONE, entry(1, 9))
    put(table, ONE, entry(2, 3))
    put(table, OTHER, entry(3, 1))
    assert (kept(table, ONE), kept(table, OTHER)) == (2, 3)


def test_an_entry_that_was_torn_is_none(table: np.ndarray) -> None:
    put(table, ONE, entry(1, 9))
    table[table[:, 0] > 0, 0] = entry(2, 9)  # another thread has written one of its two words
    assert kept(table, ONE) is None


@pytest.mark.parametrize("score", [-(1 << 20), -1, 0, 1, 1 << 20])
def test_all_that_is_packed_comes_out_again(score: int) -> None:
    data = pack(77_777, score, 200, LOWER, 63)
    assert (code_of(data), score_of(data), depth_of(data), bound_of(data)) == (77_777, score, 200, LOWER)
