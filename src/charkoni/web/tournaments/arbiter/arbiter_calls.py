"""Messages for the arbiters: players call them to a table; who may not enter online events asks to be heard."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from charkoni.core.errors import mark
from charkoni.tournament.model.errors import BadEntry, NotNow, refusal
from charkoni.tournament.model.event import ARBITER
from charkoni.tournament.model.person_names import checked_line
from charkoni.web.http.sessions import new_id
from charkoni.web.tournaments.events import Event
from charkoni.web.tournaments.online import bans
from charkoni.web.tournaments.page_base import Frame, NotAllowed, Route, told

CALL, APPEAL = "call", "appeal"
LONGEST = 200
MOST = 200
_NO_BAN = mark("nothing keeps you from entering online events")
_GONE = mark("this message is answered already")
_FULL = mark("too many messages are unanswered; go to the arbiters' desk")


@dataclass(frozen=True, slots=True)
class Call:
    """A message.  kind: call or appeal.  table: 0 for none.  at: ms since 1970.  guest: who asks, never shown."""

    id: str
    kind: str
    who: str
    table: int
    text: str
    at: int
    guest: str = ""


def open_calls(event: Event) -> list[Call]:
    """Return the messages that nobody has answered, the oldest first."""
    found = [Call(id_, *values) for id_, values in event.mapping("calls").items()]
    return sorted(found, key=lambda call: call.at)


async def _put(event: Event, call: Call) -> None:
    """Keep a message; a second one of the same person replaces the first."""
    calls = open_calls(event)
    for old in calls:
        if (old.kind, old.who, old.guest) == (call.kind, call.who, call.guest):
            await event.put("calls", old.id, None)
    if len(calls) >= MOST:
        raise refusal(NotNow, call.who, _FULL)
    await event.put("calls", call.id, [call.kind, call.who, call.table, call.text, call.at, call.guest])


def routes(frame: Frame) -> list[Route]:
    """Return the addresses of messages."""
    hub = frame.site.hub

    async def call(request: Request) -> Response:
        """A player calls an arbiter to his table."""
        form = await frame.form(request)
        visit = await frame.visit(request)
        entry = form.number("entry")
        if entry not in visit.own:
            raise NotAllowed
        state = visit.event.public
        board = state.rounds[-1].board_of(entry) if state.rounds else None
        text = checked_line(form.text("text", LONGEST), BadEntry, LONGEST)
        table = board.number if board else 0
        await _put(visit.event, Call(new_id(8), CALL, state.name(entry), table, text, hub.time.wall()))
        return frame.done(request, form, f"/t/{visit.event.id}/me", visit.words._(mark("An arbiter will come.")))

    async def appeal(request: Request) -> Response:
        """Somebody who is banned because of this event asks its arbiters to be heard."""
        form = await frame.form(request)
        visit = await frame.visit(request)
        guest = visit.visitor.guest
        found = await bans.until(hub.store, guest, hub.time.wall())
        if found is None or found.id != visit.event.id:
            raise refusal(NotNow, visit.event.id, _NO_BAN)
        names = [visit.event.state.name(id_) for id_ in visit.own]
        text = checked_line(form.text("text", LONGEST), BadEntry, LONGEST)
        who = ", ".join(names) or visit.visitor.name
        await _put(visit.event, Call(new_id(8), APPEAL, who, 0, text, hub.time.wall(), guest))
        said = visit.words._(mark("The arbiters of the event will read it."))
        return frame.done(request, form, f"/t/{visit.event.id}/me", said)

    async def answer(request: Request) -> Response:
        """An arbiter has dealt with a message; `lift` ends the ban of who asks."""
        visit = await frame.visit(request, ARBITER)
        form = await frame.form(request)
        found = next((each for each in open_calls(visit.event) if each.id == form.text("call")), None)
        if found is None:
            raise refusal(NotNow, form.text("call"), _GONE)
        await visit.event.put("calls", found.id, None)
        if form.text("what") == "lift" and found.kind == APPEAL:
            await bans.clear(hub.store, found.guest)
        return frame.done(request, form, f"/t/{visit.event.id}/desk")

    return told(
        frame,
        [
            ("/t/{event}/me/call", call, "POST"),
            ("/t/{event}/me/appeal", appeal, "POST"),
            ("/t/{event}/desk/answer", answer, "POST"),
        ],
    )
