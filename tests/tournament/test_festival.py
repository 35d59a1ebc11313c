"""Sections of one festival: tables that do not overlap, one section a person, common lists."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tournament.conftest import Make

from charkoni.core.translations import Words
from charkoni.tournament import festival as festivals
from charkoni.tournament import festival_file
from charkoni.tournament.acts.declaration import Request
from charkoni.tournament.acts.entries import Return, Withdraw
from charkoni.tournament.acts.event import ChangeSettings, Finish
from charkoni.tournament.director import Director
from charkoni.tournament.festival import LISTS, MovePerson, NumberTables, begin
from charkoni.tournament.festival_file import Festival
from charkoni.tournament.formats.trf import reader, writer
from charkoni.tournament.model.errors import BadEntry, BadFile, ListError, WrongPhase
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.players import Entry, Person
from charkoni.tournament.printouts.text import text

WORDS = Words("en")


@pytest.fixture
def sections(make: Make) -> dict[str, Director]:
    """Return two sections of 6 and 5 entries, whose first rounds are published."""
    found = {"u12": make(6, rounds=3, name="U12"), "u16": make(5, rounds=3, name="U16", started=False)}
    found["u16"].correct(1, {}, Person("Late Riser", federation_id="7"))
    found["u16"].close_list()
    number_tables(found)
    for director in found.values():
        director.draft()
        director.publish()
    return found


def number_tables(sections: dict[str, Director]) -> None:
    list(NumberTables().perform(sections, Request()))


def move(sections: dict[str, Director], section: str, entry: int, to: str) -> None:
    list(MovePerson(section=section, entry=entry, to=to).perform(sections, Request()))


def states(sections: dict[str, Director]) -> dict[str, Tournament]:
    return {name: director.state for name, director in sections.items()}


def finish_round(director: Director) -> None:
    for board in director.state.rounds[-1].boards:
        if not board.is_bye:
            director.result(board.number, "1")
    director.close_round()


def next_round(director: Director) -> None:
    director.draft()
    director.publish()


def test_tables_of_two_sections_do_not_overlap_and_are_known_by_their_numbers(sections: dict[str, Director]) -> None:
    numbers = {name: [board.number for board in d.state.rounds[0].boards] for name, d in sections.items()}
    assert numbers == {"u12": [1, 2, 3], "u16": [6, 7, 8]}
    u16 = sections["u16"]
    u16.result(6, "1")
    assert u16.state.rounds[0].boards[0].result is not None
    with pytest.raises(ValueError, match="no table 1"):
        u16.result(1, "1")
    again = reader.read(writer.write(u16.state)).tournament
    assert [board.number for board in again.rounds[0].boards] == [6, 7, 8]


def test_rounds_that_share_tables_are_told(make: Make) -> None:
    found = {"a": make(4, rounds=3, name="A"), "b": make(4, rounds=3, name="B")}
    for director in found.values():
        next_round(director)
    told = "table 1 is used by A and by B; number the tables again before the next round"
    assert told in list(festivals.remarks(WORDS, states(found)))
    number_tables(found)
    for director in found.values():
        finish_round(director)
        next_round(director)
    assert not any("is used by" in line for line in festivals.remarks(WORDS, states(found)))


@given(counts=st.lists(st.integers(0, 300), min_size=1, max_size=8))
def test_any_sections_fit_into_one_hall(counts: list[int]) -> None:
    fields = {str(n): Tournament(entries=tuple(Entry(i, "") for i in range(1, c + 1))) for n, c in enumerate(counts)}
    first = festivals.first_tables(fields)
    used = [first[name] + n for name, state in fields.items() for n in range((len(state.entries) + 1) // 2)]
    assert len(used) == len(set(used))


def test_a_person_moves_with_everything_and_is_in_one_section_at_a_time(make: Make) -> None:
    u12, u16, women = (make(0, name=name, started=False) for name in ("U12", "U16", "Women"))
    found = {"u12": u12, "u16": u16}
    u12.enter(Person("Anna Li", birth="2014", federation_id="77"), rating=1500, club="Osh", categories=["W"])
    u16.enter(Person("Li Anna", birth="2014"), rating=1500)
    told = "Anna Li is in U12 and in U16; move the person, or withdraw one of the entries"
    assert list(festivals.remarks(WORDS, states(found))) == [told]
    u16.do(Withdraw(entry=1))
    assert not list(festivals.remarks(WORDS, states(found)))
    move({**found, "women": women}, "u12", 1, "women")
    entry = women.state.entry(1)
    assert (entry.rating, entry.club, entry.categories) == (1500, "Osh", ("W",))
    assert women.state.person(1).federation_id == "77" and u12.state.entry(1).left
    assert not list(festivals.remarks(WORDS, states({**found, "women": women})))


def test_who_cannot_move_stays(sections: dict[str, Director]) -> None:
    u12, u16 = sections["u12"], sections["u16"]
    with pytest.raises(WrongPhase, match="sits at table"):
        move(sections, "u12", 1, "u16")
    for director in sections.values():
        finish_round(director)
    next_round(u16)
    with pytest.raises(WrongPhase, match="late entries are accepted"):
        move(sections, "u12", 1, "u16")
    assert not u12.state.entry(1).left and len(u16.state.entries) == 5


def test_the_lists_hold_all_sections(sections: dict[str, Director]) -> None:
    printed = {name: text(of(WORDS, "Steppe", states(sections))) for name, of in LISTS.items()}
    assert printed["names"].index("Late Riser") < printed["names"].index("Player 02")
    assert printed["entries"].count("Player 02") == 2 and "U16" in printed["pairings"]
    assert "U12" not in printed["standings"]
    finish_round(sections["u12"])
    assert "U12" in text(LISTS["standings"](WORDS, "Steppe", states(sections)))
    sections["u12"].do(ChangeSettings(settings={"times": ["2026-11-21 10:00", "2026-11-21 14:00"]}))
    sections["u16"].do(ChangeSettings(settings={"times": ["2026-11-21 12:00"]}))
    rows = festivals.timetable(WORDS, states(sections))
    assert [(section, number) for _, section, number in rows] == [("U12", 1), ("U16", 1), ("U12", 2)]


@pytest.mark.parametrize(
    "content", ["", "[]", '{"sections": ["../x"]}', '{"sections": [".x"]}', '{"sections": 1}', "{"]
)
def test_a_file_that_is_no_festival_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "f").write_text(content)
    with pytest.raises(BadFile):
        festival_file.read(tmp_path / "f")


def test_a_festival_is_read_as_it_was_written(tmp_path: Path) -> None:
    festival_file.write(tmp_path / "f", Festival("Степь", ("a", "b")))
    assert festival_file.read(tmp_path / "f") == Festival("Степь", ("a", "b"))


# --- one section at a time ------------------------------------------------------------------------------------------


@pytest.fixture
def two(make: Make, tmp_path: Path) -> tuple[Director, Director]:
    """Return two sections of a festival that is written beside them, each with somebody of its own."""
    found = make(0, name="U12", started=False), make(0, name="U16", started=False)
    names = tuple(director.store.path.name for director in found)
    festival_file.write(tmp_path / "steppe.festival", Festival("Steppe", names))
    found[0].enter(Person("Anna Li", birth="2014", federation_id="77"))
    found[1].enter(Person("Boris", birth="2010"))
    return found


def refused(act: Callable[[], object]) -> None:
    """Check that an act is refused, with the way out."""
    with pytest.raises(
        BadEntry, match=r"is in U12 as entry #1: move the person from there .festival " + MovePerson.command.name
    ):
        act()


@pytest.mark.parametrize(
    "person",
    [
        Person("Li Anna", birth="2014-05-31"), Person("Anna Li"), Person("Анна Ли", birth="2014"),
        Person("A. Lee", federation_id="77"), Person("Zoe / Anna Li"),
    ],
    ids=repr,
)  # fmt: skip
def test_a_person_of_one_section_enters_no_other(two: tuple[Director, Director], person: Person) -> None:
    u12, u16 = two
    refused(lambda: u16.enter(person, twin=True))
    refused(lambda: u16.correct(1, {}, person))
    with pytest.raises(ListError, match="move the person"):
        u16.enter_all([(Person("Zed"), {}), (person, {})])
    assert [u16.state.name(entry.id) for entry in u16.state.entries] == ["Boris"]
    u12.do(Withdraw(entry=1))
    u16.enter(person)
    with pytest.raises(BadEntry, match="is in U16 as entry #2"):
        u12.do(Return(entry=1))
    with pytest.raises(BadEntry, match="is in U16 as entry #2"):
        u12.undo()
    assert u12.state.entry(1).left


@pytest.mark.parametrize(
    "person", [Person("Anna Li", birth="2015"), Person("Anna Li", federation_id="78"), Person("Anna Lin", birth="2014")]
)
def test_another_person_of_that_name_does(two: tuple[Director, Director], person: Person) -> None:
    two[1].enter(person)
    assert len(two[1].state.entries) == 2


def test_who_sits_at_an_open_table_has_not_left_yet(two: tuple[Director, Director]) -> None:
    u12, u16 = two
    u12.enter(Person("Dora"))
    u12.close_list()
    u12.draft()
    u12.publish()
    u12.do(Withdraw(entry=1))
    refused(lambda: u16.enter(Person("Anna Li", birth="2014")))
    u12.result(1, "1")
    u16.enter(Person("Anna Li", birth="2014"))


def test_a_finished_section_holds_nobody(two: tuple[Director, Director]) -> None:
    u12, u16 = two
    u12.do(Finish(early=True), reason="no round")
    u16.enter(Person("Anna Li", birth="2014"))
    with pytest.raises(BadEntry, match="is in U16 as entry #2"):
        u12.undo()


def test_of_two_sections_that_enter_somebody_at_once_one_is_refused(two: tuple[Director, Director]) -> None:
    paths, barrier = [director.store.path for director in two], threading.Barrier(2)

    def enter(path: Path, name: str) -> bool:
        with Director.open(path) as director:
            barrier.wait()
            try:
                director.enter(Person(name))
            except BadEntry:
                return False
            return True

    for name in ("Aygul", "Bermet", "Cholpon", "Darika", "Elmira"):
        with ThreadPoolExecutor(2) as pool:
            assert sorted(pool.map(enter, paths, [name, name])) == [False, True]


def test_a_festival_is_not_made_of_sections_that_share_a_person(make: Make, tmp_path: Path) -> None:
    found = {director.store.path.name: director for director in (make(3, name="A"), make(2, name="B"))}
    path = tmp_path / "f.festival"
    with pytest.raises(BadEntry, match="Player 01 is in A and in B; move the person"):
        begin(path, Festival("F", tuple(found)), found)
    assert not path.exists()
    festival_file.write(path, Festival("F", tuple(found)))  # as older versions did
    told = [error.message() for error in festival_file.elsewhere(next(iter(found.values())).store.path)]
    assert len(told) == 2 and "Player 02 is in A and in B" in told[1]


def test_a_damaged_section_does_not_stop_the_others(two: tuple[Director, Director], tmp_path: Path) -> None:
    (tmp_path / "broken").write_bytes(b"SQLite format 3\0" + b"x" * 100)
    festival_file.write(tmp_path / "worse.festival", Festival("W", ("broken", "none", two[1].store.path.name)))
    (tmp_path / "no.festival").write_text("{")
    two[1].enter(Person("Cem"))
    refused(lambda: two[1].enter(Person("Anna Li")))
