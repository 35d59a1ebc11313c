"""Extension lines of a report file: what the format has no columns for, as comments that other programs skip.

    ### charkoni settings {...}      ### charkoni state {...}
    ### charkoni entry 5 {...}       ### charkoni round 3 {...}
    ### charkoni remark 42 unpublish: the wrong list was printed

A line that no longer fits the file (somebody edited it by hand) gives way to the file.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from charkoni.core.errors import mark
from charkoni.tournament.formats.trf.lines import Record, wrong
from charkoni.tournament.model.event import PHASES, Tournament
from charkoni.tournament.model.players import Entry, Person
from charkoni.tournament.model.rounds import Result, Round
from charkoni.tournament.model.serialization import dump, load
from charkoni.tournament.model.settings import Settings

_JSON = mark("this line of Charkoni cannot be read")
TITLE_COLUMNS = {"GM": "g", "IM": "m", "FM": "f", "CM": "c", "WGM": "wg", "WIM": "wm", "WFM": "wf", "WCM": "wc"}
"""How FIDE's titles are written in their three columns."""
_FROM_FILE = ("name", "place", "country", "start", "end", "arbiter", "rounds", "points")


@dataclass(frozen=True, slots=True)
class StateLine:
    """What a whole tournament has beside its settings."""

    phase: str = "playing"
    official: bool = True
    paused: bool = False


@dataclass(frozen=True, slots=True)
class EntryLine:
    """What an entry has beside its columns.  name: where it is longer than the column."""

    entry: Entry
    name: str = ""
    latin: str = ""


@dataclass(slots=True)
class Extras:
    """Our lines, read.  entries and rounds by pairing number and number of round."""

    settings: Settings | None = None
    state: StateLine | None = None
    remarks: list[str] = field(default_factory=list)
    entries: dict[int, EntryLine] = field(default_factory=dict)
    rounds: dict[int, Round] = field(default_factory=dict)


def extras(records: Sequence[Record]) -> Extras:
    """Return what our own lines say; raise BadFile."""
    found = Extras()
    for record in records:
        if record.code == "###" and record.rest.startswith("charkoni "):
            _one(found, record)
    return found


def _one(found: Extras, record: Record) -> None:
    _, kind, rest = [*record.rest.split(" ", 2), "", ""][:3]
    if kind == "remark":
        found.remarks.append(rest)
        return
    try:
        number, _, body = rest.partition(" ") if kind in ("entry", "round") else ("0", "", rest)
        data = json.loads(body)
        if kind == "settings":
            found.settings = load(Settings, data)
        elif kind == "state":
            found.state = load(StateLine, data)
        elif kind == "entry":
            found.entries[int(number)] = load(EntryLine, data)
        elif kind == "round":
            found.rounds[int(number)] = load(Round, {**data, "number": int(number)})
    except (ValueError, TypeError, RecursionError):
        raise wrong(record.line, 5, record.quoted, _JSON) from None


def put_back(tournament: Tournament, more: Extras) -> Tournament:
    """Return the tournament with what our own lines add."""
    if more.settings:
        kept: Mapping[str, Any] = {name: getattr(tournament.settings, name) for name in _FROM_FILE}
        tournament = replace(tournament, settings=replace(more.settings, **kept))
    if tournament.settings.accelerated:
        tournament = replace(tournament, boosts=())
    if more.state and more.state.phase in PHASES:
        state = more.state
        tournament = replace(tournament, phase=state.phase, official=state.official, paused=state.paused)
    if more.entries:
        tournament = _entries(tournament, more.entries)
    rounds = tuple(_round(round_, more.rounds.get(round_.number)) for round_ in tournament.rounds)
    return replace(tournament, rounds=rounds, remarks=tuple(more.remarks))


def _entries(tournament: Tournament, more: Mapping[int, EntryLine]) -> Tournament:
    """Give entries their own ids back, and all that has no column; ids that do not fit are left."""
    ids = {entry.number: more[entry.number].entry.id if entry.number in more else 0 for entry in tournament.entries}
    if sorted(ids.values()) != list(range(1, len(ids) + 1)):
        ids = {entry.number: entry.id for entry in tournament.entries}
    new: dict[int, Entry] = {}
    people = {}
    for entry in tournament.entries:
        line = more.get(entry.number, EntryLine(entry))
        made = _entry(entry, line.entry, ids[entry.number], len(tournament.rounds))
        person = tournament.people[entry.person]
        if line.name.startswith(person.name):
            person = replace(person, name=line.name)
        people[made.person] = replace(person, latin=line.latin)
        new[made.id] = made
    rounds = tuple(_with_ids(round_, ids) for round_ in tournament.rounds)
    bans = tuple(replace(ban, entries=tuple(ids[n] for n in ban.entries)) for ban in tournament.prohibitions)
    entries = tuple(new[id_] for id_ in sorted(new))
    return replace(tournament, entries=entries, rounds=rounds, prohibitions=bans, people=people)


def _entry(columns: Entry, ours: Entry, id_: int, done: int) -> Entry:
    """Return our entry; where the columns say something else, they hold."""
    asked = [item for item in ours.asked if item[0] <= done] + list(columns.asked)
    country = ours.country if ours.country[:3] == columns.country else columns.country
    title = ours.title if TITLE_COLUMNS.get(ours.title.upper(), ours.title)[:3] == columns.title else columns.title
    return replace(
        ours, id=id_, number=columns.number, rating=columns.rating, title=title, country=country,
        asked=tuple(sorted(asked)),
    )  # fmt: skip


def _with_ids(round_: Round, ids: Mapping[int, int]) -> Round:
    to = {**ids, 0: 0}
    boards = tuple(
        replace(board, first=to[board.first], second=to[board.second], mover=to[board.mover]) for board in round_.boards
    )
    return replace(round_, boards=boards, away=tuple((to[n], mark_) for n, mark_ in round_.away))


def _round(columns: Round, ours: Round | None) -> Round:
    """Return our round; where the columns have other boards, results or absences, they hold."""
    if ours is None:
        return columns
    theirs = {(board.first, board.second): _marks(board.result) for board in columns.boards}
    mine = {(board.first, board.second): _marks(board.result) for board in ours.boards}
    return ours if mine == theirs and sorted(ours.away) == sorted(columns.away) else columns


def _marks(result: Result | None) -> tuple[str, str]:
    return ("?", "?") if result is None else (result.first, result.second)


def lines(tournament: Tournament) -> list[str]:
    """Return our own lines for a tournament."""
    state = {"phase": tournament.phase, "official": tournament.official, "paused": tournament.paused}
    out = [f"settings {_json(dump(tournament.settings))}", f"state {_json(state)}"]
    out += [f"remark {' '.join(remark.split())}" for remark in tournament.remarks]
    for number, entry in sorted(tournament.by_number().items()):
        person = tournament.person(entry.id)
        data = {"entry": dump(entry), **_person(person)}
        out.append(f"entry {number} {_json(data)}")
    for round_ in tournament.rounds:
        if round_.state != "draft":
            data = dump(round_)
            del data["number"]
            out.append(f"round {round_.number} {_json(data)}")
    return [f"### charkoni {line}" for line in out]


def _person(person: Person) -> dict[str, str]:
    more = {"latin": person.latin} if person.latin else {}
    return more | ({"name": person.name} if len(person.name) > 33 else {})


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
