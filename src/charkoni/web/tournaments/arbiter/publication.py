"""Publication of the public pages elsewhere: after rounds by the server, and at once from the desk.

The address is set on the command line alone (`charkoni tournament pages EVENT ADDRESS --always`), by who owns the
machine: whom a chief arbiter appoints must not make the server write anywhere.
"""

import asyncio
from dataclasses import replace

from starlette.responses import Response

from charkoni.core.errors import Refusal
from charkoni.core.translations import Words
from charkoni.tournament.director import Director
from charkoni.tournament.publication import PLAN, Plan
from charkoni.web.tournaments import static_pages
from charkoni.web.tournaments.events import Events, OpenEvent
from charkoni.web.tournaments.forms import Form, FormOf
from charkoni.web.tournaments.refusals import EventRouter
from charkoni.web.tournaments.visits import ChiefVisit, EventsDep

router = EventRouter()


async def plan_of(event: OpenEvent) -> Plan:
    """Return where the pages of an event are published, read anew: the command line sets it."""
    return await event.run(lambda director: Plan.read(director.store.value(PLAN)))


async def publish_after_round(events: Events, event: OpenEvent) -> None:
    """Publish the pages of an event, if its plan says so and it has new acts."""
    plan = await plan_of(event)
    if plan.is_always and plan.acts != event.state.version and event.state.by_number():
        await _publish(events, event, plan)


async def _publish(events: Events, event: OpenEvent, plan: Plan) -> None:
    """Publish the pages of an event; keep in its plan what went wrong."""
    async with event.publishing:
        state = await event.run(Director.reported)
        try:
            await asyncio.to_thread(static_pages.publish, state, plan, events.engine.pair)
            plan = replace(plan, problem="")
        except (Refusal, OSError, RuntimeError) as error:
            reason = error.reason.message(Words("en")._) if isinstance(error, Refusal) else str(error)
            plan = replace(plan, problem=reason)
        await event.set_value(PLAN, replace(plan, acts=state.version).text())


@router.post("/t/{event}/desk/publish-pages")
async def publish_pages(visit: ChiefVisit, form: FormOf[Form], events: EventsDep) -> Response:
    """Publish the pages where the plan of the event says.  Form: no fields of its own."""
    plan = await plan_of(visit.event)
    if plan.address:
        await _publish(events, visit.event, plan)
    return visit.completed(form, "/desk/staff")
