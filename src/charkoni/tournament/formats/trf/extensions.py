"""Extension lines of a report file: data that have no column, in comment lines that other programs skip.

    ### charkoni settings {...}     `Settings`
    ### charkoni state {...}        `StateLine`
    ### charkoni entry 5 {...}      `EntryLine` of pairing number 5
    ### charkoni round 3 {...}      `Round` 3 without its number; entries by id
    ### charkoni remark 42 unpublish: the wrong list was printed     act number, kind: reason
    ### charkoni change {...}       `LateChange`, in the order of acts; entries by id
    ### charkoni protest 1 {...}    `Protest` 1 without its number; entries by id

Objects are JSON as `model.serialization.dump` writes it.  If a line contradicts the columns, because the file was
edited, the columns prevail.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from charkoni.tournament.formats.trf.lines import Record, error_at
from charkoni.tournament.formats.trf.people import country_column, id_column, title_column
from charkoni.tournament.model.event import PHASES, LateChange, Protest, Tournament
from charkoni.tournament.model.players import Entry
from charkoni.tournament.model.rounds import Result, Round
from charkoni.tournament.model.serialization import compact_json, dump, load
from charkoni.tournament.model.settings import PAIRING_EDITION, Settings

_FROM_COLUMNS = ("name", "place", "country", "start", "end", "arbiter", "rounds", "points")


@dataclass(frozen=True, slots=True)
class StateLine:
    """The phase of a tournament and its flags, see `model.event.Tournament`."""

    phase: str = "playing"
    official: bool = True
    paused: bool = False


@dataclass(frozen=True, slots=True)
class EntryLine:
    """An entry, and what its person has no columns for.

    name: only where it is longer than the 33 columns.  federation_id: only where it is no number.
    """

    entry: Entry
    name: str = ""
    latin: str = ""
    federation_id: str = ""
    members: tuple[str, ...] = ()


@dataclass(slots=True)
class Extensions:
    """The extension lines of a file.  entries: by pairing number.  rounds, protests: by number.

    changes: see `LateChange`.
    """

    settings: Settings | None = None
    state: StateLine | None = None
    remarks: list[str] = field(default_factory=list)
    entries: dict[int, EntryLine] = field(default_factory=dict)
    rounds: dict[int, Round] = field(default_factory=dict)
    protests: dict[int, Protest] = field(default_factory=dict)
    changes: list[LateChange] = field(default_factory=list)


def read_extensions(records: Sequence[Record]) -> Extensions:
    """Return the extension lines among the records of a file; raise BadFile with the line."""
    extensions = Extensions()
    for record in records:
        if record.code == "###" and record.rest.startswith("charkoni "):
            _read_line(extensions, record)
    return extensions


def _read_line(extensions: Extensions, record: Record) -> None:
    _, kind, rest = [*record.rest.split(" ", 2), "", ""][:3]
    if kind == "remark":
        extensions.remarks.append(rest)
        return
    try:
        word, _, body = rest.partition(" ") if kind in ("entry", "round", "protest") else ("0", "", rest)
        data, number = json.loads(body), int(word)
        match kind:
            case "settings":
                extensions.settings = load(Settings, data)
            case "state":
                extensions.state = load(StateLine, data)
            case "entry":
                extensions.entries[number] = load(EntryLine, data)
            case "round":
                extensions.rounds[number] = load(Round, {**data, "number": number})
            case "protest":
                extensions.protests[number] = load(Protest, {**data, "number": number})
            case "change":
                extensions.changes.append(load(LateChange, data))
    except (ValueError, TypeError, RecursionError):
        raise error_at(record.line, 5, record.quoted, "extension") from None


def extended(tournament: Tournament, extensions: Extensions) -> Tournament:
    """Return the tournament that was read from columns, completed by its extension lines."""
    if extensions.settings:
        kept: Mapping[str, Any] = {name: getattr(tournament.settings, name) for name in _FROM_COLUMNS}
        tournament = replace(tournament, settings=replace(extensions.settings, edition=PAIRING_EDITION, **kept))
    boosts = tournament.boosts
    if tournament.settings.accelerated:
        tournament = replace(tournament, boosts=())
    if extensions.state and extensions.state.phase in PHASES:
        state = extensions.state
        tournament = replace(tournament, phase=state.phase, official=state.official, paused=state.paused)
    if extensions.entries:
        tournament = _with_entries(tournament, extensions.entries)
    rounds = tuple(_round(round_, extensions.rounds.get(round_.number)) for round_ in tournament.rounds)
    if boosts and rounds and not tournament.boosts and not any("upper" in each.account for each in rounds):
        # Their accounts got lost in another program; late entries must not move the end of the upper group.
        upper = tournament.by_number()[boosts[0].high].id
        rounds = (*rounds[:-1], replace(rounds[-1], account={**rounds[-1].account, "upper": upper}))
    return replace(
        tournament,
        rounds=rounds,
        remarks=tuple(extensions.remarks),
        late_changes=tuple(extensions.changes),
        protests=_protests(tournament, extensions.protests),
    )


def _protests(tournament: Tournament, lines: Mapping[int, Protest]) -> tuple[Protest, ...]:
    """Return the protests of a file, numbered from 1; those of entries or tables that it does not hold are left out."""
    known, ids = len(tournament.rounds), {entry.id for entry in tournament.entries}
    kept = [line for _, line in sorted(lines.items()) if line.entry in ids and 1 <= line.round <= known]
    return tuple(replace(protest, number=number) for number, protest in enumerate(kept, 1))


def _with_entries(tournament: Tournament, lines: Mapping[int, EntryLine]) -> Tournament:
    """Return the tournament with the ids and data of its entry lines; ids that are no permutation are ignored."""
    ids = {entry.number: lines[entry.number].entry.id if entry.number in lines else 0 for entry in tournament.entries}
    if sorted(ids.values()) != list(range(1, len(ids) + 1)):
        ids = {entry.number: entry.id for entry in tournament.entries}
    new: dict[int, Entry] = {}
    people = {}
    for entry in tournament.entries:
        line = lines.get(entry.number, EntryLine(entry))
        new_entry = _entry(entry, line.entry, ids[entry.number], len(tournament.rounds))
        person = tournament.people[entry.person]
        if line.name.startswith(person.name):
            person = replace(person, name=line.name)
        id_ = person.federation_id or line.federation_id
        people[new_entry.person] = replace(
            person, latin=line.latin, federation_id=id_, members=line.members or person.members
        )
        new[new_entry.id] = new_entry
    rounds = tuple(_with_ids(round_, ids) for round_ in tournament.rounds)
    prohibitions = tuple(replace(each, entries=tuple(ids[n] for n in each.entries)) for each in tournament.prohibitions)
    entries = tuple(new[id_] for id_ in sorted(new))
    return replace(tournament, entries=entries, rounds=rounds, prohibitions=prohibitions, people=people)


def _entry(columns: Entry, line: Entry, id_: int, done: int) -> Entry:
    """Return the entry of a line; where the columns contradict it, they prevail.  done: the number of paired rounds."""
    asked = [item for item in line.asked if item[0] <= done] + list(columns.asked)
    country = line.country if country_column(line.country) == columns.country else columns.country
    title = line.title if title_column(line.title) == columns.title else columns.title
    return replace(
        line, id=id_, number=columns.number, rating=columns.rating, title=title, country=country,
        asked=tuple(sorted(asked)),
    )  # fmt: skip


def _with_ids(round_: Round, ids: Mapping[int, int]) -> Round:
    to = {**ids, 0: 0}
    boards = tuple(
        replace(board, first=to[board.first], second=to[board.second], mover=to[board.mover]) for board in round_.boards
    )
    return replace(round_, boards=boards, away=tuple((to[n], mark_) for n, mark_ in round_.away))


def _round(columns: Round, line: Round | None) -> Round:
    """Return the round of a line; where the columns have other boards, results or absences, they prevail.

    In the columns, entries that had not arrived yet are also absent.
    """
    if line is None or _marks_by_pair(columns) != _marks_by_pair(line):
        return columns
    more = set(columns.away) - set(line.away)
    is_same = set(line.away) <= set(columns.away) and all(code == "Z" for _, code in more)
    return line if is_same else columns


def _marks_by_pair(round_: Round) -> dict[tuple[int, int], tuple[str, str]]:
    return {(board.first, board.second): _marks(board.result) for board in round_.boards}


def _marks(result: Result | None) -> tuple[str, str]:
    return ("?", "?") if result is None else (result.first, result.second)


def extension_lines(tournament: Tournament) -> list[str]:
    """Return the extension lines of a tournament; drafts are left out."""
    state = {"phase": tournament.phase, "official": tournament.official, "paused": tournament.paused}
    settings = tournament.settings
    editions = {"edition": settings.edition, "tiebreak_edition": settings.tiebreak_edition}
    out = [f"settings {compact_json(dump(settings) | editions)}", f"state {compact_json(state)}"]
    out += [f"remark {' '.join(remark.split())}" for remark in tournament.remarks]
    for number, entry in sorted(tournament.by_number().items()):
        person = tournament.person(entry.id)
        more = {"latin": person.latin, "federation_id": "" if id_column(person) else person.federation_id}
        more["name"] = person.name if len(person.name) > 33 else ""
        data = {"entry": dump(entry), **{name: text for name, text in more.items() if text}}
        data |= {"members": person.members} if person.members else {}
        out.append(f"entry {number} {compact_json(data)}")
    numbered = [("round", round_) for round_ in tournament.paired] + [("protest", each) for each in tournament.protests]
    for kind, record in numbered:
        data = dump(record)
        out.append(f"{kind} {data.pop('number')} {compact_json(data)}")
    out += [f"change {compact_json(dump(change))}" for change in tournament.late_changes]
    return [f"### charkoni {line}" for line in out]
