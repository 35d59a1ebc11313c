"""Sections of one festival: tables that do not overlap, one section a person, common lists."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tournament.conftest import Make

from charkoni.core.translations import Words
from charkoni.tournament import festival as festivals
from charkoni.tournament.acts.entries import Withdraw
from charkoni.tournament.acts.event import ChangeSettings
from charkoni.tournament.director import Director
from charkoni.tournament.festival import LISTS, Festival
from charkoni.tournament.formats.trf import reader, writer
from charkoni.tournament.model.errors import BadFile, WrongPhase
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
    festivals.number_tables(found)
    for director in found.values():
        director.draft()
        director.publish()
    return found


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
    festivals.number_tables(found)
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
    assert festivals.move(u12, 1, women) == 1
    entry = women.state.entry(1)
    assert (entry.rating, entry.club, entry.categories) == (1500, "Osh", ("W",))
    assert women.state.person(1).federation_id == "77" and u12.state.entry(1).left
    assert not list(festivals.remarks(WORDS, states({**found, "women": women})))


def test_who_cannot_move_stays(sections: dict[str, Director]) -> None:
    u12, u16 = sections["u12"], sections["u16"]
    with pytest.raises(WrongPhase, match="sits at table"):
        festivals.move(u12, 1, u16)
    for director in sections.values():
        finish_round(director)
    next_round(u16)
    with pytest.raises(WrongPhase, match="late entries come"):
        festivals.move(u12, 1, u16)
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
        festivals.read(tmp_path / "f")


def test_a_festival_is_read_as_it_was_written(tmp_path: Path) -> None:
    festivals.write(tmp_path / "f", Festival("Степь", ("a", "b")))
    assert festivals.read(tmp_path / "f") == Festival("Степь", ("a", "b"))
