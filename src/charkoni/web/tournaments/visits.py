"""Visits to an event: the visitor, his role on the staff, the entries that he plays for, and the pages he gets."""

from collections.abc import Awaitable, Callable
from typing import Annotated, TypeVar

from fastapi import Depends
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from charkoni.tournament.director import Director
from charkoni.tournament.model.countries import choices
from charkoni.tournament.model.event import ARBITER, CASTER, CHIEF, HELPER, OUTCOMES
from charkoni.tournament.model.rounds import Board, Round
from charkoni.web.http.errors import Problem
from charkoni.web.http.sessions import new_id
from charkoni.web.http.site import accepts_json
from charkoni.web.pages.visits import Visit as PageVisit
from charkoni.web.tournaments import permissions
from charkoni.web.tournaments.events import Events, OpenEvent
from charkoni.web.tournaments.forms import Form
from charkoni.web.tournaments.rows import round_status

T = TypeVar("T")
MOST_TABLE = 99_999


class NotAllowed(Exception):
    """The role of a visitor does not permit his request."""


class Visit(PageVisit):
    """A visit to an event.  member: the visitor's role on the staff.  own: the entries that he plays for."""

    def __init__(self, request: Request, event: OpenEvent) -> None:
        super().__init__(request)
        self.event = event
        self.member = permissions.member(event, self.person)
        self.own = permissions.entries_of(event, self.person)

    async def run(self, work: Callable[[Director], T], sure: int = 2) -> T:
        """Return what work with the director returns, done in the name of the member of the staff."""
        return await self.event.run(work, self.member.name, self.member.role, sure)

    def page(self, template: str, status: int = 200, /, **context: object) -> HTMLResponse:
        """Return a page of the event.

        Context of every template, besides `round_status.event_context`: tournament (with a draft, in which arbiters
        work), event (id), base (its path), hours (Hours of the running round), now (ms since 1970), listing (entries
        are taken), self_entry (from players, too), shown (the counter with which updates are asked for), countries
        (names by code), outcomes (of protests), version, key (for forms), member, role (its name), own (entries).
        """
        event, state = self.event, self.event.public
        shared: dict[str, object] = {
            **round_status.event_context(self.words, state),
            "tournament": event.state,
            "event": event.id,
            "base": f"/t/{event.id}",
            "hours": round_status.hours(event),
            "now": round(event.director.now().timestamp() * 1000),
            "listing": state.phase in ("planned", "registration"),
            "self_entry": permissions.takes_entries(event),
            "countries": choices(self.words.language),
            "outcomes": OUTCOMES,
            "shown": event.page_version,
            "version": event.state.version,
            "key": new_id(16),
            "member": self.member,
            "role": permissions.ROLE_NAMES.get(self.member.role, ""),
            "own": self.own,
        }
        return super().page(template, status, **shared | context)

    def completed(self, form: Form, to: str, text: str = "") -> Response:
        """Return the answer to a form: a redirect to its page of origin, or to the page `to` of the event."""
        return completed(self.request, form, f"/t/{self.event.id}{to}", text)


def completed(request: Request, form: Form, to: str, text: str = "") -> Response:
    """Return the answer to a form: a redirect to its page of origin or to `to`; for the client JSON {text, to}."""
    if accepts_json(request):
        return JSONResponse({"text": text, "to": form.back or to})
    return RedirectResponse(form.back if form.back.startswith("/t/") and "\\" not in form.back else to, 303)


async def events_of(request: Request) -> Events:
    """Return the events of the server."""
    events: Events = request.app.state.tournaments.begin()
    return events


EventsDep = Annotated[Events, Depends(events_of)]


async def visit(request: Request, events: Events, id_: str, role: str = "") -> Visit:
    """Return the visit to an event; raise Problem 404 without such an event, NotAllowed without the role."""
    event = await events.get(id_)
    if event is None:
        raise Problem(404, "NO_SUCH_PAGE")
    visited = Visit(request, event)
    if not visited.member.may(role):
        raise NotAllowed
    return visited


def require_role(role: str) -> Callable[..., Awaitable[Visit]]:
    """Return a dependency: the visit to an event by a visitor who has at least a role; raises as `visit`."""

    async def visit_with_role(request: Request, event: str, events: EventsDep) -> Visit:
        return await visit(request, events, event, role)

    return visit_with_role


PublicVisit = Annotated[Visit, Depends(require_role(""))]
CasterVisit = Annotated[Visit, Depends(require_role(CASTER))]
HelperVisit = Annotated[Visit, Depends(require_role(HELPER))]
ArbiterVisit = Annotated[Visit, Depends(require_role(ARBITER))]
ChiefVisit = Annotated[Visit, Depends(require_role(CHIEF))]


def number_in(text: str, most: int) -> int:
    """Return the number of an address, from 1 to `most`; raise Problem 404 for any other."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= most):
        raise Problem(404, "NO_SUCH_PAGE")
    return int(text)


def table_in(text: str, round_: Round) -> Board:
    """Return the board of a round by the number of an address; raise Problem 404 without it."""
    board = round_.board(number_in(text, MOST_TABLE))
    if board is None:
        raise Problem(404, "NO_SUCH_PAGE")
    return board


def number_or(text: str, most: int, default: int) -> int:
    """Return the number of a query, from 1 to `most`; the default for any other text."""
    return int(text) if text.isascii() and text.isdigit() and 1 <= int(text) <= most else default
