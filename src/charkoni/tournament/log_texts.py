"""Acts of the log in the words of people: what was done, and what it is about."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from charkoni.core.errors import mark
from charkoni.core.translations import Words
from charkoni.tournament.acts.log import LogEntry
from charkoni.tournament.acts.titles import TITLES
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.protests import OUTCOMES
from charkoni.tournament.model.rounds import Result
from charkoni.tournament.setting_texts import settings_text

_ACT = mark("act {number}")
_TABLE = mark("round {round}, table {table}: {what}")
_ROUND = mark("round {round}")
_DEVICES = {"slip": mark("by the slip, device {device}"), "page": mark("by the player's page, device {device}")}
_MINUTES = mark("round {round}: {minutes} min")
_PROTEST = mark("round {round}, table {table}: {who} {clause}")
_DECIDED = mark("protest {number}: {outcome}")


def title(words: Words, act: LogEntry) -> str:
    """Return the kind of an act in words."""
    return words._(TITLES.get(act.kind, act.kind))


def summary(words: Words, state: Tournament, act: LogEntry) -> str:
    """Return what an act is about, in words and without anything private."""
    data = act.data
    if act.kind == "undo":
        return words._(_ACT, number=data["act"])
    if act.kind == "set":
        return settings_text(words, {name: value for name, value in data.get("settings", {}).items() if name != "seed"})
    if act.kind == "move-clock":
        return words._(_MINUTES, round=data["round"], minutes=f"{data['minutes']:+}")
    if act.kind == "protest":
        who, clause = _name(state, data["entry"]), data.get("clause", "")
        return words._(_PROTEST, round=data["round"], table=data["board"], who=who, clause=clause).strip()
    if act.kind == "decide":
        outcome = OUTCOMES.get(data["outcome"], data["outcome"])
        return words._(_DECIDED, number=data["protest"], outcome=words._(outcome))
    if "board" in data and "round" in data:
        parts = (_result(state, data) or "–", _device(words, data))
        what = ", ".join(part for part in parts if part)
        return words._(_TABLE, round=data["round"], table=data["board"], what=what)
    if "entry" in data:
        return _name(state, data["entry"])
    if act.kind in ("enter", "late"):
        person = state.people.get(str(data.get("person")))
        return person.name if person else "–"
    if "entries" in data:
        return " – ".join(_name(state, id_) for id_ in data["entries"])
    return words._(_ROUND, round=data["round"]) if "round" in data else ""


def _result(state: Tournament, data: Mapping[str, Any]) -> str:
    """Return the result of an act as the player who moves first sees it."""
    if "first" not in data or "second" not in data:
        return ""
    result = Result(data["first"], data["second"], adjourned=bool(data.get("adjourned")))
    if data.get("stones"):
        result = replace(result, stones=(data["stones"][0], data["stones"][1]))
    if data.get("games"):
        result = replace(result, games=(data["games"][0], data["games"][1]))
    boards = state.rounds[data["round"] - 1].boards if data["round"] <= len(state.rounds) else ()
    board = next((board for board in boards if board.number == data["board"]), None)
    if board and board.seats[0] == board.second:
        result = result.turned
    return f"{result.text} ({result.counts})" if result.counts else result.text


def _device(words: Words, data: Mapping[str, Any]) -> str:
    """Return in words from which device a report came, or an empty text."""
    kind, _, device = str(data.get("device", "")).partition(" ")
    return words._(_DEVICES[kind], device=device) if kind in _DEVICES else ""


def _name(state: Tournament, id_: object) -> str:
    return state.name(id_) if isinstance(id_, int) and 1 <= id_ <= len(state.entries) else str(id_)
