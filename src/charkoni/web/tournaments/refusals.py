"""Refusals of tournaments as answers: a page, a request to confirm an unusual act, or JSON for the client."""

from functools import partial

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from charkoni.core.errors import N_, Refusal
from charkoni.tournament.acts.log import ACTS
from charkoni.tournament.model.errors import (
    BadFile,
    NeedsConfirmation,
    PairingFailed,
    Stale,
    TournamentError,
)
from charkoni.web.http.routing import Handler, PageRouter, PlainRoute, timed
from charkoni.web.http.site import accepts_json, site_of
from charkoni.web.tournaments.visits import NotAllowed

NOT_ALLOWED = N_("This is for the arbiters of the event.")


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
