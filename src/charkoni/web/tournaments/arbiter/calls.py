"""Answers of arbiters to calls and appeals."""

from starlette.responses import Response

from charkoni.core.errors import N_
from charkoni.tournament.model.errors import WrongPhase, refusal
from charkoni.web.live.hub import HubDep
from charkoni.web.tournaments import calls
from charkoni.web.tournaments.forms import Form, FormOf, Line
from charkoni.web.tournaments.online import bans
from charkoni.web.tournaments.refusals import EventRouter
from charkoni.web.tournaments.visits import ArbiterVisit

router = EventRouter()


class AnswerForm(Form):
    """call: its id.  what: "lift" lifts the ban of an appeal, anything else only answers."""

    call: Line = ""
    what: Line = ""


@router.post("/t/{event}/desk/answer")
async def answer(visit: ArbiterVisit, form: FormOf[AnswerForm], hub: HubDep) -> Response:
    """Answer a message, and perhaps lift a ban.  Form: see `AnswerForm`.  Refused: a message answered before."""
    message = next((call for call in calls.open_calls(visit.event) if call.id == form.call), None)
    if message is None:
        raise refusal(WrongPhase, form.call, N_("this message is answered already"))
    await calls.remove(visit.event, message)
    if form.what == "lift" and message.kind == calls.APPEAL:
        await bans.lift(hub.store, message.guest)
    return visit.completed(form, "/desk")
