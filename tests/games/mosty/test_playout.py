"""A random filling of the free crossings wins as often as random moves do."""

from itertools import combinations
from math import comb, sqrt

import numpy as np
import pytest

from charkoni import OVER, game
from charkoni.core.compiler import compiled
from charkoni.core.playout import playouts, results
from charkoni.core.random_numbers import below, seeded
from charkoni.games.mosty.playout import random_part, red_share
from charkoni.games.mosty.rules import LINE, PLACE, derive, is_joined

MANY = 20_000 if compiled() else 60
FAR = 4.0
"""Standard deviations: with the seeds fixed, a test that holds once holds always."""


def red_wins(kernel, position, games, seed=1):
    """Return how many of so many random games Red wins."""
    points, chosen = np.zeros(3, np.int64), position.game
    codes, weights = np.zeros(chosen.widest, np.int64), np.zeros(chosen.widest, np.int64)
    root, work = position.state, chosen.blank()
    kernel(chosen.kernels, root, work, seeded(seed), games, 1000, points, codes, weights)
    assert points.sum() == 12 * games
    assert points[2] == 0
    assert root.tobytes() == position.state.tobytes()
    return int(points[0]) // 12


def wins_of_all_fillings(position):
    """Return how many fillings of the free crossings Red wins, by the rules, and the number of all."""
    s = position.state[0]
    size, share, wins = int(s["size"]), int(red_share(s)), 0
    fillings = list(combinations(map(int, position.codes), share))
    for red in fillings:
        full = position.state
        for code in map(int, position.codes):
            side = 0 if code in red else 1
            full[0].set[side, LINE[side, size, code] - 1] |= np.int16(1 << int(PLACE[side, size, code]))
        derive(full[0])
        assert is_joined(full[0], 0) != is_joined(full[0], 1)
        wins += bool(is_joined(full[0], 0))
    return wins, len(fillings)


def reached(name, plies, seed):
    """Return a position after random moves that is not over."""
    position, rng = game(name).start(), seeded(seed)
    for _ in range(plies):
        after = position.play(position.moves[int(below(rng, len(position.moves)))])
        if after.turn == OVER:
            return reached(name, plies, seed + 1)
        position = after
    return position


@pytest.mark.parametrize(
    ("name", "plies"),
    [("mosty:size=2", 0), ("mosty:size=3", 5), ("mosty:links=2,size=3", 6), ("mosty:links=2,size=3", 7)],
)
def test_red_wins_as_often_as_of_all_fillings(name, plies):
    position = reached(name, plies, 5)
    wins, fillings = wins_of_all_fillings(position)
    share = wins / fillings
    assert 0 < wins < fillings
    for kernel in (results, playouts):
        error = sqrt(share * (1 - share) / MANY)
        assert red_wins(kernel, position, MANY) / MANY == pytest.approx(share, abs=FAR * error)


@pytest.mark.compiled_only
def test_all_fillings_of_size_3_by_the_rules():
    """Known by two other programs: the first player wins .6345 of random games."""
    wins, fillings = wins_of_all_fillings(game("mosty:size=3").start())
    assert fillings == comb(13, 7)
    assert wins / fillings == pytest.approx(0.6345, abs=0.0005)
    share = red_wins(results, game("mosty:size=3").start(), 1_000_000) / 1e6
    assert share == pytest.approx(wins / fillings, abs=FAR * 0.0005)


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", ["mosty", "mosty:size=6", "mosty:size=7", "mosty:size=10", "mosty:links=2,size=8"])
def test_large_boards_are_won_as_often_as_by_single_moves(name):
    start = reached(name, 3, 2)
    ours, single = (red_wins(kernel, start, MANY, seed) for seed, kernel in enumerate((results, playouts)))
    mean = (ours + single) / 2
    assert (ours - mean) ** 2 / mean * 2 + (ours - mean) ** 2 / (
        MANY - mean
    ) * 2 < 10.8  # chi-square, one degree, p .001


def test_each_part_of_a_word_is_equally_likely():
    free, rng, counts = np.uint64(0b1011001), seeded(3), {}
    for _ in range(MANY):
        part = int(random_part(free, 2, 7, rng))
        assert part & ~int(free) == 0
        counts[part] = counts.get(part, 0) + 1
    assert len(counts) == comb(4, 2)
    expected = MANY / 6
    assert sum((each - expected) ** 2 / expected for each in counts.values()) < 20.5  # five degrees, p .001


@pytest.mark.parametrize(
    ("plies", "links", "share"), [(0, 1, 7), (1, 1, 6), (0, 2, 7), (1, 2, 6), (2, 2, 6), (3, 2, 6)]
)
def test_shares_of_the_free_crossings(plies, links, share):
    """Of 13 crossings Red sets the first, then both in turns: one each, or two each after the first."""
    position = game(f"mosty:links={links},size=3").start()
    for move in ("a1", "c1", "e1")[:plies]:
        position = position.play(move)
    assert red_share(position.state[0]) == share


def test_a_game_that_is_over_stays_as_it_is():
    over = game("mosty:size=2").parse("r1/b/r1 .")
    assert red_wins(results, over, 3) == 3
    kernels = over.game.kernels
    assert kernels.finish(kernels, over.state[0], seeded(1), 10, np.zeros(5, np.int64), np.zeros(5, np.int64)) == 0


def test_finish_sets_all_links():
    for name, bridges in (("mosty:size=2", 5), ("mosty:size=7", 85)):
        states, kernels = game(name).start().state, game(name).kernels
        codes = np.zeros(game(name).widest, np.int64)
        assert kernels.finish(kernels, states[0], seeded(1), 10, codes, codes) == bridges
        assert states[0].turn == OVER
