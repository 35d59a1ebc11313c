"""Acts of the log in the words of people: what was done, and what it is about."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.acts.entries import LAST_ROUND
from charkoni.tournament.acts.log import LogEntry
from charkoni.tournament.acts.titles import TITLES
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.protests import OUTCOMES
from charkoni.tournament.model.rounds import Result
from charkoni.tournament.setting_texts import settings_text

Data = Mapping[str, Any]

_ACT = N_("act {number}")
_TABLE = N_("round {round}, table {table}: {what}")
_ROUND = N_("round {round}")
_DEVICES = {"slip": N_("by the slip, device {device}"), "page": N_("by the player's page, device {device}")}
_MINUTES = N_("round {round}: {minutes} min")
_PROTEST = N_("round {round}, table {table}: {who} {clause}")
_DECIDED = N_("protest {number}: {outcome}")
_SEATED = N_("round {round}, table {table}")
_MOVES_FIRST = N_("round {round}, table {table}: {who} moves first")
_INITIAL = {"w": N_("number 1 moves first in round 1"), "b": N_("number 1 moves second in round 1")}
_HERE = {True: N_("{who} is here"), False: N_("{who} is not here")}
_BYES = {
    "Z": N_("{who}: absent in round {round}"),
    "H": N_("{who}: half a point for round {round}"),
    "F": N_("{who}: a full point for round {round}"),
    "": N_("{who}: no bye in round {round}"),
}
_FROM = N_("{who}: from round {round} on")
_CHANGED = N_("{who}: {changes}")
_FIELDS = {
    "rating": N_("Rating"), "title": N_("Title"), "club": N_("Club"), "region": N_("Region"),
    "country": N_("Country"), "categories": N_("Categories"), "fee": N_("Fee"), "person": N_("Personal data"),
}  # fmt: skip
_PRIVATE = ("fee", "person")
_BANNED = {False: N_("{names}: rounds {first} to {last}"), True: N_("{names}: lifted")}
_PAUSED = {True: N_("begins"), False: N_("ends")}


def title(words: Words, act: LogEntry) -> str:
    """Return the kind of an act in words."""
    return words._(TITLES.get(act.kind, act.kind))


def summary(words: Words, state: Tournament, act: LogEntry) -> str:
    """Return what an act is about, in words and without anything private."""
    data = act.data
    if act.kind in _SUMMARIES:
        return _SUMMARIES[act.kind](words, state, data)
    if data.get("board") and data.get("round"):
        what = ", ".join(part for part in (_result(state, data), _device(words, data)) if part)
        template = _TABLE if what else _SEATED
        return words._(template, round=data["round"], table=data["board"], what=what)
    if data.get("entry"):
        return _name(state, data["entry"])
    return words._(_ROUND, round=data["round"]) if data.get("round") else ""


def _settings(words: Words, _: Tournament, data: Data) -> str:
    return settings_text(words, {name: value for name, value in data.get("settings", {}).items() if name != "seed"})


def _protest(words: Words, state: Tournament, data: Data) -> str:
    who, clause = _name(state, data["entry"]), data.get("clause", "")
    return words._(_PROTEST, round=data["round"], table=data["board"], who=who, clause=clause).strip()


def _decision(words: Words, _: Tournament, data: Data) -> str:
    outcome = OUTCOMES.get(data["outcome"], str(data["outcome"]))
    return words._(_DECIDED, number=data["protest"], outcome=words._(outcome))


def _new_entry(_: Words, state: Tournament, data: Data) -> str:
    person = state.people.get(str(data.get("person")))
    return person.name if person else "–"


def _bye(words: Words, state: Tournament, data: Data) -> str:
    template = _BYES[data["code"]]
    return words._(template, who=_name(state, data["entry"]), round=data["round"])


def _correction(words: Words, state: Tournament, data: Data) -> str:
    """Return the fields that were corrected, with their new values where these are public."""
    changes = []
    for field, value in data.get("changes", {}).items():
        name = words._(_FIELDS.get(field, field))
        shown = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        changes.append(name if field in _PRIVATE else f"{name} {shown or '–'}")
    who = _name(state, data["entry"])
    return words._(_CHANGED, who=who, changes="; ".join(changes)) if changes else who


def _withdrawal(words: Words, state: Tournament, data: Data) -> str:
    who, number = _name(state, data["entry"]), data.get("from")
    return words._(_FROM, who=who, round=number) if number else who


def _ban(words: Words, state: Tournament, data: Data) -> str:
    names = " – ".join(_name(state, id_) for id_ in data["entries"])
    is_lifted, first, last = bool(data.get("off")), data.get("first", 1), data.get("last", LAST_ROUND)
    if not is_lifted and (first, last) == (1, LAST_ROUND):
        return names
    return words._(_BANNED[is_lifted], names=names, first=first, last=last)


def _lot(words: Words, state: Tournament, data: Data) -> str:
    if data.get("entry"):
        who = _name(state, data["entry"])
        return words._(_MOVES_FIRST, round=data["round"], table=data["board"], who=who)
    side = _INITIAL.get(str(data.get("value")))
    return words._(side) if side else ""


_SUMMARIES: Mapping[str, Callable[[Words, Tournament, Data], str]] = {
    "undo": lambda words, _, data: words._(_ACT, number=data["act"]),
    "set": _settings,
    "move-clock": lambda words, _, data: words._(_MINUTES, round=data["round"], minutes=f"{data['minutes']:+}"),
    "protest": _protest,
    "decide": _decision,
    "enter": _new_entry,
    "late": _new_entry,
    "checkin": lambda words, state, data: words._(_HERE[bool(data["here"])], who=_name(state, data["entry"])),
    "request-bye": _bye,
    "correct": _correction,
    "withdraw": _withdrawal,
    "prohibit": _ban,
    "lot": _lot,
    "pause": lambda words, _, data: words._(_PAUSED[bool(data["on"])]),
}
"""What acts of each kind are about, where more is said than round, table, result or name."""


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
