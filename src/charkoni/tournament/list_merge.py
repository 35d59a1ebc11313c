"""Lists of entries compared with those of an event: who is there already, what is filled in, what would change."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from typing import Any

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.model.errors import DuplicateEntry, ListError, TournamentError, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.person_checks import checked_fields, checked_person
from charkoni.tournament.model.person_names import folded
from charkoni.tournament.model.players import Person

__all__ = ["PresentPerson", "matches"]

People = Sequence[tuple[Person, Mapping[str, object]]]
"""Persons of a list with the fields of their entries."""

_OF_PERSON = tuple(field.name for field in fields(Person))


@dataclass(frozen=True, slots=True)
class PresentPerson:
    """A person of a list who is an entry already.

    person: completed by the list, None where nothing of it is new.  fields: those of the entry that are new.  filled:
    values that were missing.  changed: values that are others than before, (before, now).
    """

    entry: int
    person: Person | None
    fields: Mapping[str, object]
    filled: tuple[str, ...]
    changed: tuple[tuple[str, str], ...]

    @property
    def changes_text(self) -> str:
        """What would change: 1500 → 1600, Alpha → Beta."""
        return ", ".join(f"{before} → {now}" for before, now in self.changed)

    def sentence(self, words: Words) -> str:
        """Return in words what the list adds and changes."""
        parts = [words._("is on the list already, as entry {id}", id=self.entry)]
        parts += [words._("adds {values}", values=", ".join(self.filled))] if self.filled else []
        parts += [words._("changes {values}", values=self.changes_text)] if self.changed else []
        return "; ".join(parts)


def matches(state: Tournament, people: People, today: date, *, by_name: bool) -> dict[int, PresentPerson]:
    """Return the persons of a list who are entries already, by their places in the list.

    by_name: found by name and year of birth, too.  Raise ListError for a person who cannot be entered, and for two who
    are one entry.
    """
    present, found = _PresentPeople(state, people), dict[int, PresentPerson]()
    places: dict[int, int] = {}
    for place, (person, fields_) in enumerate(people):
        try:
            given = {name: value for name, value in checked_fields(fields_).items() if value}
            match = present.match(checked_person(person, today), given, by_name=by_name)
        except TournamentError as error:
            raise ListError(place, error) from error
        if match is not None:
            if match.entry in places:
                twice = refusal(DuplicateEntry, person.name, N_("one person is on the list twice"))
                raise ListError(place, twice, places[match.entry])
            places[match.entry], found[place] = place, match
    return found


class _PresentPeople:
    """The entries of an event, found by their IDs at the federation, or by names with years of birth.

    Whom a list names by the ID, it names nobody else by: of two people of one name and year the other is found.
    """

    def __init__(self, state: Tournament, people: People) -> None:
        self._state = state
        self._by_id: dict[str, int] = {}
        self._by_name: dict[tuple[str, str], int] = {}
        listed = {person.federation_id for person, _ in people} - {""}
        for entry in state.entries:
            person = state.person(entry.id)
            if person.federation_id:
                self._by_id[person.federation_id] = entry.id
            if person.birth and person.federation_id not in listed:
                self._by_name.setdefault(_name_key(person), entry.id)

    def match(self, person: Person, given: Mapping[str, object], *, by_name: bool) -> PresentPerson | None:
        """Return who is the same person: by the ID, or by name and year of birth where not both have an ID; or None.

        given: fields of the entry in the list, those that are not empty.
        """
        id_ = self._by_id.get(person.federation_id) if person.federation_id else None
        if id_ is None and by_name and person.birth:
            id_ = self._by_name.get(_name_key(person))
            if id_ is not None and person.federation_id and self._state.person(id_).federation_id:
                return None  # two people of one name and year
        return None if id_ is None else self._merged(id_, person, given)

    def _merged(self, id_: int, person: Person, given: Mapping[str, object]) -> PresentPerson:
        old, entry = self._state.person(id_), self._state.entry(id_)
        wanted: dict[str, Any] = {name: getattr(person, name) for name in _OF_PERSON} | dict(given)
        if folded(person.name) == folded(old.name):
            wanted["name"] = old.name
        if old.birth.startswith(person.birth):
            wanted["birth"] = old.birth  # the list knows the year alone
        new: dict[str, Any] = {}
        filled, changed = list[str](), list[tuple[str, str]]()
        for name, value in wanted.items():
            before = getattr(old if name in _OF_PERSON else entry, name)
            if name == "categories":
                value = [*before, *(mark for mark in value if mark not in before)]  # marks are only added
            if not value or _text(value) == _text(before):
                continue
            new[name] = value
            if before and name != "categories" and not _text(value).startswith(f"{before}-"):  # a day of the year
                changed.append((_text(before), _text(value)))
            else:
                filled.append(_text(value))
        of_person: dict[str, Any] = {name: new.pop(name) for name in _OF_PERSON if name in new}
        return PresentPerson(id_, replace(old, **of_person) if of_person else None, new, tuple(filled), tuple(changed))


def _name_key(person: Person) -> tuple[str, str]:
    return folded(person.name), person.birth[:4]


def _text(value: object) -> str:
    return "/".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
