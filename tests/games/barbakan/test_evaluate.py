"""The static evaluation of Barbakan."""

import numpy as np
import pytest
from tests.games.barbakan.positions import position_of

from charkoni import game
from charkoni.games.barbakan import evaluate

BARBAKAN = game("barbakan")


@pytest.mark.parametrize("mover", "ab")
@pytest.mark.parametrize(("pawns", "value"), [({"m1": "a", "m5": "b"}, 0.5), ({"o1": "a", "m5": "b"}, 4 / 13)])
def test_a_glance_counts_the_steps_to_go(pawns, value, mover):
    values = np.empty(2)
    evaluate.baseline_value(position_of(mover=mover, **pawns).state[0], values)
    assert values.tolist() == pytest.approx([value, 1 - value])


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"m1": "a", "o5": "b"}, {"o1": "a", "o5": "b"}),  # before the gates
        ({"o1": "a", "b1": "a", "o5": "b"}, {"o1": "a", "m1": "a", "o5": "b"}),  # inside
        ({"o1": "a", "o5": "b"}, {"o1": "a", "m5": "b"}),  # the other one is nearer
    ],
)
def test_the_value_grows_on_the_way(better, worse):
    values = np.empty((2, 2))
    BARBAKAN.kernels.value(position_of(mover="a", **better).state[0], values[0])
    BARBAKAN.kernels.value(position_of(mover="a", **worse).state[0], values[1])
    assert values[0, 0] > values[1, 0]


def test_value_of_the_start_is_equal_for_all_but_the_mover():
    values = np.empty(4)
    four = game("barbakan:players=4")
    four.kernels.value(four.start().state[0], values)
    assert values[0] > values[1] == values[2] == values[3]
    assert values.sum() == pytest.approx(1)
