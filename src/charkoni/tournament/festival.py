"""A festival: several events in one hall, as sections U12, U16, women.

Each section is an event of its own, with its log, pairings and report.  What the festival adds: numbers of tables that
do not overlap, common lists, and one section at a time for everybody (see `festival_file`).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.festival_file import States, takes_part, title, twice
from charkoni.tournament.model import schedule
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.person_names import sort_key
from charkoni.tournament.model.rounds import Board, Round
from charkoni.tournament.printouts import handouts, sheets
from charkoni.tournament.printouts.dates import moment
from charkoni.tournament.printouts.document import RIGHT, Column, Grid, Sheet, Text

SPARE_TABLES = 2
"""How many tables more than its entries need a section gets, for late entries."""

_SHARED = N_("table {table} is used by {one} and by {other}; number the tables again before the next round")
_SECTION = N_("Section")


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
