"""Acts on entries: late entries, byes, withdrawal, expulsion, prohibitions."""

import pytest
from tests.tournament.conftest import Make, play_round

from charkoni.tournament.acts.entries import Expel, Prohibit, RequestBye, Return, Withdraw
from charkoni.tournament.model.errors import BadEntry, NoPairing, WrongPhase
from charkoni.tournament.model.players import Person
from charkoni.tournament.standings.ranking import standings


@pytest.mark.parametrize(("rounds", "closed", "fits"), [(4, 1, True), (4, 2, False), (5, 2, True), (5, 3, False)])
def test_late_entries_come_until_half_of_the_rounds_are_paired(
    make: Make, rounds: int, closed: int, fits: bool
) -> None:
    director = make(8, rounds=rounds)
    for _ in range(closed):
        play_round(director)
    if fits:
        director.enter(Person("Late"), rating=1)
        assert len(director.state.entries) == 9
        return
    with pytest.raises(WrongPhase, match="late entries"):
        director.enter(Person("Late"), rating=1)


def test_byes_asked_for(make: Make) -> None:
    director = make(8, half_byes=1, half_bye_last=3)
    director.do(RequestBye(entry=3, round=1, code="H"))
    with pytest.raises(WrongPhase, match="at most 1 a person, until round 3"):
        director.do(RequestBye(entry=3, round=2, code="H"))
    director.do(RequestBye(entry=3, round=2, code="Z"))
    act = director.do(RequestBye(entry=4, round=1, code="F"))
    assert act.severity == 3
    play_round(director)
    table = {line.number: line.points for line in standings(director.state)}
    assert (table[3], table[4]) == (1, 2)
    with pytest.raises(WrongPhase, match="round 1 is paired already"):
        director.do(RequestBye(entry=5, round=1, code="Z"))
    with pytest.raises(BadEntry, match="H, F or Z"):
        director.do(RequestBye(entry=5, round=2, code="U"))
    director.do(RequestBye(entry=5, round=2, code="Z"))
    director.do(RequestBye(entry=5, round=2, code=""))
    assert director.state.entry(5).asked == ()


def test_withdrawal_in_the_middle_of_a_round(make: Make) -> None:
    director = make(8)
    director.draft()
    director.publish()
    with pytest.raises(WrongPhase, match="Player 01 sits at table 1 of round 1"):
        director.do(Withdraw(entry=1, from_round=1))
    director.do(Withdraw(entry=1))
    for board in director.state.rounds[0].boards:
        director.result(board.number, "-" if board.first == 1 else "+" if board.second == 1 else "1")
    director.close_round()
    director.draft()
    assert director.state.rounds[1].board_of(1) is None
    assert (1, "Z") in director.state.rounds[1].away
    director.do(Return(entry=1))
    director.draft()
    assert director.state.rounds[1].board_of(1) is not None


def test_an_expulsion_forfeits_the_open_game_and_all_that_follow(make: Make) -> None:
    director = make(8, first="balanced")
    play_round(director, "1")
    director.draft()
    director.publish()
    bad = director.state.rounds[1].boards[0].first
    act = director.do(Expel(entry=bad))
    board = director.state.rounds[1].boards[0]
    assert act.severity == 3 and board.result is not None and board.result.text == "−:+"
    won = director.state.rounds[0].board_of(bad)
    assert won is not None and won.result is not None and won.result.text == "1:0"
    director.undo()
    with pytest.raises(WrongPhase, match="needs a reason"):
        director.do(Expel(entry=bad, annul=True))
    assert director.do(Expel(entry=bad, annul=True), reason="cheating").severity == 4
    won = director.state.rounds[0].board_of(bad)
    assert won is not None and won.result is not None and won.result.text == "−:+"
    for board in director.state.rounds[1].boards:
        if board.is_open:
            director.result(board.number, "1")
    director.close_round()
    director.draft()
    assert (bad, "Z") in director.state.rounds[2].away


def test_bans(make: Make) -> None:
    director = make(4, rounds=3)
    director.do(Prohibit(entries=(1, 3)))
    director.draft()
    assert not any({b.first, b.second} == {1, 3} for b in director.state.rounds[0].boards)
    director.undo()
    with pytest.raises(NoPairing, match="leaves no opponent for Player 01"):
        director.do(Prohibit(entries=(1, 2, 4)))
    with pytest.raises(BadEntry, match="at least two"):
        director.do(Prohibit(entries=(1, 1)))
    with pytest.raises(BadEntry, match="no entry 9"):
        director.do(Prohibit(entries=(1, 9)))


def test_bans_are_judged_round_by_round_and_when_the_list_is_closed(make: Make) -> None:
    director = make(4, rounds=3)
    for number, other in enumerate((2, 3, 4), 1):  # somebody is left in every round
        director.do(Prohibit(entries=(1, other), first=number, last=number))
    director = make(3, started=False)
    director.do(Prohibit(entries=(1, 2)))
    director.do(Prohibit(entries=(1, 3)))  # others may still come
    with pytest.raises(NoPairing, match="leaves no opponent for Player 01") as error:
        director.close_list()
    assert error.value.group == (1,)
    director.enter(Person("Another One"), rating=1)
    director.close_list()
