"""Actions at the desk: one handler for all that are declared (`tournament.actions.registry`), and a form for each."""

import asyncio
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from charkoni.core.errors import N_
from charkoni.core.translations import Name
from charkoni.tournament.actions.entries import CheckInEntries, CorrectPerson, EnterPerson, Erase
from charkoni.tournament.actions.event import SetSettings
from charkoni.tournament.actions.registry import ACTIONS
from charkoni.tournament.actions.rounds import CloseList, EnterResults
from charkoni.tournament.acts.base import entry_of
from charkoni.tournament.acts.declaration import ActField, Action, Asked, whole
from charkoni.tournament.acts.declaration import Request as ActRequest
from charkoni.tournament.acts.event import Finish
from charkoni.tournament.acts.fields import ENTRY, SETTINGS
from charkoni.tournament.director import Director
from charkoni.tournament.model.categories import category_text, parse_category
from charkoni.tournament.model.errors import BadInput, BadSetting, TournamentError, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.serialization import dump
from charkoni.tournament.model.settings import parse_settings, setting_types, with_full_game_name
from charkoni.web.http.site import accepts_json
from charkoni.web.tournaments.forms import ReasonForm, posted
from charkoni.web.tournaments.online import games
from charkoni.web.tournaments.visits import ArbiterVisit, EventRouter, EventsDep, Visit, visit

ADDRESSES: Mapping[str, type[Action]] = {
    name: action
    for action in ACTIONS.values()
    for name in (action.command.name, *action.command.aliases, *action.command.old_addresses)
} | {"categories": SetSettings}
"""The actions by the last part of their address, old ones included."""

SAVED = (SetSettings, CorrectPerson)
"""The actions that do not change the page before the eyes of the arbiter."""

REMEMBERED_AFTER = (CloseList, EnterPerson, CorrectPerson, Finish)
"""The actions after which the people of a closed list are remembered for later events."""

_KEPT_IF_EMPTY = ("split", "seed")
"""Texts of settings that an empty input leaves as they are."""

router = EventRouter()


class Input(NamedTuple):
    """An input of a form.  value: the posted one, or the usual one.  error: why it was refused, in words."""

    field: ActField
    value: str
    error: str


@router.get("/t/{event}/desk/acts")
async def acts(visit: ArbiterVisit) -> Response:
    """Return the list of all actions that the member may perform.  Context: acts (of `declaration.Command`)."""
    allowed = [action.command for action in ACTIONS.values() if visit.member.may(action.command.role)]
    return visit.page("tournaments/arbiter/acts.html", acts=allowed)


@router.get("/t/{event}/desk/act/{name}")
async def act_form(visit: ArbiterVisit, name: str) -> Response:
    """Return the form of an action.  Context: see `_form`."""
    action = _action(name)
    return _form(visit, action, inputs(action, {}))


@router.post("/t/{event}/desk/{action}")
async def perform(request: Request, event: str, action: str, events: EventsDep) -> Response:
    """Perform an action.

    Form: the fields of its declaration, see `texts_of`.  Refused: an unknown action, the wrong role, and
    refusals of the director; a refused field of a form of `act_form` is marked in it.
    """
    kind = _action(action)
    visited = await visit(request, events, event, kind.command.role)
    form = await posted(request, visited.site, ReasonForm)
    sent = request.state.sent
    if kind is Erase and events.known_people:
        known = texts_of(Erase, visited.event.state, sent)
        id_ = Erase.written(Asked(visited.event.state), known).entry
        erased = visited.event.state.person(entry_of(visited.event.state, id_).id)
        await asyncio.to_thread(events.known_people.forget, erased, events.owner_of_people(visited.person))

    def act(director: Director) -> None:
        asked = Asked(director.state, director.time, director.who)
        written = kind.written(asked, texts_of(kind, director.state, sent))
        for _ in written.perform(director, ActRequest(form.reason, form.seen, form.key)):
            pass

    try:
        async with games.moving_with_players(visited.event):
            await visited.run(act, min(form.sure, 2))
    except TournamentError as error:
        if accepts_json(request) or "shown" not in sent or not error.field:
            raise
        refused = inputs(kind, sent, error.field, error.reason.message(visited.words._))
        return _form(visited, kind, refused, 409)
    state = visited.event.state
    if kind in REMEMBERED_AFTER and events.known_people and state.phase in ("playing", "finished"):
        day = time.strftime("%Y-%m-%d", time.gmtime())
        await asyncio.to_thread(events.known_people.remember, state, visited.person, day)
    return visited.completed(form, "/desk", visited.words._("Saved.") if kind in SAVED else "")


def _action(name: str) -> type[Action]:
    """Return the action of an address; raise BadSetting."""
    if name not in ADDRESSES:
        raise refusal(BadSetting, name, N_("there is no such act: {name}"), name=name)
    return ADDRESSES[name]


def _form(visit: Visit, action: type[Action], inputs: Sequence[Input], status: int = 200) -> Response:
    """Return the page of a form.  Context: command (`declaration.Command`), inputs (of `Input`)."""
    template = "tournaments/arbiter/act.html"
    return visit.page(template, status, command=action.command, inputs=inputs)


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


_ADAPTERS: Mapping[type[Action], Callable[[Mapping[str, str]], dict[str, object]]] = {
    EnterResults: _result,
    CheckInEntries: lambda sent: {"entries": (whole(sent["entry"]),)} if "entry" in sent else {},
}
"""Forms whose inputs are not the fields: the result of one table, and the presence of an entry, by its id."""


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
