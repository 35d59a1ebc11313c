"""JSON files: the whole tournament as {schema, version, tournament}, and the public round and standings."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from charkoni.core.errors import mark
from charkoni.tournament.model.errors import BadFile, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.serialization import dump, load
from charkoni.tournament.model.settings import points_text
from charkoni.tournament.standings.ranking import Line, standings

SCHEMA = "charkoni-tournament"
VERSION = 1

_JSON = mark("this is no JSON: line {line}, column {column}")
_SCHEMA = mark("this is no tournament in JSON: schema {schema}, version {version} is needed")
_ENTRY = mark("{place} names an entry that is not there")


def write(tournament: Tournament, *, private: bool = False) -> str:
    """Return the whole tournament; contacts only when `private`."""
    people = tournament.people.items()
    shown = {key: person if private else replace(person, contact="") for key, person in people}
    data = dump(replace(tournament, people=shown, version=0))
    return json.dumps({"schema": SCHEMA, "version": VERSION, "tournament": data}, ensure_ascii=False, indent=1) + "\n"


def read(text: str) -> Tournament:
    """Return the tournament of a JSON text; raise BadFile."""
    try:
        data = json.loads(text)
    except ValueError as error:
        place = {"line": getattr(error, "lineno", 0), "column": getattr(error, "colno", 0)}
        raise refusal(BadFile, text[:40], _JSON, **place) from None
    except RecursionError:
        raise refusal(BadFile, text[:40], _SCHEMA, schema=SCHEMA, version=VERSION) from None
    if not isinstance(data, dict) or data.get("schema") != SCHEMA or data.get("version") != VERSION:
        raise refusal(BadFile, text[:40], _SCHEMA, schema=SCHEMA, version=VERSION)
    found = load(Tournament, data.get("tournament", {}), "tournament")
    _check(found)
    return found


def _check(found: Tournament) -> None:
    """Refuse ids that point nowhere."""
    known = {entry.id for entry in found.entries}
    for index, entry in enumerate(found.entries):
        if entry.id != index + 1:
            raise refusal(BadFile, entry.id, _ENTRY, place=f"entries[{index}]")
    for round_ in found.rounds:
        for board in round_.boards:
            if board.first not in known or (board.second and board.second not in known):
                raise refusal(
                    BadFile, board.number, _ENTRY, place=f"rounds[{round_.number - 1}].boards[{board.number - 1}]"
                )


def round_json(tournament: Tournament, number: int) -> dict[str, Any]:
    """Return a published round for the public."""
    round_ = tournament.rounds[number - 1]
    boards = [
        {
            "table": board.number,
            "first": tournament.name(board.first),
            "second": None if board.is_bye else tournament.name(board.second),
            "moves_first": tournament.name(board.mover) if board.mover else None,
            "result": board.result.text if board.result else None,
        }
        for board in round_.boards
    ]
    return {"round": number, "state": round_.state, "boards": boards}


def standings_json(
    tournament: Tournament, rounds: int | None = None, table: Sequence[Line] | None = None
) -> dict[str, Any]:
    """Return the table for the public; `table`: its lines, where they are known."""
    by_number = tournament.by_number()
    names = tournament.settings.tiebreaks
    lines = [
        {
            "place": line.place,
            "number": line.number,
            "name": tournament.name(by_number[line.number].id),
            "points": points_text(line.points),
            "tiebreaks": {name: str(value) for name, value in zip(names, line.values, strict=True)},
        }
        for line in (standings(tournament, rounds) if table is None else table)
    ]
    return {"tiebreaks": list(names), "lines": lines}


__all__ = ["read", "round_json", "standings_json", "write"]
