"""Diaries of arbiters: what happens at an event, and what is refused by name."""

from dataclasses import replace

import pytest
from tests.tournament.conftest import Make, play_round

from charkoni.tournament.acts.entries import CheckIn, Prohibit, RequestBye, Return, Withdraw
from charkoni.tournament.acts.event import ChangeSettings, Finish
from charkoni.tournament.acts.reducer import fold
from charkoni.tournament.acts.results import ConfirmReport
from charkoni.tournament.acts.rounds import Draft, DrawLot, Edit, Unpublish
from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import (
    BadEntry,
    BadPairing,
    BadResult,
    BadSetting,
    NoPairing,
    NotNow,
    NotTwoSided,
    Stale,
)
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.players import Person
from charkoni.tournament.pairing import lots
from charkoni.tournament.pairing.checker import breaches_of
from charkoni.tournament.pairing.input import PairingInput
from charkoni.tournament.pairing.input_from_event import input_after, input_before
from charkoni.tournament.standings.ranking import standings
from charkoni.tournament.store import Store


def folded(director: Director) -> Tournament:
    return fold(director.store.log(), director.store.people())


def test_a_whole_event_of_nine(make: Make) -> None:
    director = make(9)
    for _ in range(director.state.settings.rounds):
        play_round(director)
    director.do(Finish())
    assert director.state.phase == "finished"
    assert sum(line.points for line in standings(director.state)) == 5 * (8 + 2)
    assert folded(director) == director.state
    with pytest.raises(NotNow, match="finished"):
        director.result(1, "1", round_=1)


def test_same_acts_and_seed_give_the_same_pairings(make: Make) -> None:
    first, second = make(11), make(11)
    for director in (first, second):
        play_round(director)
        director.draft()
    assert first.state.rounds == second.state.rounds


def test_the_first_mover_is_drawn_and_the_side_is_the_pairings(make: Make) -> None:
    director = make(8, first="lots")
    director.draft()
    for board in director.state.rounds[0].boards:
        assert board.mover == lots.mover("dice-4-2-6", 1, board.number, board.first, board.second)
    assert any(board.mover == board.second for board in director.state.rounds[0].boards)
    balanced = make(8, first="balanced")
    balanced.draft()
    assert all(board.mover == board.first for board in balanced.state.rounds[0].boards)


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


def test_late_entries_are_numbered_anew_until_round_four(make: Make) -> None:
    director = make(8, rounds=7)
    play_round(director)
    director.enter(Person("Late Strong"), rating=2500)
    director.draft()
    assert director.state.entry(9).number == 1
    assert input_after(director.state).player(1).slots[0].mark == "Z"
    director.publish()
    for board in director.state.rounds[1].boards:
        if board.is_open:
            director.result(board.number, "1")
    director.close_round()
    play_round(director)
    director.enter(Person("Last one"), rating=2600)
    director.draft()
    assert director.state.entry(10).number == 1
    director.publish()
    with pytest.raises(NotNow, match="late entries come until half"):
        director.enter(Person("Too late"), rating=1000)


def test_withdrawal_in_the_middle_of_a_round(make: Make) -> None:
    director = make(8)
    director.draft()
    director.publish()
    with pytest.raises(NotNow, match="Player 01 sits at table 1 of round 1"):
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


def test_byes_asked_for(make: Make) -> None:
    director = make(8, half_byes=1, half_bye_last=3)
    director.do(RequestBye(entry=3, round=1, code="H"))
    with pytest.raises(NotNow, match="at most 1 a person, until round 3"):
        director.do(RequestBye(entry=3, round=2, code="H"))
    director.do(RequestBye(entry=3, round=2, code="Z"))
    act = director.do(RequestBye(entry=4, round=1, code="F"))
    assert act.severity == 3
    play_round(director)
    table = {line.number: line.points for line in standings(director.state)}
    assert (table[3], table[4]) == (1, 2)
    with pytest.raises(NotNow, match="round 1 is paired already"):
        director.do(RequestBye(entry=5, round=1, code="Z"))
    with pytest.raises(BadEntry, match="H, F or Z"):
        director.do(RequestBye(entry=5, round=2, code="U"))
    director.do(RequestBye(entry=5, round=2, code="Z"))
    director.do(RequestBye(entry=5, round=2, code=""))
    assert director.state.entry(5).asked == ()


def test_two_arbiters_enter_different_results(make: Make) -> None:
    director = make(8, first="balanced")
    director.draft()
    director.publish()
    with Director(Store(director.store.path), who="second arbiter") as other:
        seen = director.state.version
        director.result(1, "30:18", seen=seen)
        other.result(2, "1", seen=seen)  # another table: no clash
        with pytest.raises(Stale) as error:
            other.result(1, "0", seen=seen)
        assert (error.value.mine, error.value.theirs) == ("0:1", "1:0")
        other.result(1, "0", seen=other.state.version, reason="read the slip again")
    director.refresh()
    found = director.state.rounds[0].boards[0].result
    assert found is not None and found.text == "0:1"
    assert [act.who for act in director.log[-3:]] == ["arbiter", "second arbiter", "second arbiter"]


def test_a_double_click_acts_once(make: Make) -> None:
    director = make(8)
    director.draft()
    director.publish()
    first = director.result(1, "1", key="click-1")
    assert director.result(1, "1", key="click-1") == first
    assert director.log[-1] == first


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
    with pytest.raises(NotNow, match="disputed"):
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
    with pytest.raises(BadResult, match="nobody has reported"):
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
    assert (
        next(line.points for line in standings(director.state) if line.number == first) == 1
    )  # the open game is a draw


def test_undo_restores_and_is_undone_itself(make: Make) -> None:
    director = make(8)
    director.draft()
    director.publish()
    before = director.state
    director.result(1, "1")
    after = director.state
    undo = director.undo()
    assert replace(director.state, version=0) == replace(before, version=0)
    director.undo(undo.number)
    assert replace(director.state, version=0) == replace(after, version=0)
    assert folded(director) == director.state


def test_what_later_acts_rest_on_is_not_undone(make: Make) -> None:
    director = make(8)
    play_round(director)
    closing = director.log[-1].number
    director.draft()
    with pytest.raises(NotNow, match=f"act {closing} cannot be undone"):
        director.undo(closing)
    with pytest.raises(NotNow, match="cannot be undone"):
        director.undo(2)
    with pytest.raises(NotNow, match="there is no act 999"):
        director.undo(999)
    assert folded(director) == director.state


def test_a_published_round_is_taken_back_only_without_results(make: Make) -> None:
    director = make(8)
    director.draft()
    director.publish()
    with pytest.raises(NotNow, match="needs a reason"):
        director.do(Unpublish(round=1))
    director.do(Unpublish(round=1), reason="wrong list")
    director.publish()
    director.result(1, "1")
    with pytest.raises(NotNow, match="has results"):
        director.do(Unpublish(round=1), reason="wrong list")


def test_a_hand_made_pairing_is_judged(make: Make) -> None:
    director = make(4, rounds=3)
    play_round(director)
    again = tuple((b.first, b.second, b.first) for b in director.state.rounds[0].boards)
    act = Draft(round=2, boards=again, by_hand=True)
    with pytest.raises(NotNow, match="needs a reason"):
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
    with pytest.raises(NotNow, match="must stay as it is"):
        director.do(Edit(round=1, boards=broken), reason="friends")


def test_acts_outside_their_phase(make: Make) -> None:
    director = make(8, started=False)
    with pytest.raises(NotNow, match="not closed yet"):
        director.draft()
    director.close_list()
    with pytest.raises(NotNow, match="no draft"):
        director.publish()
    with pytest.raises(NotNow, match="no round is running"):
        director.result(1, "1")
    with pytest.raises(NotNow, match="5 rounds are still to be played"):
        director.do(Finish())
    director.draft()
    with pytest.raises(NotNow, match="not published"):
        director.result(1, "1", round_=1)
    director.publish()
    with pytest.raises(NotNow, match="round 1 is not closed"):
        director.draft()
    with pytest.raises(NotNow, match="results are missing at the tables 1, 2, 3, 4"):
        director.close_round()
    with pytest.raises(BadResult, match="has no table 9"):
        director.result(9, "1")


def test_adjourned_games_count_as_draws_and_stop_the_finish(make: Make) -> None:
    director = make(4, rounds=1)
    director.draft()
    director.publish()
    director.result(1, "adj")
    director.result(2, "1")
    director.close_round()
    assert [line.points for line in standings(director.state)] == [2, 1, 1, 0]
    with pytest.raises(NotNow, match="adjourned"):
        director.do(Finish())


def test_no_legal_pairing_names_the_group_and_the_event_can_end(make: Make) -> None:
    director = make(4, rounds=3)
    for _ in range(3):
        play_round(director, "1")
    pairing_input = input_before(director.state, 4)
    from charkoni.tournament.pairing.dutch import pair

    with pytest.raises(NoPairing) as error:
        pair(replace(pairing_input, rounds=4))
    assert error.value.group == (1, 2, 3, 4)
    director.do(Finish())


def test_fewer_than_two_present(make: Make) -> None:
    director = make(3, rounds=2)
    for entry in (1, 2):
        director.do(CheckIn(entry=entry, here=False))
    with pytest.raises(NoPairing, match="fewer than two"):
        director.draft()


def test_bans(make: Make) -> None:
    director = make(4, rounds=3)
    director.do(Prohibit(entries=(1, 3)))
    director.draft()
    assert not any({b.first, b.second} == {1, 3} for b in director.state.rounds[0].boards)
    director.undo()
    with pytest.raises(NoPairing, match="nobody is left for Player 01"):
        director.do(Prohibit(entries=(1, 2, 4)))
    with pytest.raises(BadEntry, match="at least two"):
        director.do(Prohibit(entries=(1, 1)))
    with pytest.raises(BadEntry, match="no entry 9"):
        director.do(Prohibit(entries=(1, 9)))


@pytest.mark.parametrize(
    ("settings", "error", "problem"),
    [
        ({"points": {"win": 1, "draw": 2}}, BadSetting, "a loss ≤ a draw"),
        ({"points": {"bye": 3}}, BadSetting, "bye at most a win"),
        ({"tiebreaks": ["XX"]}, BadSetting, "no tie-break XX"),
        ({"tiebreaks": ["KS"]}, BadSetting, "for round robins"),
        ({"system": "dice"}, BadSetting, "system is one of"),
        ({"rounds": -1}, BadSetting, "rounds must be 0 to 78"),
        ({"start": "21.11.2026"}, BadSetting, "2026-11-21"),
        ({"rounds": "seven"}, BadSetting, "a whole number"),
        ({"colour": "red"}, BadSetting, "not known"),
        ({"game": "barbakan:players=3"}, NotTwoSided, "barbakan:players=3 has 3"),
    ],
)
def test_settings_that_are_refused(
    make: Make, settings: dict[str, object], error: type[ValueError], problem: str
) -> None:
    with pytest.raises(error) as told:
        make(0, started=False, **settings)
    assert problem in str(told.value)


def test_settings_that_round_one_fixes(make: Make) -> None:
    director = make(8)
    with pytest.raises(BadSetting, match="rounds: 1 to 7 for 8 entries"):
        director.do(ChangeSettings(settings={"rounds": 9}))
    play_round(director)
    with pytest.raises(NotNow, match="points cannot change"):
        director.do(ChangeSettings(settings={"points": {"win": 6}}))
    with pytest.raises(NotNow, match="needs a reason"):
        director.do(ChangeSettings(settings={"rounds": 6}))
    assert director.do(ChangeSettings(settings={"rounds": 6}), reason="hall closes").severity == 4


@pytest.mark.parametrize(
    ("person", "fields", "problem"),
    [
        (Person(""), {}, "needed"),
        (Person("N", birth="3020"), {}, "between 1900"),
        (Person("N"), {"rating": -5}, "0 to 9999"),
        (Person("player 01"), {}, "on the list already, as entry 1"),
    ],
)
def test_entries_that_are_refused(make: Make, person: Person, fields: dict[str, int], problem: str) -> None:
    director = make(2, started=False)
    with pytest.raises(BadEntry) as error:
        director.enter(person, **fields)
    assert problem in str(error.value)


def test_twins_are_told_apart_by_birth_or_by_saying_so(make: Make) -> None:
    director = make(0, started=False)
    director.enter(Person("Ivan Ivanov", birth="1990"))
    director.enter(Person("Иван Иванов", birth="1991"))
    director.enter(Person("Ivanov Ivan", birth="2001"))
    with pytest.raises(BadEntry):
        director.enter(Person("Ivanov, Ivan"))
    director.enter(Person("Ivanov, Ivan"), twin=True)
    assert len(director.state.entries) == 4


def test_a_round_robin_with_a_withdrawal(make: Make) -> None:
    director = make(5, system="round-robin")
    assert director.state.settings.rounds == 5
    assert director.state.settings.tiebreaks == ("DE", "SB", "WIN", "KS")
    play_round(director, "1")
    director.do(Withdraw(entry=5))
    for _ in range(4):
        play_round(director, "1")
    table = {line.number: line for line in standings(director.state)}
    assert all(board.result.text in ("+:−", "−:+") for r in director.state.rounds[1:] for board in r.boards
               if 5 in (board.first, board.second) and board.result)  # fmt: skip
    assert not table[5].has_played
    assert [table[number].points for number in (1, 2, 3, 4)] == [4, 2, 4, 2]


def test_a_knockout_of_six(make: Make) -> None:
    director = make(6, system="knockout")
    assert director.state.settings.rounds == 3
    director.draft()
    director.publish()
    with pytest.raises(BadResult, match="needs a winner"):
        director.result(2, "=")
    for board in director.state.rounds[0].boards:
        if board.is_open:
            director.result(board.number, "1")
    director.close_round()
    for _ in range(2):
        play_round(director, "1")
    assert [len(r.boards) for r in director.state.rounds] == [4, 2, 1]
    assert standings(director.state)[0].number == 1


def test_rounds_of_two_games(make: Make) -> None:
    director = make(4, rounds=1, games="2", tiebreaks=["GP"])
    director.draft()
    director.publish()
    director.result(1, "1.5:0.5")
    director.result(2, "0:2")
    director.close_round()
    assert [str(line.values[0]) for line in standings(director.state)] == ["2", "1.5", "0.5", "0"]


def test_acceleration_keeps_virtual_points_out_of_the_table(make: Make) -> None:
    director = make(12, accelerated=True, rounds=5)
    pairing_input = input_before(director.state, 1)
    assert [pairing_input.virtual(number, 1) for number in (1, 6, 7)] == [2, 2, 0]
    play_round(director, "1")
    assert max(line.points for line in standings(director.state)) == 2
    director.draft()
    last = director.state.rounds[1]
    boards = [(director.state.entry(b.first).number, director.state.entry(b.second).number) for b in last.boards]
    assert breaches_of(input_before(director.state, 2), boards) == ()


def test_erasing_a_person_keeps_results_and_chain(make: Make) -> None:
    director = make(4, rounds=1)
    play_round(director)
    director.correct(1, {}, Person("Other Name"), reason="typing")
    director.erase(1)
    assert director.state.name(1) == "—"
    assert director.store.verify() == len(director.log)
    assert b"Other Name" not in director.store.path.read_bytes()
    assert input_after(director.state).player(1).slots


def test_fields_are_plain_values(make: Make) -> None:
    assert isinstance(input_before(make(4).state, 1), PairingInput)
