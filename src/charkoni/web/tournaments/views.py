"""What pages of an event show, as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from charkoni.core.errors import mark
from charkoni.core.translations import Words
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.person_names import sort_key
from charkoni.tournament.model.rounds import Board, Result
from charkoni.tournament.pairing.dutch import half
from charkoni.tournament.pairing.input import Field, Slot
from charkoni.tournament.pairing.input_from_event import field_after
from charkoni.tournament.standings.crosstable import SIGNS, cross_table
from charkoni.tournament.standings.ranking import Line, Standings
from charkoni.web.tournaments.events import Event

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
    published = (act for act in reversed(event.director.log) if act.kind == "publish" and act.data["round"] == number)
    act = next(published, None)
    if act is None:
        return NO_HOURS
    began = datetime.fromisoformat(act.at.replace("Z", "+00:00"))
    over = began + timedelta(minutes=settings.round_minutes)
    zone = datetime.fromisoformat(f"2000-01-01T00:00{settings.zone}").tzinfo if settings.times else None
    absent = began + timedelta(minutes=settings.forfeit_after)
    start, lost, end = (f"{at.astimezone(zone):%H:%M}" for at in (began, absent, over))
    return Hours(round(over.timestamp() * 1000), start, lost, end, event.director.now() > over)


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
    points = points_before(state, number)
    return [table_row(state, points, board) for board in state.rounds[number - 1].boards]


def points_before(state: Tournament, number: int) -> dict[int, str]:
    """Return the points that everybody had before a round, by pairing number, as they are written."""
    field = field_after(state, number - 1)
    return {player.number: half(field.score(player)) for player in field.players}


def table_row(state: Tournament, points: Mapping[int, str], board: Board) -> TableRow:
    """Return a table of a round."""
    drawn = state.settings.first == "lots"

    def seat(id_: int) -> Seat:
        first = not board.is_bye and (board.mover or board.first) == id_ and (drawn or board.mover > 0)
        entry = state.entry(id_)
        side = "first" if id_ == board.first else "second"
        return Seat(id_, entry.number, state.name(id_), points.get(entry.number, half(0)), first, side)

    one, other = board.seats
    second, stones = seat(other) if other else None, counts(board.seen)
    return TableRow(board.number, seat(one), second, _said(state, board), _how(board), stones)


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


def ranking(known: Standings) -> list[Rank]:
    """Return the lines of the standings as they are shown."""
    state = known.tournament
    by_number = state.by_number()
    return [_rank(state, by_number[line.number].id, line) for line in known.lines]


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


def crossing(known: Standings) -> tuple[tuple[str, ...], list[CrossRow]]:
    """Return the head and the lines of the cross table that belongs to some standings."""
    state = known.tournament
    found, by_number = cross_table(state, known), state.by_number()
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


def career(state: Tournament, entry: int, field: Field | None = None) -> list[Past]:
    """Return the rounds of a player; field: after all rounds, where somebody has it."""
    number = state.entry(entry).number
    if not number:
        return []
    field, by_number = field or field_after(state), state.by_number()
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
