"""The forms of actions: posted data as texts and values of the fields of an action's declaration."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from charkoni.core.errors import N_
from charkoni.core.translations import Name
from charkoni.tournament.actions.entries import CheckInEntries
from charkoni.tournament.actions.rounds import EnterResults
from charkoni.tournament.acts.declaration import ActField, Action, whole
from charkoni.tournament.acts.fields import ENTRY, SETTINGS
from charkoni.tournament.model.categories import category_text, parse_category
from charkoni.tournament.model.errors import BadInput, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.serialization import dump
from charkoni.tournament.model.settings import parse_settings, setting_types, with_full_game_name

_KEPT_IF_EMPTY = ("split", "seed")
"""Texts of settings that an empty input leaves as they are."""


class Input(NamedTuple):
    """An input of a form.  value: the posted one, or the usual one.  error: why it was refused, in words."""

    field: ActField
    value: str
    error: str


def texts_of(action: type[Action], state: Tournament, sent: Mapping[str, str]) -> dict[str, object]:
    """Return texts and values by the names of fields, as `Action.written` takes them; raise TournamentError.

    Inputs have the names of fields or of options.  A bare number in the field of one entry is its id, for forms hold
    it; an empty input is left out, but where the action clears what it is given empty.
    """
    sent = {name: text.strip() for name, text in sent.items()}
    found: dict[str, object] = {}
    for field in action.fields():
        if field.written.kind is SETTINGS:
            found[field.name] = _changed_settings(state, sent)
            continue
        text = next((sent[name] for name in (field.name, field.option) if name in sent), None)
        if text is None:
            continue
        if not text and action.command.clears and field.written.is_pair:
            found[field.name] = {"integer": 0, "array": ()}.get(field.written.kind.json, "")
        elif text:
            is_id = field.written.kind is ENTRY and text.isascii() and text.isdigit()
            found[field.name] = int(text) if is_id else text
    if adapter := _ADAPTERS.get(action):
        found |= adapter(sent)
    for field in action.fields():
        if field.is_required and field.name not in found:
            error = refusal(BadInput, "", N_("needed: {field}"), field=Name(field.help, ""))
            error.field = field.name
            raise error
    return found


def _result(sent: Mapping[str, str]) -> dict[str, object]:
    """Return the result of one table: of a button, a text, or the counts of both sides."""
    if "board" not in sent:
        return {}
    counts = (sent.get("first-stones", ""), sent.get("second-stones", ""))
    return {"results": ((whole(sent["board"]), ":".join(counts) if any(counts) else sent.get("result", "")),)}


def _presence(sent: Mapping[str, str]) -> dict[str, object]:
    """Return the presence of one entry, which a form holds by its id."""
    return {"entries": (whole(sent["entry"]),)} if "entry" in sent else {}


_ADAPTERS: Mapping[type[Action], Callable[[Mapping[str, str]], dict[str, object]]] = {
    EnterResults: _result,
    CheckInEntries: _presence,
}
"""Forms whose inputs are not the fields themselves."""


def _changed_settings(state: Tournament, sent: Mapping[str, str]) -> dict[str, object]:
    """Return the settings of a form that differ from the present ones, as JSON values; raise BadSetting, BadGame."""
    wanted = with_full_game_name(settings_of(sent))
    if any(re.fullmatch(r"name-\d{1,3}", name, re.ASCII) for name in sent):
        wanted["categories"] = list(_category_rules(sent))
    old = dump(state.settings)
    return {name: value for name, value in wanted.items() if value != old.get(name)}


def settings_of(sent: Mapping[str, str]) -> dict[str, object]:
    """Return the settings of a form as JSON values; raise BadSetting.

    A flag is sent only if ticked; NAME-asked shows that the form has its box.  Empty numbers are omitted.
    """
    texts: dict[str, str] = {}
    for name, kind in setting_types().items():
        text = sent.get(name, "").strip()
        if kind is bool:
            if f"{name}-asked" in sent or name in sent:
                texts[name] = text
        elif text or (name in sent and kind is not int and name not in _KEPT_IF_EMPTY):
            texts[name] = text
    return parse_settings(texts)


def _category_rules(sent: Mapping[str, str]) -> Iterator[str]:
    """Iterate over the rules of categories in numbered rows; a row without a name is left out; raise BadSetting.

    name-N, sex-N (f, m or empty), from-N and to-N (years of birth), club-N, mark-N.
    """
    rows = sorted(int(name[5:]) for name in sent if re.fullmatch(r"name-\d{1,3}", name, re.ASCII))
    for row in rows:
        name = sent[f"name-{row}"].replace(":", " ")
        if not name:
            continue
        first, last, sex, club, mark = (sent.get(f"{part}-{row}", "") for part in ("from", "to", "sex", "club", "mark"))
        years = f"{first}-{last}" if first and last else f"{first}+" if first else f"{last}-" if last else ""
        conditions = (sex, years, club and f"club={club}", mark and f"mark={mark}")
        yield category_text(parse_category(f"{name}: {', '.join(filter(None, conditions))}"))


def inputs(action: type[Action], sent: Mapping[str, str], refused: str = "", error: str = "") -> list[Input]:
    """Return the inputs of the form of an action.

    sent: the values posted before.  refused, error: the refused field and the reason.
    """
    return [
        Input(
            field, sent.get(field.name, sent.get(field.option, _usual(field))), error if refused == field.name else ""
        )
        for field in action.fields()
        if not (field.written.is_hidden or field.written.is_old)
    ]


def _usual(field: ActField) -> str:
    """Return the usual value of a field as its input shows it."""
    is_flag = field.written.kind.json == "boolean"
    return "" if field.default in (None, (), {}, "") or is_flag or field.default == 0 else str(field.default)
