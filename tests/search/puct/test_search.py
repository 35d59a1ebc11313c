"""PUCT: proved values, the kept subtree, limits, and equal results on every machine."""

import numpy as np
import pytest
from tests.sampling import short_run
from tests.search import known_results as known
from tests.search.alphabeta.test_search import LOST_TOWERS, near_end, played
from tests.search.exhaustive import by_iteration, values
from tests.search.mcts.test_search import in_plain

from charkoni import CHANCE, OVER, Record, game
from charkoni.check.variants import any_game
from charkoni.core.compiler import compiled
from charkoni.search import Limits, Searcher, search
from charkoni.search.puct.kernels import (
    ENDED,
    NONE,
    OPEN,
    REPEATED,
    ROOT,
    _select_child,
    _set_priors,
    context_dtype,
    is_solved,
    keep_subtree,
    node_dtype,
    node_value,
)
from charkoni.search.puct.search import Puct

SMALL = 1 << 15
LOOPS = "..aa.b/b../.ab/... b 0:0"  # Barbakan: moves back and forth without progress


def search_of(name, text=None, nodes=2000):
    """Return a search of the start or of a position, and its result."""
    position = any_game(name).parse(text) if text else any_game(name).start()
    searcher = Puct(position.game, SMALL)
    return searcher, searcher.search(position, Limits(nodes=nodes))


def tree_of(searcher):
    """Return the nodes in use of the first thread."""
    work = searcher._threads[0].work
    return work.nodes[: int(work.contexts["used"][0])]


# --- exact ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "plies"), [("mangala", 5), ("mosty:size=2", 5), ("mosty:size=3", 4), ("mosty:links=2,size=3", 4)]
)
def test_it_agrees_with_exhaustive_minimax(name, plies):
    """With extra turns, and two bridges a turn."""
    searcher = Puct(any_game(name), SMALL)
    for seed in range(5):
        position = near_end(name, plies, seed)
        seen = {}
        found = searcher.search(position, Limits(nodes=20_000, lines=0))
        assert found.exact
        expected = values(position, seen)
        assert found.values == pytest.approx(tuple(map(float, expected)))
        best = values(position.play(found.move), seen)[position.turn]
        assert best == expected[position.turn]
        for choice in found.ranking:
            if choice.exact:
                assert choice.value == pytest.approx(float(values(position.play(choice.move), seen)[position.turn]))


@pytest.mark.plain_only
def test_dice_keep_values_within_proved_bounds():
    """A small twin of the next test."""
    searcher, exact = Puct(any_game("dash"), SMALL), by_iteration(any_game("dash"))
    position = next(one for one in played_on("dash", 1) if one.turn not in (CHANCE, OVER))
    found = searcher.search(position, Limits(nodes=300))
    root, player = tree_of(searcher)[ROOT], position.turn
    assert root["low"][player] - 1e-9 <= exact[position][player] <= root["high"][player] + 1e-9
    assert found.value == pytest.approx(exact[position][player], abs=0.1)


def played_on(name, seed):
    """Yield a position near the end of a game and those after first moves and throws."""
    position = near_end(name, 5, seed)
    while True:
        yield position
        position = position.play(position.moves[0])


@pytest.mark.long
@pytest.mark.compiled_only
def test_dice_have_their_mean():
    searcher, exact = Puct(any_game("dash"), SMALL), by_iteration(any_game("dash"))
    for seed in range(6):
        position = near_end("dash", 5, seed)
        while position.turn == CHANCE:
            position = position.play(position.moves[0])
        if position.turn == OVER:
            continue
        found = searcher.search(position, Limits(nodes=20_000))
        root = tree_of(searcher)[ROOT]
        player = position.turn
        assert root["low"][player] - 1e-9 <= exact[position][player] <= root["high"][player] + 1e-9
        assert found.value == pytest.approx(exact[position][player], abs=0.06)
        assert exact[position.play(found.move)][player] == pytest.approx(exact[position][player], abs=0.03)


@pytest.mark.long_if_compiled
def test_several_players_go_for_their_own_points():
    """Proofs hold for max-n, whichever of equal moves the others choose."""
    searcher = Puct(any_game("trio"), SMALL)
    for seed in range(6):
        position = near_end("trio", 4, seed)
        found = searcher.search(position, Limits(nodes=20_000 if compiled() else 300))
        root = tree_of(searcher)[ROOT]
        expected = values(position)[position.turn]
        assert root["low"][position.turn] - 1e-9 <= expected <= root["high"][position.turn] + 1e-9
        assert found.move in position.moves


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param(name, text, marks=pytest.mark.long_if_compiled if name in ("barbakan", "focus", "trio") else ())
        for name, text in known.WINS
        if name in ("barbakan", "focus", "mosty:size=2", "trio")
    ],
)
def test_a_win_in_one_move_is_found_and_proved(name, text):
    _, found = search_of(name, text, nodes=3000)
    position = any_game(name).parse(text)
    end = position.play(found.move).outcome
    assert end is not None
    assert end.scores[position.turn] == 1
    assert found.exact
    assert found.values[position.turn] == 1.0
    assert found.ranking[0].exact


def test_bounds_hold_the_guess():
    searcher, _ = search_of("mangala", "0,1,0,2,0,2:19/1,0,0,3,0,1:19 a", nodes=4000)
    nodes = tree_of(searcher)
    assert (nodes["low"] <= nodes["high"] + 1e-12).all()
    assert (nodes["low"] <= nodes["minimax"] + 1e-12).all()
    assert (nodes["minimax"] <= nodes["high"] + 1e-12).all()
    assert (nodes["low"] > 0).any()


@pytest.mark.plain_only
def test_fields_of_players_that_a_variant_lacks_change_nothing():
    """In a module all variants, also those of fewer players, have the fields of the most."""

    class Wide(Puct):
        def work_arrays(self, number=0):
            work, most = super().work_arrays(number), self.game.family.most_players
            context = np.zeros(1, context_dtype(most, work.words.shape[1]))
            return work._replace(contexts=context, nodes=np.empty(self._size, node_dtype(most)))

    for seed in (1, 2, 3):
        position = near_end("barbakan:board=mini3", 2, seed)
        assert position.game.players < position.game.family.most_players
        searchers = [engine(position.game, SMALL) for engine in (Puct, Wide)]
        found = [_summary(searcher.search(position, Limits(nodes=250, lines=0))) for searcher in searchers]
        assert found[0] == found[1]
        proved = [sum(map(is_solved, tree_of(searcher))) for searcher in searchers]
        assert proved[0] == proved[1] > 0


# --- repetitions ------------------------------------------------------------------------------------------------------


@pytest.mark.long  # compiled for Focus alone; repetitions are those of Barbakan below
def test_a_third_occurrence_saves_the_loser():
    """F14: b is lost, but a null move repeats the position for the third time."""
    record = played("focus", LOST_TOWERS.replace(" b ", " a "), "-", "-", "-")
    assert record.turn == 1
    found = search(record, Limits(nodes=3000, lines=0), engine="puct")
    assert (found.move, found.value, found.ranking[0].exact) == ("-", 0.5, True)


def seen_again(nodes, root):
    """Yield each node below a root, and whether its position repeats one of the line before, the root excepted."""
    todo = [(ROOT, [root])]
    for place, line in todo:
        node = nodes[place]
        if place != ROOT and node["visits"] > 0:
            yield node, line[-1] in line[1:-1]
        for child in range(int(node["first"]), int(node["first"] + node["count"])) if node["first"] != NONE else ():
            todo.append((child, [*line, line[-1].play(root.game.move(int(nodes[child]["code"])))]))


@pytest.mark.long_if_compiled
def test_a_line_ends_where_a_position_comes_again():
    """In a kept subtree, nodes that repeated a position above the new root are open again."""
    searcher, _ = search_of("barbakan:board=mini3", LOOPS, nodes=3000 if compiled() else 1500)
    nodes = list(seen_again(tree_of(searcher), any_game("barbakan:board=mini3").parse(LOOPS)))
    assert {int(node["kind"]) for node, again in nodes if again} == {REPEATED}
    assert all(node["first"] == NONE for node, again in nodes if again)
    assert REPEATED not in {int(node["kind"]) for node, again in nodes if not again}
    busiest, work = 1 + int(np.argmax(tree_of(searcher)["visits"][1:])), searcher._threads[0].work
    keep_subtree(work.contexts, work.nodes, busiest, work.moved)
    assert set(tree_of(searcher)["kind"].tolist()) <= {OPEN, ENDED}


@pytest.mark.long
def test_the_winner_avoids_a_third_occurrence():
    record = played("focus", LOST_TOWERS, "-", "-", "-")
    assert record.turn == 0
    found = search(record, Limits(nodes=3000), engine="puct")
    assert found.move != "-"
    assert found.value > 0.6


@pytest.mark.long_if_compiled
def test_the_ply_cap_is_seen():
    """K12: near the ply cap the pawns inside decide."""
    position = near_end("barbakan:board=mini3", 3, 1)
    path = [position] * 599
    found = Puct(position.game, SMALL).search(position, Limits(nodes=3000), path)
    assert found.exact
    assert found.depth == 1
    ends = []
    for move in position.moves:
        after = position.play(move)
        scores = after.outcome.scores if after.outcome else None
        points = after.game.referee.at_cap(after.state[0])[position.turn] / 12
        ends.append(float(scores[position.turn]) if scores else points)
    assert found.value == max(ends)


# --- selection --------------------------------------------------------------------------------------------------------


def family(*children):
    """Return a tree: a node where player 0 of two decides, and children with the given fields."""
    nodes = np.zeros(1 + len(children), node_dtype(2)).view(np.recarray)
    nodes.high = 1.0
    nodes.first = NONE
    nodes[ROOT].first, nodes[ROOT].count, nodes[ROOT].visits = 1, len(children), 20
    for place, fields in enumerate(children, 1):
        for name, value in fields.items():
            nodes[place][name] = (value, 1 - value) if name in ("total", "minimax", "low", "high") else value
    return nodes


def chosen(*children, sure=0.0):
    """Return the child selected next, by the kernel in plain Python, since it has no wrapper."""
    nodes = family(*children)
    nodes[ROOT].low[0] = sure
    return int(getattr(_select_child, "py_func", _select_child)(nodes, ROOT)) - 1


def first_looks(*children):
    """Return the priors of moves, from their static values (minimax) and the game's order (prior)."""
    nodes, desk = family(*children), np.zeros(1, context_dtype(2, 1)).view(np.recarray)
    getattr(_set_priors, "py_func", _set_priors)(desk[0], nodes, nodes[ROOT])
    return nodes.prior[1:].tolist()


def test_of_equal_moves_the_higher_prior_is_visited_in_proportion():
    better, worse = {"minimax": 0.5, "prior": 0.75}, {"minimax": 0.5, "prior": 0.25}
    assert chosen(worse, better) == 1
    assert chosen(worse, better | {"visits": 1, "total": 0.5}) == 1
    assert chosen(worse, better | {"visits": 4, "total": 2.0}) == 0


def test_a_move_that_goes_better_is_visited_more():
    looked_good = {"minimax": 0.2, "prior": 0.6, "visits": 10, "total": 2.0}
    goes_well = {"minimax": 0.7, "prior": 0.4, "visits": 10, "total": 7.0}
    assert chosen(looked_good, goes_well) == 1


def test_a_move_whose_upper_bound_is_no_better_than_the_proved_one_is_not_visited():
    drawn, unknown = {"minimax": 0.5, "prior": 0.9, "low": 0.5, "high": 0.5}, {"minimax": 0.1, "prior": 0.1}
    assert chosen(drawn, unknown) == 0
    assert chosen(drawn, unknown, sure=0.5) == 1


def test_a_value_is_half_minimax_and_half_mean_within_the_proved_bounds():
    node = family({"minimax": 0.2, "visits": 4, "total": 2.4})[1]
    assert node_value(node, 0) == pytest.approx(0.4)
    node.low[0] = 0.45
    assert node_value(node, 0) == 0.45
    assert node_value(family({"minimax": 0.2})[1], 0) == 0.2


def test_priors_follow_the_value_and_the_order():
    by_value = first_looks({"minimax": 0.6}, {"minimax": 0.55}, {"minimax": 0.1})
    assert sum(by_value) == pytest.approx(1)
    assert by_value[0] == pytest.approx(4 * by_value[1])
    assert by_value[2] < by_value[0] / 100
    by_order = first_looks({"minimax": 0.6, "prior": -9}, {"minimax": 0.6, "prior": 0}, {"minimax": 0.6, "prior": 9})
    assert by_order == sorted(by_order)
    assert 1.2 < by_order[2] / by_order[1] < 1.5


# --- determinism ------------------------------------------------------------------------------------------------------


def _summary(found):
    return found.move, found.values, found.nodes, [(choice.line, choice.effort) for choice in found.ranking]


@pytest.mark.compiled_only
@pytest.mark.parametrize("games", [("mangala",), pytest.param(("dash", "trio"), marks=pytest.mark.long)])
def test_plain_and_compiled_find_the_same(games):
    assert known.guided(*games) == in_plain("guided", *games)


def test_the_same_nodes_find_the_same():
    """Whatever was searched before."""
    start = game("mangala").start()
    used, first = search_of("mangala", nodes=1500)
    used.search(start.play("4"), Limits(nodes=700))
    assert _summary(used.search(start, Limits(nodes=1500))) == _summary(first)
    assert 1500 <= first.nodes < 1510 + 7


@pytest.mark.compiled_only
def test_chunks_change_no_result(monkeypatch):
    whole = search(game("mosty").start(), Limits(nodes=5000), engine="puct")
    monkeypatch.setattr("charkoni.search.time_control.LARGEST_CHUNK", 17)
    assert _summary(search(game("mosty").start(), Limits(nodes=5000), engine="puct"))[0] == whole.move


# --- the kept subtree -------------------------------------------------------------------------------------------------


def whole(nodes):
    """Return whether a tree is consistent: parents of children, disjoint blocks, sums of visits."""
    seen = np.zeros(len(nodes), np.int64)
    for place, node in enumerate(nodes):
        if int(node["first"]) == NONE:
            continue
        first, count = int(node["first"]), int(node["count"])
        assert first > place
        seen[first : first + count] += 1
        assert (nodes["parent"][first : first + count] == place).all()
        assert nodes["visits"][first : first + count].sum() <= node["visits"]
    return (seen[1:] == 1).all()


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", short_run(["mangala", "chaupar", "focus"], ["mangala"]))
def test_the_subtree_below_the_moves_played_is_kept(name):
    searcher = Puct(game(name), 1 << 17)
    record = Record(game(name))
    while record.turn == CHANCE:
        record.play(record.position.moves[0])
    searcher.search(record.position, Limits(nodes=3000), record.positions[:-1])
    assert searcher._find_node(searcher._threads[0], record.positions) is None  # a node budget keeps no subtree
    found = searcher.search(record.position, Limits(seconds=5), record.positions[:-1], stop=_after(8))
    line = list(found.ranking[0].line)
    assert whole(tree_of(searcher))
    record.play(line[0])
    if record.turn == CHANCE:
        record.play(record.position.moves[0])
    if len(line) > 1 and line[1] in record.position.moves:
        record.play(line[1])
    place = searcher._find_node(searcher._threads[0], record.positions)
    if place is None:
        pytest.fail("the line it thought of is not known any more")
    visits = int(tree_of(searcher)[place]["visits"])
    again = searcher.search(record.position, Limits(seconds=5), record.positions[:-1], stop=lambda: True)
    assert again.nodes == 0
    assert int(tree_of(searcher)[ROOT]["visits"]) == visits > 0
    assert whole(tree_of(searcher))
    assert again.move in record.position.moves


def _after(times):
    asked = []
    return lambda: len(asked) >= times or bool(asked.append(1))


def test_another_game_is_not_taken_for_a_later_move():
    searcher = Puct(game("mangala"), SMALL)
    start = game("mangala").start()
    searcher.search(start, Limits(seconds=5), stop=_after(4))
    other = game("mangala").parse("0,1,0,2,0,2:19/1,0,0,3,0,1:19 a")
    assert searcher._find_node(searcher._threads[0], [other]) is None
    assert searcher._find_node(searcher._threads[0], [start, other]) is None


# --- limits -----------------------------------------------------------------------------------------------------------


@pytest.mark.compiled_only
@pytest.mark.parametrize("threads", [2, 5])
def test_threads_change_no_legality(threads):
    searcher = Searcher(game("mosty:size=4"), "puct")
    record = Record(game("mosty:size=4"))
    while record.turn != OVER and len(record) < 12:
        found = searcher.search(record, Limits(seconds=0.02, threads=threads, lines=0))
        assert found.move in record.position.moves
        assert {choice.move for choice in found.ranking} == set(record.position.moves)
        record.play(found.move)


@pytest.mark.compiled_only
def test_the_visits_of_all_threads_are_added_up():
    searcher, start = Puct(game("mosty:size=4"), SMALL), game("mosty:size=4").start()
    found = searcher.search(start, Limits(nodes=20_000, threads=3, lines=0))
    visits = [thread.work.nodes[ROOT].visits for thread in searcher._threads]
    assert sum(choice.effort for choice in found.ranking) == sum(visits) - 3, "one visit expands each root"
    assert found.nodes == sum(thread.nodes for thread in searcher._threads)


def test_a_depth_ends_a_search_at_the_visit_that_reaches_it(monkeypatch):
    """However the calls are cut."""
    start = game("mangala").start()
    found = Puct(game("mangala"), SMALL).search(start, Limits(depth=5))
    assert found.depth == 5
    monkeypatch.setattr("charkoni.search.time_control.FIRST_CHUNK", 1)
    assert _summary(Puct(game("mangala"), SMALL).search(start, Limits(depth=5))) == _summary(found)


@pytest.mark.parametrize("nodes", [1, 2, 3])
def test_few_nodes_are_enough_for_a_move(nodes):
    assert search(game("mangala").start(), Limits(nodes=nodes), engine="puct").move in game("mangala").start().moves


def test_a_search_stopped_at_once_returns_a_legal_move():
    start = game("mangala").start()
    found = search(start, Limits(seconds=3600), stop=lambda: True, engine="puct")
    assert found.move in start.moves
    assert found.nodes <= 1 + len(start.moves)


def test_a_full_tree_ends_the_search():
    searcher = Puct(game("mangala"), 200)
    found = searcher.search(game("mangala").start(), Limits(seconds=3600))
    assert found.move in game("mangala").start().moves
    assert len(tree_of(searcher)) <= 200


def test_lines_are_legal():
    _, found = search_of("mosty", nodes=3000)
    for choice in found.ranking:
        position = game("mosty").start()
        for move in choice.line:
            position = position.play(move)


def test_at_the_end_there_is_nothing_to_search():
    over = game("mangala").parse("0,0,0,0,0,0:30/0,0,0,0,0,0:18 .")
    with pytest.raises(ValueError, match="no player decides"):
        Puct(game("mangala"), SMALL).search(over, Limits(nodes=10))


@pytest.mark.long_if_compiled
def test_before_a_throw_it_has_a_value_and_no_move():
    found = Puct(game("chaupar"), SMALL).search(game("chaupar").start(), Limits(nodes=3000 if compiled() else 500))
    assert found.move is None
    assert sum(found.values) == pytest.approx(2.0)
