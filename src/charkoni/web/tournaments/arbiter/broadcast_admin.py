"""The caster: a title for the screens, and the boards that are shown first."""

import re

from starlette.requests import Request
from starlette.responses import Response

from charkoni.tournament.model.errors import BadSetting
from charkoni.tournament.model.event import CASTER
from charkoni.tournament.model.person_names import checked_line
from charkoni.web.tournaments import page_cache
from charkoni.web.tournaments.events import Event
from charkoni.web.tournaments.page_base import Frame, Route, told

MOST_FEATURED = 6


def title(event: Event) -> str:
    """Return what the caster has written over the screens, or nothing."""
    return str(event.mapping("cast").get("title", ""))


def featured(event: Event) -> list[int]:
    """Return the tables that are shown first."""
    return [int(number) for number in event.mapping("cast").get("tables", [])]


def routes(frame: Frame) -> list[Route]:
    """Return the addresses of the caster."""

    async def page(request: Request) -> Response:
        """The caster's page.  Context: title, featured, tables, number."""
        visit = await frame.visit(request, CASTER)
        number = len(visit.event.public.rounds)
        rows = await page_cache.table_rows(visit.event, number) if number else []
        return frame.page(
            request, visit, "tournaments/arbiter/broadcast.html", title=title(visit.event),
            featured=featured(visit.event), tables=rows, number=number,
        )  # fmt: skip

    async def cast(request: Request) -> Response:
        visit = await frame.visit(request, CASTER)
        form = await frame.form(request)
        await visit.event.put("cast", "title", checked_line(form.text("title", 120), BadSetting))
        tables = [int(part) for part in re.findall(r"\d{1,4}", form.text("tables"))]
        await visit.event.put("cast", "tables", list(dict.fromkeys(tables))[:MOST_FEATURED])
        return frame.done(request, form, f"/t/{visit.event.id}/desk/caster")

    return told(
        frame,
        [
            ("/t/{event}/desk/caster", page, "GET"),
            ("/t/{event}/desk/caster", cast, "POST"),
        ],
    )
