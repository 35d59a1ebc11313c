"""Acts on rounds: boards made by hand, publishing, closing, lots drawn by hand."""

import pytest
from tests.tournament.conftest import Make, play_round

from charkoni.tournament.acts.entries import CheckIn
from charkoni.tournament.acts.rounds import Draft, DrawLot, Edit, Unpublish
from charkoni.tournament.model.errors import (
    BadPairing,
    BadResult,
    WrongPhase,
)
from charkoni.tournament.model.players import Person
from charkoni.tournament.pairing.drafts import unpaired


def test_a_hand_made_pairing_is_judged(make: Make) -> None:
    director = make(4, rounds=3)
    play_round(director)
    again = tuple((b.first, b.second, b.first) for b in director.state.rounds[0].boards)
    act = Draft(round=2, boards=again, by_hand=True)
    with pytest.raises(WrongPhase, match="needs a reason"):
        director.do(act)
    with pytest.raises(BadPairing, match="have played each other"):
        director.do(act, reason="they asked")
    act = director.do(Draft(round=2, boards=again, by_hand=True, allow=("P2",)), reason="they asked")
    assert act.severity == 5 and not director.state.official
    director.publish()
    assert director.state.rounds[1].by_hand


def test_tables_of_a_running_round_change_only_without_results(make: Make) -> None:
    director = make(8)
    director.draft()
    director.publish()
    director.result(1, "1")
    boards = [(b.first, b.second, b.mover) for b in director.state.rounds[0].boards]
    swapped = (
        boards[0],
        boards[1],
        (boards[2][0], boards[3][1], boards[2][0]),
        (boards[3][0], boards[2][1], boards[3][0]),
    )
    director.do(Edit(round=1, boards=swapped), reason="friends")
    assert director.state.rounds[0].boards[0].result is not None
    broken = ((boards[0][0], boards[1][1], 0), (boards[1][0], boards[0][1], 0), *swapped[2:])
    with pytest.raises(WrongPhase, match="cannot be changed"):
        director.do(Edit(round=1, boards=broken), reason="friends")


def test_a_late_one_may_stay_without_a_table_but_nobody_else(make: Make) -> None:
    director = make(8, rounds=3)
    director.draft()
    director.publish()
    director.enter(Person("Late"))
    boards = director.state.rounds[0].boards
    rows = [(b.first, b.second, b.mover) for b in boards]
    swapped = (rows[1], rows[0], *rows[2:])
    seats = [(row[0], row[1]) for row in swapped]
    director.do(Edit(round=1, boards=swapped, away=unpaired(director.state, 1, seats)), reason="light")
    assert director.state.rounds[0].boards[0].first == rows[1][0]
    fewer = swapped[:3]
    gone = unpaired(director.state, 1, seats[:3])
    with pytest.raises(BadPairing):
        director.do(Edit(round=1, boards=fewer, away=gone), reason="two went home")


def test_a_published_round_is_taken_back_only_without_results(make: Make) -> None:
    director = make(8)
    director.draft()
    director.publish()
    with pytest.raises(WrongPhase, match="needs a reason"):
        director.do(Unpublish(round=1))
    director.do(Unpublish(round=1), reason="wrong list")
    director.publish()
    director.result(1, "1")
    with pytest.raises(WrongPhase, match="has results"):
        director.do(Unpublish(round=1), reason="wrong list")


def test_an_absent_player_stays_absent_until_he_is_checked_in(make: Make) -> None:
    director = make(8, first="balanced")
    director.draft()
    director.publish()
    gone = director.state.rounds[0].boards[0].second
    for board in director.state.rounds[0].boards:
        director.result(board.number, "+" if board.number == 1 else "1")
    director.close_round()
    assert not director.state.entry(gone).here
    director.draft()
    assert (gone, "Z") in director.state.rounds[1].away
    director.do(CheckIn(entry=gone, here=True))
    director.draft()
    assert director.state.rounds[1].board_of(gone) is not None


def test_a_lot_by_hand_prevails(make: Make) -> None:
    director = make(8, started=False)
    director.do(DrawLot(purpose="initial", value="b", source="hand"))
    director.close_list()
    assert director.state.initial == "b"
    director.draft()
    assert (director.state.rounds[0].boards[0].first, director.state.rounds[0].boards[0].second) == (5, 1)
    director.do(DrawLot(purpose="first", round=1, board=1, entry=1))
    assert director.state.rounds[0].boards[0].mover == 1
    with pytest.raises(BadResult, match="does not sit"):
        director.do(DrawLot(purpose="first", round=1, board=1, entry=2))
