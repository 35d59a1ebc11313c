"""Tuning: the rows of a game agree with `value`, and the regression recovers known weights."""

import json

import numpy as np
import pytest

from charkoni import CHANCE, OVER, Record, game, games
from charkoni.arena import tuning
from charkoni.arena.tuning import Tuning, error_of, expected_points, fit, solve
from charkoni.core.files.journal import BadJournal, Journal
from charkoni.core.random_numbers import below, seeded
from charkoni.search import Choice, SearchResult


def positions(name, seed, plies=60):
    """Return positions of a random game in which a player decides."""
    record, rng = Record(game(name)), seeded(seed)
    while record.turn != OVER and len(record) < plies:
        record.play(record.position.moves[int(below(rng, len(record.position.moves)))])
    return [position for position in record.positions if position.turn not in (CHANCE, OVER)][::3]


@pytest.mark.parametrize("name", [*games(), "mangala:fortress"])
def test_values_are_weights_times_features(name):
    """`value` is the fitted model: the game's scale times features times WEIGHTS."""
    asked = Tuning(game(name))
    out = np.zeros(game(name).players)
    for position in positions(name, 3):
        asked.knowledge.value(position.state[0], out)
        rows = np.array([row for _, row in asked.rows(position)])
        found = expected_points(rows, asked.weights)
        if len(set(game(name).sides)) == 2:
            assert found[0] == pytest.approx(out[0], abs=1e-9), str(position)


def test_a_position_that_is_over_has_no_rows():
    assert Tuning(game("mangala")).rows(game("mangala").parse("0,0,0,0,0,0:30/0,0,0,0,0,0:18 .")) == []


def test_every_side_has_a_row_where_there_are_more_than_two():
    rows = Tuning(game("barbakan:players=3")).rows(game("barbakan:players=3").start())
    assert [side for side, _ in rows] == [0, 1, 2]
    assert np.sum([row for _, row in rows], axis=0) == pytest.approx(0)


def test_the_regression_finds_the_weights_that_made_the_points():
    rng = np.random.default_rng(1)
    truth = np.array([0.8, -0.3, 0.0])
    rows = rng.normal(size=(4000, 3)) * 2
    points = (rng.random(4000) < expected_points(rows, truth)).astype(float)
    found = solve(rows, points, np.zeros(3))
    assert found == pytest.approx(truth, abs=0.06)
    assert error_of(rows, points, found) <= error_of(rows, points, truth)


def test_a_feature_that_never_differs_keeps_its_weight():
    rows = np.array([[1.0, 0.0], [-1.0, 0.0], [2.0, 0.0]])
    assert solve(rows, np.array([1.0, 0.0, 1.0]), np.array([0.1, 5.0]))[1] == 5.0


def test_the_gain_distinguishes_useful_features():
    asked = Tuning(game("mosty"))
    rng = np.random.default_rng(2)
    rows = rng.normal(size=(1500, 3)) * 3
    points = (rng.random(1500) < expected_points(rows, np.array([-1.0, 0.0, 0.0]))).astype(float)
    table = [{"rows": rows[i::50].tolist(), "points": points[i::50].tolist()} for i in range(50)]
    found = fit(asked, table)
    assert found.worths[0].gain > 20 > 2 > abs(found.worths[1].gain)
    assert abs(found.worths[0].fitted + 1.0) < 4 * found.worths[0].error + 0.05
    assert found.missed < found.missed_now
    with pytest.raises(ValueError, match="no positions"):
        fit(asked, [{"rows": [], "points": []}])


def test_positions_of_one_game_are_no_news_to_each_other():
    """The same positions four times in every game leave the standard errors; four times the games halve them."""
    asked = Tuning(game("mosty"))
    rng = np.random.default_rng(3)
    rows = rng.normal(size=(1200, 3)) * 2
    points = (rng.random(1200) < expected_points(rows, np.array([-0.5, 0.3, 0.1]))).astype(float)
    table = [{"rows": rows[i::300].tolist(), "points": points[i::300].tolist()} for i in range(300)]
    longer = [{"rows": 4 * each["rows"], "points": 4 * each["points"]} for each in table]
    errors = [[one.error for one in fit(asked, games).worths] for games in (table, longer, 4 * table)]
    assert errors[1] == pytest.approx(errors[0], rel=0.01)
    assert errors[2] == pytest.approx([error / 2 for error in errors[0]], rel=0.01)
    drawn = [[table[i] for i in rng.integers(0, 300, 300)] for _ in range(60)]
    spread = np.std([fit(asked, games).weights for games in drawn], axis=0)
    assert errors[0] == pytest.approx(spread, rel=0.35)


def test_without_a_weight_the_others_make_up_for_it():
    """Two nearly equal features: without one of them the error hardly grows, as a fit without it shows."""
    asked = Tuning(game("mosty"))
    rng = np.random.default_rng(4)
    rows = rng.normal(size=(3000, 3))
    rows[:, 1] = rows[:, 0] + 0.5 * rng.normal(size=3000)
    points = (rng.random(3000) < expected_points(rows, np.array([0.6, 0.6, 0.1]))).astype(float)
    found = fit(asked, [{"rows": rows[i::50].tolist(), "points": points[i::50].tolist()} for i in range(50)])
    rows = np.concatenate([rows[i::50] for i in range(50)])
    points = np.concatenate([points[i::50] for i in range(50)])
    for place in (0, 1):
        others = np.delete(rows, place, axis=1)
        missed = error_of(others, points, solve(others, points, np.zeros(2)))
        assert found.worths[place].gain == pytest.approx(1000 * (missed - found.missed), rel=0.2)


class Scripted:
    """A search that returns the first two moves, proved or not."""

    def __init__(self, exact):
        self.exact = exact
        self.seen = []

    def search(self, record, limits):
        line = record.position.moves[:1]
        after = record.position.play(line[0])
        line += after.moves[:1] if after.turn >= 0 else ()
        self.seen.append((record.position, line))
        return SearchResult(line[0], (Choice(line[0], 0.5, 1, line),), (0.5, 0.5), 1, 1, 0.0, self.exact)


def test_a_position_is_taken_at_the_end_of_the_best_line():
    asked, search = Tuning(game("mosty"), nodes=5), Scripted(exact=False)
    found = asked.play(0, search)
    expected = []
    for position, line in search.seen:
        for move in line:
            position = position.play(move)
        expected += [[round(value, 4) for value in row] for _, row in asked.rows(position)]
    assert found["rows"] == expected
    assert expected


def test_proved_positions_yield_no_rows():
    assert Tuning(game("mosty"), nodes=5).play(0, Scripted(exact=True))["rows"] == []


def test_a_judge_values_positions_off_the_game():
    asked = Tuning(game("mangala"), nodes=10, judge=40)
    games = list(asked.games(6))
    assert json.loads(json.dumps(games)) == games == list(asked.games(6))
    points = [value for row in games for value in row["points"]]
    assert len(set(points)) > 2  # not only won and lost
    assert all(len(row["rows"]) == len(row["points"]) for row in games)
    assert asked.header()["judge"] == 40
    assert Tuning(game("mangala")).header()["judge"] is None


class Judge:
    """A search that returns fixed values for any position."""

    def __init__(self, *values):
        self.values = values

    def search(self, position, limits):
        return SearchResult(None, (), self.values, 1, 1, 0.0)


def test_a_judge_speaks_of_each_side():
    asked = Tuning(game("barbakan:players=3"), judge=40)
    found = asked._judged(Judge(0.2, 0.3, 0.5), asked.game.start(), seeded(1))
    assert [points for points, _ in found] == [0.2, 0.3, 0.5]


def test_settled_positions_are_not_labelled():
    """A player with more than half of the stones has won (settled positions are left out)."""
    asked = Tuning(game("mangala"), judge=40)
    over_half = asked.game.parse("3,3,3,1,0,0:26/3,3,3,3,0,0:0 a")
    assert asked._judged(Judge(0.9, 0.1), over_half, seeded(1)) == []
    assert asked._judged(Judge(0.9, 0.1), asked.game.start(), seeded(1)) != []


def test_games_do_not_depend_on_earlier_games():
    asked = Tuning(game("mosty:size=3"), nodes=40)
    whole = list(asked.games(3))
    assert json.loads(json.dumps(whole)) == whole
    assert [row["game"] for row in whole] == [0, 1, 2]
    assert list(asked.games(3, done=[0, 1])) == whole[2:]
    assert all(len(row["rows"]) == len(row["points"]) for row in whole)
    assert asked.header()[tuning.KIND] == 1


def test_games_with_and_without_a_judge_are_not_mixed(tmp_path):
    judged, plain = Tuning(game("mosty:size=3"), judge=40), Tuning(game("mosty:size=3"))
    for number, (first, second) in enumerate([(judged, plain), (plain, judged)]):
        path = tmp_path / f"{number}.jsonl"
        with Journal(path, first.header(), tuning.NEEDED):
            pass
        with pytest.raises(BadJournal, match="its judge is"):
            Journal(path, second.header(), tuning.NEEDED)


# --- greedy turns -----------------------------------------------------------------------------------------------------


def test_greedy_games_are_the_same_again_and_end_as_their_points_say():
    asked = Tuning(game("chaupar"), nodes=0, seed=3)
    rows = list(asked.greedy_games(12))
    assert rows == list(asked.greedy_games(12))
    assert rows != list(Tuning(game("chaupar"), nodes=0, seed=4).greedy_games(12))
    assert all(set(row["points"]) in ({0.0}, {1.0}) and len(row["rows"]) == len(row["points"]) > 0 for row in rows)
    assert {point for row in rows for point in row["points"]} == {0.0, 1.0}
