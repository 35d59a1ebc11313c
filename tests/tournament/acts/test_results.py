"""Acts on results: reports, confirmations, corrections."""

import pytest
from tests.tournament.conftest import Make, play_round, replayed

from charkoni.tournament.acts.entries import CheckIn
from charkoni.tournament.acts.results import ConfirmReport
from charkoni.tournament.model.errors import (
    BadResult,
    NeedsConfirmation,
    WrongPhase,
)
from charkoni.tournament.standings.ranking import standings


def test_reports_of_two_players(make: Make) -> None:
    director = make(8)
    director.draft()
    director.publish()
    director.result(1, "30:18", source="first")
    assert director.state.rounds[0].boards[0].is_open
    director.result(1, "30:18", source="second")
    assert not director.state.rounds[0].boards[0].is_open
    director.result(2, "1", source="first")
    director.result(2, "0", source="second")
    board = director.state.rounds[0].boards[1]
    assert board.disputed and board.is_open and len(board.reports) == 2
    for number in (3, 4):
        director.result(number, "1")
    with pytest.raises(WrongPhase, match="disputed"):
        director.close_round()
    director.result(2, "=", reason="both agreed at the table")
    director.result(2, "1", source="first")  # too late: the arbiter's entry prevails, the report stays visible
    board = director.state.rounds[0].boards[1]
    assert board.result is not None and board.result.text == "½:½" and len(board.reports) == 2
    director.close_round()


def test_a_lone_report_waits_for_somebody_to_confirm_it(make: Make) -> None:
    director = make(4, rounds=2)
    director.draft()
    director.publish()
    with pytest.raises(BadResult, match="no result has been reported"):
        director.do(ConfirmReport(round=1, board=1))
    director.result(1, "0", source="second")
    director.do(ConfirmReport(round=1, board=1))
    assert not director.state.rounds[0].boards[0].is_open


def test_a_correction_leaves_the_pairings_and_changes_the_table(make: Make) -> None:
    director = make(8)
    play_round(director, "1")
    director.draft()
    director.publish()
    before = director.state.rounds[1].boards
    first = director.state.rounds[0].boards[0].first
    act = director.result(1, "0", round_=1, reason="the slip said so")
    assert act.severity == 3
    assert director.state.rounds[1].boards == before
    # The open game of round 2 does not count, neither as a half nor as a loss.
    assert next(line.points for line in standings(director.state) if line.number == first) == 0
    assert [board.corrected for board in director.state.rounds[0].boards] == [True, False, False, False]


def test_a_correction_of_a_closed_round_takes_a_reason(make: Make) -> None:
    director = make(8)
    play_round(director, "1")
    with pytest.raises(WrongPhase, match="needs a reason"):
        director.result(1, "0", round_=1)
    assert director.result(1, "0", round_=1, reason="slip read again").severity == 3


def test_the_question_before_a_correction_says_what_changes(make: Make) -> None:
    director = make(4)
    play_round(director, "1")
    director.confirmations = 0
    with pytest.raises(NeedsConfirmation) as error:
        director.result(1, "0", round_=1, reason="mixed up")
    asked = str(error.value)
    assert "round 1, table 1, Player 01 – Player 03" in asked and "0:1 becomes 1:0" in asked


def test_who_was_there_after_all_is_here_again(make: Make) -> None:
    director = make(6, rounds=4)
    play_round(director, "+")
    absent = director.state.rounds[0].boards[0].second
    others = {board.second for board in director.state.rounds[0].boards} - {absent}
    assert {entry.id for entry in director.state.entries if not entry.here} == {absent, *others}
    director.result(1, "0", round_=1, reason="they had played elsewhere")
    assert {entry.id for entry in director.state.entries if not entry.here} == others
    assert replayed(director) == director.state


def test_a_corrected_forfeit_does_not_excuse_a_later_one(make: Make) -> None:
    director = make(2, rounds=2, system="double-round-robin")
    play_round(director, "+")
    gone = director.state.rounds[0].boards[0].second
    director.do(CheckIn(entry=gone, here=True))
    director.draft()
    director.publish()
    director.result(1, "+" if director.state.rounds[1].boards[0].second == gone else "-")
    director.close_round()
    director.result(1, "0", round_=1, reason="slip misread")
    assert not director.state.entry(gone).here
