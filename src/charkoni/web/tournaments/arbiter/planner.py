"""The planner of rounds at the desk of an event."""

from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from charkoni.tournament.acts.event import ChangeSettings
from charkoni.tournament.director import Director
from charkoni.web.tournaments.forms import FormOf
from charkoni.web.tournaments.refusals import EventRouter
from charkoni.web.tournaments.round_plan import PlanForm, plan_context, plan_request
from charkoni.web.tournaments.rows import round_status
from charkoni.web.tournaments.visits import ChiefVisit, HelperVisit

router = EventRouter()


@router.get("/t/{event}/desk/plan")
async def planner(request: Request, visit: HelperVisit) -> Response:
    """Return the planner of an event.

    Query: see `PlanForm`.  Context: see `plan_context`; besides times (of the event's rounds, in words).
    """
    context = plan_context(visit.words, dict(request.query_params), visit.event.state)
    times = round_status.begins(visit.words, visit.event.state.settings)
    return visit.page("tournaments/arbiter/planner.html", times=times, **context)


@router.post("/t/{event}/desk/plan")
async def set_times(visit: ChiefVisit, form: FormOf[PlanForm]) -> Response:
    """Set the times of the rounds as planned, or remove them.  Form: see `PlanForm`."""
    times: list[str] = []
    if not form.off:
        day = plan_request(form, visit.event.state).day
        times = [f"{start:%Y-%m-%d %H:%M}" for start, _ in day.rounds]
    changes: dict[str, object] = {"times": times}
    if form.zone:
        changes["zone"] = form.zone
    if not times and visit.event.state.settings.rounds_by == "times":
        changes["rounds_by"] = "hand"
    change = partial(Director.do, act=ChangeSettings(settings=changes), key=form.key)
    await visit.run(change)
    return visit.completed(form, "/desk/plan")
