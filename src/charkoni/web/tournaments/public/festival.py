"""Public pages of a festival: its sections with common lists, and one screen in the hall for all of them.

The file of the festival, `NAME.festival` in the folder of the events, is made on the command line.
"""

import asyncio
import re

from starlette.requests import Request
from starlette.responses import Response

from charkoni.core.errors import N_
from charkoni.tournament import festival as festivals
from charkoni.tournament.festival import LISTS
from charkoni.tournament.festival_file import ENDING, States, read, title
from charkoni.web.http.errors import Problem
from charkoni.web.http.site import SiteDep, VisitorDep
from charkoni.web.tournaments import event_files
from charkoni.web.tournaments.events import Events
from charkoni.web.tournaments.refusals import EventRouter
from charkoni.web.tournaments.rows import round_status
from charkoni.web.tournaments.visits import EventsDep

TITLES = {
    "pairings": N_("Pairings"), "names": N_("By name"), "standings": N_("Standings"), "prizes": N_("Prizes"),
    "timetable": N_("Timetable"),
}  # fmt: skip
"""The public lists."""

router = EventRouter()


@router.get("/festival/{name}")
async def festival(
    request: Request, name: str, site: SiteDep, visitor: VisitorDep, events: EventsDep, list: str = "pairings"
) -> Response:
    """Return a festival.  list: one of TITLES.

    Context: name (of the festival), base, sections (address, title, phase), sheet (of the list), lists (titles by
    name), chosen (the list).
    """
    heading, states = await _festival(events, name)
    words, chosen = visitor.words, list if list in TITLES else "pairings"
    sections = [
        (f"/t/{file.removesuffix(event_files.ENDING)}", title(file, state), round_status.phase(words, state))
        for file, state in states.items()
    ]
    sheet = await asyncio.to_thread(LISTS[chosen], words, heading, states)
    return site.page(
        request, "tournaments/public/festival.html", name=heading, base=f"/festival/{name}", sections=sections,
        sheet=sheet, lists=TITLES, chosen=chosen,
    )  # fmt: skip


@router.get("/festival/{name}/screen")
async def festival_screen(request: Request, name: str, site: SiteDep, events: EventsDep) -> Response:
    """Return the screen in the hall.  Context: name (of the festival), tables (number, names, result, section)."""
    heading, states = await _festival(events, name)
    tables = [
        (
            seat.board.number,
            [seat.state.name(id_) if id_ else "" for id_ in seat.board.seats],
            seat.board.seen.shown if seat.board.seen else "",
            title(seat.section, seat.state),
        )
        for seat in festivals.running(states)
    ]
    return site.page(request, "tournaments/public/festival_screen.html", name=heading, tables=tables)


async def _festival(events: Events, name: str) -> tuple[str, States]:
    """Return the title of a festival, and the public states of its sections; raise Problem 404, BadFile."""
    path = events.folder / f"{name}{ENDING}"
    if not re.fullmatch(r"[\w-]{1,60}", name) or not path.is_file():
        raise Problem(404, "NO_SUCH_PAGE")
    found = await asyncio.to_thread(read, path)
    opened = [(file, await events.get(file.removesuffix(event_files.ENDING))) for file in found.sections]
    return found.name, {file: event.public for file, event in opened if event}
