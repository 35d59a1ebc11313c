"""Public print-outs, files and the QR code of an event."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from charkoni.tournament.acts.late_changes import with_late_changes
from charkoni.tournament.formats import csv_files, json_files
from charkoni.tournament.formats.trf import writer
from charkoni.tournament.model.category_members import categories
from charkoni.tournament.model.event import ARBITER, Tournament
from charkoni.web.http.errors import Problem
from charkoni.web.live.hub import HubDep
from charkoni.web.pages.invites import qr_code
from charkoni.web.tournaments.printouts import address_of, printout
from charkoni.web.tournaments.refusals import EventRouter
from charkoni.web.tournaments.visits import PublicVisit

SHEETS = frozenset(["pairings", "names", "standings", "cross", "regulations", "timetable", "poster", "prizes"])
"""The print-outs that are public; the others are for the desk."""

FILES: dict[str, tuple[str, Callable[[Tournament], str]]] = {
    "trf26": ("trf", writer.write),
    "trf16": ("trf", lambda state: writer.write(state, old=True)),
    "json": ("json", json_files.write),
    "entries.csv": ("csv", csv_files.entries_csv),
    "pairings.csv": ("csv", lambda state: csv_files.pairings_csv(state, len(state.rounds))),
    "standings.csv": ("csv", csv_files.standings_csv),
    "cross.csv": ("csv", csv_files.crosstable_csv),
    "categories.csv": ("csv", csv_files.categories_csv),
}
"""By name: the ending of the file, and its writer."""

TYPES = {"trf": "text/plain; charset=utf-8", "json": "application/json", "csv": "text/csv; charset=utf-8"}

PRIVATE = "private, no-cache"

router = EventRouter()


@router.get("/t/{event}/print/{sheet}")
async def public_printout(request: Request, visit: PublicVisit, hub: HubDep, sheet: str) -> Response:
    """Return a public print-out: see `printout`."""
    if sheet.partition(".")[0] not in SHEETS:
        raise Problem(404, "NO_SUCH_PAGE")
    return await printout(request, visit, hub.access, sheet)


@router.get("/t/{event}/file/{file}")
async def public_file(visit: PublicVisit, file: str, category: str = "") -> Response:
    """Return a file of the public state, to be saved, without private data; arbiters get births and sex, for reports.

    file: one of FILES.  category: of the standings; refused: one that does not exist.
    """
    if file not in FILES:
        raise Problem(404, "NO_SUCH_PAGE")
    ending, write = FILES[file]
    if category and file == "standings.csv":
        write = partial(csv_files.standings_csv, category=category)
    state = visit.event.public
    if not state.is_over:
        # The seed stays secret until the event is over: it determines all future lots.
        state = replace(state, settings=replace(state.settings, seed=""))
    log = list(visit.event.director.log)
    shown = without_private_data(state)
    if visit.member.may(ARBITER):
        shown = replace(shown, people={key: replace(each, contact="") for key, each in state.people.items()})
    content = await asyncio.to_thread(lambda: write(with_late_changes(shown, log)))
    title = re.sub(r"[^A-Za-z0-9]+", "-", file.partition(".")[0])
    headers = {"content-disposition": f'attachment; filename="{visit.event.id}-{title}.{ending}"'}
    return Response(content, media_type=TYPES[ending], headers=headers | {"cache-control": "no-store"})


@router.get("/t/{event}/qr")
async def event_qr(request: Request, visit: PublicVisit) -> Response:
    """Return the QR code of the event as SVG."""
    return qr_code(address_of(request, visit.event), PRIVATE)


def without_private_data(state: Tournament) -> Tournament:
    """Return the state without contacts and the texts of protests; of births it has the year.

    It has the sex of people only where a category, which is public, depends on it.
    """
    shows_sex = any(category.sex for category in categories(state))
    people = {
        key: replace(person, contact="", birth=person.birth[:4], sex=person.sex if shows_sex else "")
        for key, person in state.people.items()
    }
    protests = tuple(replace(protest, text="") for protest in state.protests)
    return replace(state, people=people, protests=protests)
