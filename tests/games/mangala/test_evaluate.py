"""Mangala: the value of a position."""

import numpy as np
import pytest

from charkoni import game
from charkoni.games.mangala import evaluate

BASE = game("mangala")


def test_value_is_even_at_the_start_and_follows_the_stores():
    values = np.zeros(2)
    found = []
    for text in ("4,4,4,4,4,4:0/4,4,4,4,4,4:0 a", "4,4,4,4,4,4:5/4,4,4,4,3,0:0 a", "4,4,4,4,3,0:0/4,4,4,4,4,4:5 a"):
        evaluate.value(BASE.parse(text).state[0], values)
        assert values.sum() == 1
        found.append(values[0])
    assert found[1] > found[0] > 0.5 > found[2]
    evaluate.value(BASE.parse("4,4,4,4,4,4:0/4,4,4,4,4,4:0 b").state[0], values)
    assert values[1] == found[0]
    evaluate.baseline_value(BASE.start().state[0], values)
    assert values.tolist() == [0.5, 0.5]


@pytest.mark.parametrize("hole", range(6))
def test_a_hole_that_ends_in_the_store_gives_another_turn(hole):
    for stones in range(1, 13):
        holes = ["2"] * 6
        holes[hole] = str(stones)
        position = BASE.parse(f"{','.join(holes)}:0/2,2,2,2,2,2:{26 - stones} a").play(str(hole + 1))
        assert evaluate.ENDS_IN_STORE[0, hole, stones] == (position.turn == 0), stones


def test_what_modules_compute_is_what_kernels_hold():
    for table, fill in evaluate.COMPUTED:
        found = np.zeros_like(table)
        fill(found)
        assert found.tobytes() == table.tobytes()
