"""Checks of persons and entries: the same for an entry, a correction and a list."""

from datetime import date

import pytest
from tests.tournament.conftest import Make

from charkoni.tournament.model.errors import BadField, ListError
from charkoni.tournament.model.person_checks import checked_fields, checked_person
from charkoni.tournament.model.players import Person

TODAY = date(2026, 11, 23)


@pytest.mark.parametrize(
    ("birth", "kept"), [("2009", "2009"), ("2009-05-31", "2009-05-31"), ("31.5.2009", "2009-05-31"),
                        ("2009/05/31", "2009-05-31"), ("2009/00/00", "2009"), ("", "")],
)  # fmt: skip
def test_a_birth_is_a_year_or_a_date(birth: str, kept: str) -> None:
    assert checked_person(Person("N", birth=birth), TODAY).birth == kept


@pytest.mark.parametrize("birth", ["3020", "2026-11-24", "1899", "2009-02-30", "20", "spring 2009", "٢٠٠٩", "2009-5"])
def test_a_birth_that_cannot_be_is_refused(birth: str) -> None:
    with pytest.raises(BadField) as error:
        checked_person(Person("N", birth=birth), TODAY)
    assert error.value.field == "birth"


def test_the_sex_is_a_letter_in_any_language_of_ours() -> None:
    written = {"ж": "f", "Kadın": "f", "W": "f", "f": "f", "муж.": "m", "erkek": "m", "M": "m", "": ""}
    assert {text: checked_person(Person("N", sex=text), TODAY).sex for text in written} == written
    with pytest.raises(BadField, match="f or m"):
        checked_person(Person("N", sex="7"), TODAY)


@pytest.mark.parametrize("fields", [{"rating": 10000}, {"rating": -1}, {"country": "123"}, {"country": "Ruritania"}])
def test_ratings_and_countries_have_limits(fields: dict[str, int | str]) -> None:
    assert checked_fields({"rating": 9999, "country": "Côte d'Ivoire"}) == {"rating": 9999, "country": "CIV"}
    assert checked_fields({"country": "Ruritania"}, "Ruritania") == {"country": "Ruritania"}  # of an older version
    with pytest.raises(BadField):
        checked_fields(fields)


def test_a_correction_is_checked_as_an_entry_is(make: Make) -> None:
    director = make(1, started=False)
    for changes, person in (
        ({"rating": 10000}, None), ({"country": "4"}, None),
        ({}, Person("N", birth="3020")), ({}, Person("N", sex="?")),
    ):  # fmt: skip
        with pytest.raises(BadField):
            director.correct(1, changes, person)
    director.correct(1, {}, Person("N", birth="31.05.2009", sex="ж"))
    assert director.state.person(1) == Person("N", birth="2009-05-31", sex="f")


def test_a_rehearsal_refuses_what_the_entry_of_a_list_refuses_and_enters_nothing(make: Make) -> None:
    director = make(1, started=False)
    acts = len(director.log)
    people = [(Person("Ada"), {}), (Person("Ada"), {})]
    with pytest.raises(ListError) as error:
        director.rehearse(people)
    assert error.value.place == 1
    director.rehearse(people, twins=True)
    assert len(director.log) == acts and len(director.state.entries) == 1
    director.refresh()
    assert len(director.state.entries) == 1
