"""What pages of an event show, as plain values: made once for a version of the event and kept."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar

from charkoni.core.errors import mark
from charkoni.core.words import Words
from charkoni.tournament.crosstable import SIGNS, cross_table
from charkoni.tournament.field import Slot
from charkoni.tournament.history import field_after
from charkoni.tournament.model import Board, Result, Tournament
from charkoni.tournament.names import sort_key
from charkoni.tournament.standings import Line, standings
from charkoni.tournament.systems.dutch import half
from charkoni.web.desk.events import Event

T = TypeVar("T")
PATIENCE_S = 0.08
"""How long a page waits for a table that is computed anew, before it shows the last one."""

PHASES = {
    "planned": mark("Entries are taken"),
    "registration": mark("Entries are taken"),
    "finished": mark("Finished"),
    "archived": mark("Finished"),
}
_DRAWN = mark("The list is closed; round {round} is being prepared")
_RUNNING = mark("Round {round} of {rounds} is being played")
_PAUSED = mark("The event is paused")


@dataclass(frozen=True, slots=True)
class Hours:
    """The hours of the round being played, by the clock of the hall.  ends: in ms since 1970, 0 when none is played.

    began, absent, over: hh:mm; who has made no move at `absent` loses by forfeit.  is_over: the time is over now.
    """

    ends: int = 0
    began: str = ""
    absent: str = ""
    over: str = ""
    is_over: bool = False


NO_HOURS = Hours()


def hours(event: Event) -> Hours:
    """Return the hours of the round that is being played."""
    state = event.public
    if not state.rounds or state.rounds[-1].state != "published":
        return NO_HOURS
    number, settings = len(state.rounds), state.settings
    published = (act for act in reversed(event.desk.acts) if act.kind == "publish" and act.data["round"] == number)
    act = next(published, None)
    if act is None:
        return NO_HOURS
    began = datetime.fromisoformat(act.at.replace("Z", "+00:00"))
    over = began + timedelta(minutes=settings.round_minutes)
    zone = datetime.fromisoformat(f"2000-01-01T00:00{settings.zone}").tzinfo if settings.times else None
    absent = began + timedelta(minutes=settings.forfeit_after)
    start, lost, end = (f"{at.astimezone(zone):%H:%M}" for at in (began, absent, over))
    return Hours(round(over.timestamp() * 1000), start, lost, end, event.desk.now() > over)


def next_begin(state: Tournament) -> str:
    """Return when the next round begins by the timetable, or nothing."""
    number = len(state.rounds)
    if state.phase in ("finished", "archived") or number >= len(state.settings.times):
        return ""
    return state.settings.times[number]


def phase(words: Words, state: Tournament) -> str:
    """Return how far an event is, for everybody; a draft is not mentioned."""
    shown = [round_ for round_ in state.rounds if round_.state != "draft"]
    if state.paused:
        return words._(_PAUSED)
    if state.phase in PHASES:
        return words._(PHASES[state.phase])
    if shown and shown[-1].state == "published":
        return words._(_RUNNING, round=len(shown), rounds=state.settings.rounds)
    return words._(_DRAWN, round=len(shown) + 1)


@dataclass(frozen=True, slots=True)
class Seat:
    """A side of a table: who, the pairing number, points before the round, whether the first move is his.

    side: first or second, as the pairing has it.
    """

    entry: int
    number: int
    name: str
    points: str
    moves_first: bool
    side: str


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table of a round: who moves first, then the other, as on all print-outs; the result as the former sees it.

    second: None for the bye.  state: bye, open, reported, disputed, adjourned or done.
    """

    number: int
    first: Seat
    second: Seat | None
    result: str
    state: str
    stones: str = ""


def tables(state: Tournament, number: int) -> list[TableRow]:
    """Return the tables of a round."""
    points = _points_before(state, number)
    drawn = state.settings.first == "lots"

    def seat(board: Board, id_: int) -> Seat:
        first = not board.is_bye and (board.mover or board.first) == id_ and (drawn or board.mover > 0)
        entry = state.entry(id_)
        side = "first" if id_ == board.first else "second"
        return Seat(id_, entry.number, state.name(id_), half(points.get(entry.number, 0)), first, side)

    rows = []
    for board in state.rounds[number - 1].boards:
        one, other = board.seats
        second = seat(board, other) if other else None
        stones = counts(board.seen)
        rows.append(TableRow(board.number, seat(board, one), second, _said(state, board), _how(board), stones))
    return rows


def counts(result: Result | None) -> str:
    """Return the stores of a result, or nothing."""
    return f"{result.stones[0]}:{result.stones[1]}" if result and result.stones else ""


def _said(state: Tournament, board: Board) -> str:
    if board.is_bye:
        return half(state.settings.points.bye)
    return board.seen.text if board.seen else ""


@dataclass(frozen=True, slots=True)
class Said:
    """What a side has reported, from the view of who moves first.  side: first or second of the pairing."""

    side: str
    name: str
    result: str
    stones: str


def reports(state: Tournament, board: Board) -> list[Said]:
    """Return the reports of a table."""
    is_turned = board.seats[0] == board.second
    found = []
    for report in board.reports:
        seen = report.turned if is_turned else report
        who = board.first if report.source == "first" else board.second
        found.append(Said(report.source, state.name(who), seen.text, counts(seen)))
    return found


def _how(board: Board) -> str:
    if board.is_bye:
        return "bye"
    if board.disputed:
        return "disputed"
    if board.result is None:
        return "reported" if board.reports else "open"
    return "adjourned" if board.result.adjourned else "done"


def _points_before(state: Tournament, number: int) -> dict[int, int]:
    field = field_after(state, number - 1)
    return {player.number: field.score(player) for player in field.players}


@dataclass(frozen=True, slots=True)
class Rank:
    """A line of the standings.  place: as it is written, 3 or 3–5."""

    place: str
    entry: int
    number: int
    name: str
    club: str
    points: str
    values: tuple[str, ...]
    has_played: bool


def ranking(state: Tournament, lines: Sequence[Line]) -> list[Rank]:
    """Return the lines of the standings as they are shown."""
    by_number = state.by_number()
    return [_rank(state, by_number[line.number].id, line) for line in lines]


def _rank(state: Tournament, id_: int, line: Line) -> Rank:
    place = str(line.place) if line.place == line.last else f"{line.place}–{line.last}"
    values = tuple(str(value) for value in line.values)
    name, club = state.name(id_), state.entry(id_).club
    return Rank(place, id_, line.number, name, club, half(line.points), values, line.has_played)


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A line of the cross table."""

    place: str
    number: str
    entry: int
    name: str
    cells: tuple[str, ...]
    points: str


def crossing(state: Tournament, lines: Sequence[Line] | None = None) -> tuple[tuple[str, ...], list[CrossRow]]:
    """Return the head and the lines of the cross table; lines: the standings, where they are known."""
    found, by_number = cross_table(state, lines), state.by_number()
    rows = [
        CrossRow(place, number, by_number[int(number)].id, name, cells, points)
        for place, number, name, cells, points in found.lines
    ]
    return found.head, rows


@dataclass(frozen=True, slots=True)
class ListRow:
    """A line of the list of entries."""

    entry: int
    number: int
    name: str
    title: str
    rating: int
    club: str
    country: str
    here: bool
    note: str


_WITHDRAWN = mark("withdrew before round {round}")
_EXPELLED = mark("expelled")
_ABSENT = mark("absent")


def listed(words: Words, state: Tournament) -> list[ListRow]:
    """Return all entries, by name."""
    rows = []
    for entry in state.entries:
        note = ""
        if entry.expelled:
            note = words._(_EXPELLED)
        elif entry.left:
            note = words._(_WITHDRAWN, round=entry.left)
        elif not entry.here:
            note = words._(_ABSENT)
        rows.append(
            ListRow(
                entry.id, entry.number, state.name(entry.id), entry.title, entry.rating, entry.club, entry.country,
                entry.here and not entry.left and not entry.expelled, note,
            )
        )  # fmt: skip
    return sorted(rows, key=lambda row: sort_key(row.name, words.language))


@dataclass(frozen=True, slots=True)
class Past:
    """A round of one player.  side: first, second or nothing."""

    round: int
    table: int
    opponent: int
    opponent_number: int
    name: str
    moved_first: bool | None
    result: str
    points: str


def career(state: Tournament, entry: int) -> list[Past]:
    """Return the rounds of a player."""
    number = state.entry(entry).number
    if not number:
        return []
    field, by_number = field_after(state), state.by_number()
    player, found = field.player(number), []
    for round_, slot in enumerate(player.slots, 1):
        board = state.rounds[round_ - 1].board_of(entry)
        other = by_number[slot.opponent].id if slot.opponent else 0
        first = None if board is None or not other or not board.mover else board.mover == entry
        is_open = board is not None and board.is_open
        points = half(field.score(player, round_))
        found.append(
            Past(
                round_, board.number if board else 0, other, slot.opponent, state.name(other) if other else "", first,
                "" if is_open else _sign(slot), "" if is_open else points,
            )
        )  # fmt: skip
    return found


def _sign(slot: Slot) -> str:
    return SIGNS.get(slot.mark, slot.mark)


class Shared:
    """The public state of one version of an event, and its standings, which several pages are made of."""

    def __init__(self, state: Tournament) -> None:
        self.state = state
        self._lock = threading.Lock()
        self._lines: dict[int, list[Line]] = {}

    def lines(self, after: int = 0) -> list[Line]:
        """Return the standings after some rounds, 0 for all; computed once."""
        after = after or len(self.state.rounds)
        with self._lock:
            if after not in self._lines:
                self._lines[after] = standings(self.state, after or None)
            return self._lines[after]


def _shared(event: Event) -> Shared:
    found = event.kept.get("shared")
    if not found or found[0] != event.state.version:
        found = event.kept["shared"] = (event.state.version, Shared(event.public))
    shared: Shared = found[1]
    return shared


async def ranks(event: Event, after: int = 0) -> list[Rank]:
    """Return the standings after some rounds, 0 for all."""
    return await kept(event, f"ranking-{after}", lambda shared: ranking(shared.state, shared.lines(after)))


async def table_rows(event: Event, number: int) -> list[TableRow]:
    """Return the tables of a round."""
    return await kept(event, f"tables-{number}", lambda shared: tables(shared.state, number))


async def warm(event: Event) -> None:
    """Make what most pages are made of before somebody asks for it."""
    number = len(event.public.rounds)
    if number:
        await ranks(event)
        await table_rows(event, number)
        await kept(event, "crossing", lambda shared: crossing(shared.state, shared.lines()))


async def kept(event: Event, name: str, make: Callable[[Shared], T]) -> T:
    """Return something made of the public state; when that takes long, what it was before, and new pages later."""
    version, state = event.state.version, _shared(event)
    old = event.kept.get(name)
    if old and old[0] == version:
        return old[1]  # type: ignore[no-any-return]  # kept by the same call
    work = event.kept.get(("work", name))
    if work is None:
        work = event.kept["work", name] = asyncio.create_task(_made(event, name, version, state, make))
    if old is None:
        await asyncio.shield(work)
    else:
        try:
            async with asyncio.timeout(PATIENCE_S):
                await asyncio.shield(work)
        except TimeoutError:
            work.add_done_callback(lambda _: event.tell())
    return event.kept[name][1]  # type: ignore[no-any-return]  # kept by the same call


async def _made(event: Event, name: str, version: int, shared: Shared, make: Callable[[Shared], Any]) -> None:
    try:
        event.kept[name] = (version, await asyncio.to_thread(make, shared))
    finally:
        event.kept.pop(("work", name), None)
