"""Actions at the desk: one handler for all that are declared (`tournament.actions.registry`), and a form for each."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from charkoni.core.errors import N_
from charkoni.tournament.actions.entries import CorrectPerson, EnterPerson, Erase
from charkoni.tournament.actions.event import SetSettings
from charkoni.tournament.actions.registry import ACTIONS
from charkoni.tournament.actions.rounds import CloseList
from charkoni.tournament.acts.base import entry_of
from charkoni.tournament.acts.declaration import Action, Asked
from charkoni.tournament.acts.declaration import Request as ActRequest
from charkoni.tournament.acts.event import Finish
from charkoni.tournament.director import Director
from charkoni.tournament.known_people import KnownPeople
from charkoni.tournament.model.errors import BadSetting, TournamentError, refusal
from charkoni.web.http.site import SiteDep, VisitorDep, accepts_json
from charkoni.web.tournaments.arbiter import action_forms
from charkoni.web.tournaments.events import OpenEvent
from charkoni.web.tournaments.forms import ReasonForm, posted
from charkoni.web.tournaments.online import games
from charkoni.web.tournaments.refusals import EventRouter
from charkoni.web.tournaments.visits import ArbiterVisit, EventsDep, Visit, visit

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

router = EventRouter()


@router.get("/t/{event}/desk/acts")
async def acts(visit: ArbiterVisit) -> Response:
    """Return the list of all actions that the member may perform.  Context: acts (of `declaration.Command`)."""
    allowed = [action.command for action in ACTIONS.values() if visit.member.may(action.command.role)]
    return visit.page("tournaments/arbiter/acts.html", acts=allowed)


@router.get("/t/{event}/desk/act/{name}")
async def act_form(visit: ArbiterVisit, name: str) -> Response:
    """Return the form of an action.  Context: see `_form`."""
    action = _action(name)
    return _form(visit, action, action_forms.inputs(action, {}))


@router.post("/t/{event}/desk/{action}")
async def perform(
    request: Request, event: str, action: str, events: EventsDep, site: SiteDep, visitor: VisitorDep
) -> Response:
    """Perform an action.

    Form: the fields of its declaration, see `action_forms.texts_of`.  Refused: an unknown action, the wrong role, and
    refusals of the director; a refused field of a form of `act_form` is marked in it.
    """
    kind = _action(action)
    visited = await visit(request, events, event, visitor, kind.command.role)
    form = await posted(request, site, ReasonForm)
    sent, before = request.state.sent, visited.event.state.current
    if kind is Erase and events.known_people:
        known = action_forms.texts_of(Erase, visited.event.state, sent)
        id_ = Erase.written(Asked(visited.event.state), known).entry
        erased = visited.event.state.person(entry_of(visited.event.state, id_).id)
        await asyncio.to_thread(events.known_people.forget, erased, events.owner_of_people(visitor.guest))
    try:
        await visited.run(partial(_perform, kind, form=form, sent=sent), min(form.sure, 2))
    except TournamentError as error:
        if accepts_json(request) or "shown" not in sent or not error.field:
            raise
        refused = action_forms.inputs(kind, sent, error.field, error.reason.message(visited.words._))
        return _form(visited, kind, refused, 409)
    await games.move_with_players(visited.event, before)
    if kind in REMEMBERED_AFTER and events.known_people:
        await _remember(visited.event, visitor.guest, events.known_people)
    return visited.completed(form, "/desk", visited.words._("Saved.") if kind in SAVED else "")


def _action(name: str) -> type[Action]:
    """Return the action of an address; raise BadSetting."""
    if name not in ADDRESSES:
        raise refusal(BadSetting, name, N_("there is no such act: {name}"), name=name)
    return ADDRESSES[name]


def _perform(action: type[Action], director: Director, form: ReasonForm, sent: Mapping[str, str]) -> None:
    """Perform an action of a posted form; raise TournamentError."""
    asked = Asked(director.state, director.time, director.who)
    texts = action_forms.texts_of(action, director.state, sent)
    request = ActRequest(form.reason, form.seen, form.key)
    for _ in action.written(asked, texts).perform(director, request):
        pass


def _form(visit: Visit, action: type[Action], inputs: Sequence[action_forms.Input], status: int = 200) -> Response:
    """Return the page of a form.  Context: command (`declaration.Command`), inputs (of `action_forms.Input`)."""
    template = "tournaments/arbiter/act.html"
    return visit.page(template, status, command=action.command, inputs=inputs)


async def _remember(event: OpenEvent, guest: str, known_people: KnownPeople) -> None:
    """Remember the people of an event whose list is closed."""
    if event.state.phase in ("playing", "finished"):
        day = time.strftime("%Y-%m-%d", time.gmtime())
        await asyncio.to_thread(known_people.remember, event.state, guest, day)
