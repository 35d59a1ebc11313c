"""The desk of a festival: hall, timetable, people of all sections, moving a person; and the creation of a festival."""

import asyncio
import contextlib
import re
from functools import partial

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from charkoni.core.errors import N_
from charkoni.tournament.acts.declaration import Request as ActRequest
from charkoni.tournament.festival import ACTIONS, LISTS, begin
from charkoni.tournament.festival_file import ENDING, Festival, festivals_of, read
from charkoni.tournament.model.errors import BadFile, BadSetting, refusal
from charkoni.tournament.model.event import ARBITER, CHIEF
from charkoni.tournament.model.person_names import checked_line, latin
from charkoni.web.http.sessions import new_id
from charkoni.web.http.site import SiteDep, VisitorDep
from charkoni.web.tournaments import permissions
from charkoni.web.tournaments.arbiter.actions import settings_of
from charkoni.web.tournaments.events import Events, OpenEvent
from charkoni.web.tournaments.festivals import FestivalDep, OpenFestival
from charkoni.web.tournaments.forms import ReasonForm, Title, posted
from charkoni.web.tournaments.public.festival import TITLES
from charkoni.web.tournaments.public.overview import MOST_EVENTS
from charkoni.web.tournaments.refusals import EventRouter
from charkoni.web.tournaments.visits import ArbiterVisit, ChiefVisit, EventsDep, NotAllowed, completed

router = EventRouter()


class NewFestivalForm(ReasonForm):
    """name: of the festival.  The events are ticked boxes `with-EVENT`."""

    name: Title = ""


@router.get("/festival/{name}/desk")
async def desk(
    request: Request, festival: FestivalDep, site: SiteDep, visitor: VisitorDep, section: str = "", who: str = ""
) -> Response:
    """Return the desk of a festival, for arbiters of any section.

    section, who: a person to be moved.  Context: festival (OpenFestival), base, overview (see `OpenFestival.overview`),
    sheet (the prizes), mine (files of the sections in which the visitor is an arbiter), is_chief (of all), lists
    (titles of the public lists by name), source (the section), who, key (for forms).
    """
    mine = festival.may(visitor.guest, ARBITER)
    if not mine:
        raise NotAllowed
    overview = await asyncio.to_thread(festival.overview, visitor.words)
    sheet = await asyncio.to_thread(LISTS["prizes"], visitor.words, festival.name, festival.public)
    return site.page(
        request, "tournaments/arbiter/festival.html", festival=festival, base=f"/festival/{festival.id}",
        overview=overview, sheet=sheet, mine=mine, lists=TITLES, source=section, who=who, key=new_id(16),
        is_chief=len(festival.may(visitor.guest, CHIEF)) == len(festival.sections),
    )  # fmt: skip


@router.post("/festival/{name}/desk/{action}")
async def perform(request: Request, festival: FestivalDep, action: str, site: SiteDep, visitor: VisitorDep) -> Response:
    """Carry out an action of the festival.

    Form: the fields of its declaration; settings by name, of which empty ones stay.  Refused: an unknown action, the
    wrong role, and refusals of the directors.
    """
    if action not in ACTIONS:
        raise refusal(BadSetting, action, N_("there is no such act: {name}"), name=action)
    form = await posted(request, site, ReasonForm)
    sent: dict[str, object] = {name: text for name, text in request.state.sent.items() if text}
    if "settings" in ACTIONS[action].model_fields:
        sent["settings"] = {name: value for name, value in settings_of(request.state.sent).items() if value}
    asked = ACTIONS[action].of(festival.states, sent)
    await festival.perform(asked, visitor.guest, ActRequest(form.reason, None, form.key), min(form.sure, 2))
    return completed(request, form, f"/festival/{festival.id}/desk")


@router.get("/t/{event}/desk/festival")
async def festivals(visit: ArbiterVisit, events: EventsDep) -> Response:
    """Return the festivals of an event, and the form of a new one.

    Context: festivals (id, name), events (id, name: the others of which the visitor is the chief).
    """
    found = [(path.name.removesuffix(ENDING), read(path).name) for path in festivals_of(visit.event.path)]
    others = await _chief_of(events, visit.visitor.guest)
    known = [(each.id, each.state.settings.name or each.id) for each in others if each is not visit.event]
    return visit.page("tournaments/arbiter/festivals.html", festivals=found, events=known)


@router.post("/t/{event}/desk/festival")
async def create(request: Request, visit: ChiefVisit, events: EventsDep, site: SiteDep) -> Response:
    """Create a festival of events of which the visitor is the chief.  Form: see `NewFestivalForm`."""
    form = await posted(request, site, NewFestivalForm)
    others = await _chief_of(events, visit.visitor.guest)
    chosen = [each for each in others if each is visit.event or f"with-{each.id}" in request.state.sent]
    if len(chosen) < 2:
        raise refusal(BadSetting, form.name, N_("a festival has at least two sections"))
    name = checked_line(form.name, BadSetting) or visit.event.state.settings.name
    base = re.sub(r"\W+", "-", latin(name).lower())[:40].strip("-") or "festival"
    ids = (f"{base}{n or ''}" for n in range(len(events.ids()) + 2))
    id_ = next(each for each in ids if not (events.folder / f"{each}{ENDING}").exists())
    sections = {each.path.name: each for each in sorted(chosen, key=lambda each: each.state.settings.name)}
    made, path = OpenFestival(id_, name, sections), events.folder / f"{id_}{ENDING}"
    await made.run(partial(begin, path, Festival(name, tuple(sections))), visit.visitor.guest)
    return RedirectResponse(f"/festival/{id_}/desk", 303)


async def _chief_of(events: Events, guest: str) -> list[OpenEvent]:
    """Return the last changed events of which a guest is the chief."""
    found = []
    for id_ in events.ids()[:MOST_EVENTS]:
        with contextlib.suppress(BadFile):
            event = await events.get(id_)
            found += [event] if event and permissions.member(event, guest).may(CHIEF) else []
    return found
