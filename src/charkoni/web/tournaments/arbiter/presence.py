"""Checking out absent players of online events."""

from typing import Annotated

from fastapi import Depends
from starlette.requests import Request
from starlette.responses import Response

from charkoni.web.live.hub import HubDep
from charkoni.web.tournaments.event_pages import completed
from charkoni.web.tournaments.forms import Form, Posted
from charkoni.web.tournaments.online.presence import set_absent
from charkoni.web.tournaments.refusals import EventRouter
from charkoni.web.tournaments.visits import ArbiterVisit

router = EventRouter()


@router.post("/t/{event}/desk/presence")
async def check_out_absent(
    request: Request, visit: ArbiterVisit, form: Annotated[Form, Depends(Posted(Form))], hub: HubDep
) -> Response:
    """Check out all players who are away from their pages and boards.  Form: no fields of its own."""
    await set_absent(hub, visit.event, visit.member.name, visit.member.role)
    return completed(request, form, f"/t/{visit.event.id}/desk/entries")
