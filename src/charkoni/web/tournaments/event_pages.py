"""Pages of an event: what their templates have in common, and the answer to a form that was carried out."""

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from charkoni.core.registry import named
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.games.match_format import FORMATS
from charkoni.tournament.model.countries import choices
from charkoni.tournament.model.settings import Settings
from charkoni.tournament.pairing.systems import TITLES, system_of
from charkoni.tournament.printouts.dates import days
from charkoni.web.http.sessions import new_id
from charkoni.web.http.site import Site
from charkoni.web.tournaments import permissions
from charkoni.web.tournaments.forms import Form
from charkoni.web.tournaments.refusals import accepts_json
from charkoni.web.tournaments.rows import round_status
from charkoni.web.tournaments.visits import Visit


def event_page(request: Request, visit: Visit, template: str, status: int = 200, **context: object) -> Response:
    """Return a page of an event.

    Context of every template: event (id), base (its path), settings, system (its pairing system), match (the format of
    a round's match), systems (titles by name), game (title), days (in words), phase (a sentence), rounds (how many are
    public), running (a round is being played), hours (Hours of it), now (ms since 1970), listing (entries are taken),
    self_entry (from players, too), finished, official, shown (the counter with which updates are asked for), next_begin
    (of the next round), countries (names by code), version, key (for forms), member, role (its name), own (entries).
    """
    event, state = visit.event, visit.event.public
    site: Site = request.app.state.site
    return site.page(
        request,
        template,
        status,
        event=event.id,
        base=f"/t/{event.id}",
        settings=state.settings,
        system=system_of(state.settings),
        match=FORMATS[state.settings.games],
        systems=TITLES,
        game=game_title(visit.words, state.settings),
        days=days(visit.words, state.settings.start, state.settings.end),
        phase=round_status.phase(visit.words, state),
        rounds=len(state.rounds),
        running=bool(state.rounds) and state.rounds[-1].state == "published",
        hours=round_status.hours(event),
        now=round(event.director.now().timestamp() * 1000),
        listing=state.phase in ("planned", "registration"),
        self_entry=permissions.takes_entries(event),
        countries=choices(visit.words.language),
        finished=state.is_over,
        official=state.official,
        shown=event.page_version,
        next_begin=round_status.next_begin(visit.words, state),
        version=event.state.version,
        key=new_id(16),
        member=visit.member,
        role=permissions.ROLE_NAMES.get(visit.member.role, ""),
        own=visit.own,
        **context,
    )


def completed(request: Request, form: Form, to: str, text: str = "") -> Response:
    """Return the answer to a form: a redirect to its page of origin or to `to`; for the client JSON {text, to}."""
    if accepts_json(request):
        return JSONResponse({"text": text, "to": form.back or to})
    return RedirectResponse(form.back if form.back.startswith("/t/") and "\\" not in form.back else to, 303)


def game_title(words: Words, settings: Settings) -> str:
    """Return the name of an event's game."""
    return names.game_name(words, named(settings.game))
