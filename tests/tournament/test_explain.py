"""Explanations of boards, of pairs that were not paired, and of tie-breaks."""

import pytest
from tests.tournament.conftest import Make, play_round

from charkoni.core.translations import Words
from charkoni.tournament import explain
from charkoni.tournament.acts.entries import CheckIn, Prohibit
from charkoni.tournament.acts.rounds import Draft
from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import BadPairing
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.players import Person
from charkoni.tournament.model.rounds import Board


def test_every_table_is_explained(hard_event: Tournament) -> None:
    for round_ in hard_event.rounds:
        for board in round_.boards:
            lines = explain.board(Words("en"), hard_event, round_.number, board.number)
            assert "Our own checks P1 to P7 find nothing against this round." in lines
            assert any("group" in line for line in lines)


def test_why_two_do_not_meet(make: Make) -> None:
    director = make(8)
    play_round(director, "1")
    director.draft()
    words = Words("en")
    for a in range(1, 9):
        for b in range(a + 1, 9):
            reason = explain.not_paired(words, director.state, 2, a, b)
            assert f"Player 0{a}" in reason
    met = director.state.rounds[0].boards[0]
    assert "have played each other" in explain.not_paired(words, director.state, 2, met.first, met.second)
    boards = director.state.rounds[0].boards
    winner, loser = boards[0].first, boards[1].second
    assert "criterion C6 would get worse" in explain.not_paired(words, director.state, 2, winner, loser)
    with pytest.raises(BadPairing, match="no number 99"):
        explain.not_paired(words, director.state, 2, 1, 99)
    with pytest.raises(BadPairing, match="no table 99"):
        explain.board(words, director.state, 2, 99)


def test_why_names_bans_absences_and_hand_made_tables(make: Make) -> None:
    director = make(6, rounds=3)
    director.do(Prohibit(entries=(1, 4)))
    director.do(CheckIn(entry=6, here=False))
    director.draft()
    words = Words("en")
    assert "a ban" in explain.not_paired(words, director.state, 1, 1, 4)
    assert "Player 06 is absent" in explain.not_paired(words, director.state, 1, 1, 6)
    hand = ((1, 2, 1), (3, 4, 3), (5, 0, 0))
    director.do(Draft(round=1, boards=hand, away=((6, "Z"),), by_hand=True), reason="wish")
    lines = explain.board(words, director.state, 1, 1)
    assert "This round was changed by hand." in lines and lines[-1] == "The engine would have made other tables here."


def test_what_came_after_a_round_does_not_explain_it(make: Make) -> None:
    director = make(8, rounds=4)
    play_round(director)
    before = explain.board(Words("en"), director.reported(), 1, 2)
    director.enter(Person("Late"), rating=1995)
    play_round(director)
    director.result(1, "1", round_=1, reason="slip misread")
    director.do(Prohibit(entries=(1, 2)), reason="brothers")
    words, state = Words("en"), director.reported()
    for number in (1, 2):
        for board in boards(director, number):
            lines = explain.board(words, state, number, board.number)
            assert "The engine would have made other tables here." not in lines, (number, board.number)
    assert explain.board(words, state, 1, 2) == before
    late = next(entry for entry in state.entries if state.name(entry.id) == "Late")
    other = next(entry for entry in state.entries if entry.id != late.id)
    said = explain.not_paired(words, state, 1, late.number, other.number)
    assert said == "Late was entered when this round was paired already"


def boards(director: Director, number: int) -> tuple[Board, ...]:
    return director.state.rounds[number - 1].boards


def test_tie_breaks_show_every_term(make: Make) -> None:
    director: Director = make(8)
    for _ in range(3):
        play_round(director)
    words = Words("en")
    for name in director.state.settings.tiebreaks:
        for number in range(1, 9):
            lines = explain.tiebreak(words, director.state, number, name)
            assert name in lines[0]
    cut = explain.tiebreak(words, director.state, 1, "BH/C1")
    assert len(cut) == 4 and sum(line.startswith("[") for line in cut) == 1
