"""The static evaluation of Chaupar."""

import numpy as np
import pytest

from charkoni import game
from charkoni.games.chaupar import evaluate

CHAUPAR = game("chaupar")


def _value(text):
    out = np.zeros(4)
    evaluate.value(CHAUPAR.parse(text).state[0], out)
    return out


def test_the_static_value_is_even_at_the_start_and_equal_within_a_team():
    first = _value("c4/c4/c4/c4 a ? -")
    assert first.tolist() == _value("c4/c4/c4/c4 b ? -")[::-1].tolist()
    assert first[0] == first[2] > 0.5  # the move is worth something
    out = _value("h4/c4/20,l3,h2/c2,4+x2 a ? -")
    assert out[0] == out[2] > 0.5 > out[1] == out[3]
    assert out[0] + out[1] == 1.0


@pytest.mark.parametrize(
    ("worse", "better"),
    [("1x4", "2x4"), ("2x4", "9x4"), ("9x4", "9+x4"), ("9+x4", "l1x4"), ("l1x4", "l7x4"), ("l7x4", "h4")],
)
def test_the_static_value_grows_on_the_way(worse, better):
    assert _value(f"{better}/c4/c4/c4 a ? -")[0] > _value(f"{worse}/c4/c4/c4 a ? -")[0]


@pytest.mark.parametrize(
    ("worse", "better"),
    [("3,4,20,40", "3,4,20x2"), ("20x2,40x2", "20x4"), ("c4", "1x4"), ("20x4", "22x4")],
)
def test_the_static_value_knows_piles_and_castles(worse, better):
    """Four in one have a quarter of the way; in a castle nothing can hit them (C12, C15)."""
    assert _value(f"{better}/c4/c4/c4 a ? -")[0] > _value(f"{worse}/c4/c4/c4 a ? -")[0]


def test_the_static_value_fears_who_throws_next():
    """Red, four steps behind, hits before the piece gets away, or it is black's throw first (C14)."""
    assert _value("c3,30/c3,9/c4/c4 b ? -")[0] + 0.02 < _value("c3,30/c3,9/c4/c4 a ? -")[0]


def test_the_static_value_counts_what_is_left_of_a_throw():
    assert _value("c4/c4/c4/c4 a a 1")[0] < _value("c4/c4/c4/c4 a a 156")[0]
