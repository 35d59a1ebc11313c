"""Composite actions on entries: entering and correcting people, check-in, erasure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.acts.base import entry_of
from charkoni.tournament.acts.declaration import Action, Command, Composite, Kind, Request, Written
from charkoni.tournament.acts.entries import CheckIn
from charkoni.tournament.acts.fields import ENTRIES, ENTRY, FLAG, NUMBER, PARTS
from charkoni.tournament.acts.log import LogEntry
from charkoni.tournament.director import Director
from charkoni.tournament.known_people import KnownPeople, KnownPerson
from charkoni.tournament.model.category_members import by_entry, remarks
from charkoni.tournament.model.errors import BadInput, DuplicateEntry, refusal
from charkoni.tournament.model.event import CHIEF, HELPER, Tournament
from charkoni.tournament.model.players import Entry, Person
from charkoni.tournament.rating_list_index import RatingList

_CATEGORIES = N_("{who}: categories {names}")
_IS_AWAY = N_("{who} is absent already")
_PERSON = ("latin", "birth", "sex", "contact", "federation_id", "members")
LONGEST_FIELD = 200


def _short(_: Tournament, text: str) -> str:
    if len(text) > LONGEST_FIELD:
        raise refusal(BadInput, text, N_("at most {most} signs"), most=LONGEST_FIELD)
    return text.strip()


_FIELD = Kind("VALUE", "", _short)
_NAME = Kind(
    "NAME", N_("the name; of a fixed pair: A / B"), lambda state, text: _short(state, text).removeprefix("name=")
)


_MEMBERS = Kind(
    "NAME 1500; ...", N_("Team: members in board order, with ratings: Ada 1500; Boris"),
    lambda state, texts: tuple(_short(state, name) for text in texts for name in text.split(";") if name.strip()),
    "array",
)  # fmt: skip


class _PersonAction(Action):
    """The fields of a person and an entry, see `model.players`; missing fields are unchanged."""

    latin: Annotated[str, Written(_FIELD, help=N_("Name in Latin letters"), is_pair=True)] = ""
    birth: Annotated[str, Written(_FIELD, help=N_("Year of birth"), is_pair=True)] = ""
    sex: Annotated[str, Written(_FIELD, help=N_("Sex"), is_pair=True)] = ""
    contact: Annotated[str, Written(_FIELD, help=N_("Contact, seen by arbiters only"), is_pair=True)] = ""
    federation_id: Annotated[str, Written(_FIELD, help=N_("ID at the federation"), is_pair=True)] = ""
    members: Annotated[tuple[str, ...], Written(_MEMBERS, is_pair=True)] = ()
    rating: Annotated[int, Written(NUMBER, help=N_("Rating"), is_pair=True)] = 0
    title: Annotated[str, Written(_FIELD, help=N_("Title"), is_pair=True)] = ""
    club: Annotated[str, Written(_FIELD, help=N_("Club"), is_pair=True)] = ""
    region: Annotated[str, Written(_FIELD, help=N_("Region"), is_pair=True)] = ""
    country: Annotated[str, Written(_FIELD, help=N_("Country"), is_pair=True)] = ""
    categories: Annotated[tuple[str, ...], Written(PARTS, help=N_("Marks, for categories"), is_pair=True)] = ()
    fee: Annotated[str, Written(_FIELD, help=N_("Fee"), is_pair=True)] = ""

    def _person(self, old: Person) -> Person:
        given = {name: getattr(self, name) for name in _PERSON if name in self.model_fields_set}
        changes: Mapping[str, Any] = given
        return replace(old, **changes)

    def _of_entry(self) -> dict[str, object]:
        # In their order, not that of a set, so that the log says the same wherever it is written.
        fields = ("rating", "title", "club", "region", "country", "categories", "fee")
        names = [name for name in fields if name in self.model_fields_set]
        return {name: list(value) if isinstance(value := getattr(self, name), tuple) else value for name in names}

    def _id(self, director: Director) -> int:
        """Return the id of the entry of the action."""
        return len(director.state.entries)

    def report(self, words: Words, director: Director, before: Tournament) -> Iterator[str]:
        """Iterate over one line, with the categories of the entry, where the event has rules for them."""
        state, entry = director.state, self._id(director)
        if state.settings.categories:
            yield words._(_CATEGORIES, who=state.name(entry), names=", ".join(by_entry(state)[entry]) or "–")

    def warnings(self, words: Words, director: Director, before: Tournament) -> Iterator[str]:
        """Iterate over what does not fit together in the categories of the entry."""
        state = director.state
        for remark in remarks(state) if state.settings.categories else ():
            if state.name(self._id(director)) in str(remark.args.get("who", "")):
                yield remark.message(words)


class EnterPerson(_PersonAction):
    """Enter a person, late when the list is closed."""

    command = Command("enter", N_("Enter a player."))

    name: Annotated[str, Written(_NAME)]
    twin: Annotated[bool, Written(FLAG, help=N_("another person of the same name"), answers=DuplicateEntry)] = False
    known: Annotated[bool, Written(FLAG, help=N_("complete it from earlier events"))] = False
    listed: Annotated[bool, Written(FLAG, help=N_("complete it from the rating list; the name may be an ID"))] = False

    def perform(self, director: Director, request: Request) -> Iterator[LogEntry]:
        """Enter the person."""
        person, fields = self._person(Person(self.name)), self._of_entry()
        folder = director.store.path.parent
        if self.listed:
            found = RatingList(folder).find(person.federation_id or person.name)
            person, fields = _completed(director, person, fields, found, "not-listed")
        if self.known:
            found = KnownPeople(folder).find(person.name)
            person, fields = _completed(director, person, fields, found, "not-known")
        yield director.enter(person, twin=self.twin, key=request.key, **fields)


def _completed(
    director: Director, person: Person, entry: Mapping[str, object], found: Sequence[KnownPerson], nobody: str
) -> tuple[Person, dict[str, object]]:
    """Return a person and fields completed by the one person that was found; raise BadInput, with `nobody` for none."""
    if len(found) != 1:
        names = ", ".join(
            " ".join(filter(None, (each.name, str(each.year or ""), each.federation_id))) for each in found
        )
        raise refusal(BadInput, person.name, N_("several fit: {names}") if found else nobody, names=names)
    one, game = found[0], director.state.settings.game
    more = {"rating": one.rating(game), "title": one.title, "club": one.club, "country": one.country}
    known = {"latin": one.latin, "birth": str(one.year or ""), "sex": one.sex, "federation_id": one.federation_id}
    missing: Mapping[str, Any] = {key: value for key, value in known.items() if not getattr(person, key)}
    return replace(person, name=one.name, **missing), {key: v for key, v in more.items() if v} | dict(entry)


class CorrectPerson(_PersonAction):
    """Correct a person and the fields of the entry."""

    command = Command("correct", N_("Correct the data of a player."), clears=True)

    entry: Annotated[int, Written(ENTRY)]
    name: Annotated[str | None, Written(_FIELD, help=N_("Name"), is_pair=True)] = None

    def perform(self, director: Director, request: Request) -> Iterator[LogEntry]:
        """Correct the fields that were given."""
        old = director.state.person(entry_of(director.state, self.entry).id)
        person = self._person(old if self.name is None else replace(old, name=self.name))
        yield director.correct(self.entry, self._of_entry(), None if person == old else person, request.reason)

    def _id(self, director: Director) -> int:
        return self.entry


class CheckInEntries(Composite):
    """Mark entries present, or absent until further notice."""

    command = Command("check-in", N_("Mark people as present, or absent until further notice."), HELPER, ("checkin",))

    entries: Annotated[tuple[int, ...], Written(ENTRIES, is_word=True)] = ()
    away: Annotated[bool, Written(FLAG, help=N_("absent until further notice"))] = False
    begin: Annotated[bool, Written(FLAG, is_old=True)] = False

    def acts(self, state: Tournament) -> Iterator[CheckIn]:
        """Iterate over the acts for entries with a different mark.  begin: the old spelling of check-in-all --away."""
        if self.begin:
            yield from CheckInAll(away=True).acts(state)
        for id_ in self.entries:
            if entry_of(state, id_).here == self.away:
                yield CheckIn(entry=id_, here=not self.away)

    def report(self, words: Words, director: Director, before: Tournament) -> Iterator[str]:
        """Iterate over lines for entries that had this mark already, and one listing the absent entries."""
        for entry in (before.entry(id_) for id_ in self.entries):
            if entry.here != self.away:
                yield words._(_IS_AWAY if self.away else N_("{who} is here already"), who=_numbered(before, entry))
        yield from _waiting(words, director.state)


class CheckInAll(Composite):
    """Set all entries present or absent, at the beginning of a check-in."""

    command = Command(
        "check-in-all", N_("Mark everybody as present, or as absent when the check-in begins."), HELPER,
        old_addresses=("everybody",),
    )  # fmt: skip

    away: Annotated[bool, Written(FLAG, help=N_("start the check-in: mark everybody as absent"))] = False

    def acts(self, state: Tournament) -> Iterator[CheckIn]:
        """Iterate over the acts for entries that have not left."""
        for entry in state.entries:
            if entry.here == self.away and not entry.left:
                yield CheckIn(entry=entry.id, here=not self.away)

    def report(self, words: Words, director: Director, before: Tournament) -> Iterator[str]:
        """Iterate over one line: the absent entries."""
        return _waiting(words, director.state)


def _waiting(words: Words, state: Tournament) -> Iterator[str]:
    """Iterate over one line: the entries that are not here yet."""
    waiting = [entry for entry in state.entries if not entry.here and not entry.left]
    yield words._("not here yet: {names}", names=", ".join(_numbered(state, entry) for entry in waiting) or "–")


def _numbered(state: Tournament, entry: Entry) -> str:
    return f"{entry.number or f'#{entry.id}'} {state.name(entry.id)}"


class Erase(Action):
    """Erase the person of an entry; its results stay."""

    command = Command("erase", N_("Delete the identity of an entry; its results stay."), CHIEF)

    entry: Annotated[int, Written(ENTRY)]

    def perform(self, director: Director, request: Request) -> Iterator[LogEntry]:
        """Erase the person, which is no act of the log."""
        director.erase(entry_of(director.state, self.entry).id)
        yield from ()

    def warnings(self, words: Words, director: Director, before: Tournament) -> Iterator[str]:
        """Iterate over one line: the erased entry."""
        yield words._("entry #{id} has no name any more", id=self.entry)
