"""Public pages of a festival: its sections with common lists, and one screen in the hall for all of them."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from charkoni.core.errors import N_
from charkoni.tournament.festival import LISTS
from charkoni.tournament.model.event import ARBITER
from charkoni.web.http.site import SiteDep, VisitorDep
from charkoni.web.tournaments.festivals import FestivalDep
from charkoni.web.tournaments.refusals import EventRouter

TITLES = {
    "pairings": N_("Pairings"), "names": N_("By name"), "standings": N_("Standings"), "prizes": N_("Prizes"),
    "timetable": N_("Timetable"),
}  # fmt: skip
"""The public lists."""

router = EventRouter()


@router.get("/festival/{name}")
async def festival(
    request: Request, festival: FestivalDep, site: SiteDep, visitor: VisitorDep, list: str = "pairings"
) -> Response:
    """Return a festival.  list: one of TITLES.

    Context: festival (OpenFestival), base, sections (see `OpenFestival.overview`), sheet (of the list), lists (titles
    by name), chosen (the list), has_desk (the visitor is an arbiter of a section).
    """
    words, chosen = visitor.words, list if list in TITLES else "pairings"
    sheet = await asyncio.to_thread(LISTS[chosen], words, festival.name, festival.public)
    return site.page(
        request, "tournaments/public/festival.html", festival=festival, base=f"/festival/{festival.id}",
        sections=festival.section_rows(words), sheet=sheet, lists=TITLES, chosen=chosen,
        has_desk=bool(festival.may(visitor.guest, ARBITER)),
    )  # fmt: skip


@router.get("/festival/{name}/screen")
async def festival_screen(request: Request, festival: FestivalDep, site: SiteDep) -> Response:
    """Return the screen in the hall.  Context: festival (OpenFestival)."""
    return site.page(request, "tournaments/public/festival_screen.html", festival=festival)
