"""Samples of parametrized tests: what runs in `make test`, with all the rest left for `make test-long`."""

from collections.abc import Collection, Sequence

import pytest


def few(values: Sequence[str], chosen: Collection[str]) -> list[object]:
    """Return all values as parameters; those that are not chosen are for the long run."""
    assert set(chosen) <= set(values), "a chosen value is none of the values"
    return [pytest.param(value, marks=() if value in chosen else pytest.mark.long) for value in values]


def each_in_one_way(values: Sequence[str], ways: Sequence[str]) -> list[object]:
    """Return all pairs as parameters; all but one way of each value are for the long run."""
    return [
        pytest.param(value, way, marks=() if number == turn % len(ways) else pytest.mark.long)
        for turn, value in enumerate(values)
        for number, way in enumerate(ways)
    ]
