"""The director of an event: whole events, conflicts, refusals, copies, erasure."""

import os
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.tournament.conftest import Make, play_round, replayed

from charkoni.tournament.actions.event import SetSettings
from charkoni.tournament.acts.declaration import Request
from charkoni.tournament.acts.entries import CheckIn, Withdraw
from charkoni.tournament.acts.event import Finish
from charkoni.tournament.acts.rounds import Draft, Unpublish
from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import (
    BadEntry,
    BadResult,
    EngineFailed,
    ListError,
    Stale,
    WrongPhase,
)
from charkoni.tournament.model.players import Person
from charkoni.tournament.model.rounds import Result
from charkoni.tournament.pairing.input_from_event import input_after
from charkoni.tournament.standings.crosstable import crosstable_of
from charkoni.tournament.standings.ranking import standings
from charkoni.tournament.store import Store


def test_a_whole_event_of_nine(make: Make) -> None:
    director = make(9)
    for _ in range(director.state.settings.rounds):
        play_round(director)
    director.do(Finish())
    assert director.state.phase == "finished"
    assert sum(line.points for line in standings(director.state)) == 5 * (8 + 2)
    assert replayed(director) == director.state
    with pytest.raises(WrongPhase, match="finished"):
        director.result(1, "1", round_=1)


def test_same_acts_and_seed_give_the_same_pairings(make: Make) -> None:
    first, second = make(11), make(11)
    for director in (first, second):
        play_round(director)
        director.draft()
    assert first.state.rounds == second.state.rounds


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
    with pytest.raises(WrongPhase, match=r"^.Too late.: late entries are accepted until half"):
        director.enter(Person("Too late"), rating=1000)


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
        assert (error.value.mine.name, error.value.theirs.name) == ("0:1", "1:0")
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


def test_acts_outside_their_phase(make: Make) -> None:
    director = make(8, started=False)
    with pytest.raises(WrongPhase, match="not closed yet"):
        director.draft()
    director.close_list()
    with pytest.raises(WrongPhase, match="no draft"):
        director.publish()
    with pytest.raises(WrongPhase, match="no round is running"):
        director.result(1, "1")
    with pytest.raises(WrongPhase, match="rounds still to be played: 5"):
        director.do(Finish())
    director.draft()
    with pytest.raises(WrongPhase, match="not published"):
        director.result(1, "1", round_=1)
    director.publish()
    with pytest.raises(WrongPhase, match="round 1 is not closed"):
        director.draft()
    with pytest.raises(WrongPhase, match="results are missing at the tables 1, 2, 3, 4"):
        director.close_round()
    with pytest.raises(BadResult, match="has no table 9"):
        director.result(9, "1")


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


def test_equal_names_need_another_birth_or_a_confirmation(make: Make) -> None:
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


def test_who_loses_in_one_round_of_a_knockout_shares_a_place(make: Make) -> None:
    director = make(6, system="knockout")
    for _ in range(3):
        play_round(director, "1")
    assert [(line.place, line.last, line.number) for line in standings(director.state)] == [
        (1, 1, 1), (2, 2, 2), (3, 4, 3), (3, 4, 4), (5, 6, 5), (5, 6, 6)
    ]  # fmt: skip
    other = make(4, started=False)
    swiss = other.state.settings.tiebreaks
    for system, expected in (
        ("knockout", ()),
        ("round-robin", ("DE", "SB", "WIN", "KS")),
        ("knockout", ()),
        ("swiss", swiss),
    ):
        given = {"system": system, "tiebreaks": list(other.state.settings.tiebreaks)}  # a form sends what was there
        list(SetSettings(settings=given).perform(other, Request()))
        assert other.state.settings.tiebreaks == expected
    list(SetSettings(settings={"system": "knockout", "tiebreaks": ["SD"]}).perform(other, Request()))
    assert other.state.settings.tiebreaks == ("SD",)


def test_rounds_of_two_games(make: Make) -> None:
    director = make(4, rounds=1, games="2", tiebreaks=["GP"])
    director.draft()
    director.publish()
    director.result(1, "1.5:0.5")
    director.result(2, "0:2")
    director.close_round()
    assert [str(line.values[0]) for line in standings(director.state)] == ["2.0", "1.5", "0.5", "0.0"]


def test_sets_of_a_round_count_where_points_are_equal(make: Make) -> None:
    director = make(5, rounds=2, games="sets-of-5", tiebreaks=["GP", "GD"], first="balanced")
    director.draft()
    director.publish()
    director.result(1, "3:2")
    director.result(2, "+")
    director.close_round()
    values = sorted((line.points, *map(str, line.values)) for line in standings(director.state))
    # A bye and a forfeit count 3:0.
    assert values == [(0, "0.0", "-3"), (0, "2.0", "-1"), (2, "3.0", "1"), (2, "3.0", "3"), (2, "3.0", "3")]
    board = director.state.rounds[0].boards[0]
    director.result(1, "3.5:1.5", round_=1, reason="slip read again")
    after = director.state.rounds[0].boards[0]
    assert after.corrected and after.result and after.result.turned.shown == "1½:3½" and not board.corrected
    cells = [cell for *_, cells, _ in crosstable_of(director.state).lines for cell in cells]
    assert sum(cell.endswith(("1½:3½*", "3½:1½*")) for cell in cells) == 2


def test_erasing_a_person_keeps_results_and_chain(make: Make) -> None:
    director = make(4, rounds=1)
    play_round(director)
    director.correct(1, {}, Person("Other Name"), reason="typing")
    director.erase(1)
    assert director.state.name(1) == "–"
    assert director.store.verify() == len(director.log)
    assert b"Other Name" not in director.store.path.read_bytes()
    assert input_after(director.state).player(1).slots


def test_erasing_finds_the_person_who_has_the_id_now(make: Make) -> None:
    director = make(2, started=False)
    director.enter(Person("Wrong list"))
    director.undo()
    director.enter(Person("Anna"))
    director.enter(Person("Bela"))
    director.correct(3, {}, Person("Anna B."))
    director.erase(3)
    assert [director.state.name(id_) for id_ in (1, 2, 3, 4)] == ["Player 01", "Player 02", "–", "Bela"]
    assert "Anna" not in {person.name for person in director.store.people().values()}


def test_results_in_the_view_of_the_first_mover(make: Make) -> None:
    director = make(8)
    director.draft()
    director.publish()
    board = next(b for b in director.state.rounds[0].boards if b.seats[0] == b.second)
    director.result(board.number, "30:18", view="mover")
    found = director.state.rounds[0].boards[board.number - 1]
    assert found.result == Result("0", "1", stones=(18, 30)) and found.seen is not None and found.seen.text == "1:0"
    with pytest.raises(BadResult, match=r"31 \+ 16 = 47"):
        director.result(board.number, "31:16", view="mover")


def test_near_duplicates_are_asked_about(make: Make) -> None:
    director = make(0, started=False)
    director.enter(Person("Касымбекова Айгуль"))
    with pytest.raises(BadEntry, match="a similar name"):
        director.enter(Person("Касымбекова Айгул"))
    director.enter(Person("Касымбекова Айгул"), twin=True)


def test_a_list_is_entered_whole_or_not_at_all(make: Make) -> None:
    director = make(0, started=False)
    rows = [(Person("Anna"), {"rating": 1}), (Person("Berta"), {}), (Person("Anna"), {})]
    with pytest.raises(ListError) as error:
        director.enter_all(rows)
    assert error.value.place == 2 and "on the list already" in str(error.value.error)
    assert director.state.entries == () and len(director.log) == 1 == director.store.verify()
    assert len(director.enter_all(rows, twins=True)) == 3


def test_a_stick_that_is_pulled_out_loses_nothing(make: Make, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    director = make(4, rounds=2)
    director.keep_copies_in(stick)
    director.draft()
    (stick / director.store.path.name).unlink()
    stick.rmdir()
    director.publish()
    assert director.state.rounds[0].state == "published" and "stick" in director.copy_problem
    stick.mkdir()
    director.do(Unpublish(round=1), reason="x")
    director.publish()
    assert director.copy_problem == "" and (stick / director.store.path.name).is_file()


def test_an_old_copy_is_made_anew(make: Make, tmp_path: Path) -> None:
    director = make(4, rounds=2)
    director.keep_copies_in(tmp_path / "..")
    copy = (tmp_path / "..").resolve() / director.store.path.name
    before = copy.stat().st_mtime
    director.do(CheckIn(entry=1, here=True))
    assert copy.stat().st_mtime == before
    os.utime(copy, (time.time() - 301,) * 2)
    director.do(CheckIn(entry=1, here=True))
    assert copy.stat().st_mtime >= before
    director.now = lambda: datetime.now(UTC) + timedelta(minutes=6)
    os.utime(copy, (before, before))
    director.do(CheckIn(entry=1, here=True))
    assert copy.stat().st_mtime > before
    copy.unlink()


def test_an_engine_failure_leaves_the_event_as_it_was(make: Make) -> None:
    director = make(8)
    before, acts = director.state, len(director.log)

    def broken(_: object) -> None:
        raise EngineFailed("gacrux: KeyError: 7")

    director.engine = broken  # type: ignore[assignment]  # never returns
    with pytest.raises(EngineFailed):
        director.draft()
    assert director.state == before and len(director.log) == acts
    director.do(
        Draft(round=1, boards=((1, 5, 1), (6, 2, 6), (3, 7, 3), (8, 4, 8)), by_hand=True),
        reason="no engine",
    )
    director.publish()
