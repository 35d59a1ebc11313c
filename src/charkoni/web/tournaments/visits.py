"""Visits to an event: the visitor, his role on the staff, his own entries, the pages that he gets, and refusals."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated, TypeVar

from fastapi import Depends
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from charkoni.core.errors import N_, Refusal
from charkoni.tournament.acts.log import ACTS
from charkoni.tournament.director import Director
from charkoni.tournament.model.countries import choices
from charkoni.tournament.model.errors import BadFile, NeedsConfirmation, PairingFailed, Stale, TournamentError
from charkoni.tournament.model.event import ARBITER, CASTER, CHIEF, HELPER, OUTCOMES
from charkoni.tournament.model.rounds import Board, Round
from charkoni.web.http.errors import Problem, found, number_in
from charkoni.web.http.routing import Handler, PageRouter, PlainRoute, timed
from charkoni.web.http.sessions import new_id
from charkoni.web.http.site import accepts_json, site_of
from charkoni.web.pages.visits import Visit as PageVisit
from charkoni.web.tournaments import LESSON, event_rows, page_cache, permissions
from charkoni.web.tournaments.events import Events, OpenEvent
from charkoni.web.tournaments.forms import Form

T = TypeVar("T")
MOST_TABLE = 99_999
NOT_ALLOWED = N_("This is for the arbiters of the event.")


class NotAllowed(Exception):
    """The role of a visitor does not permit his request."""


class Visit(PageVisit):
    """A visit to an event.

    member: the visitor's role on the staff.  own: the entries that he plays for.  current, state, public: the event
    as it was when the request came, which a page shows as a whole; state with a draft, public without.  shown: the
    version of the pages then, after which the page asks for the next one.
    """

    def __init__(self, request: Request, event: OpenEvent) -> None:
        super().__init__(request)
        self.event, self.shown, self.current = event, event.page_version, page_cache.snapshot(event)
        self.state, self.public = self.current.whole, self.current.state
        self.member = permissions.member(event, self.person)
        self.own = permissions.entries_of(event, self.person)

    async def run(self, work: Callable[[Director], T], sure: int = 2) -> T:
        """Return what work with the director returns, done in the name of the member of the staff."""
        return await self.event.run(work, self.member.name, self.member.role, sure)

    def page(self, template: str, status: int = 200, /, **context: object) -> HTMLResponse:
        """Return a page of the event.

        Context of every template, besides `event_rows.event_context`: tournament (with a draft, in which arbiters
        work), event (id), league (or None), base (its path), hours (Hours of the running round), now (ms since 1970),
        listing (entries are taken), self_entry (from players, too), shown (the counter with which updates are asked
        for), countries (names by code), outcomes (of protests), version, key (for forms), member, role (its name), own
        (entries), withheld (names of authors).
        """
        event, state = self.event, self.public
        shared: dict[str, object] = {
            **event_rows.event_context(self.words, state),
            "tournament": self.state,
            "event": event.id,
            "league": event.league,
            "base": f"/t/{event.id}",
            "hours": event_rows.hours(state, event.director.now()),
            "now": round(event.director.now().timestamp() * 1000),
            "listing": state.phase in ("planned", "registration"),
            "self_entry": permissions.takes_entries(event),
            "countries": choices(self.words.language),
            "outcomes": OUTCOMES,
            "shown": self.shown,
            "version": self.state.version,
            "key": new_id(16),
            "member": self.member,
            "role": permissions.ROLE_NAMES.get(self.member.role, ""),
            "own": self.own,
            "withheld": event.withheld,
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
    """Return the visit to an event; raise Problem 404 without such an event, NotAllowed without the role.

    A tournament out of a classroom is there for its players and staff alone.
    """
    visited = Visit(request, found(await events.get(id_)))
    if id_.startswith(LESSON) and not (visited.member.role or visited.own):
        raise Problem(404, "NO_SUCH_PAGE")
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


def table_in(text: str, round_: Round) -> Board:
    """Return the board of a round by the number of an address; raise Problem 404 without it."""
    return found(round_.board(number_in(text, MOST_TABLE)))


# --- refusals ---------------------------------------------------------------------------------------------------------


class EventRoute(PlainRoute):
    """A page of a tournament: refusals are answered, time and status go into the metrics.

    With `accept: application/json`: {code, text} and additional fields of the refusal; else a page.  Status 403 without
    the role, 409 for everything else.
    """

    def get_route_handler(self) -> Handler:
        """Return the handler, timed, with refusals answered."""
        handler = super().get_route_handler()

        async def answer(request: Request) -> Response:
            try:
                return await handler(request)
            except (NotAllowed, Refusal, PairingFailed) as error:
                return refused(request, error)

        return timed(answer)


EventRouter = partial(PageRouter, EventRoute)
"""Makes the routes of a module with pages of tournaments."""


def refused(request: Request, error: NotAllowed | Refusal | PairingFailed) -> Response:
    """Return the answer to a refusal."""
    translate = site_of(request).visitor(request).words._
    match error:
        case NotAllowed():
            return _answer(request, 403, translate(NOT_ALLOWED), "NOT_ALLOWED")
        case Stale():
            both = {"mine": str(error.mine.declined(translate)), "theirs": str(error.theirs.declined(translate))}
            return _answer(request, 409, error.reason.message(translate), "STALE", **both)
        case BadFile():
            return _answer(request, 409, error.message(translate), "BADFILE", picture=error.picture())
        case PairingFailed():
            return _answer(request, 409, error.reason.message(translate), error.reason.code)
    # The name of an act, which is for programs, isn't quoted.
    text = error.reason.message(translate) if error.text in ACTS else error.message(translate)
    if isinstance(error, NeedsConfirmation):
        return _confirmation(request, text, error.times)
    field = {"field": error.field} if isinstance(error, TournamentError) and error.field else {}
    return _answer(request, 409, text, error.reason.code, **field)


def _answer(request: Request, status: int, text: str, code: str, **more: object) -> Response:
    if accepts_json(request):
        return JSONResponse({"code": code, "text": text, **more}, status)
    back = own_page(request)
    return site_of(request).page(request, "tournaments/refused.html", status, text=text, back=back, **more)


def _confirmation(request: Request, text: str, times: int) -> Response:
    """Return the request to confirm an unusual act; its form is sent again with `sure` = times."""
    if accepts_json(request):
        return JSONResponse({"code": "NOTSURE", "text": text, "sure": times}, 409)
    sent = {name: value for name, value in request.state.sent.items() if name not in ("sure", "csrf")}
    context = {"text": text, "sent": sent, "sure": times, "to": request.url.path, "back": own_page(request)}
    return site_of(request).page(request, "tournaments/confirm.html", 409, **context)


def own_page(request: Request) -> str:
    """Return the path of the page of ours that a request comes from, or the list of events."""
    referer, base = request.headers.get("referer", ""), str(request.base_url)
    return f"/{referer.removeprefix(base)}" if referer.startswith(base) else "/events"
