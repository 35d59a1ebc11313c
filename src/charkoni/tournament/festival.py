"""A festival: several events in one hall, as sections U12, U16, women.

Each section is an event of its own, with its log, pairings and report.  What the festival adds: numbers of tables that
do not overlap, common lists, one section at a time for everybody (see `festival_file`), and what arbiters do with the
sections, as declared actions: moving a person, tables, settings of all.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, NamedTuple, Self

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.acts.base import entry_of
from charkoni.tournament.acts.declaration import Action, Asked, Command, Request, Written
from charkoni.tournament.acts.entries import Return, Withdraw
from charkoni.tournament.acts.event import ChangeSettings
from charkoni.tournament.acts.fields import ENTRY, FLAG, LINE, SETTINGS
from charkoni.tournament.acts.log import LogEntry
from charkoni.tournament.director import Director
from charkoni.tournament.festival_file import Festival, States, takes_part, title, twice, write
from charkoni.tournament.model import schedule
from charkoni.tournament.model.errors import BadInput, DuplicateEntry, TournamentError, refusal
from charkoni.tournament.model.event import CHIEF, Tournament
from charkoni.tournament.model.person_names import sort_key
from charkoni.tournament.model.rounds import Board, Round
from charkoni.tournament.printouts import handouts, sheets
from charkoni.tournament.printouts.dates import moment
from charkoni.tournament.printouts.document import RIGHT, Column, Sheet, Text

SPARE_TABLES = 2
"""How many tables more than its entries need a section gets, for late entries."""

_SHARED = N_("table {table} is used by {one} and by {other}; number the tables again before the next round")
_SECTION = N_("Section")
_NO_SECTION = N_("there is no section {name}; there are {names}")
_MOVED = N_("{who}: from {one} to {other}, entry #{id}")
_LINE = N_("{section}: entries: {entries}, round {round} of {rounds}, tables {first} to {last}")


class Seat(NamedTuple):
    """A table of a running round, of any section."""

    section: str
    state: Tournament
    round: Round
    board: Board


def first_tables(states: States) -> dict[str, int]:
    """Return the number of the first table of each section, so that none overlap."""
    found, number = {}, 1
    for name, state in states.items():
        found[name] = number
        number += _tables(state)
    return found


def _tables(state: Tournament) -> int:
    """Return how many tables a section needs."""
    seated = max((len(round_.boards) for round_ in state.rounds), default=0)
    return max((len(state.entries) + 1) // 2, seated) + SPARE_TABLES


def remarks(words: Words, states: States) -> Iterator[str]:
    """Iterate over sentences: who is in two sections, and which tables two running rounds use."""
    for error in twice(states):
        yield error.reason.message(words._)
    used: dict[int, str] = {}
    for seat in running(states):
        name = title(seat.section, seat.state)
        if used.setdefault(seat.board.number, name) != name:
            yield words._(_SHARED, table=seat.board.number, one=used[seat.board.number], other=name)


def running(states: States) -> Iterator[Seat]:
    """Iterate over the tables of the last published round of each section that is not finished, by number."""
    seats = [
        Seat(name, state, state.rounds[-1], board)
        for name, state in states.items()
        if state.rounds and state.rounds[-1].state == "published"
        for board in state.rounds[-1].boards
    ]
    return iter(sorted(seats, key=lambda seat: seat.board.number))


class FestivalSection(NamedTuple):
    """A section.  entries: how many.  first, last: its tables, those for late entries included."""

    file: str
    title: str
    entries: int
    round: int
    rounds: int
    first: int
    last: int


def sections(states: States) -> Iterator[FestivalSection]:
    """Iterate over the sections, in their order."""
    for name, state in states.items():
        settings, first = state.settings, state.settings.first_table
        count, last = len(state.entries), first + _tables(state) - 1
        yield FestivalSection(name, title(name, state), count, len(state.paired), settings.rounds, first, last)


class Whereabouts(NamedTuple):
    """Where somebody plays.  file: of the section.  table: in the running round, 0 without one."""

    name: str
    file: str
    section: str
    entry: int
    table: int


def people(words: Words, states: States) -> list[Whereabouts]:
    """Return where everybody plays who takes part, by name."""
    tables = {(s.section, id_): s.board.number for s in running(states) for id_ in s.board.seats if id_}
    found = [
        Whereabouts(state.name(entry.id), file, title(file, state), entry.id, tables.get((file, entry.id), 0))
        for file, state in states.items()
        for entry in state.entries
        if takes_part(state, entry)
    ]
    return sorted(found, key=lambda each: sort_key(each.name, words.language))


# --- lists of all sections ------------------------------------------------------------------------------------------


def names_sheet(words: Words, name: str, states: States) -> Sheet:
    """Return who sits where in all running rounds, by name."""
    rows = [
        (who, title(seat.section, seat.state), table, side)
        for seat in running(states)
        for who, table, side in sheets.seat_rows(words, seat.state, [seat.board])
    ]
    rows.sort(key=lambda row: sort_key(row[0], words.language))
    part = sheets.grid(words, (sheets.NAME, Column(_SECTION), sheets.TABLE, Column("")), rows)
    return Sheet(words._(N_("All sections")), (name,), (part,), words.language)


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
    columns = (Column(N_("Begins"), wide=True), Column(_SECTION, wide=True), Column(N_("Round"), RIGHT))
    rows = ((at, section, str(number)) for at, section, number in timetable(words, states))
    return Sheet(words._(N_("Timetable")), (name,), (sheets.grid(words, columns, rows),), words.language)


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


# --- actions ----------------------------------------------------------------------------------------------------------

Directors = Mapping[str, Director]
"""The directors of the sections of a festival by the names of their files, in their order."""


def states_of(directors: Directors) -> States:
    """Return the states of the sections."""
    return {name: director.state for name, director in directors.items()}


def begin(path: Path, festival: Festival, directors: Directors) -> None:
    """Write the file of a festival, or give it other sections, and number its tables.

    Raise OSError; BadEntry for somebody who is in two of the sections, and then nothing has changed.
    """
    for error in twice(states_of(directors)):
        raise error
    write(path, festival)
    for _ in NumberTables().perform(directors, Request()):
        pass


class FestivalAction(Action):
    """What an arbiter can do with the sections of a festival, at every door."""

    @classmethod
    def of(cls, states: States, texts: Mapping[str, object]) -> Self:
        """Return the action of texts, as `Action.written` does; an entry is one of the section that is named."""
        for name in ("section", "to"):
            if name in cls.model_fields and texts.get(name) not in states:
                raise refusal(BadInput, texts.get(name, ""), _NO_SECTION, name=texts.get(name), names=", ".join(states))
        return cls.written(Asked(states.get(str(texts.get("section")), Tournament())), texts)

    @abstractmethod
    def perform(self, directors: Directors, request: Request) -> Iterator[LogEntry]:
        """Carry it out, and iterate over the entries in the logs; raise TournamentError."""

    def lines(self, words: Words, directors: Directors) -> Iterator[str]:
        """Iterate over what it brought, in words."""
        yield from ()

    def concerned(self, states: States) -> Iterable[str]:
        """Return the sections whose role of the command is needed: by default all."""
        return states


class MovePerson(FestivalAction):
    """Move a person to another section with all data.

    The old entry is withdrawn with its results; who has a table in a running round moves after it.
    """

    command = Command("move", N_("Move a person to another section; the old entry is withdrawn."))

    section: Annotated[str, Written(LINE, help=N_("the section of the person"), metavar="FROM")]
    entry: Annotated[int, Written(ENTRY, name="who")]
    to: Annotated[str, Written(LINE, help=N_("the new section"), metavar="TO")]
    twin: Annotated[bool, Written(FLAG, help=N_("another person of the same name"), answers=DuplicateEntry)] = False

    def perform(self, directors: Directors, request: Request) -> Iterator[LogEntry]:
        """Move the person; nothing has moved where the new section refuses."""
        source, target = directors[self.section], directors[self.to]
        old = entry_of(source.state, self.entry)
        is_running = source.state.current is not None and source.state.current.state == "published"
        leaves = {"from_round": len(source.state.rounds)} if is_running else {}
        yield source.do(Withdraw(entry=old.id, **leaves), reason=request.reason, key=request.key)
        names = ("rating", "title", "club", "region", "country", "fee", "categories")
        kept = {name: list(value) if name == "categories" else value for name in names if (value := getattr(old, name))}
        try:
            yield target.enter(source.state.person(old.id), twin=self.twin, key=request.key, **kept)
        except TournamentError:
            source.do(Return(entry=old.id), reason=request.reason)
            raise

    def lines(self, words: Words, directors: Directors) -> Iterator[str]:
        """Iterate over one line: the new entry."""
        one, other = (title(name, directors[name].state) for name in (self.section, self.to))
        new = directors[self.to].state.entries[-1].id
        yield words._(_MOVED, who=directors[self.to].state.name(new), one=one, other=other, id=new)

    def concerned(self, states: States) -> Iterable[str]:
        """Return both sections."""
        return (self.section, self.to)


def section_lines(words: Words, states: States) -> Iterator[str]:
    """Iterate over a line for each section."""
    for each in sections(states):
        yield words._(_LINE, **each._asdict(), section=each.title)


class NumberTables(FestivalAction):
    """Number the tables of all sections, so that none overlap."""

    command = Command("tables", N_("Number the tables of all sections again, for later rounds."), CHIEF)

    def perform(self, directors: Directors, request: Request) -> Iterator[LogEntry]:
        """Set the first table of each section that has another one."""
        for name, first in first_tables(states_of(directors)).items():
            if directors[name].state.settings.first_table != first:
                act = ChangeSettings(settings={"first_table": first})
                yield directors[name].do(act, reason=request.reason, key=request.key)

    def lines(self, words: Words, directors: Directors) -> Iterator[str]:
        """Iterate over a line for each section."""
        return section_lines(words, states_of(directors))


class SetSections(FestivalAction):
    """Change settings of all sections."""

    command = Command("set", N_("Change settings of all sections: times, venue, clock ..."), CHIEF)

    settings: Annotated[Mapping[str, object], Written(SETTINGS, help="times=2026-11-21 10:00,2026-11-21 14:00")]

    def perform(self, directors: Directors, request: Request) -> Iterator[LogEntry]:
        """Change them."""
        for director in directors.values():
            yield director.do(ChangeSettings(settings=self.settings), reason=request.reason, key=request.key)


ACTIONS: Mapping[str, type[FestivalAction]] = {
    each.command.name: each for each in (MovePerson, NumberTables, SetSections)
}
"""All actions by their names."""
