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
from charkoni.search.rollouts.kernels import REACHED, SLOTS, _is_new, best_turn
from charkoni.search.rollouts.search import COMPARED, HORIZON, Rollout, turn_scratch
from charkoni.search.time_control import TimeManager


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
    searcher, out = Rollout(position.game), np.zeros(4)
    values = []
    for end in ends(position):
        evaluate.value(end.state[0], out)
        values.append(out[position.turn])
    found = searcher._list(position)
    assert found == min(len(values), COMPARED) > 3
    assert searcher._ends.values[:found].tolist() == sorted(values, reverse=True)[:found]
    for end in range(found):
        after = position
        for code in searcher._ends.lines[end, : searcher._ends.lengths[end]]:
            after = after.play(position.game.move(int(code)))
        assert after.state[0] == searcher._ends.states[end]


def test_all_ends_get_the_same_throws():
    """Common random throws: an end listed twice gets the same points both times."""
    searcher, position = Rollout(game("chaupar")), game("chaupar").parse(TURN)
    searcher._list(position)
    searcher._ends.states[1] = searcher._ends.states[0]
    searcher._roll_out(np.array([0, 1]), position.turn, 3, seeded(4, 4))
    assert searcher._ends.sums[0] == searcher._ends.sums[1] > 0


def test_every_rollout_is_as_long_as_any_other():
    """Far from the end of the game every rollout has the full number of throws."""
    searcher, position = Rollout(game("chaupar")), game("chaupar").parse(TURN)
    searcher._list(position)
    searcher._roll_out(np.array([0, 1]), position.turn, 3, seeded(4, 4))
    assert searcher._turns == 2 * 3 * HORIZON


def test_ends_of_the_game_count_as_turns():
    """Otherwise a node budget would never be reached."""
    searcher, position = Rollout(game("chaupar")), game("chaupar").parse("h4/c4/l6x4/c4 c c 222")
    count = searcher._list(position)
    searcher._roll_out(np.arange(1), position.turn, 5, seeded(4, 4))
    assert (count > 1, searcher._turns, searcher._ends.sums[0]) == (True, 5, 5.0)


@pytest.mark.compiled_only
def test_the_better_half_is_played_on_from_more_often():
    found = Rollout(game("chaupar")).search(game("chaupar").parse(TURN), Limits(nodes=60_000, lines=0))
    efforts = [choice.effort for choice in found.ranking]
    assert efforts == sorted(efforts, reverse=True)
    assert efforts[0] > 4 * efforts[-1]
    assert [choice.value for choice in found.ranking] == sorted((one.value for one in found.ranking), reverse=True)
    assert 59_000 < found.nodes < 60_400
    assert sorted(choice.move for choice in found.ranking) == list(game("chaupar").parse(TURN).moves)


@pytest.mark.parametrize("late", [0.0, 0.06, 0.15])
def test_a_late_start_still_plays_each_end_once(late):
    """On a busy machine the time may be over before the first rollout."""
    position, limits, ticks = game("chaupar").parse(TURN), Limits(seconds=0.25), count()
    searcher = Rollout(position.game)
    searcher.prepare()
    time_manager = TimeManager(limits, None, lambda: late + 0.01 * next(ticks), started=0.0)
    searcher._compare(position, searcher._list(position), limits, time_manager, seeded(1, 1))
    assert min(choice.effort for choice in searcher._ranking) >= 1
    assert all(0 < choice.value < 1 for choice in searcher._ranking)


@pytest.mark.compiled_only
@pytest.mark.parametrize("text", ["l3x4/h4/l6x4/l1x4 a a 25", "l1x4/l3x4/l4x4/l2x4 b b 25"])
def test_rollouts_in_the_lanes_agree_with_the_table(text):
    """In the lanes greedy turns are nearly perfect: the means are within three standard errors of the exact chances."""
    position = game("chaupar").parse(text)
    searcher = Rollout(position.game)
    searcher._expectiminimax.search = lambda position, limits, *rest: none(position)
    choice = searcher.search(position, Limits(nodes=60_000)).ranking[0]
    exact = float(solve.explore(position)[choice.move].points[position.turn])
    assert choice.effort > 1000
    assert choice.value == pytest.approx(exact, abs=3 * math.sqrt(exact * (1 - exact) / choice.effort) + 0.01)


def none(position):
    """Return the result of a search without nodes."""
    found = Searcher(position.game, "dice").search(position, Limits(nodes=1))
    return type(found)(found.move, (), found.values, 0, 0, 0.0)


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
