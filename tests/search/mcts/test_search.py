"""MCTS: legal moves, determinism, deadlines, and least quality of play."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.search import known_results as found

from charkoni import CHANCE, OVER, Record, game
from charkoni.check.toys import toy
from charkoni.core.compiler import compiled
from charkoni.core.random_numbers import seeded
from charkoni.players import MctsPlayer, RandomPlayer
from charkoni.search import Limits
from charkoni.search.mcts import deepening
from charkoni.search.mcts.deepening import run
from charkoni.search.mcts.kernels import NONE, ROOT, _evaluate, _select_child, best_move
from charkoni.search.mcts.search import Mcts, next_chunk

HERE = Path(__file__).parents[1]


def in_plain(what, *names):
    """Return the output of `known_results.py`, of positions of some games, when kernels run as plain Python."""
    root = str(HERE.parent.parent)
    run = subprocess.run(
        [sys.executable, str(HERE / "known_results.py"), what, *names],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": root},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(run.stdout)


def visits_of(finding):
    """Return the playouts through each move."""
    return {choice.move: choice.effort for choice in finding.ranking}


def tree_of(name, text=None, playouts=2000, nodes=1 << 16):
    """Return a search and its position, after a number of playouts."""
    chosen = toy(name) if name in ("dash", "trio") else game(name)
    position = chosen.parse(text) if text else chosen.start()
    searcher = Mcts(chosen, nodes=nodes)
    searcher.search(position, Limits(nodes=playouts), seed=3)
    return searcher, position


def grown(searcher):
    """Return the tree of a search after it."""
    return searcher._threads[0].work.tree


def begun(position):
    """Return the arrays of a search before its first playout, and its random generator."""
    searcher = Mcts(position.game)
    thread = searcher._begin(searcher.request(position, (), Limits(nodes=1), seed=1), Limits(nodes=1))[0]
    return thread.work, thread.task.request[0].rng


# --- determinism ------------------------------------------------------------------------------------------------


@pytest.mark.compiled_only
@pytest.mark.parametrize("games", [("mangala",), pytest.param(("dash", "trio"), marks=pytest.mark.long)])
def test_plain_and_compiled_find_the_same(games):
    assert found.searched(*games) == in_plain("searched", *games)


def test_results_are_those_of_other_machines():
    """Results equal on every machine: they may change only with the search itself."""
    finding = Mcts(game("mangala"), nodes=10_000).search(game("mangala").start(), Limits(nodes=300), seed=1)
    assert finding.move == "6"
    assert visits_of(finding) == {"6": 76, "1": 61, "5": 57, "4": 49, "3": 29, "2": 28}


@pytest.mark.compiled_only
def test_another_seed_or_stream_is_another_search():
    searcher, start = Mcts(game("mangala")), game("mangala").start()
    tried = ((1, 0), (2, 0), (1, 1), (1, 0))
    visits = [visits_of(searcher.search(start, Limits(nodes=200), [start] * plies, seed=seed)) for seed, plies in tried]
    assert visits[0] == visits[3]
    assert visits[0] != visits[1]
    assert visits[0] != visits[2]


@pytest.mark.compiled_only
def test_chunks_change_no_result(monkeypatch):
    searcher, start = Mcts(game("mangala")), game("mangala").start()
    whole = searcher.search(start, Limits(nodes=500))
    monkeypatch.setattr("charkoni.search.time_control.LARGEST_CHUNK", 7)
    monkeypatch.setattr("charkoni.search.time_control.SMALLEST_CHUNK", 7)
    parts = searcher.search(start, Limits(nodes=500))
    assert (whole.ranking, whole.values) == (parts.ranking, parts.values)


# --- results ----------------------------------------------------------------------------------------------------


@pytest.mark.plain_only
def test_a_win_in_one_move_is_found_in_every_game():
    assert found.wins() == [[name, True, True] for name, _ in found.WINS]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mangala", "1,0,0,0,0,3:30/3,0,0,0,0,0:11 a"),
        pytest.param("chaupar", "h4/c4/l7,h3/c4 c c 1", marks=pytest.mark.long_if_compiled),  # a partner wins, too
        pytest.param("trio", "a..b..c a", marks=pytest.mark.long_if_compiled),
    ],
)
def test_a_win_in_one_move_is_certain(name, text):
    searcher, position = tree_of(name, text, playouts=1)
    finding = searcher.search(position, Limits(nodes=1))
    scores = position.play(finding.move).outcome.scores
    assert scores[position.turn] == 1
    assert finding.values == tuple(map(float, scores))
    assert (finding.value, finding.ranking[0].effort, finding.nodes) == (1.0, 0, 0)


@pytest.mark.long_if_compiled
def test_a_loss_in_one_move_is_avoided():
    """Only 3 keeps b from winning there; every other move of a loses at once."""
    position = toy("trio").parse("a.b.c.. a")
    finding = Mcts(toy("trio")).search(position, Limits(nodes=400))
    losing = [move for move in position.moves if _wins_next(position.play(move))]
    assert finding.move not in losing
    assert losing


def _wins_next(position):
    ends = [position.play(move).outcome for move in position.moves]
    return any(end and end.scores[position.turn] == 1 for end in ends)


@pytest.mark.compiled_only
def test_mcts_beats_random_in_mangala():
    players = (MctsPlayer(Limits(nodes=2000), seed=1), RandomPlayer(seed=2))
    points = 0
    for number in range(10):
        record = Record(game("mangala"))
        record.play(record.position.moves[number % 6])
        while record.turn != OVER:
            record.play(players[(record.turn + number) % 2].choose(record))
        points += record.outcome.scores[number % 2]
    assert points >= 9


# --- the tree ---------------------------------------------------------------------------------------------------


@pytest.mark.long_if_compiled
def test_visits_and_points_add_up():
    searcher, _ = tree_of("trio")
    nodes, totals = grown(searcher).nodes, grown(searcher).totals
    assert nodes[ROOT].visits == 2000
    assert totals[ROOT].sum() == pytest.approx(2000)
    for place in range(int(grown(searcher).used[0])):
        node = nodes[place]
        if node.count:
            children = slice(int(node.first), int(node.first) + int(node.count))
            below = int(nodes[children]["visits"].sum())
            assert node.visits - below in (0, 1)  # all but the visit before its expansion
            assert (nodes[children]["parent"] == place).all()


@pytest.mark.long_if_compiled
def test_throws_are_tried_by_their_weights():
    """In Dash 1, 2 and 3 come in three, two and one of six cases."""
    searcher, _ = tree_of("dash", "0,1/0,2 a 1", playouts=6000 if compiled() else 400)
    nodes = grown(searcher).nodes
    at_dice = max(
        (node for node in nodes[: int(grown(searcher).used[0])] if node.turn == CHANCE), key=lambda n: n.visits
    )
    children = nodes[int(at_dice.first) : int(at_dice.first) + int(at_dice.count)]
    share = {int(child.weight): child.visits / at_dice.visits for child in children}
    assert sorted(share) == [1, 2, 3]
    for weight in share:
        assert share[weight] == pytest.approx(weight / 6, abs=0.05 if compiled() else 0.1)


@pytest.mark.compiled_only
def test_a_full_tree_goes_on_with_playouts():
    searcher, _ = tree_of("mangala", nodes=40, playouts=500)
    assert grown(searcher).used[0] <= 40
    assert grown(searcher).nodes[ROOT].visits == 500


def test_a_tree_too_small_for_the_root_is_refused():
    with pytest.raises(ValueError, match="room for"):
        Mcts(game("mangala"), nodes=6)


def test_of_equal_visits_the_better_move_is_played():
    searcher, _ = tree_of("mangala", playouts=50)
    tree = grown(searcher)
    root = tree.nodes[ROOT]
    children = range(int(root.first), int(root.first) + int(root.count))
    for child in children:
        tree.nodes[child].visits = 10
        tree.totals[child] = 5.0
    tree.totals[children[2], root.turn] = 6.0
    assert best_move(tree) == children[2]
    tree.nodes[children[1]].visits = 11
    assert best_move(tree) == children[1]
    root.winning = children[4]
    assert best_move(tree) == children[4]


def test_answers_that_win_at_once_are_sure():
    """b joins his borders by c3 unless a plays there himself."""
    searcher, position = tree_of("mosty:size=2", "b1/1/r1 a", playouts=200)
    tree = grown(searcher)
    root = tree.nodes[ROOT]
    winning = {}
    for child in range(int(root.first), int(root.first) + int(root.count)):
        node = tree.nodes[child]
        winning[searcher.game.move(int(node.code))] = node.winning != NONE
        if node.winning != NONE:
            assert searcher.game.move(int(tree.nodes[node.winning].code)) == "c3"
            assert getattr(_select_child, "py_func", _select_child)(tree, node, 0.7) == node.winning
    assert winning == {move: move != "c3" for move in position.moves}


def test_a_lost_end_is_no_sure_win():
    """a's last move ends the game and b has more stones: a move that ends the game need not win."""
    chosen = game("mangala")
    work, rng = begun(chosen.parse("0,0,0,0,0,1:10/2,0,0,0,0,0:35 a"))
    run(chosen.kernels, work, rng, 20)
    assert work.tree.nodes[ROOT].visits == 20
    assert work.tree.nodes[ROOT].winning == NONE


@pytest.mark.long_if_compiled
def test_a_playout_at_the_cap_counts_by_glance():
    chosen = game("focus")
    (work, rng), state, values = begun(chosen.start()), chosen.start().state.copy(), np.zeros(2)
    evaluate = getattr(_evaluate, "py_func", _evaluate)
    evaluate(chosen.kernels, state[0], work.tree, ROOT, work.scratch, rng, 9)
    chosen.kernels.baseline_value(state[0], values)
    assert work.scratch.values.tolist() == values.tolist()
    chosen.kernels.value(state[0], values)
    assert work.scratch.values.tolist() != values.tolist()


def test_a_playout_is_cut_off_after_a_hundred_plies(monkeypatch):
    asked, (work, rng) = [], begun(game("mangala").start())
    monkeypatch.setattr(deepening, "run_playouts", lambda *what: asked.append(what[-2:]))
    run(game("mangala").kernels, work, rng, 1)
    assert asked == [(100, 0.7)]


@pytest.mark.long_if_compiled
def test_a_move_without_visits_has_an_equal_share():
    work, _ = begun(game("barbakan:board=mini3,players=3").start())
    assert work.shares.tolist() == pytest.approx([1 / 3, 1 / 3, 1 / 3])


def test_the_position_is_left_alone():
    start = game("mangala").start()
    text = str(start)
    Mcts(game("mangala")).search(start, Limits(nodes=50))
    assert str(start) == text


# --- forced moves and refusals ----------------------------------------------------------------------------------


def test_a_forced_move_is_played_at_once():
    position = game("mangala").parse("0,0,0,2,0,0:20/2,0,3,0,0,1:20 a")
    finding = Mcts(game("mangala")).search(position, Limits(seconds=3600))
    assert (finding.move, finding.nodes, finding.value) == ("4", 0, 0.5)


def test_no_search_when_chance_decides_or_the_game_is_over():
    searcher = Mcts(toy("dash"))
    with pytest.raises(ValueError, match="no player decides in"):
        searcher.search(toy("dash").start(), Limits(nodes=1))
    over = game("mangala").parse("0,0,0,0,0,0:24/0,0,0,0,0,0:24 .")
    with pytest.raises(ValueError, match="no player decides in"):
        Mcts(game("mangala")).search(over, Limits(nodes=1))


# --- time -------------------------------------------------------------------------------------------------------


@pytest.fixture
def timed(monkeypatch):
    """Returns a search with a simulated clock: each playout takes about so many seconds."""

    def made(cost, unevenness=(1.0,)):
        searcher, random = Mcts(game("mangala"), nodes=10_000, clock=lambda: searcher.now), np.random.default_rng(0)
        searcher.now = 100.0

        def run_playouts(*what):
            searcher.now += what[-3] * cost * float(random.choice(unevenness))

        monkeypatch.setattr(deepening, "run_playouts", run_playouts)
        return searcher

    return made


@pytest.mark.parametrize("seconds", [0.05, 0.1, 0.5, 2.0])
@pytest.mark.parametrize("unevenness", [(1,), (0.5, 1, 2), (1, 1, 1, 1, 1, 3)])
@pytest.mark.parametrize("cost", [2e-6, 2e-4, 5e-3])
def test_the_answer_is_never_late(timed, seconds, unevenness, cost):
    """At any cost of a playout, even a chunk twice as slow as all before ends in time."""
    searcher = timed(cost, unevenness)
    for seed in range(5):
        finding = searcher.search(game("mangala").start(), Limits(seconds=seconds), seed=seed)
        assert finding.seconds <= seconds
        assert finding.move in game("mangala").start().moves


def test_most_of_the_time_is_used(timed):
    finding = timed(2e-6).search(game("mangala").start(), Limits(seconds=1.0))
    assert 0.9 <= finding.seconds <= 1.0
    assert finding.nodes == pytest.approx(finding.seconds / 2e-6)


def test_a_budget_too_small_for_one_playout_gives_a_move_all_the_same(timed):
    finding = timed(0.02).search(game("mangala").start(), Limits(seconds=0.001))
    assert finding.nodes == 0
    assert finding.move in game("mangala").start().moves


def test_compiling_does_not_count(timed):
    searcher = timed(0.001)
    searcher.prepare()
    prepared = searcher.now
    assert prepared > 100.0
    searcher.prepare()
    assert searcher.now == prepared
    assert searcher.search(game("mangala").start(), Limits(seconds=0.05)).seconds == searcher.now - prepared


@pytest.mark.parametrize(
    ("chunk", "seconds", "wanted"),
    [(1, 0.0, 2), (1, 0.0001, 2), (100, 0.003, 100), (100, 0.006, 50), (100, 0.001, 200), (1, 1.0, 1)],
)
def test_chunks_are_adapted_to_three_milliseconds(chunk, seconds, wanted):
    assert next_chunk(chunk, seconds) == wanted


@pytest.mark.long
@pytest.mark.parametrize("name", ["mangala", "focus", "chaupar"])
@pytest.mark.parametrize("seconds", [0.05, 0.1, 1.0])
def test_the_answer_is_not_late_by_the_real_clock(name, seconds):
    """A busy machine may delay the process at the very end; more than a quarter of a second is a fault."""
    player = MctsPlayer(Limits(seconds=seconds))
    record = Record(game(name))
    player.prepare(record.game)
    rng = seeded(5)
    for _ in range(12):
        if record.turn == CHANCE:
            record.play(record.position.moves[int(rng[0]) % len(record.position.moves)])
        else:
            finding = player.find(record)
            assert finding.seconds <= seconds + 0.25
            record.play(finding.move)
