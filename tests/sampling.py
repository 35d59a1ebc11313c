"""Samples of parametrized tests: what runs in `make test`, with all the rest left for `make test-long`."""

from collections.abc import Collection, Sequence

import pytest


def short_run(
    values: Sequence[str], chosen: Collection[str], mark: pytest.MarkDecorator = pytest.mark.long
) -> list[object]:
    """Return all values as parameters; those that are not chosen are for the long run, or get another mark."""
    assert set(chosen) <= set(values), "a chosen value is none of the values"
    return [pytest.param(value, marks=() if value in chosen else mark) for value in values]


def one_per_value(values: Sequence[str], ways: Sequence[str], chosen: Collection[str] | None = None) -> list[object]:
    """Return all pairs as parameters; all but one way of each value, or of each chosen one, are for the long run."""
    names = values if chosen is None else chosen
    short = {(value, ways[turn % len(ways)]) for turn, value in enumerate(names)}
    assert set(names) <= set(values), "a chosen value is none of the values"
    return [
        pytest.param(value, way, marks=() if (value, way) in short else pytest.mark.long)
        for value in values
        for way in ways
    ]
