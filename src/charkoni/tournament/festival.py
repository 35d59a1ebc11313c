"""A festival: several events in one hall, as sections U12, U16, women.

Each section is an event of its own, with its log, pairings and report.  The festival is a small JSON file beside them
that names them in order: {"name": "Steppe 2026", "sections": ["u12", "u16", "women"]}.  What it adds: numbers of tables
that do not overlap, common lists, and one section at a time for everybody.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

from charkoni.core.errors import N_
from charkoni.core.files import atomic_files
from charkoni.core.translations import Words
from charkoni.tournament.acts.base import entry_of
from charkoni.tournament.acts.entries import Return, Withdraw
from charkoni.tournament.acts.event import ChangeSettings
from charkoni.tournament.director import Director
from charkoni.tournament.model import schedule
from charkoni.tournament.model.categories import birth_year
from charkoni.tournament.model.errors import BadFile, TournamentError, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.person_names import folded, latin, sort_key
from charkoni.tournament.model.players import ERASED, Entry
from charkoni.tournament.model.rounds import Board, Round
from charkoni.tournament.model.serialization import STRICT, load, with_config
from charkoni.tournament.printouts import handouts, sheets
from charkoni.tournament.printouts.dates import moment
from charkoni.tournament.printouts.document import RIGHT, Column, Grid, Sheet, Text

ENDING = ".festival"
SPARE_TABLES = 2
"""How many tables more than its entries need a section gets, for late entries."""

_NO_FESTIVAL = N_("this is not a festival: a JSON object with a name and a list of sections is needed")
_TWICE = N_("{who} is in {one} and in {other}; move the person, or withdraw one of the entries")
_SHARED = N_("table {table} is used by {one} and by {other}; number the tables again before the next round")
_SECTION = N_("Section")


@with_config(STRICT)
@dataclass(frozen=True, slots=True)
class Festival:
    """A festival.  sections: the names of the files of its events, in its folder."""

    name: str = ""
    sections: tuple[str, ...] = ()


States = Mapping[str, Tournament]
"""The sections of a festival by the names of their files, in their order."""


class Seat(NamedTuple):
    """A table of a running round, of any section."""

    section: str
    state: Tournament
    round: Round
    board: Board


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


def title(name: str, state: Tournament) -> str:
    """Return what a section is called."""
    return state.settings.name or name


def first_tables(states: States) -> dict[str, int]:
    """Return the number of the first table of each section, so that none overlap."""
    found, number = {}, 1
    for name, state in states.items():
        found[name] = number
        seated = max((len(round_.boards) for round_ in state.rounds), default=0)
        number += max((len(state.entries) + 1) // 2, seated) + SPARE_TABLES
    return found


def number_tables(directors: Mapping[str, Director]) -> dict[str, int]:
    """Set the first table of each section; rounds to come use it.  Raise TournamentError."""
    found = first_tables({name: director.state for name, director in directors.items()})
    for name, director in directors.items():
        if director.state.settings.first_table != found[name]:
            director.do(ChangeSettings(settings={"first_table": found[name]}))
    return found


def remarks(words: Words, states: States) -> Iterator[str]:
    """Iterate over sentences: who is in two sections, and which tables two running rounds use."""
    places: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for name, state in states.items():
        for entry in state.entries:
            for key in _keys(state, entry):
                places[key].append((name, entry.id))
    told = set()
    for found in places.values():
        (one, id_), *others = found
        for other, _ in others:
            if other != one and (one, id_, other) not in told:
                told.add((one, id_, other))
                sections = {"one": title(one, states[one]), "other": title(other, states[other])}
                yield words._(_TWICE, who=states[one].name(id_), **sections)
    used: dict[int, str] = {}
    for seat in running(states):
        name = title(seat.section, seat.state)
        if used.setdefault(seat.board.number, name) != name:
            yield words._(_SHARED, table=seat.board.number, one=used[seat.board.number], other=name)


def _keys(state: Tournament, entry: Entry) -> Iterator[str]:
    """Iterate over what identifies the person of an entry who takes part: ID, name with year of birth."""
    person = state.person(entry.id)
    if entry.left or entry.expelled or person.name == ERASED.name:
        return
    if person.federation_id:
        yield f"#{person.federation_id}"
    yield f"{folded(latin(person.name))}|{birth_year(person) or ''}"


def running(states: States) -> Iterator[Seat]:
    """Iterate over the tables of the last published round of each section that is not finished, by number."""
    seats = [
        Seat(name, state, state.rounds[-1], board)
        for name, state in states.items()
        if state.rounds and state.rounds[-1].state == "published"
        for board in state.rounds[-1].boards
    ]
    return iter(sorted(seats, key=lambda seat: seat.board.number))


def move(source: Director, entry: int, target: Director, reason: str = "") -> int:
    """Move a person to another section, and return the new entry; raise TournamentError, and then nothing has moved.

    The old entry is withdrawn with its results; who has a table in a running round moves after it.
    """
    old = entry_of(source.state, entry)
    is_running = source.state.current is not None and source.state.current.state == "published"
    leaves = {"from_round": len(source.state.rounds)} if is_running else {}
    source.do(Withdraw(entry=old.id, **leaves), reason=reason)
    fields = {name: getattr(old, name) for name in ("rating", "title", "club", "region", "country", "fee")}
    kept = {name: value for name, value in fields.items() if value}
    try:
        target.enter(source.state.person(old.id), categories=list(old.categories), **kept)
    except TournamentError:
        source.do(Return(entry=old.id), reason=reason)
        raise
    return len(target.state.entries)


# --- lists of all sections ------------------------------------------------------------------------------------------


def names_sheet(words: Words, name: str, states: States) -> Sheet:
    """Return who sits where in all running rounds, by name."""
    rows = [
        (seat.state.name(id_), title(seat.section, seat.state), str(seat.board.number),
         sheets.seat_words(words, seat.board, id_))
        for seat in running(states)
        for id_ in (seat.board.first, seat.board.second)
        if id_
    ]  # fmt: skip
    rows.sort(key=lambda row: sort_key(row[0], words.language))
    columns = (Column(words._(N_("Name")), wide=True), Column(words._(_SECTION)), Column(words._(N_("Table")), RIGHT),
               Column(""))  # fmt: skip
    return Sheet(words._(N_("All sections")), (name,), (Grid(columns, tuple(rows)),), words.language)


def timetable(words: Words, states: States) -> list[tuple[str, str, int]]:
    """Return the begins of all rounds, by time: moment, section, round."""
    found = [
        (at, title(name, state), number)
        for name, state in states.items()
        for number, at in enumerate(schedule.timetable(state.settings.times, state.settings.zone), 1)
    ]
    return [(moment(words, at), section, number) for at, section, number in sorted(found)]


def timetable_sheet(words: Words, name: str, states: States) -> Sheet:
    """Return the timetable of all sections."""
    columns = (Column(words._(N_("Begins")), wide=True), Column(words._(_SECTION), wide=True),
               Column(words._(N_("Round")), RIGHT))  # fmt: skip
    rows = tuple((at, section, str(number)) for at, section, number in timetable(words, states))
    return Sheet(words._(N_("Timetable")), (name,), (Grid(columns, rows),), words.language)


def _joined(of: Callable[[Words, Tournament], Sheet], is_there: Callable[[Tournament], object]) -> "_List":
    """Return a list that joins the sheets of the sections that have one."""

    def joined(words: Words, name: str, states: States) -> Sheet:
        found = {title(each, state): of(words, state) for each, state in states.items() if is_there(state)}
        parts = [part for section, sheet in found.items() for part in (Text((section,), heading=True), *sheet.parts)]
        titles = Counter(sheet.title for sheet in found.values()).most_common(1)
        return Sheet(titles[0][0] if titles else name, (name,), tuple(parts), words.language)

    return joined


def _published(state: Tournament) -> int:
    return sum(1 for round_ in state.rounds if round_.state != "draft")


_List = Callable[[Words, str, States], Sheet]
LISTS: Mapping[str, _List] = {
    "names": names_sheet,
    "timetable": timetable_sheet,
    "entries": _joined(sheets.entries_sheet, lambda state: state.entries),
    "pairings": _joined(lambda words, state: sheets.pairings_sheet(words, state, _published(state)), _published),
    "standings": _joined(sheets.standings_sheet, lambda state: state.closed),
    "prizes": _joined(handouts.prize_list, lambda state: state.closed),
}
"""The lists of all sections, by name."""
