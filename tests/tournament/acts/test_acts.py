"""What the specification asks of a desk beside the rounds: absence, expulsion, reasons, copies, lots, twins."""

import os
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.tournament.conftest import Make, play_round

from charkoni.tournament.acts.entries import CheckIn, Expel, Prohibit
from charkoni.tournament.acts.event import ChangeSettings, Finish
from charkoni.tournament.acts.log import decoded
from charkoni.tournament.acts.rounds import Draft, Unpublish
from charkoni.tournament.director import Director
from charkoni.tournament.formats.trf import reader, writer
from charkoni.tournament.model.errors import BadEntry, BadResult, BadSetting, ListError, NoPairing, NotNow
from charkoni.tournament.model.person_names import is_near
from charkoni.tournament.model.players import Person
from charkoni.tournament.model.profiles import departures
from charkoni.tournament.model.rounds import Board, Result
from charkoni.tournament.model.serialization import dump
from charkoni.tournament.model.settings import Settings
from charkoni.tournament.pairing import lots
from charkoni.tournament.standings.ranking import standings


def test_who_did_not_come_is_absent_until_he_is_back(make: Make) -> None:
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
    with pytest.raises(NotNow, match="needs a reason"):
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


def test_official_mode_is_left_for_good(make: Make) -> None:
    director = make(4, rounds=3)
    play_round(director)
    again = tuple((b.first, b.second, b.first) for b in director.state.rounds[0].boards)
    act = director.do(Draft(round=2, boards=again, by_hand=True, allow=("P2",)), reason="they asked")
    assert act.severity == 5 and not director.state.official
    director.undo()
    assert not director.state.official


def test_acts_of_level_four_stand_in_the_exported_file(make: Make) -> None:
    director = make(8)
    director.draft()
    director.publish()
    director.do(Unpublish(round=1), reason="the wrong\nlist was printed")
    director.publish()
    text = writer.write(replace(director.state, version=0))
    assert "### charkoni remark 13 unpublish: the wrong list was printed\r\n" in text
    assert reader.read(text).tournament.remarks == director.state.remarks
    assert writer.write(reader.read(text).tournament) == text


def test_a_correction_of_a_closed_round_takes_a_reason(make: Make) -> None:
    director = make(8)
    play_round(director, "1")
    with pytest.raises(NotNow, match="needs a reason"):
        director.result(1, "0", round_=1)
    assert director.result(1, "0", round_=1, reason="slip read again").severity == 3


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
    with pytest.raises(NotNow, match="late entries"):
        director.enter(Person("Late"), rating=1)


def test_bans_are_judged_round_by_round_and_when_the_list_is_closed(make: Make) -> None:
    director = make(4, rounds=3)
    for number, other in enumerate((2, 3, 4), 1):  # somebody is left in every round
        director.do(Prohibit(entries=(1, other), first=number, last=number))
    director = make(3, started=False)
    director.do(Prohibit(entries=(1, 2)))
    director.do(Prohibit(entries=(1, 3)))  # others may still come
    with pytest.raises(NoPairing, match="nobody is left for Player 01") as error:
        director.close_list()
    assert error.value.group == (1,)
    director.enter(Person("Another One"), rating=1)
    director.close_list()


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("Иванов Иван", "Ivanov Ivan", True),
        ("Касымбекова Айгуль", "Касымбекова Айгул", True),
        ("Yılmaz Mehmet", "Yilmas Mehmet", True),
        ("Ivanov Ivan 1", "Ivanov Ivan 2", False),
        ("Ng", "Ny", False),
        ("Ivanov Ivan", "Petrov Ivan", False),
    ],
)
def test_near_names(one: str, other: str, near: bool) -> None:
    assert is_near(one, other) == near == is_near(other, one)


def test_near_duplicates_are_asked_about(make: Make) -> None:
    director = make(0, started=False)
    director.enter(Person("Касымбекова Айгуль"))
    with pytest.raises(BadEntry, match="nearly the same name"):
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


def test_seats_show_who_moves_first_on_the_left() -> None:
    result = Result("1", "0", stones=(30, 18), games=(3, 1))
    board = Board(1, 5, 7, 7, result)
    assert board.seats == (7, 5)
    assert board.seen == Result("0", "1", stones=(18, 30), games=(1, 3)) and result.turned.turned == result
    assert Board(1, 5, 7, 5, result).seen == result
    assert Board(1, 5, 0).seats == (5, 0) and Board(1, 5, 7, 7).seen is None


def test_results_in_the_view_of_who_moves_first(make: Make) -> None:
    director = make(8)
    director.draft()
    director.publish()
    board = next(b for b in director.state.rounds[0].boards if b.seats[0] == b.second)
    director.result(board.number, "30:18", view="mover")
    found = director.state.rounds[0].boards[board.number - 1]
    assert found.result == Result("0", "1", stones=(18, 30)) and found.seen is not None and found.seen.text == "1:0"
    with pytest.raises(BadResult, match=r"31 \+ 16 = 47"):
        director.result(board.number, "31:16", view="mover")


def test_who_begins_the_games_of_a_match() -> None:
    drawn = [lots.beginner("s", 2, 3, (8, 9), 9, game) for game in range(1, 40)]
    assert drawn[:2] == [9, 8] and {8, 9} == set(drawn[2:])
    assert drawn[4] == (8 if lots.lot("s", "first", 2, 3, 5) % 2 == 0 else 9)


def test_points_of_games_are_the_first_tie_break_of_matches(make: Make) -> None:
    director = make(4, started=False)
    director.do(ChangeSettings(settings={"games": "2"}))
    assert director.state.settings.tiebreaks == ("GP", "BH/C1", "BH", "SB", "DE", "WIN")
    director.do(ChangeSettings(settings={"system": "round-robin"}))
    assert director.state.settings.tiebreaks == ("GP", "DE", "SB", "WIN", "KS")
    director.do(ChangeSettings(settings={"games": "1"}))
    assert director.state.settings.tiebreaks == ("DE", "SB", "WIN", "KS")


def test_departures_from_the_text_of_2016_are_noticed(make: Make) -> None:
    assert departures(dump(Settings())) == ()
    assert departures(dump(Settings(profile="classic", clock=5))) == ()
    director = make(8, started=False)
    assert director.do(ChangeSettings(settings={"place": "Ankara"})).severity == 1
    assert director.do(ChangeSettings(settings={"clock": 10, "first": "balanced"})).severity == 2
    assert departures(dump(director.state.settings)) == ("clock", "first")
    assert director.do(ChangeSettings(settings={"place": "Bişkek"})).severity == 1
    assert director.do(ChangeSettings(settings={"points": {"win": 6}})).severity == 2


def test_many_rounds_for_few_are_noticed_and_none_are_refused(make: Make) -> None:
    director = make(8, started=False)
    assert director.close_list(7).severity == 2
    assert director.close_list(6).severity == 1
    with pytest.raises(BadSetting, match="1 to 78"):
        director.do(ChangeSettings(settings={"rounds": 0}))


def test_the_seed_is_public_once_the_list_is_closed() -> None:
    phases = ("planned", "registration", "playing", "finished", "archived")
    assert [lots.is_public(phase) for phase in phases] == [False, False, True, True, True]


def test_a_tournament_goes_into_the_archive_and_no_further(make: Make) -> None:
    director = make(4, rounds=1)
    play_round(director)
    director.do(Finish())
    director.do(Finish(archive=True))
    assert director.state.phase == "archived"
    director.undo()
    director.undo()
    assert director.state.phase == "playing" and standings(director.state)


def _prepared(director: Director, phase: str) -> None:
    """Bring an event of eight to a phase: open, listed, drafted, published or closed."""
    for step in ("listed", "drafted", "published", "closed"):
        if phase == "open" or (step == "closed" and phase != "closed"):
            return
        if step == "listed":
            director.close_list()
        elif step == "drafted":
            director.draft()
        elif step == "published":
            director.publish()
        else:
            for board in director.state.rounds[0].boards:
                director.result(board.number, "1")
            director.close_round()
        if step == phase:
            return


SWAPPED = [[5, 1, 5], [2, 6, 2], [7, 3, 7], [4, 8, 4]]


@pytest.mark.parametrize(
    ("phase", "kind", "data"),
    [
        ("open", "set", {"settings": {"place": "Ankara"}}),
        ("open", "prohibit", {"entries": [1, 2]}),
        ("open", "lot", {"purpose": "initial", "value": "b"}),
        ("open", "numbers", {"order": [8, 7, 6, 5, 4, 3, 2, 1], "rounds": 5}),
        ("listed", "correct", {"entry": 1, "changes": {"rating": 5}}),
        ("listed", "checkin", {"entry": 1, "here": False}),
        ("listed", "request-bye", {"entry": 1, "round": 2, "code": "Z"}),
        ("listed", "withdraw", {"entry": 1}),
        ("listed", "return", {"entry": 1}),
        ("listed", "expel", {"entry": 1}),
        ("listed", "pause", {"on": True}),
        ("listed", "draft", {"round": 1, "boards": SWAPPED, "by_hand": True}),
        ("drafted", "edit", {"round": 1, "boards": SWAPPED}),
        ("drafted", "publish", {"round": 1}),
        ("published", "unpublish", {"round": 1}),
        ("published", "lot", {"purpose": "first", "round": 1, "board": 1, "entry": 5}),
        ("published", "result", {"round": 1, "board": 1, "first": "1", "second": "0"}),
        ("published", "result", {"round": 1, "board": 1, "first": "1", "second": "0", "source": "second"}),
        ("published", "dispute", {"round": 1, "board": 1}),
        ("published", "expel", {"entry": 1, "annul": True}),
        ("closed", "result", {"round": 1, "board": 1, "first": "0", "second": "1"}),
        ("closed", "finish", {"early": True}),
        ("closed", "finish", {"early": True, "archive": True}),
    ],
)
def test_every_act_can_be_undone(make: Make, phase: str, kind: str, data: dict[str, object]) -> None:
    director = make(8, started=False)
    _prepared(director, phase)
    before = director.state
    act = director.do(decoded(kind, data), reason="why not")
    undo = director.undo(act.number)
    assert replace(director.state, version=0) == replace(before, version=0)
    assert director.store.verify() == undo.number
    with pytest.raises(NotNow, match="there is no act 0"):
        director.undo(0)


def test_entering_closing_and_late_coming_can_be_undone(make: Make) -> None:
    director = make(8, started=False)
    for step in (lambda: director.enter(Person("Zuletzt")), director.close_list):
        before = director.state
        director.undo(step().number)
        assert replace(director.state, version=0, people=before.people) == replace(before, version=0)
    director.close_list()
    play_round(director)
    late = director.enter(Person("Late Comer"), rating=1)
    assert late.kind == "late" and len(director.state.entries) == 9
    director.undo(late.number)
    assert len(director.state.entries) == 8


def test_an_act_that_is_not_there_cannot_be_undone(make: Make) -> None:
    director = make(4)
    for number in (0, len(director.log) + 1, len(director.log) + 2):  # the second is the undo itself
        with pytest.raises(NotNow, match=f"there is no act {number}"):
            director.undo(number)
