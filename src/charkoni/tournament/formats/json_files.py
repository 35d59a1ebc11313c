"""JSON files of an event, and a round and the standings as JSON values for programs.

A file is the object {"schema": "charkoni-tournament", "version": 1, "tournament": {...}}.  The tournament is a
`model.event.Tournament` as `model.serialization.dump` writes it: fields by name, without those equal to their default,
tuples as lists.  Points are integers of half points; boards refer to entries by id (1 ...); other units are those of
`Settings`.
"""

import json
from collections.abc import Sequence
from dataclasses import replace

from charkoni.core.errors import N_
from charkoni.tournament.model.errors import BadFile, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.serialization import dump, load
from charkoni.tournament.model.settings import points_text
from charkoni.tournament.standings.ranking import Line, standings

SCHEMA = "charkoni-tournament"
VERSION = 1


def write(tournament: Tournament, *, private: bool = False) -> str:
    """Return the text of a tournament's file; it holds the contacts of persons only when `private`."""
    people = tournament.people.items()
    shown = {key: person if private else replace(person, contact="") for key, person in people}
    data = dump(replace(tournament, people=shown, version=0))
    return json.dumps({"schema": SCHEMA, "version": VERSION, "tournament": data}, ensure_ascii=False, indent=1) + "\n"


def read(text: str) -> Tournament:
    """Return the tournament of a file.

    Raise BadFile for text that is no JSON, another schema or version, values of a wrong type or name (the reason names
    the place: `tournament.entries[2].rating`), and ids of entries that do not exist.
    """
    try:
        data = json.loads(text)
    except ValueError as error:
        place = {"line": getattr(error, "lineno", 0), "column": getattr(error, "colno", 0)}
        raise refusal(BadFile, text[:40], N_("this is not JSON: line {line}, column {column}"), **place) from None
    except RecursionError:
        raise refusal(BadFile, text[:40], "json-schema", schema=SCHEMA, version=VERSION) from None
    if not isinstance(data, dict) or data.get("schema") != SCHEMA or data.get("version") != VERSION:
        raise refusal(BadFile, text[:40], "json-schema", schema=SCHEMA, version=VERSION)
    tournament = load(Tournament, data.get("tournament", {}), "tournament")
    _check_ids(tournament)
    return tournament


def _check_ids(tournament: Tournament) -> None:
    """Raise BadFile unless ids are 1 ... N in order and boards refer to them."""
    known = {entry.id for entry in tournament.entries}
    for index, entry in enumerate(tournament.entries):
        if entry.id != index + 1:
            raise refusal(BadFile, entry.id, "json-entry", place=f"entries[{index}]")
    for round_ in tournament.rounds:
        for place, board in enumerate(round_.boards):
            if board.first not in known or (board.second and board.second not in known):
                raise refusal(BadFile, board.number, "json-entry", place=f"rounds[{round_.number - 1}].boards[{place}]")


def round_json(tournament: Tournament, number: int) -> dict[str, object]:
    """Return a round: {round, state, boards: [{table, first, second, moves_first, result, counts}]}.

    state: published or closed.  first, second, moves_first: names, null if there is no player.  result: `1:0` from the
    first side's view, null while missing.  counts: both stores, or the score of a match; else empty.
    """
    round_ = tournament.rounds[number - 1]
    boards = [
        {
            "table": board.number,
            "first": tournament.name(board.first),
            "second": None if board.is_bye else tournament.name(board.second),
            "moves_first": tournament.name(board.mover) if board.mover else None,
            "result": board.result.text if board.result else None,
            "counts": board.result.counts if board.result else "",
        }
        for board in round_.boards
    ]
    return {"round": number, "state": round_.state, "boards": boards}


def standings_json(
    tournament: Tournament, rounds: int | None = None, lines: Sequence[Line] | None = None
) -> dict[str, object]:
    """Return the standings: {tiebreaks: [code], lines: [{place, number, name, points, tiebreaks: {code: value}}]}.

    place: the first of shared places.  number: the pairing number.  points: `1.5`.  Values are texts.
    rounds: after so many, by default after all that are closed.  lines: of the standings, where the caller has them.
    """
    by_number = tournament.by_number()
    names = tournament.settings.tiebreaks
    rows = [
        {
            "place": line.place,
            "number": line.number,
            "name": tournament.name(by_number[line.number].id),
            "points": points_text(line.points),
            "tiebreaks": {name: str(value) for name, value in zip(names, line.values, strict=True)},
        }
        for line in (standings(tournament, rounds) if lines is None else lines)
    ]
    return {"tiebreaks": list(names), "lines": rows}
