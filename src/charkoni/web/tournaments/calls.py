"""Calls for the arbiters of an event, and appeals against bans, stored beside the log until they are answered."""

from dataclasses import dataclass

from starlette.responses import Response

from charkoni.core.errors import N_
from charkoni.tournament.model.errors import WrongPhase, refusal
from charkoni.web.tournaments.events import OpenEvent
from charkoni.web.tournaments.forms import Form, FormOf, Line
from charkoni.web.tournaments.online import bans
from charkoni.web.tournaments.visits import ArbiterVisit, EventRouter

NAME = "calls"
"""The name of the mapping beside the log: by id the other fields of a Call."""

CALL, APPEAL = "call", "appeal"
MOST = 200

router = EventRouter()


@dataclass(frozen=True, slots=True)
class Call:
    """A message.  kind: call or appeal.  table: 0 for none.  at: ms since 1970.  guest: of an appeal, never shown."""

    id: str
    kind: str
    who: str
    table: int
    text: str
    at: int
    guest: str = ""


def open_calls(event: OpenEvent) -> list[Call]:
    """Return the messages that are not answered, the oldest first."""
    return sorted((Call(id_, *rest) for id_, rest in event.mapping(NAME).items()), key=lambda call: call.at)


async def add(event: OpenEvent, call: Call) -> None:
    """Add a message in place of an earlier one of the same person; raise WrongPhase when too many are open."""

    def change(calls: dict[str, list[object]]) -> None:
        for id_, (kind, who, *_, guest) in list(calls.items()):
            if (kind, who, guest) == (call.kind, call.who, call.guest):
                del calls[id_]
        if len(calls) >= MOST:
            raise refusal(WrongPhase, call.who, N_("too many messages are unanswered; go to the arbiters' desk"))
        calls[call.id] = [call.kind, call.who, call.table, call.text, call.at, call.guest]

    await event.update(NAME, change)


class AnswerForm(Form):
    """call: its id.  what: "lift" lifts the ban of an appeal, anything else only answers."""

    call: Line = ""
    what: Line = ""


@router.post("/t/{event}/desk/answer")
async def answer(visit: ArbiterVisit, form: FormOf[AnswerForm]) -> Response:
    """Answer a message, and perhaps lift a ban.  Form: see `AnswerForm`.  Refused: a message answered before."""
    message = next((call for call in open_calls(visit.event) if call.id == form.call), None)

    def change(calls: dict[str, list[object]]) -> None:
        if message is None or calls.pop(message.id, None) is None:
            raise refusal(WrongPhase, form.call, N_("this message is answered already"))

    await visit.event.update(NAME, change)
    if form.what == "lift" and message and message.kind == APPEAL:
        await bans.lift(visit.hub.store, message.guest)
    return visit.completed(form, "/desk")
