"""Our own lines in a report file: what the format cannot hold, so that other programs still read the file.

    ### charkoni settings {...}      ### charkoni state {...}
    ### charkoni entry 5 {...}       ### charkoni round 3 {...}

A line that no longer fits the file (somebody edited it by hand) gives way to the file.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from charkoni.core.errors import mark
from charkoni.tournament import shape
from charkoni.tournament.errors import BadFile
from charkoni.tournament.model import Board, Entry, Person, Result, Round, Settings, Tournament
from charkoni.tournament.trf_lines import Record, wrong

_JSON = mark("this line of Charkoni cannot be read")
_FROM_FILE = ("name", "place", "country", "start", "end", "arbiter", "rounds", "points")


@dataclass(slots=True)
class Extras:
    """Our lines, read.  entries and rounds by pairing number and number of round."""

    settings: Settings | None = None
    state: Mapping[str, Any] = field(default_factory=dict)
    entries: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    rounds: dict[int, Mapping[str, Any]] = field(default_factory=dict)


def extras(records: Sequence[Record]) -> Extras:
    """Return what our own lines say; raise BadFile."""
    found = Extras()
    for record in records:
        if record.code == "###" and record.rest.startswith("charkoni "):
            _one(found, record)
    return found


def _one(found: Extras, record: Record) -> None:
    _, kind, rest = [*record.rest.split(" ", 2), "", ""][:3]
    try:
        number, _, body = rest.partition(" ") if kind in ("entry", "round") else ("0", "", rest)
        data = json.loads(body)
        if kind == "settings":
            found.settings = shape.load(Settings, data)
        elif kind == "state":
            found.state = data
        elif kind == "entry":
            found.entries[int(number)] = data
        elif kind == "round":
            found.rounds[int(number)] = data
    except BadFile:
        raise
    except (ValueError, TypeError, RecursionError):
        raise wrong(record.line, 5, record.quoted, _JSON) from None


def put_back(tournament: Tournament, more: Extras) -> Tournament:
    """Return the tournament with what our own lines add."""
    if more.settings:
        kept = {name: getattr(tournament.settings, name) for name in _FROM_FILE}
        tournament = replace(tournament, settings=replace(more.settings, **kept))
    if tournament.settings.accelerated:
        tournament = replace(tournament, boosts=())
    state = {key: more.state[key] for key in ("phase", "official", "paused") if key in more.state}
    tournament = replace(tournament, **state)
    if more.entries:
        tournament = _entries(tournament, more.entries)
    rounds = tuple(_round(tournament, round_, more.rounds.get(round_.number)) for round_ in tournament.rounds)
    return replace(tournament, rounds=rounds)


def _entries(tournament: Tournament, more: Mapping[int, Mapping[str, Any]]) -> Tournament:
    """Give entries their own ids back, and all that has no column; ids that do not fit are left."""
    ids = {entry.number: int(more.get(entry.number, {}).get("id", 0)) for entry in tournament.entries}
    if sorted(ids.values()) != list(range(1, len(ids) + 1)):
        ids = {entry.number: entry.id for entry in tournament.entries}
    new: dict[int, Entry] = {}
    people = {}
    for entry in tournament.entries:
        data = more.get(entry.number, {})
        own = shape.dump(entry) | dict(data.get("entry", {})) | {"id": ids[entry.number], "number": entry.number}
        made = shape.load(Entry, own)
        person = tournament.people[entry.person]
        if str(data.get("name", "")).startswith(person.name):
            person = replace(person, name=data["name"])
        people[made.person] = replace(person, latin=str(data.get("latin", "")))
        new[made.id] = made
    rounds = tuple(_with_ids(round_, ids) for round_ in tournament.rounds)
    bans = tuple(replace(ban, entries=tuple(ids[n] for n in ban.entries)) for ban in tournament.prohibitions)
    entries = tuple(new[id_] for id_ in sorted(new))
    return replace(tournament, entries=entries, rounds=rounds, prohibitions=bans, people=people)


def _with_ids(round_: Round, ids: Mapping[int, int]) -> Round:
    to = {**ids, 0: 0}
    boards = tuple(
        replace(board, first=to[board.first], second=to[board.second], mover=to[board.mover]) for board in round_.boards
    )
    return replace(round_, boards=boards, away=tuple((to[n], mark_) for n, mark_ in round_.away))


def _round(tournament: Tournament, round_: Round, data: Mapping[str, Any] | None) -> Round:
    if data is None:
        return round_
    boards = {(board.first, board.second): board for board in round_.boards}
    made: list[Board] = []
    for item in data.get("boards", ()):
        board = shape.load(Board, item)
        plain = boards.pop((board.first, board.second), None)
        if plain is None or _marks(plain.result) != _marks(board.result):
            return round_
        made.append(board)
    if boards:
        return round_
    account = dict(data.get("account", {}))
    away = tuple((int(id_), str(letter)) for id_, letter in data.get("away", ()))
    if sorted(away) != sorted(round_.away):
        away = round_.away
    return Round(
        round_.number, str(data.get("state", round_.state)), tuple(made), away, bool(data.get("by_hand")), account
    )


def _marks(result: Result | None) -> tuple[str, str]:
    return ("?", "?") if result is None or result.adjourned else (result.first, result.second)


def lines(tournament: Tournament) -> list[str]:
    """Return our own lines for a tournament."""
    state = {"phase": tournament.phase, "official": tournament.official, "paused": tournament.paused}
    out = [f"settings {_json(shape.dump(tournament.settings))}", f"state {_json(state)}"]
    for number, entry in sorted(tournament.by_number().items()):
        person = tournament.person(entry.id)
        data: dict[str, Any] = {"id": entry.id, "entry": shape.dump(entry)}
        data |= _person(person)
        out.append(f"entry {number} {_json(data)}")
    for round_ in tournament.rounds:
        if round_.state != "draft":
            data = shape.dump(round_)
            del data["number"]
            out.append(f"round {round_.number} {_json(data)}")
    return [f"### charkoni {line}" for line in out]


def _person(person: Person) -> dict[str, str]:
    more = {"latin": person.latin} if person.latin else {}
    return more | ({"name": person.name} if len(person.name) > 33 else {})


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
