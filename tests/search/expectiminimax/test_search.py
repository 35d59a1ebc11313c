"""Expectiminimax: exact means over throws, pruning that changes no value, legal moves, determinism."""

import numpy as np
import pytest
from tests.search.exhaustive import by_iteration

from charkoni import CHANCE, OVER, game
from charkoni.check.variants import any_game
from charkoni.core.random_numbers import below, seeded
from charkoni.search import Limits
from charkoni.search.expectiminimax import kernels
from charkoni.search.expectiminimax.search import Expectiminimax
from charkoni.search.transposition_table import EXACT, LOWER, SOLVED, UPPER, bound_of, depth_of


def along(name, seed):
    """Return the positions of a random game in which a player decides."""
    position, rng, found = any_game(name).start(), seeded(seed), []
    while position.turn != OVER and len(found) < 30:
        if position.turn != CHANCE:
            found.append(position)
        position = position.play(position.moves[int(below(rng, len(position.moves)))])
    return found


def plain(position, depth, seen=None):
    """Return the points of the players by full-width search to a depth in throws, then static values.

    seen: a cache of values by position and depth.
    """
    seen = {} if seen is None else seen
    if (position, depth) not in seen:
        seen[position, depth] = _plain(position, depth, seen)
    return seen[position, depth]


def _plain(position, depth, seen):
    if position.turn == OVER:
        return [float(score) for score in position.outcome.scores]
    if position.turn == CHANCE and depth == 0:
        points = np.zeros(position.game.players)
        position.game.kernels.value(position.state[0], points)
        return points.tolist()
    if position.turn == CHANCE:
        rows = [plain(position.play(throw), depth - 1, seen) for throw in position.moves]
        return [sum(float(p) * row[i] for p, row in zip(position.odds, rows, strict=True)) for i in range(len(rows[0]))]
    rows = [plain(position.play(move), depth, seen) for move in position.moves]
    return max(rows, key=lambda row: row[position.turn])


def worst_first(searcher, position, found, depth):
    """Return the value with all moves searched in one window, the worst first: each bounds the next ones."""
    moves = [choice.move for choice in found.ranking]
    codes = sorted(position.codes, key=lambda code: -moves.index(position.game.move(code)))
    thread = searcher._begin(searcher.request(position, (), Limits(depth=depth)), Limits(depth=depth))[0]
    searcher._transpositions[:] = 0  # without earlier entries
    progress = thread.task.progress[0]
    progress.now, progress.lines, progress.is_set_up, progress.order[: len(codes)] = depth, 1, 0, codes
    while not thread.go_on(1 << 20):
        pass
    return float(thread.task.rows[0, 0].value)


@pytest.mark.parametrize("depth", [1, 2])
def test_pruning_changes_no_value(depth):
    """Star1, Star2 and the transposition table change no value."""
    searcher = Expectiminimax(any_game("dash"), table_bits=12)
    for seed in range(3):
        for position in along("dash", seed)[:8]:
            found = searcher.search(position, Limits(depth=depth, lines=0))
            for choice in found.ranking:
                expected = plain(position.play(choice.move), depth)[position.turn]
                assert choice.value == pytest.approx(expected, abs=2e-6), (position, choice)
            assert worst_first(searcher, position, found, depth) == pytest.approx(found.value, abs=2e-6), position


@pytest.mark.compiled_only
def test_a_turn_of_three_values_is_searched_to_its_end():
    """Chaupar: the value of the best sequence of decisions of a turn."""
    searcher, checked = Expectiminimax(game("chaupar"), table_bits=10), 0
    for position in along("chaupar", 3)[::4]:
        if not 1 < len(position.moves) < 12:
            continue
        found = searcher.search(position, Limits(depth=1, nodes=1))
        found = searcher.search(position, Limits(depth=1))
        assert found.move in position.moves
        if found.depth == 0:
            expected = plain(position, 0)[position.turn]
            assert found.value == pytest.approx(expected, abs=1e-6)
        checked += 1
    assert checked


def test_deeper_is_nearer_to_the_truth():
    exact, searcher = by_iteration(any_game("dash")), Expectiminimax(any_game("dash"), table_bits=14)
    for position in along("dash", 5)[-6:]:
        found = searcher.search(position, Limits(depth=8))
        assert found.value == pytest.approx(exact[position][position.turn], abs=0.03)
        assert exact[position.play(found.move)][position.turn] == pytest.approx(
            exact[position][position.turn], abs=0.03
        )


def test_the_same_nodes_find_the_same():
    position = along("dash", 1)[0]
    used = Expectiminimax(any_game("dash"), table_bits=12)
    first = used.search(position, Limits(nodes=300))
    used.search(along("dash", 2)[1], Limits(nodes=200))
    again = used.search(position, Limits(nodes=300))
    assert (again.move, again.values, again.nodes) == (first.move, first.values, first.nodes)


def test_a_search_stopped_at_once_returns_a_legal_move():
    position = along("dash", 1)[0]
    found = Expectiminimax(any_game("dash"), table_bits=10).search(position, Limits(seconds=3600), stop=lambda: True)
    assert found.move in position.moves


@pytest.mark.plain_only
@pytest.mark.parametrize(
    ("name", "depth", "step"), [("dash", 3, 2), pytest.param("dash", 4, 5, marks=pytest.mark.long)]
)
def test_table_entries_of_cutoffs_are_bounds(name, depth, step, monkeypatch):
    """With entries of equal depth in throws, or solved ones, the table changes no value."""
    known = kernels._is_cutoff

    def is_cutoff_at_equal_depth(frame, data):
        return data != 0 and depth_of(data) in (frame.depth, SOLVED) and known(frame, data)

    monkeypatch.setattr(kernels, "_is_cutoff", is_cutoff_at_equal_depth)
    searcher, seen = Expectiminimax(any_game(name), table_bits=12), {}
    for seed in range(3):
        for position in along(name, seed)[:10:step]:
            found = searcher.search(position, Limits(depth=depth, lines=0))
            for choice in found.ranking:
                expected = plain(position.play(choice.move), depth, seen)[position.turn]
                assert choice.value == pytest.approx(expected, abs=2e-6), (position, choice)
            assert worst_first(searcher, position, found, depth) == pytest.approx(found.value, abs=2e-6), position


@pytest.mark.plain_only
@pytest.mark.parametrize(("value", "bound"), [(0.7, LOWER), (0.6, LOWER), (0.4, EXACT), (0.2, UPPER), (0.1, UPPER)])
def test_a_value_outside_its_window_is_kept_as_a_bound(value, bound):
    """The window is 0.2 to 0.6: a cutoff returns a bound, not the value beyond it."""
    frame = np.zeros(1, kernels.FRAME).view(np.recarray)[0]
    frame.alpha, frame.beta, frame.best, frame.depth = 0.2, 0.6, value, 3
    data = kernels._transposition_entry(frame, 1)
    assert (bound_of(data), depth_of(data)) == (bound, 3)
    frame.solved = 1
    assert depth_of(kernels._transposition_entry(frame, 1)) == SOLVED


@pytest.mark.plain_only
@pytest.mark.parametrize(("turn", "sign", "bounds"), [(0, 1, (0.3, 1.0)), (1, -1, (0.0, 0.3)), (CHANCE, 1, (0.0, 1.0))])
def test_a_star2_probe_of_a_throw_is_a_bound_for_the_player_who_decides(turn, sign, bounds):
    """Star2: a probe of one move gives a lower bound for the root player's side, an upper bound for the other."""
    context = np.zeros(1, kernels.context_dtype(2, 2, 1)).view(np.recarray)[0]
    frame, child = np.zeros(2, kernels.FRAME).view(np.recarray)
    context.weights[:2], context.highs[:2] = 1.0, 1.0
    frame.turn, frame.count, frame.total, frame.high, frame.beta, frame.probes = CHANCE, 2, 2.0, 2.0, 0.9, 1
    child.turn, child.sign, child.best = turn, sign, 0.3
    kernels._take_throw_value(context, frame, child)
    assert (context.lows[0], context.highs[0]) == bounds
    assert (frame.low, frame.high) == (bounds[0], 1.0 + bounds[1])


@pytest.mark.plain_only
def test_a_trial_of_one_move_among_several_proves_nothing():
    position = next(one for one in along("dash", 1) if len(one.moves) > 1)
    searcher = Expectiminimax(position.game, table_bits=10)
    frame, above = np.zeros(2, kernels.FRAME).view(np.recarray)
    frame.is_probe = frame.sign = 1
    kernels._list_moves(
        position.game.kernels,
        searcher.work_arrays().contexts[0],
        frame,
        above,
        position.state[0],
        0,
        np.zeros(16, np.int64),
    )
    assert (frame.count, frame.solved) == (1, 0)


@pytest.mark.parametrize("is_thrown", [False, True])
def test_a_search_without_time_returns_the_static_value(is_thrown):
    """Not an equal share, since values of an analysis would jump where a search is stopped early."""
    chaupar, shares = game("chaupar"), np.zeros(4)
    position = chaupar.parse("h4/60,h3/l7,h3/60,h3 c ? -")
    if is_thrown:
        position = next(after for after in map(position.play, position.moves) if after.turn >= 0)
    chaupar.kernels.value(position.state[0], shares)
    found = Expectiminimax(chaupar).search(position, Limits(nodes=1))
    assert found.values == pytest.approx(tuple(shares))
    assert abs(found.values[0] - 0.5) > 0.1
