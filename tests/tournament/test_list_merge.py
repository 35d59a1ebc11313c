"""Lists that complete who is there: the same person by ID, or by name and year of birth, and never twice."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tournament.conftest import Make

from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import ListError, NeedsConfirmation
from charkoni.tournament.model.players import Person

People = list[tuple[Person, Mapping[str, Any]]]


def known(director: Director, entry: int) -> tuple[object, ...]:
    """Return what an event knows of an entry."""
    person, own = director.state.person(entry), director.state.entry(entry)
    return (person.name, person.birth, person.sex, person.federation_id, own.rating, own.club, own.categories)


def with_two(make: Make) -> Director:
    """Return an event of Güneş, born in 2009, and Bolot with an ID."""
    director = make(0, started=False)
    director.enter(Person("Güneş Işıl", birth="2009"), club="Alpha", categories=["A"])
    director.enter(Person("Bolot Asan", federation_id="171"), rating=1500)
    return director


def test_what_is_missing_is_filled_in_without_a_question(make: Make) -> None:
    director = with_two(make)
    director.confirmations = 0
    rows: People = [
        (Person("Işıl, Gunes", birth="2009-05-31", sex="f"), {"rating": 1400, "categories": ["B"]}),
        (Person("Bolot Asan", federation_id="171", birth="2001"), {"club": "Beta"}),
        (Person("Cholpon", birth="2010"), {}),
    ]
    assert len(director.enter_all(rows)) == 3 and len(director.state.entries) == 3
    assert known(director, 1) == ("Güneş Işıl", "2009-05-31", "f", "", 1400, "Alpha", ("A", "B"))
    assert known(director, 2) == ("Bolot Asan", "2001", "", "171", 1500, "Beta", ())
    version = director.state.version
    assert director.enter_all(rows) == [] and director.state.version == version


def test_what_differs_is_shown_and_asked(make: Make) -> None:
    director = with_two(make)
    director.confirmations = 0
    rows: People = [(Person("Bolot Asanov", federation_id="171"), {"rating": 1600, "club": "Beta"})]
    with pytest.raises(NeedsConfirmation, match=r"Bolot Asan: Bolot Asan → Bolot Asanov, 1500 → 1600"):
        director.enter_all(rows)
    assert known(director, 2)[4] == 1500
    director.confirmations = 1
    director.enter_all(rows)
    assert known(director, 2) == ("Bolot Asanov", "", "", "171", 1600, "Beta", ())


def test_others_of_the_same_name_are_others(make: Make) -> None:
    director = with_two(make)
    director.enter_all([(Person("Güneş Işıl", birth="2011"), {})])
    with pytest.raises(ListError):  # without a year it may be either: somebody must say so
        director.enter_all([(Person("Bolot Asan"), {})])
    with pytest.raises(ListError) as twice:
        director.enter_all([(Person("Güneş Işıl", birth="2009"), {}), (Person("Işıl Güneş", birth="2009"), {})])
    assert (twice.value.place, twice.value.other) == (1, 0)
    with pytest.raises(ListError) as nameless:  # the second of the three is there already
        director.enter_all([(Person("Ece Can"), {}), (Person("Güneş Işıl", birth="2009"), {}), (Person("Ece Can"), {})])
    assert (nameless.value.place, nameless.value.other) == (2, 0)
    with pytest.raises(ListError) as later:
        director.enter_all([(Person("Güneş Işıl", birth="2009"), {}), (Person("Ece Can"), {}), (Person("Ece Can"), {})])
    assert (later.value.place, later.value.other) == (2, 1)
    director.enter_all([(Person("Güneş Işıl", birth="2009"), {})], twins=True)
    assert len(director.state.entries) == 4


PERSONS = st.builds(
    Person,
    name=st.sampled_from(["Ada Lovelace", "Bolot Asan", "Çağla Şahin", "Дамир Оспанов"]),
    birth=st.sampled_from(["", "2009", "2009-05-31", "2010"]),
    federation_id=st.sampled_from(["", "", "171", "172"]),
)
LISTS = st.lists(st.tuples(PERSONS, st.fixed_dictionaries({"rating": st.integers(0, 3)})), max_size=4)


@settings(max_examples=25)
@given(first=LISTS, second=LISTS)
def test_nobody_is_there_twice_and_a_second_time_changes_nothing(
    first: People, second: People, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with Director.create(tmp_path_factory.mktemp("lists") / "event", {}) as director:
        for rows in (first, second):
            try:
                director.enter_all(rows)
            except ListError:
                continue
            version = director.state.version
            try:
                assert director.enter_all(rows) == [] and director.state.version == version
            except ListError as error:  # somebody without ID and year
                person = rows[error.place][0]
                assert not (person.birth or person.federation_id)
        people = [director.state.person(entry.id) for entry in director.state.entries]
        ids = [person.federation_id for person in people if person.federation_id]
        assert len(ids) == len(set(ids))
        own = [(person.name, person.birth[:4]) for person in people if person.birth and not person.federation_id]
        assert len(own) == len(set(own))


def test_whom_the_list_names_by_an_id_is_nobody_else_of_that_name(make: Make) -> None:
    """The ID corrects the year of birth; entered again, the list finds both people, not one of them twice."""
    director = make(0, started=False)
    director.enter(Person("Ada Lovelace", birth="2010", federation_id="172"))
    rows: People = [
        (Person("Ada Lovelace", birth="2009"), {}),
        (Person("Ada Lovelace", birth="2009", federation_id="172"), {}),
    ]
    director.enter_all(rows)
    assert [known(director, entry)[1] for entry in (1, 2)] == ["2009", "2009"]
    version = director.state.version
    assert director.enter_all(rows) == [] and director.state.version == version
