"""Random games: the generic kernels behave as their docstrings say, and chance is fair."""

import numpy as np
import pytest

from charkoni import CHANCE, OVER, game
from charkoni.check import toy
from charkoni.core.compiler import compiled
from charkoni.core.playout import default, options, playout, playouts, step, throw, trail
from charkoni.core.random_numbers import seeded

DASH, TRIO, MANGALA = toy("dash"), toy("trio"), game("mangala")
MANY = 3000 if compiled() else 60


def scratch(chosen):
    return np.zeros(chosen.widest, np.int64), np.zeros(chosen.widest, np.int64)


def play_many(chosen, games, seed=3, cap=1000):
    points = np.zeros(chosen.players + 1, np.int64)
    root, work = chosen.start().state, chosen.start().state
    plies = playouts(chosen.kernels, root, work, seeded(seed), games, cap, points, *scratch(chosen))
    assert root.tobytes() == chosen.start().state.tobytes()
    return int(plies), points.tolist()


@pytest.mark.parametrize("chosen", [DASH, TRIO, MANGALA], ids=str)
def test_every_game_gives_away_one_point_of_twelve_twelfths(chosen):
    _, points = play_many(chosen, 40)
    assert sum(points[:-1]) == 40 * 12
    assert points[-1] == 0


def test_games_that_the_cap_cuts_off_are_counted_apart():
    plies, points = play_many(MANGALA, 10, cap=5)
    assert (plies, points) == (50, [0, 0, 10])


def test_same_seed_same_games_and_another_seed_others():
    assert play_many(MANGALA, 10) == play_many(MANGALA, 10)
    assert play_many(MANGALA, 10) != play_many(MANGALA, 10, seed=4)


@pytest.mark.compiled_only
def test_random_mangala_lasts_43_plies_and_is_as_good_for_both_as_known():
    """Known by two other programs: 43.1 to 43.2 plies, a wins .481, draws .059, so a scores about .511."""
    games = 20_000
    plies, points = play_many(MANGALA, games)
    assert plies / games == pytest.approx(43.15, abs=0.3)
    assert points[0] / (12 * games) == pytest.approx(0.5105, abs=0.015)


def test_throws_come_as_often_as_their_weights_say():
    rng, counts = seeded(9), np.zeros(16, int)
    for _ in range(MANY):
        counts[throw(DASH.kernels, DASH.start().state[0], rng, *scratch(DASH))] += 1
    assert counts[:12].sum() == 0 == counts[15]
    assert counts[12:15] / MANY == pytest.approx(np.array([3, 2, 1]) / 6, abs=0.05 if compiled() else 0.25)


def test_step_plays_a_legal_move_or_throw_and_returns_its_code():
    position, rng = DASH.start(), seeded(1)
    for _ in range(12):
        states = position.state
        code = int(step(DASH.kernels, states[0], rng, *scratch(DASH)))
        assert code in position.codes
        position = position.play(DASH.move(code))
        assert position.state.tobytes() == states.tobytes()
        if position.turn == OVER:
            break


@pytest.mark.parametrize("chosen", [DASH, TRIO, MANGALA], ids=str)
def test_trail_writes_the_codes_of_a_game_to_its_end(chosen):
    path, states = np.full(400, -1, np.int64), chosen.start().state
    plies = int(trail(chosen.kernels, states, seeded(2), path, *scratch(chosen)))
    position = chosen.start()
    for code in path[:plies].tolist():
        position = position.play(chosen.move(code))
    assert position.turn == OVER
    assert position.state.tobytes() == states.tobytes()
    assert (path[plies:] == -1).all()


def test_trail_stops_where_its_path_is_full():
    states = MANGALA.start().state
    assert trail(MANGALA.kernels, states, seeded(2), np.zeros(7, np.int64), *scratch(MANGALA)) == 7


def test_playout_goes_the_way_of_the_trail():
    states, others = MANGALA.start().state, MANGALA.start().state
    plies = trail(MANGALA.kernels, states, seeded(2), np.zeros(400, np.int64), *scratch(MANGALA))
    assert playout(MANGALA.kernels, others[0], seeded(2), 400, *scratch(MANGALA)) == plies
    assert others.tobytes() == states.tobytes()


@pytest.mark.parametrize(
    ("position", "number"),
    [(DASH.start(), 3), (DASH.start().play("[1]"), 1), (TRIO.start(), 7), (TRIO.parse("abcabca ."), 0)],
    ids=str,
)
def test_options_are_the_moves_or_throws(position, number):
    codes, weights = scratch(position.game)
    assert options(position.game.kernels, position.state[0], codes, weights) == number == len(position.moves)
    if position.turn == CHANCE:
        assert weights.tolist() == [3, 2, 1]


def test_game_without_a_value_is_valued_alike_for_all():
    values = np.zeros(2)
    DASH.kernels.value(DASH.start().state[0], values)
    assert values.tolist() == [0.5, 0.5]


def test_missing_kernel_is_named():
    with pytest.raises(AttributeError, match=r"trio\.rules has no kernel 'swim'"):
        default(TRIO.family.rules, "swim")
