"""Absentees: who has no board in a round, and why."""

from tests.tournament.conftest import Make, play_round

from charkoni.core.translations import Words
from charkoni.tournament.acts.entries import CheckIn, Expel, RequestBye, Withdraw
from charkoni.tournament.acts.rounds import Edit
from charkoni.tournament.director import Director
from charkoni.tournament.model.players import Person
from charkoni.tournament.pairing.absentees import absentees


def reasons(director: Director, number: int) -> dict[int, str]:
    return {each.entry: each.reason(Words("en")) for each in absentees(director.state, number)}


def test_everybody_without_a_board_has_a_reason(make: Make) -> None:
    director = make(10, rounds=4, half_byes=1)
    director.do(CheckIn(entry=1, here=False))
    director.do(RequestBye(entry=2, round=1, code="H"))
    director.do(RequestBye(entry=3, round=1, code="Z"))
    director.do(RequestBye(entry=4, round=1, code="F"))
    wanted = {
        1: "not checked in", 2: "asked for a half-point bye", 3: "announced to be absent",
        4: "has a full-point bye from the arbiter",
    }  # fmt: skip
    assert reasons(director, 1) == wanted  # what a draft would leave out
    director.draft()
    assert reasons(director, 1) == wanted  # what it leaves out
    director.publish()
    director.enter(Person("Late"), rating=1000)
    assert reasons(director, 1) == {**wanted, 11: "entered after the round was paired"}
    boards = [(board.second, board.first, board.first) for board in director.state.rounds[0].boards]
    away = (*director.state.rounds[0].away, (11, "Z"))
    director.do(Edit(round=1, boards=tuple(boards), away=away), reason="the wrong sides")
    assert reasons(director, 1) == {**wanted, 11: "not there when the round was paired"}
    assert [each.entry for each in absentees(director.state, 1) if each.is_late] == [11]
    for board in director.state.rounds[0].boards:
        if not board.is_bye:
            director.result(board.number, "+")
    director.close_round()
    loser = director.state.rounds[0].boards[0].second
    director.do(Withdraw(entry=4))
    director.do(Expel(entry=3))
    found = reasons(director, 2)
    assert found[loser] == "did not come to round 1, absent since then"
    assert (found[3], found[4], found[1]) == ("expelled", "withdrew before round 2", "not checked in")
    assert 2 not in found and reasons(director, 1)[2] == "asked for a half-point bye"
    assert {each.entry for each in absentees(director.state, 2) if each.has_left} == {3, 4}


def test_a_bye_asked_for_is_taken_back_while_the_round_is_a_draft(make: Make) -> None:
    director = make(4, rounds=3)
    director.do(RequestBye(entry=1, round=1, code="Z"))
    director.draft()
    assert 1 in reasons(director, 1)
    director.do(RequestBye(entry=1, round=1, code=""))
    director.draft()
    assert reasons(director, 1) == {}
    director.publish()
    play_round_after(director)


def play_round_after(director: Director) -> None:
    for board in director.state.rounds[-1].boards:
        director.result(board.number, "1")
    director.close_round()
    play_round(director)
