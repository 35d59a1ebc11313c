"""Gana: the value of a position."""

import numpy as np
import pytest
from tests.games.gana.positions import text

from charkoni import game
from charkoni.games.gana import evaluate

GANA = game("gana")
START = "p,p,p,p,k,p,p,p/p,p,p,p,p,p,p,p/8/8/8/8/P,P,P,P,P,P,P,P/P,P,P,P,K,P,P,P a 0"


def value(position_text):
    out = np.zeros(2)
    GANA.kernels.value(GANA.parse(position_text).state[0], out)
    assert out.sum() == pytest.approx(1)
    return out[0]


def test_the_value_of_the_start_is_symmetric():
    assert value(START) > 0.5
    assert value(START) + value(START.replace(" a ", " b ")) == pytest.approx(1)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("d4 PPP, a7 p", "d4 PP, a7 p"),
        ("d4 P, a7 p", "d4 P, a7 pp"),
        ("h7 P, a7 p", "a2 P, a7 p"),  # the black king can be taken
        ("a3 P, a7 p", "h2 P, b2 pp, h1 Kp"),
    ],
)
def test_the_value_grows_with(better, worse):
    assert value(text(better)) > value(text(worse))


def test_glance_counts_a_king_that_can_be_taken_as_lost():
    both = "h7 P, h2 p"
    for mover, least, most in (("a", 0.8, 1), ("b", 0, 0.2)):
        out = np.zeros(2)
        evaluate.baseline_value(GANA.parse(text(both, mover)).state[0], out)
        assert least < out[0] < most


def test_value_of_a_missing_king_is_near_a_loss():
    assert value("8/8/8/8/8/8/pppp,7/K,7 . 0") > 0.7
