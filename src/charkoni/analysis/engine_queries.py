"""Queries of the engine protocol (docs/engine.md): one JSON object per line, UTF-8, at most LONGEST_LINE bytes.

A search query has the fields

    id        str, 1 to 200 characters, unique among queries that are not answered yet
    game      str, a game with its flags, as in "mangala:fortress"
    position  str, optional: the start; default: the start of the game
    moves     list of str, optional: played from the start, at most 10 000
    turns     list of int, optional: numbers of moves played, 0 to len(moves), after which to search; default: after all
    limits    object, optional: nodes (int, 1 to 10**12), seconds (number, 0.001 to 86 400), depth (int, 1 to 1000),
              lines (int, 0 to 10 000, 0 for all moves; default 1), threads (int, 1 to 64; default 1); without nodes,
              seconds and depth: 1 second
    priority  int, optional, +-10**9: queries with higher priority are searched first; default 0

An action has `id` and `action`: "query_version", "terminate" (with `terminate_id`, str) or "terminate_all".

A line that is refused is answered by {"id": str | None, "error": str, "code": str, "field": str | None}.  Codes:
NOT_UTF8, BAD_JSON, TOO_LONG, BAD_ID, ID_IN_USE, UNKNOWN_FIELD, UNKNOWN_ACTION, BAD_FIELD, the codes of refused games,
positions and moves, and INTERNAL for a fault of the program.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from charkoni.core.errors import Refusal
from charkoni.core.game import Game
from charkoni.core.record import Record
from charkoni.core.registry import named
from charkoni.search.result import MOST_THREADS, Limits

LONGEST_ID = 200
MOST_MOVES = 10_000
MOST_NODES = 10**12
MOST_SECONDS = 86_400.0
DEEPEST = 1_000
USUAL_SECONDS = 1.0
LARGEST_PRIORITY = 10**9

QUERY_FIELDS = ("id", "game", "position", "moves", "turns", "limits", "priority", "action")
_BOUNDS: Mapping[str, tuple[type[int] | type[float], float, float]] = {
    "nodes": (int, 1, MOST_NODES),
    "seconds": (float, 0.001, MOST_SECONDS),
    "depth": (int, 1, DEEPEST),
    "lines": (int, 0, MOST_MOVES),
    "threads": (int, 1, MOST_THREADS),
}
"""By limit its type, its least and its greatest value."""
ACTION_FIELDS = {"query_version": ("id", "action"), "terminate": ("id", "action", "terminate_id"),
                 "terminate_all": ("id", "action")}  # fmt: skip


class BadQuery(ValueError):
    """A line that is refused: the code of the reason, a sentence, the field, and the id of the query if it has one."""

    def __init__(self, code: str, text: str, field: str | None = None, query_id: str | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.field = field
        self.query_id = query_id

    def answer(self) -> dict[str, object]:
        """Return the answer: {"id", "error", "code", "field"}."""
        return {"id": self.query_id, "error": str(self), "code": self.code, "field": self.field}


@dataclass(frozen=True, slots=True)
class Query:
    """A search query: a record, the numbers of moves after which to search it, the limits of each search."""

    id: str
    record: Record
    turns: tuple[int, ...]
    limits: Limits
    priority: int = 0


@dataclass(frozen=True, slots=True)
class Action:
    """An action: "query_version", "terminate", "terminate_all".  target: the id of the query to terminate."""

    id: str
    name: str
    target: str | None = None


def read_line(line: bytes) -> Query | Action:
    """Return the query or the action of a line; raise BadQuery."""
    content = _object(line)
    query_id = content.get("id")
    if not isinstance(query_id, str) or not 0 < len(query_id) <= LONGEST_ID:
        raise BadQuery("BAD_ID", f"an id is a text of 1 to {LONGEST_ID} characters", "id")
    try:
        if "action" in content:
            return _action(query_id, content)
        _refuse_unknown(content, QUERY_FIELDS, "")
        record = _record(content)
        limits, turns = _limits(content.get("limits", {})), _turns(content, len(record))
        priority = _number(content.get("priority", 0), int, -LARGEST_PRIORITY, LARGEST_PRIORITY, "priority")
        return Query(query_id, record, turns, limits, int(priority))
    except BadQuery as error:
        error.query_id = query_id
        raise


def _object(line: bytes) -> dict[str, object]:
    try:
        content = json.loads(line.decode("utf-8").strip(), parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise BadQuery("NOT_UTF8", f"the line is not UTF-8 text: byte {error.start + 1} does not fit") from None
    except RecursionError:
        raise BadQuery("BAD_JSON", "the line is not JSON: it is nested too deeply") from None
    except ValueError as error:
        raise BadQuery("BAD_JSON", f"the line is not JSON: {error}") from None
    if not isinstance(content, dict):
        raise BadQuery("BAD_JSON", "the line is JSON, but no object")
    return content


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is no number of JSON")


def _refuse_unknown(content: Mapping[str, object], known: tuple[str, ...], above: str) -> None:
    for name in content:
        if name not in known:
            fields = ", ".join(known)
            raise BadQuery("UNKNOWN_FIELD", f"there is no such field; fields are {fields}", f"{above}{name[:100]}")


def _action(query_id: str, content: Mapping[str, Any]) -> Action:
    name = content["action"]
    if not isinstance(name, str) or name not in ACTION_FIELDS:
        actions = ", ".join(ACTION_FIELDS)
        raise BadQuery("UNKNOWN_ACTION", f"there is no such action; actions are {actions}", "action")
    _refuse_unknown(content, ACTION_FIELDS[name], "")
    target = content.get("terminate_id")
    if name == "terminate" and not isinstance(target, str):
        raise BadQuery("BAD_FIELD", "the id of the query to end is needed", "terminate_id")
    return Action(query_id, name, target)


def _record(content: Mapping[str, object]) -> Record:
    game = _game(content)
    start = content.get("position")
    moves = content.get("moves", [])
    if start is not None and not isinstance(start, str):
        raise BadQuery("BAD_FIELD", "a position is a text", "position")
    if not isinstance(moves, list) or len(moves) > MOST_MOVES or not all(isinstance(move, str) for move in moves):
        raise BadQuery("BAD_FIELD", f"moves are a list of texts, at most {MOST_MOVES}", "moves")
    try:
        record = Record(game, game.parse(start) if start is not None else None)
    except Refusal as error:
        raise BadQuery(error.reason.code, str(error), "position") from None
    for number, move in enumerate(moves):
        try:
            record.play(move)
        except Refusal as error:
            raise BadQuery(error.reason.code, str(error), f"moves[{number}]") from None
    return record


def _game(content: Mapping[str, object]) -> Game:
    name = content.get("game")
    if not isinstance(name, str):
        raise BadQuery("BAD_FIELD", "the name of a game is needed", "game")
    try:
        return named(name)
    except Refusal as error:
        raise BadQuery(error.reason.code, str(error), "game") from None


def _turns(content: Mapping[str, object], plies: int) -> tuple[int, ...]:
    turns = content.get("turns", [plies])
    if not isinstance(turns, list) or not turns or not all(type(turn) is int and 0 <= turn <= plies for turn in turns):
        raise BadQuery("BAD_FIELD", f"turns are a list of numbers of moves played, 0 to {plies} here", "turns")
    return tuple(dict.fromkeys(turns))


def _limits(content: object) -> Limits:
    if not isinstance(content, dict):
        raise BadQuery("BAD_FIELD", "limits are an object", "limits")
    _refuse_unknown(content, tuple(_BOUNDS), "limits.")
    given: dict[str, Any] = {
        name: _number(content[name], *bounds, f"limits.{name}") for name, bounds in _BOUNDS.items() if name in content
    }
    if not given.keys() & {"nodes", "seconds", "depth"}:
        given["seconds"] = USUAL_SECONDS
    return Limits(**given)


def _number(value: object, kind: type[int] | type[float], least: float, most: float, field: str) -> float:
    """Return a number within bounds; raise BadQuery."""
    if not isinstance(value, int | float) or type(value) not in (int, kind) or not least <= value <= most:
        what = "a whole number" if kind is int else "a number"
        raise BadQuery("BAD_FIELD", f"{what} from {least:g} to {most:g} is needed", field)
    return kind(value)
