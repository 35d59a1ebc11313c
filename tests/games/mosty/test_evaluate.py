"""Mosty: the value of a position."""

import numpy as np
import pytest

from charkoni import game
from charkoni.games.mosty import evaluate

SMALL = game("mosty:size=2")


@pytest.mark.parametrize(("text", "red"), [("2/1/2 a", 0.5), ("2/1/rr b", 0.7), ("b1/1/b1 a", 0.3)])
def test_glance_counts_the_rows_reached(text, red):
    values = np.empty(2)
    evaluate.baseline_value(SMALL.parse(text).state[0], values)
    assert values.tolist() == pytest.approx([red, 1 - red])
