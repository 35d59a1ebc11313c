"""Grades and accuracy."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from charkoni.analysis.grading import Grade, accuracy, grade, overall


@pytest.mark.parametrize(
    ("loss", "found"),
    [(0, ""), (0.049, ""), (0.05, "?!"), (0.099, "?!"), (0.10, "?"), (0.149, "?"), (0.15, "??"), (1, "??")],
)
def test_the_bands_are_5_10_and_15_per_cent(loss: float, found: str) -> None:
    assert grade(loss) == Grade(found)


def test_where_the_cost_is_exact_any_loss_is_a_mistake() -> None:
    assert grade(0.04, True) == Grade.MISTAKE
    assert grade(0.5, True) == Grade.BLUNDER
    assert grade(0, True) == Grade.GOOD


@pytest.mark.parametrize(("loss", "found"), [(0, 100), (0.05, 79.82), (0.1, 63.58), (0.2, 40.02), (0.5, 8.53), (1, 0)])
def test_the_accuracy_of_a_move_is_the_published_curve(loss: float, found: float) -> None:
    assert accuracy(loss) == pytest.approx(found, abs=0.05)


def test_without_a_choice_there_is_no_accuracy() -> None:
    assert overall([], []) is None
    assert overall([0.0, 0.0], [0.5, 0.6]) == pytest.approx(100, abs=0.01)


def test_a_slip_where_nothing_happens_costs_less_than_one_in_the_storm() -> None:
    quiet = overall([0.2] + [0.0] * 9, [0.5] * 5 + [0.5, 0.9, 0.2, 0.8, 0.3])
    storm = overall([0.0] * 9 + [0.2], [0.5] * 5 + [0.5, 0.9, 0.2, 0.8, 0.3])
    assert quiet is not None and storm is not None
    assert quiet > storm


def test_the_accuracy_is_the_mean_of_a_weighted_and_a_harmonic_mean() -> None:
    slip = accuracy(0.2)
    found = overall([0.2, 0.0], [0.5, 0.5])
    assert found == pytest.approx(((slip + 100) / 2 + 2 / (1 / slip + 1 / 100)) / 2)


def test_how_much_goes_on_around_a_move_is_seen_farther_in_longer_games() -> None:
    values = [0.5] * 12 + [0.9] * 28
    soon_after, later = ([0.2 if i == place else 0.0 for i in range(40)] for place in (13, 30))
    first, second = overall(soon_after, values), overall(later, values)
    assert first is not None and second is not None
    assert first < second


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=40))
def test_the_accuracy_of_a_game_is_between_its_worst_and_best_move(moves: list[tuple[float, float]]) -> None:
    losses = [loss for loss, _ in moves]
    found = overall(losses, [value for _, value in moves])
    assert found is not None
    assert accuracy(max(losses)) - 1e-6 <= found <= accuracy(min(losses)) + 1e-6 or found <= 0.11
