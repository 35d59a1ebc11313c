"""The page of the caster: the title of the screens, and the tables that are shown first."""

from starlette.responses import Response

from charkoni.tournament.model.errors import BadSetting
from charkoni.tournament.model.person_names import checked_line
from charkoni.web.tournaments import broadcast, page_cache
from charkoni.web.tournaments.forms import Form, FormOf, Line, Title, numbers_in
from charkoni.web.tournaments.refusals import EventRouter
from charkoni.web.tournaments.visits import CasterVisit

MOST_FEATURED = 6

router = EventRouter()


class BroadcastForm(Form):
    """title: of the screens.  tables: numbers."""

    title: Title = ""
    tables: Line = ""


@router.get("/t/{event}/desk/caster")
async def broadcast_page(visit: CasterVisit) -> Response:
    """Return the page of the caster.

    Context: title (of the screens), featured (numbers), tables (of TableRow), number (of the last round).
    """
    number = len(visit.event.public.rounds)
    return visit.page(
        "tournaments/arbiter/broadcast.html",
        title=broadcast.title(visit.event),
        featured=broadcast.featured(visit.event),
        tables=await page_cache.round_tables(visit.event, number) if number else [],
        number=number,
    )


@router.post("/t/{event}/desk/caster")
async def set_broadcast(visit: CasterVisit, form: FormOf[BroadcastForm]) -> Response:
    """Set title and featured tables.  Form: see `BroadcastForm`."""
    title = checked_line(form.title, BadSetting)
    tables = list(dict.fromkeys(numbers_in(form.tables, 4)))[:MOST_FEATURED]
    await broadcast.set_broadcast(visit.event, title, tables)
    return visit.completed(form, "/desk/caster")
