"""Known people: remembered at one event, proposed at the next, forgotten for good."""

import contextlib
import sqlite3
from pathlib import Path

import pytest
from tests.tournament.conftest import Make

from charkoni.tournament.director import Director
from charkoni.tournament.known_people import FILE, KnownPeople
from charkoni.tournament.model.errors import BadFile
from charkoni.tournament.model.players import Person


def entered(make: Make, *people: tuple[Person, int], game: str = "mangala", start: str = "2026-11-21") -> Director:
    director = make(0, started=False, game=game, start=start)
    for person, rating in people:
        director.enter(person, rating=rating, club="Ош", country="KGZ")
    return director


ANNA = Person("Петрова Анна", birth="2009-05-31", sex="ж", contact="+996 1", federation_id="77")


def test_the_latest_rating_of_each_game_is_kept_and_nothing_private(make: Make, tmp_path: Path) -> None:
    known = KnownPeople(tmp_path / "events")
    assert known.find("Петрова") == [] and not known.exists
    known.remember(entered(make, (ANNA, 1800)).state)
    known.remember(entered(make, (ANNA, 1700), start="2025-01-01").state)
    known.remember(entered(make, (ANNA, 1500), game="gana").state)
    (found,) = known.find("petr ann")
    assert (found.name, found.year, found.sex, found.club) == ("Петрова Анна", 2009, "f", "Ош")
    assert (found.rating("mangala:fortress"), found.rating("gana"), found.rating("mosty")) == (1800, 1500, 0)
    content = (tmp_path / "events" / FILE).read_bytes()
    assert b"05-31" not in content and b"+996" not in content


def test_only_who_has_entered_people_is_told_of_them(make: Make, tmp_path: Path) -> None:
    known = KnownPeople(tmp_path)
    known.remember(entered(make, (ANNA, 0), (Person("Petrov Ivan"), 1500)).state, "dana")
    assert [person.name for person in known.find("petr", "dana")] == ["Петрова Анна", "Petrov Ivan"]
    assert known.find("petr", "stranger") == [] and known.find("pe", "dana") == []
    assert len(known.find("petr")) == 2


def test_who_is_forgotten_never_comes_back(make: Make, tmp_path: Path) -> None:
    known, director = KnownPeople(tmp_path), entered(make, (ANNA, 1800), (Person("Petrov Ivan"), 1500))
    assert known.remember(director.state) == 2
    assert known.forget(ANNA) and not known.forget(ANNA)
    assert known.remember(director.state) == 1
    assert [person.name for person in known.find("petr")] == ["Petrov Ivan"]
    assert "Петрова".encode() not in (tmp_path / FILE).read_bytes()


def test_a_stranger_neither_changes_nor_forgets_what_others_remember(make: Make, tmp_path: Path) -> None:
    known = KnownPeople(tmp_path)
    known.remember(entered(make, (ANNA, 1800)).state, "dana")
    rude = make(0, started=False)
    rude.enter(ANNA, rating=100, club="rude words")
    known.remember(rude.state, "stranger")
    (person,) = known.find("petr", "dana")
    assert (person.club, person.rating("mangala")) == ("Ош", 1800)
    assert known.forget(ANNA, "stranger") and known.find("petr", "stranger") == []
    assert [each.club for each in known.find("petr", "dana")] == ["Ош"]
    assert known.remember(rude.state, "stranger") == 0, "what one forgets does not come back for him"
    assert known.remember(entered(make, (ANNA, 1800)).state, "dana") == 1
    assert known.forget(ANNA) and known.find("petr") == [], "the owner of the file forgets for all"
    assert known.remember(entered(make, (ANNA, 1800)).state, "dana") == 0


def test_people_of_a_file_of_the_first_version_keep_their_owners(make: Make, tmp_path: Path) -> None:
    known, anna = KnownPeople(tmp_path), entered(make, (ANNA, 1800)).state
    known.remember(anna)
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as file:
        file.executescript("UPDATE owners SET owner = 'dana'; INSERT INTO owners SELECT key, 'bek' FROM owners;")
    known.remember(entered(make, (ANNA, 1900), start="2027-01-01").state, "bek")
    assert [known.find("petr", who)[0].rating("mangala") for who in ("dana", "bek")] == [1800, 1900]
    assert known.forget(ANNA, "dana") and known.find("petr", "dana") == [] and known.find("petr", "bek")


def test_another_file_of_that_name_is_refused(make: Make, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("no database")
    with pytest.raises(BadFile, match="not a file of known people"):
        KnownPeople(tmp_path).find("anna")
