"""Rollouts: greedy turns, the ends of a turn, and the comparison of candidates."""

import math
from itertools import count

import numpy as np
import pytest
from tests.search.test_engine import middle

from charkoni import CHANCE, OVER, game, solve
from charkoni.core.random_numbers import seeded
from charkoni.games.chaupar import evaluate
from charkoni.search import Limits, Searcher
from charkoni.search.rollouts.deepening import COMPARED, HORIZON
from charkoni.search.rollouts.kernels import REACHED, SLOTS, _is_new, best_turn, list_ends, roll_out
from charkoni.search.rollouts.search import Rollout, turn_scratch


def greedy_turn(text):
    """Return the moves of the greedy turn."""
    start = game("chaupar").parse(text)
    work = turn_scratch(start.game)
    work.states[0] = start.state[0]
    length = best_turn(start.game.kernels, work)
    return [start.game.move(int(code)) for code in work.best[:length]]


def ends(position):
    """Return all distinct positions at the end of the turn, in plain Python."""
    seen, todo = {position}, [position]
    for each in todo:
        after = [] if each.turn in (CHANCE, OVER) else [each.play(move) for move in each.moves]
        todo += (new := set(after) - seen)
        seen |= new
    return [each for each in todo if each.turn in (CHANCE, OVER)]


BROAD = "h4/h4/19,20x2,21/l7x4 a a 256"  # a turn of more states than REACHED


@pytest.mark.parametrize(
    "text",
    [
        "c4/c4/c4/c4 a a 125",
        "c2,3,9/c1,5,20x2/c4/c3,40 b b 266",
        "h4/c4/l2x2,l6,h1/c4 a a 125",
        "c3,60/c4/c4/c4 d d 15",
        BROAD,
    ],
)
def test_a_greedy_turn_has_the_highest_static_value_of_all(text):
    """The partner's moves with values handed over are part of the turn."""
    start = position = game("chaupar").parse(text)
    out = np.zeros(4)

    def static_value(end):
        evaluate.value(end.state[0], out)
        return out[start.turn]

    for move in greedy_turn(text):
        position = position.play(move)
    assert position.turn in (CHANCE, OVER)
    assert static_value(position) == max(static_value(end) for end in ends(start))


def test_with_a_full_table_new_states_are_still_searched():
    start = game("chaupar").parse(BROAD)
    work = turn_scratch(start.game)
    work.states[0] = start.state[0]
    best_turn(start.game.kernels, work)
    assert work.slots[SLOTS] == REACHED
    work.words[1] = work.reached[3]
    assert not is_new(work)
    work.words[1] += np.uint64(1)
    assert is_new(work)
    assert is_new(work)


def is_new(work):
    """Call the kernel in plain Python, since it has no wrapper."""
    return getattr(_is_new, "py_func", _is_new)(work.words, 1, work.reached, work.slots)


def test_an_immediate_win_is_played():
    assert greedy_turn("h4/c4/l6x4/c4 c c 126")[-1] == "l6:2"


# --- rollouts ---------------------------------------------------------------------------------------------------------

TURN = "c2,3,9/c1,5,20x2/c4/c3,40 b b 266"


@pytest.mark.parametrize("text", [TURN, BROAD])
def test_every_way_to_play_a_throw_is_listed_once_the_best_first(text):
    """In plain Python: the distinct positions at the end of the turn, at most those with the highest static values."""
    position = game("chaupar").parse(text)
    (found, ends_found), out = listed(position), np.zeros(4)
    values = []
    for end in ends(position):
        evaluate.value(end.state[0], out)
        values.append(out[position.turn])
    assert found == min(len(values), COMPARED) > 3
    assert ends_found.values[:found].tolist() == sorted(values, reverse=True)[:found]
    for end in range(found):
        after = position
        for code in ends_found.lines[end, : ends_found.lengths[end]]:
            after = after.play(position.game.move(int(code)))
        assert after.state[0] == ends_found.states[end]


def listed(position):
    """Return the number of the ends of a turn, and the ends."""
    work = Rollout(position.game).work_arrays()
    work.turn.states[0] = position.state[0]
    return int(list_ends(position.game.kernels, work.turn, work.ends)), work.ends


def rolled(position, ends_found, candidates, times):
    """Run rollouts from some ends; return the number of turns."""
    scratch = position.game.blank(), turn_scratch(position.game)
    what = ends_found, candidates, position.turn, times, HORIZON, seeded(4, 4)
    return int(roll_out(position.game.kernels, *what, *scratch))


def test_all_ends_get_the_same_throws():
    """Common random throws: an end listed twice gets the same points both times."""
    position = game("chaupar").parse(TURN)
    _, two = listed(position)
    two.states[1] = two.states[0]
    rolled(position, two, np.array([0, 1]), 3)
    assert two.sums[0] == two.sums[1] > 0


def test_every_rollout_is_as_long_as_any_other():
    """Far from the end of the game every rollout has the full number of throws."""
    position = game("chaupar").parse(TURN)
    assert rolled(position, listed(position)[1], np.array([0, 1]), 3) == 2 * 3 * HORIZON


def test_ends_of_the_game_count_as_turns():
    """Otherwise a node budget would never be reached."""
    position = game("chaupar").parse("h4/c4/l6x4/c4 c c 222")
    number, found = listed(position)
    turns = rolled(position, found, np.arange(1), 5)
    assert (number > 1, turns, found.sums[0]) == (True, 5, 5.0)


@pytest.mark.compiled_only
def test_the_better_half_is_played_on_from_more_often():
    found = Rollout(game("chaupar")).search(game("chaupar").parse(TURN), Limits(nodes=60_000, lines=0))
    efforts = [choice.effort for choice in found.ranking]
    assert efforts == sorted(efforts, reverse=True)
    assert efforts[0] > 4 * efforts[-1]
    assert [choice.value for choice in found.ranking] == sorted((one.value for one in found.ranking), reverse=True)
    assert 59_000 < found.nodes < 60_400
    assert sorted(choice.move for choice in found.ranking) == list(game("chaupar").parse(TURN).moves)


def begun(position, limits, proving=1):
    """Return the thread of a search whose first search, by expectiminimax, has so many nodes."""
    searcher = Rollout(position.game)
    searcher.prepare()
    asked = searcher.request(position, (), limits)
    asked.request[0]["proving"] = proving
    return searcher._begin(asked, limits)[0]


@pytest.mark.compiled_only
@pytest.mark.parametrize("late", [0.0, 0.3, 0.9])
def test_a_time_limit_halves_the_candidates_too(late):
    """On a busy machine much of the time may be over before the first rollout; each end is played on from once."""
    thread, share = begun(game("chaupar").parse(TURN), Limits(seconds=1.0, lines=0)), late
    thread.task.request[0].share = share
    while not thread.go_on(64):
        share += (1.0 - late) / 50
        thread.task.request[0].share = share
    efforts = [int(row["depth"]) for row in thread.found.rows]
    assert 0.9 < share < 1.1
    assert efforts == sorted(efforts, reverse=True)
    assert efforts[0] > 4 * efforts[-1]
    assert efforts[-1] >= 10, "the first of four rounds has a quarter of the time left, 12 of 50 calls"
    assert all(0 < row["value"] < 1 for row in thread.found.rows)


@pytest.mark.compiled_only
def test_the_first_search_has_a_quarter_of_the_time():
    thread = begun(game("chaupar").parse(TURN), Limits(seconds=1.0), 1_000_000)
    for share, has_begun in ((0.0, 0), (0.24, 0), (0.25, 1)):
        thread.task.request[0].share = share
        assert not thread.go_on(64)
        assert thread.work.comparison[0].is_begun == has_begun


@pytest.mark.compiled_only
def test_a_search_by_the_clock_compares_and_halves():
    """By a clock that goes on by a hundredth of the limit whenever it is read."""
    position, ticks = game("chaupar").parse(TURN), count()
    searcher = Rollout(position.game, clock=lambda: 0.2 * next(ticks))
    found = searcher.search(position, Limits(seconds=20.0, lines=0))
    rollouts = [choice.effort for choice in found.ranking if choice.effort > 5]  # the rest has depths
    assert found.depth == HORIZON
    assert rollouts[0] > 4 * rollouts[-1]


@pytest.mark.compiled_only
@pytest.mark.parametrize("text", ["l3x4/h4/l6x4/l1x4 a a 25", "l1x4/l3x4/l4x4/l2x4 b b 25"])
def test_rollouts_in_the_lanes_agree_with_the_table(text):
    """In the lanes greedy turns are nearly perfect: the means are within three standard errors of the exact chances."""
    position = game("chaupar").parse(text)
    thread = begun(position, Limits(nodes=60_000))
    while not thread.go_on(1):
        pass
    best = thread.found.rows[0]
    exact = float(solve.explore(position)[position.game.move(int(best["code"]))].points[position.turn])
    assert best["depth"] > 1000
    assert best["value"] == pytest.approx(exact, abs=3 * math.sqrt(exact * (1 - exact) / best["depth"]) + 0.01)


def test_a_win_at_hand_is_taken_at_once_and_needs_no_rollouts_where_it_is_proved():
    position = game("chaupar").parse("h4/c4/l6x4/c4 c c 126")
    searcher = Rollout(position.game)
    for lines in (0, 1):
        found = searcher.search(position, Limits(nodes=4000, lines=lines))
        assert (found.move, found.value, found.exact) == ("l6:2", 1.0, True)
        assert found.nodes <= 1000


def test_a_depth_limit_selects_expectiminimax():
    position = middle("chaupar", 20, 3)
    limits = Limits(depth=1)
    plain = Searcher(position.game, "dice").search(position, limits)
    found = Searcher(position.game, "rollout").search(position, limits)
    assert (found.move, found.value, found.nodes) == (plain.move, plain.value, plain.nodes)


def test_rollouts_are_the_best_search_of_games_with_dice_only():
    assert Searcher(game("chaupar")).engine == "rollout"
    with pytest.raises(ValueError, match="for games with dice"):
        Searcher(game("mangala"), "rollout")
