"""Creation of an event."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from charkoni.tournament.model.errors import BadSetting
from charkoni.tournament.model.event import CHIEF
from charkoni.tournament.model.person_names import checked_line
from charkoni.tournament.model.settings import CHOICE_TITLES, Settings
from charkoni.tournament.model.times import zone_here
from charkoni.tournament.pairing.systems import TITLES
from charkoni.web.http.site import SiteDep, VisitorDep
from charkoni.web.live.hub import HubDep
from charkoni.web.tournaments import event_quotas, permissions
from charkoni.web.tournaments.arbiter.action_forms import settings_of
from charkoni.web.tournaments.arbiter.settings import two_sided_games
from charkoni.web.tournaments.forms import Form, FormOf, Line
from charkoni.web.tournaments.refusals import EventRouter
from charkoni.web.tournaments.visits import EventsDep

router = EventRouter()


class PlannedForm(Form):
    """Settings that the planner proposes, as text."""

    game: Line = ""
    system: Line = ""
    games: Line = ""
    rounds: Line = ""
    clock: Line = ""
    round_minutes: Line = ""
    start: Line = ""


class NewEventForm(Form):
    """arbiter: the name of the chief.  All other fields are settings."""

    arbiter: Line = ""


@router.get("/events/new")
async def creation_page(request: Request, site: SiteDep, visitor: VisitorDep) -> Response:
    """Return the page on which an event is created.

    Query: see `PlannedForm`.  Context: games (see `two_sided_games`), defaults (Settings), wanted (by setting), formats
    (titles of the games of a round by value), zone (of this machine).
    """
    wanted = PlannedForm.read(dict(request.query_params)).model_dump(exclude=set(Form.model_fields))
    games = two_sided_games(visitor.words)
    return site.page(
        request,
        "tournaments/new.html",
        games=games,
        defaults=Settings(),
        zone=zone_here(),
        wanted=wanted,
        formats=CHOICE_TITLES["games"],
        systems=TITLES,
    )


@router.post("/events/new")
async def create(
    request: Request, form: FormOf[NewEventForm], site: SiteDep, visitor: VisitorDep, events: EventsDep, hub: HubDep
) -> Response:
    """Create an event whose chief arbiter is the visitor, and redirect to its desk.

    Form: settings by name, see `action_forms.settings_of`; empty ones are those of the profile.  Refused: RateLimited.
    """
    await event_quotas.pay(request, site, hub, events)
    guest = site.ensure_guest(visitor)
    author = checked_line(form.arbiter, BadSetting) or guest.name
    given = {name: value for name, value in settings_of(request.state.sent).items() if value != ""}
    event = await events.create(given, author)
    await permissions.appoint(event, guest.guest, CHIEF, author)
    await event_quotas.note(request, hub, event, guest.guest)
    return site.with_guest(RedirectResponse(f"/t/{event.id}/desk", 303), guest, request)
