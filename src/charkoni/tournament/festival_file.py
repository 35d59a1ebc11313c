"""The file of a festival, and its rule that a person plays in one section at a time.

`NAME.festival`, beside the files of its events, names them in order: {"name": "Steppe 2026", "sections": ["u12"]}.
"""

import contextlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

from charkoni.core.errors import N_
from charkoni.core.files import atomic_files
from charkoni.tournament.acts.reducer import fold
from charkoni.tournament.model.categories import birth_year
from charkoni.tournament.model.errors import BadEntry, BadFile, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.person_names import folded, latin
from charkoni.tournament.model.players import ERASED, Entry, Person
from charkoni.tournament.model.serialization import STRICT, load, with_config
from charkoni.tournament.store import Store

ENDING = ".festival"

_NO_FESTIVAL = N_("this is not a festival: a JSON object with a name and a list of sections is needed")
_ELSEWHERE = N_(
    "a person plays in one section at a time, and {who} is in {section} as entry #{id}: move the person from there "
    "({command}, or the desk of the festival) or withdraw that entry; a different person needs an ID or a year of "
    "birth"
)
_MOVE = "festival move"
_TWICE = N_("{who} is in {one} and in {other}; move the person, or withdraw one of the entries")


@with_config(STRICT)
@dataclass(frozen=True, slots=True)
class Festival:
    """A festival.  sections: the names of the files of its events, in its folder."""

    name: str = ""
    sections: tuple[str, ...] = ()


States = Mapping[str, Tournament]
"""The sections of a festival by the names of their files, in their order."""


class Place(NamedTuple):
    """A person who takes part in a section.  section: the name of its file."""

    section: str
    entry: int
    person: Person


def read(path: Path) -> Festival:
    """Return the festival of a file; raise OSError, BadFile."""
    try:
        found = load(Festival, json.loads(path.read_text(encoding="utf-8")), path.name)
    except (ValueError, RecursionError):
        raise refusal(BadFile, path.name, _NO_FESTIVAL) from None
    if any(Path(name).name != name or name.startswith(".") for name in found.sections):
        raise refusal(BadFile, path.name, _NO_FESTIVAL)
    return found


def write(path: Path, festival: Festival) -> None:
    """Write the file of a festival; raise OSError."""
    text = json.dumps(asdict(festival), ensure_ascii=False, indent=1) + "\n"
    atomic_files.replace(path, text.encode())


def festivals_of(event: Path) -> Iterator[Path]:
    """Iterate over the festivals in the folder of an event that name its file; damaged files are passed over."""
    for path in sorted(event.parent.glob(f"*{ENDING}")):
        with contextlib.suppress(OSError, BadFile):
            if event.name in read(path).sections:
                yield path


def title(name: str, state: Tournament) -> str:
    """Return what a section is called."""
    return state.settings.name or name


# --- one section at a time ------------------------------------------------------------------------------------------


class People:
    """The people who take part in some sections."""

    def __init__(self, states: States) -> None:
        self._states = states
        self._places: dict[str, list[Place]] = {}
        for section, state in states.items():
            for entry in state.entries:
                if takes_part(state, entry):
                    place = Place(section, entry.id, state.person(entry.id))
                    for key in _keys(place.person):
                        self._places.setdefault(key, []).append(place)

    def find(self, person: Person) -> Iterator[Place]:
        """Iterate over the places of a person."""
        found = (
            place for key in _keys(person) for place in self._places.get(key, ()) if _is_same(person, place.person)
        )
        return iter(dict.fromkeys(found))

    def twice(self) -> Iterator[tuple[Place, Place]]:
        """Iterate over the places of those who are in two sections, in the order of the sections."""
        order = list(self._states)
        told = set()
        for places in self._places.values():
            for one in places:
                for other in self.find(one.person):
                    pair = (one[:2], other[:2])
                    if order.index(one.section) < order.index(other.section) and pair not in told:
                        told.add(pair)
                        yield one, other

    def demand_none_of(self, state: Tournament, entries: Iterable[int]) -> None:
        """Raise BadEntry if one of the entries of an event is somebody who takes part in one of these sections."""
        for person in map(state.person, entries):
            for place in self.find(person):
                section = title(place.section, self._states[place.section])
                raise refusal(
                    BadEntry, person.name, _ELSEWHERE, who=person.name, section=section, id=place.entry, command=_MOVE
                )


def twice(states: States, section: str = "") -> Iterator[BadEntry]:
    """Iterate over those who are in two sections, or in one and another, each as the refusal that says so."""
    for one, other in People(states).twice():
        if section not in ("", one.section, other.section):
            continue
        names = {"one": title(one.section, states[one.section]), "other": title(other.section, states[other.section])}
        yield refusal(BadEntry, one.person.name, _TWICE, who=one.person.name, **names)


def takes_part(state: Tournament, entry: Entry) -> bool:
    """Return whether an entry takes part at present: it has not left, or sits at an open table."""
    if state.is_over or entry.expelled or state.person(entry.id) == ERASED:
        return False
    round_ = state.current if entry.left else None
    board = round_.board_of(entry.id) if round_ and round_.state == "published" else None
    return not entry.left or (board is not None and board.is_open)


def _keys(person: Person) -> Iterator[str]:
    """Iterate over what a person, each of two partners or each member of a team may be known by: ID and name."""
    if person.federation_id:
        yield f"#{person.federation_id}"
    names = [person.member(place)[0] for place, _ in enumerate(person.members, 1)] or person.name.split(" / ")
    yield from (folded(latin(name)) for name in names)


def _is_same(one: Person, other: Person) -> bool:
    """Return whether two people, one of whose keys is the same, are one: neither ID nor year of birth differs."""
    facts = ((one.federation_id, other.federation_id), (birth_year(one), birth_year(other)))
    return next((a == b for a, b in facts if a and b), True)


def joining(before: Tournament, after: Tournament) -> list[int]:
    """Return the entries whose people take part after an act, and did not as these entries before it."""
    if after.entries is before.entries and after.people is before.people and after.is_over == before.is_over:
        return []
    known = before.entries
    return [
        entry.id
        for place, entry in enumerate(after.entries)
        if takes_part(after, entry)
        and not (
            place < len(known)
            and takes_part(before, known[place])
            and before.person(entry.id) == after.person(entry.id)
        )
    ]


class OtherSections:
    """The other sections of the festivals of an event; each is read again after new acts only."""

    def __init__(self, event: Path) -> None:
        self._event = event
        self._known: dict[str, tuple[int, Tournament]] = {}

    @contextlib.contextmanager
    def people(self) -> Iterator[People]:
        """Return the people of the other sections; no other section of the festivals admits anybody meanwhile."""
        with contextlib.ExitStack() as stack:
            sections = dict[str, None]()
            for path in festivals_of(self._event):
                atomic_files.lock(stack.enter_context(path.open("rb")), waits=True)
                sections |= dict.fromkeys(read(path).sections)
            sections.pop(self._event.name, None)
            states = ((name, self.state(name)) for name in sections)
            yield People({name: state for name, state in states if state})

    def state(self, name: str) -> Tournament | None:
        """Return the state of a section; None for a file that cannot be read, which must not stop the others."""
        try:
            with Store(self._event.with_name(name)) as store:
                acts, state = self._known.get(name, (0, Tournament()))
                if store.log(acts):
                    log = store.log()
                    state = fold(log, store.people())
                    self._known[name] = len(log), state
                return state
        except (OSError, BadFile):
            return None


def elsewhere(event: Path) -> Iterator[BadEntry]:
    """Iterate over those who are in an event and in another section of its festivals; see `twice`."""
    found = OtherSections(event)
    for festival in festivals_of(event):
        states = ((name, found.state(name)) for name in read(festival).sections)
        yield from twice({name: state for name, state in states if state}, event.name)
