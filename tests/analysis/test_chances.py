"""The curve of a game: smoothed, without the jump into the result; where it turned, and what decided it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.analysis.scripted_searcher import row

import charkoni
from charkoni.analysis.chances import curve, deciding_ply, estimates, outline, smoothed, turns
from charkoni.analysis.record_search import RecordSearcher
from charkoni.core.record import Record
from charkoni.search import Limits

SHARES = st.floats(0, 1)


def mosty(plies: int, loser: int | None = 1) -> Record:
    """Return a record of some plies that a side has given up."""
    record = Record(charkoni.game("mosty:size=6"))
    for _ in range(plies):
        record.play(record.position.moves[0])
    if loser is not None:
        record.resign(loser)
    return record


def pairs(*firsts: float) -> list[tuple[float, ...]]:
    return [(first, 1 - first) for first in firsts]


@given(SHARES, SHARES)
def test_an_oscillation_by_the_player_to_move_is_cancelled(low: float, high: float) -> None:
    levels = smoothed(pairs(*[low, high] * 8), 1)
    assert {round(first, 9) for first, _ in levels[1:-1]} == {round((low + high) / 2, 9)}


@given(st.lists(SHARES, min_size=1, max_size=30), st.integers(1, 3))
def test_the_curve_stays_between_the_values(firsts: list[float], reach: int) -> None:
    levels = [first for first, _ in smoothed(pairs(*firsts), reach)]
    assert len(levels) == len(firsts)
    assert min(firsts) - 1e-9 <= min(levels) and max(levels) <= max(firsts) + 1e-9


def test_turning_points_are_the_largest_lasting_changes_in_their_order() -> None:
    found = turns(mosty(7), pairs(0.5, 0.52, 0.9, 0.9, 0.9, 0.3, 0.3, 0.3))
    assert [turn.ply for turn in found] == [1, 4]
    assert turns(mosty(7), pairs(*[0.3, 0.7] * 4)) == []  # a saw
    assert turns(mosty(7), pairs(0.5, 0.53, 0.56, 0.59, 0.62, 0.65, 0.68, 0.71)) == []  # a drift
    assert turns(mosty(7), []) == []


@pytest.mark.parametrize(
    ("firsts", "decisive"),
    [
        ([0.5, 0.5, 0.7, 0.7, 0.7, 0.3, 0.3, 0.3, 0.7, 0.7, 0.7], 7),  # after a lead that was lost again
        ([0.5, 0.5, 0.52, 0.5, 0.53, 0.5, 0.55, 0.52, 0.56, 0.55, 0.57], None),
        ([0.5, 0.5, 0.53, 0.55, 0.6, 0.62, 0.64, 0.67, 0.7, 0.72, 0.75], None),  # nothing stands out
        ([0.7, 0.7, 0.7, 0.7, 0.7, 0.7, 0.7, 0.95, 0.95, 0.95, 0.95], None),  # it was won already
        ([0.5, 0.5, 0.5, 0.8, 0.8, 0.8, 0.4, 0.4, 0.4, 0.4, 0.4], None),  # given up on a better board
    ],
    ids=["kept", "quiet", "slow", "won before", "not on the board"],
)
def test_what_decided_is_the_gain_that_was_kept(firsts: list[float], decisive: int | None) -> None:
    assert deciding_ply(mosty(10), pairs(*firsts)) == decisive


def test_the_jump_into_the_result_decides_nothing() -> None:
    record = Record(charkoni.game("mosty:size=2"))
    for move in ("c1", "c3", "a1", "b2", "a3"):
        record.play(move)
    assert record.position.outcome is not None
    rows = [row(ply, [0.4, 0.6], None) for ply in range(5)] + [row(5, [1.0, 0.0], None, True)]
    values = estimates(record, rows)
    assert len(values) == 5 and curve(record, values)[-1] == pytest.approx((0.4, 0.6))
    assert deciding_ply(record, values) is None


def test_an_outline_stands_in_where_rows_are_missing() -> None:
    record = mosty(4)
    sketch = [row(ply, [0.2, 0.8], None) for ply in range(5)]
    known = [row(ply, [0.6, 0.4], None) for ply in range(2)]
    assert [first for first, _ in estimates(record, known, sketch)] == [0.6, 0.6, 0.2, 0.2, 0.2]


@pytest.mark.parametrize("searched", [0, 3, 100], ids=["late at once", "late", "in time"])
def test_an_outline_has_every_position_however_little_time_there_is(searched: int) -> None:
    record, calls = mosty(20), [0]

    def is_late() -> bool:
        calls[0] += 1
        return calls[0] > searched

    rows = outline(record, RecordSearcher(), Limits(nodes=20), is_late)
    assert [each["ply"] for each in rows] == list(range(21))
    assert all(sum(each["values"]) == pytest.approx(1) for each in rows)
