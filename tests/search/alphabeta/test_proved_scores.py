"""Alpha-beta: proved scores and distances hold, whatever the window and the transposition table."""

import numpy as np
import pytest
from tests.sampling import short_run
from tests.search.alphabeta.test_search import near_end, played
from tests.search.exhaustive import paranoid
from tests.search.test_engine import middle

from charkoni import game
from charkoni.check.variants import any_game
from charkoni.core.constants import POINT
from charkoni.search import Limits, search
from charkoni.search.alphabeta import deepening
from charkoni.search.alphabeta.context import FRAME, SPAN, WIN
from charkoni.search.alphabeta.search import AlphaBeta


def end_of(position, who, seen, plies=0):
    """Return the score of a position by all lines: WIN less the plies to the win under longest resistance."""
    key = position, plies
    if key not in seen:
        if position.outcome:
            points = position.outcome.scores[who]
            seen[key] = WIN - plies if points == 1 else plies - WIN if points == 0 else 0
        else:
            rows = [end_of(position.play(move), who, seen, plies + 1) for move in position.moves]
            mine = position.game.sides[position.turn] == position.game.sides[who]
            seen[key] = max(rows) if mine else min(rows)
    return seen[key]


@pytest.mark.parametrize("bits", [2, 12])
@pytest.mark.parametrize(("name", "plies"), [("mosty:size=2", 7), ("mosty:size=3", 2), ("mosty:links=2,size=3", 3)])
def test_wins_come_as_soon_as_they_can(name, plies, bits):
    """For every move, with entries of other positions in the transposition table, or with a table of four entries."""
    searcher = AlphaBeta(any_game(name), table_bits=bits)
    for seed in range(4):
        position = near_end(name, plies, seed)
        searcher.search(position, Limits(depth=40, lines=0))
        scores = {position.game.move(row.code): row.score for row in searcher._threads[0].found.rows}
        assert scores == {move: end_of(position.play(move), position.turn, {}, 1) for move in position.moves}


@pytest.mark.compiled_only
@pytest.mark.parametrize(("name", "depth"), [("mangala", 6), ("gana", 4), ("focus", 3), ("banglagor", 4)])
def test_windows_change_no_value(name, depth, monkeypatch):
    """At any width of the first window, scores outside it are searched again."""
    for seed in (1, 2, 3):
        for plies in (8, 16):
            position, found = middle(name, plies, seed), set()
            for width in (1, 3000, 10**6):
                monkeypatch.setattr("charkoni.search.alphabeta.search.WINDOW", width)
                found.add(AlphaBeta(position.game, table_bits=14).search(position, Limits(depth=depth)).value)
            assert len(found) == 1, (position, found)


@pytest.mark.parametrize("seed", range(1, 9))
def test_the_ply_cap_is_seen_in_time(seed):
    """K12: by all lines with a given number of plies left; entries from more plies left are not used."""
    position = near_end("barbakan:board=mini3", 9, seed)
    searcher, who = AlphaBeta(position.game, table_bits=10), position.turn
    for left in (3, 2, 1):
        found = searcher.search(position, Limits(depth=4), [position] * (position.game.referee.cap - left))
        assert found.value == pytest.approx(at_cap(position, who, left), abs=2 / SPAN)


def at_cap(position, who, plies):
    """Return the points of a player by all lines when the ply cap ends the game after so many plies."""
    if position.outcome:
        return float(position.outcome.scores[who])
    if plies == 0:
        return position.game.referee.at_cap(position.state[0])[who] / POINT
    rows = [at_cap(position.play(move), who, plies - 1) for move in position.moves]
    return max(rows) if position.turn == who else min(rows)


@pytest.mark.parametrize("engine", short_run(["ab", "puct"], ["ab"]))  # no other test compiles PUCT for Gana
def test_a_draw_counter_hides_no_repetition(engine):
    """R5: the plies without a capture do not distinguish positions; repetition saves a lone king."""
    record = played("gana", "k,7/8/8/8/8/8/8/P,P,P,P,K,P,P,P a 0")
    for move in ("e1n:k", "a8s:k", "e2s:k", "a7n:k", "e1n:k", "a8s:k", "e2s:k"):
        record.play(move)
    found = search(record, Limits(nodes=60), engine=engine)
    assert (found.move, found.value) == ("a7n:k", 0.5)


@pytest.mark.parametrize("depth", [1, pytest.param(4, marks=pytest.mark.compiled_only)])
def test_a_draw_at_hand_proves_nothing_while_other_moves_are_open(depth):
    """The fiftieth quiet move draws; scores after captures are estimates, bounds, or table entries of these."""
    position = game("gana").parse(
        "2,ppp,k,pp,1,pp,1/p,7/1,p,2,p,3/2,p,pp,1,p,2/8/5,PP,2/1,P,1,p,3,P/P,PPPP,1,PPPP,KP,1,P,1 a 99"
    )
    searcher = AlphaBeta(position.game, table_bits=10)
    for _ in range(2):
        found = searcher.search(position, Limits(depth=depth))
        assert (found.value, found.exact) == (0.5, False)


@pytest.mark.parametrize("seed", [1, 3, 4])
def test_repetition_proves_nothing(seed):
    """Draws that depend on the history of the game are found but not proved."""
    position = near_end("barbakan:board=mini3", 9, seed)
    met = [position.play(move) for move in position.moves]
    found = AlphaBeta(position.game, table_bits=10).search(position, Limits(depth=2), [*met, *met])
    assert (found.value, found.exact) == (0.5, False)


def test_table_entries_of_one_root_player_are_not_used_by_another():
    """Paranoid search: with several sides a position has a different value for each root player."""
    for seed in (0, 3, 11):
        searcher = AlphaBeta(any_game("trio"), table_bits=12)
        for plies in (5, 4, 3):
            position = near_end("trio", plies, seed)
            found, seen = searcher.search(position, Limits(depth=40, lines=0)), {}
            for choice in found.ranking:
                expected = float(paranoid(position.play(choice.move), position.turn, seen))
                assert choice.value == pytest.approx(expected, abs=2 / SPAN)


@pytest.mark.plain_only
def test_out_of_time_only_a_move_that_showed_itself_better_is_taken():
    engine, start = AlphaBeta(game("mangala"), table_bits=2), game("mangala").start()
    thread = engine._begin(engine.request(start, (), Limits(depth=3)), Limits(depth=3))[0]
    progress, rows = thread.task.progress[0], thread.task.rows
    frame = np.zeros(1, FRAME)[0]
    progress.window[0], before = 0, int(rows[0, 0].code)
    for best, code in ((-100, before), (100, 5)):
        frame.code, frame.best = 5, best
        deepening._keep_partial_result(progress, rows, engine.work_arrays().contexts[0], frame)
        assert rows[0, 0].code == code
    assert rows[0, 0].score == 100
