"""Random games on packed rows are those by single moves, to the last number drawn."""

import numpy as np
import pytest

from charkoni import OVER, game
from charkoni.core.compiler import compiled
from charkoni.core.playout import playout, playouts, results
from charkoni.core.random_numbers import seeded

NAMES = ("mangala", "mangala:rest=keep", "mangala:first=on", "mangala:first=on,rest=keep", "mangala:fortress")
SEEDS = 40 if compiled() else 2


def scratch():
    return np.zeros(6, np.int64), np.zeros(6, np.int64)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("cap", [1, 12, 600])
def test_the_games_are_those_by_single_moves(name, cap):
    kernels = game(name).kernels
    for seed in range(SEEDS):
        ours, single = game(name).start().state, game(name).start().state
        rng, other = seeded(seed), seeded(seed)
        plies = kernels.finish(kernels, ours[0], rng, cap, *scratch())
        assert playout(kernels, single[0], other, cap, *scratch()) == plies
        assert ours.tobytes() == single.tobytes()
        assert rng.tolist() == other.tolist()


@pytest.mark.parametrize("name", NAMES)
def test_the_points_of_many_games_are_those_by_single_moves(name):
    chosen, both = game(name), []
    for kernel in (results, playouts):
        points = np.zeros(3, np.int64)
        kernel(chosen.kernels, chosen.start().state, chosen.blank(), seeded(2), SEEDS, 45, points, *scratch())
        both.append(points.tolist())
    assert both[0] == both[1]
    assert both[0][2] > 0 or not compiled()  # the cap cuts some off


def test_a_game_that_is_over_stays_as_it_is():
    states = game("mangala").parse("0,0,0,0,0,0:30/0,0,0,0,0,0:18 .").state
    kernels = game("mangala").kernels
    assert kernels.finish(kernels, states[0], seeded(1), 10, *scratch()) == 0
    assert (states[0].turn, states[0].store.tolist()) == (OVER, [30, 18])
