"""What all pages of tournaments share: the event of an address, who visits it, refusals as pages or as JSON."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from charkoni.core.errors import Refusal, mark
from charkoni.core.registry import named
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.tournament.model.errors import BadFile, EngineFailed, NoPairing, NotSure, Stale, TooLong
from charkoni.tournament.model.settings import Settings
from charkoni.web.http.errors import Problem
from charkoni.web.http.sessions import new_id
from charkoni.web.http.site import Site, Visitor
from charkoni.web.tournaments import permissions, views
from charkoni.web.tournaments.events import Event, Events
from charkoni.web.tournaments.forms import Form
from charkoni.web.tournaments.permissions import Member

Handler = Callable[[Request], Awaitable[Response]]
Route = tuple[str, Handler, str]
NOT_ALLOWED = mark("This is for the arbiters of the event.")


class NotAllowed(Exception):
    """Somebody asked for what his role does not do."""


@dataclass(frozen=True)
class Visit:
    """A visit to an event: who comes, what he is there, and which entries he plays for."""

    event: Event
    visitor: Visitor
    member: Member
    own: list[int]

    @property
    def words(self) -> Words:
        """The words of the visitor's language."""
        return self.visitor.words


class Frame:
    """Pages of events."""

    def __init__(self, site: Site, events: Events) -> None:
        self.site = site
        self.events = events

    async def visit(self, request: Request, role: str = "") -> Visit:
        """Return a visit; raise Problem when there is no such event, NotAllowed without the role."""
        event = await self.events.get(request.path_params["event"])
        if event is None:
            raise Problem(404, "NO_SUCH_PAGE")
        visitor = self.site.visitor(request)
        member = permissions.member(event, visitor.guest)
        if not member.may(role):
            raise NotAllowed
        return Visit(event, visitor, member, permissions.entries_of(event, visitor.guest))

    def page(self, request: Request, visit: Visit, template: str, status: int = 200, **context: Any) -> Response:
        """Return a page of an event.

        Every template knows: event (id), base (its address), settings, phase, rounds (how many are public), running
        (a round is being played), next_begin (of the next round, by the timetable), shown (the counter to ask for
        news), version, key (for forms), member, own.
        """
        event = visit.event
        state = event.public
        return self.site.page(
            request,
            template,
            status,
            event=event.id,
            base=f"/t/{event.id}",
            settings=state.settings,
            game=game_title(visit.words, state.settings),
            phase=views.phase(visit.words, state),
            rounds=len(state.rounds),
            running=bool(state.rounds) and state.rounds[-1].state == "published",
            listing=state.phase in ("planned", "registration"),
            finished=state.phase in ("finished", "archived"),
            official=state.official,
            shown=event.shown,
            next_begin=views.next_begin(state),
            version=event.state.version,
            key=new_id(16),
            member=visit.member,
            role=permissions.ROLE_NAMES.get(visit.member.role, ""),
            own=visit.own,
            **context,
        )

    def told(self, handler: Handler) -> Handler:
        """Return the handler; refusals become pages, or JSON for the script of our pages."""

        async def answered(request: Request) -> Response:
            words = self.site.visitor(request).words
            try:
                return await handler(request)
            except NotAllowed:
                return self._refused(request, 403, words._(NOT_ALLOWED), "NOT_ALLOWED")
            except Stale as error:
                return self._refused(request, 409, error.say(words._), "STALE", mine=error.mine, theirs=error.theirs)
            except NotSure as error:
                return self._asked(request, error.say(words._), error.times)
            except BadFile as error:
                return self._refused(request, 409, error.say(words._), "BADFILE", picture=error.picture())
            except NoPairing as error:
                return self._refused(request, 409, error.say(words._), "NOPAIRING")
            except Refusal as error:
                return self._refused(request, 409, error.say(words._), error.reason.code)
            except (EngineFailed, TooLong) as error:
                return self._refused(request, 409, words._(str(error)), type(error).__name__.upper())

        return answered

    def _refused(self, request: Request, status: int, text: str, code: str, **more: Any) -> Response:
        if "application/json" in request.headers.get("accept", ""):
            return JSONResponse({"code": code, "text": text, **more}, status)
        back = inside(request.headers.get("referer", ""), str(request.base_url))
        return self.site.page(request, "tournaments/refused.html", status, text=text, back=back, **more)

    def _asked(self, request: Request, text: str, times: int) -> Response:
        """Ask whether somebody means what he has sent; the form comes once more with his word."""
        if "application/json" in request.headers.get("accept", ""):
            return JSONResponse({"code": "NOTSURE", "text": text, "sure": times}, 409)
        sent = {name: value for name, value in request.state.sent.items() if name not in ("sure", "csrf")}
        back = inside(request.headers.get("referer", ""), str(request.base_url))
        return self.site.page(
            request, "tournaments/confirm.html", 409, text=text, sent=sent, sure=times, to=request.url.path, back=back
        )

    async def form(self, request: Request) -> Form:
        """Return a posted form."""
        found = await self.site.form(request, self.site.visitor(request).guest)
        request.state.sent = {name: str(value) for name, value in found.items()}
        return Form(request.state.sent)

    def done(self, request: Request, form: Form, to: str, text: str = "") -> Response:
        """Return where a form leads: back to a page, or a word for the script of our pages."""
        if "application/json" in request.headers.get("accept", ""):
            return JSONResponse({"text": text, "to": form.text("back") or to})
        back = form.text("back")
        return RedirectResponse(back if back.startswith("/t/") and "\\" not in back else to, 303)


def inside(referer: str, base: str) -> str:
    """Return the path of a page of ours that led here, or the list of events."""
    return f"/{referer.removeprefix(base)}" if referer.startswith(base) else "/events"


def game_title(words: Words, settings: Settings) -> str:
    """Return the name of an event's game."""
    return names.game_name(words, named(settings.game))


def told(frame: Frame, routes: list[Route]) -> list[Route]:
    """Return the routes, with refusals told."""
    return [(path, frame.told(handler), method) for path, handler, method in routes]
