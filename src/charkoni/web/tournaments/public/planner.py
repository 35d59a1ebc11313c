"""The public planner of rounds, for an event that is yet to be created."""

from starlette.requests import Request
from starlette.responses import Response

from charkoni.tournament.pairing.systems import TITLES
from charkoni.web.http.site import SiteDep, VisitorDep
from charkoni.web.tournaments.refusals import EventRouter
from charkoni.web.tournaments.round_plan import plan_context

router = EventRouter()


@router.get("/events/plan")
async def planner(request: Request, site: SiteDep, visitor: VisitorDep) -> Response:
    """Return the planner.  Query: see `PlanForm`.  Context: see `plan_context`."""
    context = plan_context(visitor.words, dict(request.query_params), None)
    return site.page(request, "tournaments/planner.html", 200, own=False, systems=TITLES, **context)
