"""The broadcast of an event, set by the caster: the title of the screens, and the tables that are shown first."""

from starlette.responses import Response

from charkoni.tournament.model.errors import BadSetting
from charkoni.tournament.model.person_names import checked_line
from charkoni.web.tournaments import page_cache
from charkoni.web.tournaments.events import OpenEvent
from charkoni.web.tournaments.forms import Form, FormOf, Line, Title, numbers_in
from charkoni.web.tournaments.refusals import EventRouter
from charkoni.web.tournaments.visits import CasterVisit

NAME = "cast"
"""The name of the mapping beside the log: title (text) and tables (numbers)."""

MOST_FEATURED = 6

router = EventRouter()


def title(event: OpenEvent) -> str:
    """Return the title of the screens, or an empty text."""
    return str(event.mapping(NAME).get("title", ""))


def featured(event: OpenEvent) -> list[int]:
    """Return the numbers of the tables that are shown first."""
    return [int(number) for number in event.mapping(NAME).get("tables", [])]


class BroadcastForm(Form):
    """title: of the screens.  tables: numbers."""

    title: Title = ""
    tables: Line = ""


@router.get("/t/{event}/desk/caster")
async def broadcast_page(visit: CasterVisit) -> Response:
    """Return the page of the caster.

    Context: title (of the screens), featured (numbers), tables (of TableRow).
    """
    number = len(visit.event.public.rounds)
    return visit.page(
        "tournaments/arbiter/broadcast.html",
        title=title(visit.event),
        featured=featured(visit.event),
        tables=await page_cache.round_tables(visit.event, number) if number else [],
    )


@router.post("/t/{event}/desk/caster")
async def set_broadcast(visit: CasterVisit, form: FormOf[BroadcastForm]) -> Response:
    """Set title and featured tables.  Form: see `BroadcastForm`."""
    await visit.event.set_item(NAME, "title", checked_line(form.title, BadSetting))
    tables = list(dict.fromkeys(numbers_in(form.tables, 4)))[:MOST_FEATURED]
    await visit.event.set_item(NAME, "tables", tables)
    return visit.completed(form, "/desk/caster")
