"""Alpha-beta: exact values, legal moves, determinism, repetition, null moves and limits."""

import numpy as np
import pytest
from tests.search import known_results as known
from tests.search.exhaustive import paranoid, values

from charkoni import OVER, Record, game
from charkoni.check.variants import any_game
from charkoni.core.random_numbers import below, seeded
from charkoni.search import Limits, Searcher, search
from charkoni.search.alphabeta.kernels import SPAN
from charkoni.search.alphabeta.search import AlphaBeta
from charkoni.search.decision.request import request_of

LOST_TOWERS = "4/6/8/3,rrrr,2,rrrr,1/2,rrrr,1,rrrr,3/8/1,gg,4/4 b 0:0"
"""Focus: b has one tower of two, far from all others; a has four of four."""


def near_end(name, plies_left, seed):
    """Return a position of a random game so many plies before its end."""
    chosen, rng = any_game(name), seeded(seed)
    path = [chosen.start()]
    while path[-1].moves:
        path.append(path[-1].play(path[-1].moves[int(below(rng, len(path[-1].moves)))]))
    return path[max(0, len(path) - 1 - plies_left)]


def played(name, text, *moves):
    """Return a record from a position."""
    record = Record(game(name), game(name).parse(text))
    for move in moves:
        record.play(move)
    return record


# --- exact ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "plies"), [("mangala", 5), ("mosty:size=2", 5), ("mosty:size=3", 4), ("mosty:links=2,size=3", 4)]
)
def test_it_agrees_with_exhaustive_minimax(name, plies):
    """Games without repetition: every value of every move is proved."""
    searcher = AlphaBeta(any_game(name), table_bits=12)
    for seed in range(4):
        position = near_end(name, plies, seed)
        found = searcher.search(position, Limits(depth=40, lines=0))
        seen = {}
        assert found.exact
        assert found.values == tuple(map(float, values(position, seen)))
        assert {choice.move for choice in found.ranking} == set(position.moves)
        for choice in found.ranking:
            assert choice.exact
            assert choice.value == float(values(position.play(choice.move), seen)[position.turn]), choice


def test_against_several_sides_it_fears_the_worst():
    searcher = AlphaBeta(any_game("trio"), table_bits=12)
    for seed in range(4):
        position = near_end("trio", 4, seed)
        found = searcher.search(position, Limits(depth=40, lines=0))
        assert found.exact
        for choice in found.ranking:
            expected = float(paranoid(position.play(choice.move), position.turn))
            assert choice.value == pytest.approx(expected, abs=2 / SPAN)


@pytest.mark.parametrize(("name", "text"), [row for row in known.WINS if row[0] not in ("chaupar", "barbakan")])
def test_a_win_in_one_move_is_found_and_proved(name, text):
    position = any_game(name).parse(text)
    found = AlphaBeta(position.game, table_bits=10).search(position, Limits(nodes=3000))
    end = position.play(found.move).outcome
    if end is None:  # settled: Gana's king may be taken, Mangala's store holds most stones
        assert name == "mangala"
    else:
        assert end.scores[position.turn] == 1
    assert found.exact
    assert found.values[position.turn] == 1.0


@pytest.mark.compiled_only
def test_a_loss_in_two_plies_is_avoided():
    """Every move that does not answer the threat loses the king at once."""
    position = game("gana").parse("8/8/8/3,kppp,4/3,P,4/8/8/4,K,3 a 0")
    before = position.play(position.moves[0])
    for move in before.moves[:12]:
        after = before.play(move)
        if after.turn == OVER:
            continue
        found = search(after, Limits(nodes=4000))
        replies = [after.play(found.move).play(reply) for reply in after.play(found.move).moves] if found.value else []
        assert found.value == 0.0 or not any(p.outcome and p.outcome.reason == "king" for p in replies)


# --- repetitions ------------------------------------------------------------------------------------------------


def test_a_third_occurrence_saves_the_loser():
    """F14: b is lost, but a null move repeats the position for the third time."""
    record = played("focus", LOST_TOWERS.replace(" b ", " a "), "-")
    assert record.turn == 1
    lost = search(record, Limits(depth=2))
    assert lost.value < 0.4
    record.play("-")
    record.play("-")
    for depth in (1, 2):
        saved = search(record, Limits(depth=depth))
        assert (saved.move, saved.value) == ("-", 0.5)
    record.play("-")
    assert str(record.outcome) == "1/2:1/2"


def test_the_winner_avoids_a_third_occurrence():
    record = played("focus", LOST_TOWERS, "-", "-", "-")
    assert record.turn == 0
    found = search(record, Limits(depth=2))
    assert found.move != "-"
    assert found.value > 0.6


def test_the_ply_cap_is_seen():
    """K12: in the last ply more pawns inside win."""
    text = "a...b./.../b.a/..ba.. a 0:0"
    try:
        start = game("barbakan:board=mini3").parse(text)
    except ValueError:
        start = None
    position = start or near_end("barbakan:board=mini3", 1, 5)
    if position.turn == OVER:
        pytest.skip("this seed ends at once")
    found = AlphaBeta(position.game, table_bits=10).search(position, Limits(depth=3), [position] * 599)
    ends = [_inside(position.play(move), position.turn) for move in position.moves]
    assert found.value == max(ends)
    assert not found.exact or found.value == 1.0


def _inside(position, player):
    """Return the player's points if the game ends here."""
    if position.outcome:
        return float(position.outcome.scores[player])
    return position.game.referee.at_cap(position.state[0])[player] / 12


@pytest.mark.parametrize("name", ["barbakan:board=mini3", "barbakan:board=mini3,players=3"])
def test_the_kernel_of_the_cap_is_the_referees(name):
    for seed in range(4):
        position = near_end(name, 3, seed)
        points = np.zeros(position.game.players)
        position.game.kernels.capped(position.state[0], points)
        assert points * 12 == pytest.approx(np.array(position.game.referee.at_cap(position.state[0])))


# --- determinism ------------------------------------------------------------------------------------------------


def _summary(found):
    return found.move, found.values, found.nodes, [choice.line for choice in found.ranking]


def test_the_same_nodes_find_the_same():
    """Whatever was searched before."""
    used = AlphaBeta(game("mangala"), table_bits=12)
    start = game("mangala").start()
    first = used.search(start, Limits(nodes=1500))
    used.search(start.play("4"), Limits(nodes=700))
    assert _summary(used.search(start, Limits(nodes=1500))) == _summary(first)
    assert _summary(AlphaBeta(game("mangala"), table_bits=12).search(start, Limits(nodes=1500))) == _summary(first)
    assert first.nodes == 1500


def test_results_are_those_of_other_machines():
    """Results equal on every machine and in every mode: they may change only with the search or an evaluation."""
    found = AlphaBeta(game("mangala"), table_bits=12).search(game("mangala").start(), Limits(depth=4, lines=0))
    assert [choice.move for choice in found.ranking] == ["5", "4", "6", "3", "1", "2"]


@pytest.mark.compiled_only
def test_chunks_change_no_result(monkeypatch):
    start = game("mangala").start()
    whole = search(start, Limits(nodes=5000))
    monkeypatch.setattr("charkoni.search.time_control.LARGEST_CHUNK", 17)
    assert _summary(search(start, Limits(nodes=5000))) == _summary(whole)


@pytest.mark.compiled_only
@pytest.mark.parametrize("threads", [2, 5])
def test_threads_change_no_legality(threads):
    searcher = Searcher(game("mangala"))
    record = Record(game("mangala"))
    while record.turn != OVER and len(record) < 14:
        found = searcher.search(record, Limits(seconds=0.02, threads=threads))
        assert found.move in record.position.moves
        assert all(choice.move == choice.line[0] for choice in found.ranking)
        record.play(found.move)


def test_lines_are_legal():
    start = game("mangala").start()
    found = search(start, Limits(nodes=3000, lines=3))
    assert len(found.ranking) == 3
    assert len({choice.move for choice in found.ranking}) == 3
    for choice in found.ranking:
        position = start
        for move in choice.line:
            position = position.play(move)
    assert [choice.value for choice in found.ranking] == sorted((c.value for c in found.ranking), reverse=True)


# --- limits -----------------------------------------------------------------------------------------------------


def test_a_wish_to_stop_is_heard():
    asked = []
    found = search(game("mangala").start(), Limits(seconds=3600), stop=lambda: len(asked) > 20 or asked.append(1))
    assert found.move in game("mangala").start().moves
    assert found.seconds < 60


def test_a_search_stopped_at_once_returns_a_legal_move():
    start = game("mangala").start()
    found = search(start, Limits(seconds=3600), stop=lambda: True)
    assert found.move in start.moves
    assert (found.nodes, found.depth) == (0, 0)


def test_one_node_is_enough_for_a_move():
    assert search(game("mangala").start(), Limits(nodes=1)).move in game("mangala").start().moves


def test_a_forced_move_takes_no_time():
    position = game("mangala").parse("0,0,0,2,0,0:20/2,0,3,0,0,1:20 a")
    assert search(position, Limits(seconds=3600)).move == "4"


# --- forced moves, throws, ends ---------------------------------------------------------------------------------


def test_at_the_end_the_answer_is_the_outcome():
    over = game("mangala").parse("0,0,0,0,0,0:30/0,0,0,0,0,0:18 .")
    found = search(over, Limits(seconds=1))
    assert (found.move, found.ranking, found.values, found.exact) == (None, (), (1.0, 0.0), True)


def test_after_a_resignation_there_is_nothing_to_find():
    record = Record(game("mangala"))
    record.resign(0)
    assert search(record, Limits(nodes=10)).values == (0.0, 1.0)


@pytest.mark.parametrize(
    "wrong",
    [{}, {"seconds": 0}, {"nodes": 0}, {"depth": -1}, {"nodes": 1, "threads": 0}, {"nodes": 1, "lines": -1}],
)
def test_limits_that_are_none(wrong):
    with pytest.raises(ValueError, match=r"limit|threads|lines"):
        Limits(**wrong)


def test_unsuitable_engines_and_positions_are_refused():
    with pytest.raises(ValueError, match="cannot think about"):
        Searcher(game("mangala")).search(game("mosty").start())
    with pytest.raises(ValueError, match="there is no such search"):
        Searcher(game("mangala"), "stockfish")
    with pytest.raises(ValueError, match="cannot throw"):
        Searcher(game("chaupar"), "ab")
    with pytest.raises(ValueError, match="for games with dice"):
        Searcher(game("mangala"), "dice")


@pytest.mark.parametrize("name", ["mosty", "barbakan"])
def test_kernels_compile_once_for_all_variants_of_a_game(name):
    """They are compiled for the types of their arguments, which neither the board's size nor the players change."""
    family = game(name).family
    variants = [any_game(f"{name}:{options}" if options else name) for options in family.combinations()]
    contexts = {AlphaBeta(variant, table_bits=2).work_arrays().contexts.dtype for variant in variants}
    requests = {request_of(variant.start(), ()).request.dtype for variant in variants}
    assert len(variants) > 3 and len(contexts) == len(requests) == 1


@pytest.mark.parametrize("name", ["mangala", "barbakan:board=mini3,players=3"])
def test_a_search_without_time_returns_the_static_value(name):
    """Not an equal share, since values of an analysis would jump where a search is stopped early."""
    position = near_end(name, 9, 2)
    shares = np.zeros(position.game.players)
    position.game.kernels.value(position.state[0], shares)
    found = AlphaBeta(position.game, table_bits=10).search(position, Limits(nodes=1))
    assert found.value == pytest.approx(shares[position.turn], abs=1e-5)
    assert abs(found.value - 1 / position.game.players) > 0.01
