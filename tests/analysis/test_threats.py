"""Threats: the answer that refutes most moves."""

import pytest
from tests.analysis.scripted_searcher import SMALL, Scripted, finds

import charkoni
from charkoni.analysis.threats import spread_out, threat
from charkoni.core.record import Record


def test_an_answer_that_most_moves_run_into_is_a_threat() -> None:
    record = Record(charkoni.game("mosty:size=3"))
    found = threat(record, finds("a1", 0.9, 0.1), Scripted(finds("c3", 0.5, 0.5)), SMALL)
    assert found is not None
    assert (found.answer, found.cost) == ("c3", pytest.approx(0.4))


def test_an_answer_that_costs_little_is_none() -> None:
    record = Record(charkoni.game("mosty:size=3"))
    assert threat(record, finds("a1", 0.55, 0.45), Scripted(finds("c3", 0.5, 0.5)), SMALL) is None
    assert threat(record, finds("a1", 0.9, 0.1), Scripted(finds(None, 0.5, 0.5)), SMALL) is None


def test_a_sample_comes_from_the_whole_list() -> None:
    moves = [str(i) for i in range(100)]
    assert spread_out(moves, 4) == ["0", "25", "50", "75"]
    assert spread_out(moves[:3], 8) == moves[:3]


@pytest.mark.parametrize(("times", "is_threat"), [(4, True), (3, False)])
def test_a_threat_meets_half_of_the_moves_or_more(times: int, is_threat: bool) -> None:
    record = Record(charkoni.game("mosty:size=3"))
    answers = ["c3"] * times + ["e1", "e3", "e5", "b2", "d2"][: 8 - times]
    searcher = Scripted(*(finds(answer, 0.5, 0.5) for answer in answers))
    found = threat(record, finds("a1", 0.9, 0.1), searcher, SMALL)
    assert (found is not None) is is_threat
    assert len(searcher.asked) == 8


def test_one_move_alone_shows_no_threat() -> None:
    game = charkoni.game("mangala")
    record = Record(game, game.parse("0,0,0,0,2,2:20/4,4,4,4,4,4:0 a"))
    assert record.position.moves == ("5", "6")
    assert threat(record, finds("6", 0.9, 0.1), Scripted(finds("1", 0.1, 0.9)), SMALL) is None


def test_a_move_with_another_turn_has_no_answer() -> None:
    """Two of three other moves give another turn, so that the answer to the third refutes only one."""
    game = charkoni.game("mangala")
    record = Record(game, game.parse("1,1,0,4,3,0:19/4,4,4,4,4,0:0 a"))
    searcher = Scripted(finds("1", 0.1, 0.9))
    goes_on = [move for move in record.position.moves if record.position.play(move).turn == 0]
    assert goes_on == ["4", "5"]
    assert threat(record, finds("1", 0.9, 0.1), searcher, SMALL) is None
    assert len(searcher.asked) == 1


def test_no_threat_where_no_player_decides() -> None:
    record = Record(charkoni.game("chaupar"))
    assert threat(record, finds(None, 0.5, 0.5, 0.5, 0.5), Scripted(), SMALL) is None
