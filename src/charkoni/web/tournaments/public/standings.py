"""Public pages of the standings and the crosstable."""

from starlette.requests import Request
from starlette.responses import Response

from charkoni.web.tournaments import page_cache
from charkoni.web.tournaments.event_pages import event_page
from charkoni.web.tournaments.refusals import EventRouter
from charkoni.web.tournaments.visits import PublicVisit, number_or

router = EventRouter()


@router.get("/t/{event}/standings")
async def standings(request: Request, visit: PublicVisit, after: str = "") -> Response:
    """Return the standings.  after: a round, by default the last.  Context: ranks (of Rank), after."""
    last = len(visit.event.public.rounds)
    number = number_or(after, last, last)
    ranks = await page_cache.ranks(visit.event, number if number < last else 0)
    return event_page(request, visit, "tournaments/public/standings.html", ranks=ranks, after=number)


@router.get("/t/{event}/cross")
async def crosstable(request: Request, visit: PublicVisit) -> Response:
    """Return the crosstable.  Context: head (columns of rounds or opponents), rows (of CrosstableRow)."""
    head, rows = await page_cache.crosstable(visit.event)
    return event_page(request, visit, "tournaments/public/crosstable.html", head=head, rows=rows)
