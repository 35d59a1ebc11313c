"""The static evaluation of Focus."""

import random

import numpy as np
import pytest
from tests.games.focus.reference import START, board

from charkoni import OVER, game
from charkoni.core.random_numbers import below, seeded
from charkoni.games.focus import FAMILY

FOCUS = game("focus")
KERNELS = FAMILY.kernels


def value(text, name="focus"):
    points = np.zeros(2)
    KERNELS.value(game(name).parse(text).state[0], points)
    assert points.sum() == pytest.approx(1.0)
    assert points.min() > 0.0
    return points[0]


def test_the_start_is_worth_as_much_for_whoever_begins():
    assert value(START) > 0.5
    assert value(START) + value(START.replace(" a ", " b ")) == pytest.approx(1)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (board(d4="r", d5="r", h6="g"), board(d4="r", h6="g")),  # more towers
        (board(d4="gr", h6="g"), board(d4="r", h6="g")),  # taller ones
        (board(d4="r", h6="g", reserves="1:0"), board(d4="r", h6="g")),  # a reserve
        (board(d4="r", h6="g"), board(d4="r", h6="g", reserves="0:1")),
        (board(d4="r", h6="g"), board(c1="r", h6="g")),  # room to move
    ],
)
def test_the_value_grows_with(better, worse):
    assert value(better) > value(worse)


@pytest.mark.long_unless_compiled
def test_the_value_guides_play(mode):
    """The player who looks one move ahead beats random moves."""
    rng, chance, won = seeded(2), random.Random(2), 0
    games = 1 if mode == "plain" else 8
    for seat in range(games):
        position = FOCUS.start()
        for _ in range(400):
            if position.turn == OVER:
                break
            if position.turn == seat % 2:
                move = max(chance.sample(position.moves, min(10, len(position.moves))), key=look_ahead(position))
            else:
                move = position.moves[below(rng, len(position.moves))]
            position = position.play(move)
        won += position.turn == OVER and position.outcome.scores[seat % 2] == 1
    assert won == games


def look_ahead(position):
    def worth(move):
        then = position.play(move)
        if then.turn == OVER:
            return float(then.outcome.scores[position.turn])
        points = np.zeros(2)
        KERNELS.value(then.state[0], points)
        return points[position.turn]

    return worth
