"""Who of the players of an online event is there: asked before every round is paired."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from charkoni.core.errors import mark
from charkoni.tournament.acts.entries import CheckIn
from charkoni.tournament.director import Director
from charkoni.tournament.model.event import ARBITER
from charkoni.web.live.hub import Hub
from charkoni.web.tournaments import permissions
from charkoni.web.tournaments.events import Event
from charkoni.web.tournaments.online import games
from charkoni.web.tournaments.page_base import Frame, Route, told

AWAY_S = 30.0
"""After how many seconds without a word of his pages somebody is not there any more."""

ABSENT = mark("not there when round {round} was paired")


def at_boards(hub: Hub, event: Event) -> set[int]:
    """Return the entries that look at their game of the last round from their seat."""
    found: set[int] = set()
    number = len(event.public.rounds)
    for board in event.public.rounds[-1].boards if number else ():
        known = games.all_of(event, number, board.number)
        room = hub.rooms.get(known[-1]) if known else None
        if room is not None:
            order = games.seats_of_game(event.state, number, board, len(known))
            found |= {order[room.live.game.sides[seat]] for seat in room.online()}
    return found


def not_there(hub: Hub, event: Event) -> list[int]:
    """Return the entries that would be paired and play from an own device, of which nothing is heard now."""
    now, playing = asyncio.get_running_loop().time(), at_boards(hub, event)
    return [
        entry.id
        for entry in event.state.entries
        if entry.here and not entry.left and entry.id not in playing and permissions.guest_of(event, entry.id)
        if now - event.seen.get(entry.id, now - 2 * AWAY_S) > AWAY_S
    ]


async def set_absent(hub: Hub, event: Event, who: str, role: str) -> None:
    """Set those absent who are not there."""
    gone, reason = not_there(hub, event), ABSENT.format(round=len(event.state.rounds) + 1)

    def work(director: Director) -> None:
        for id_ in gone:
            director.do(CheckIn(entry=id_, here=False), reason=reason)

    if gone:
        await event.run(work, who, role)


def routes(frame: Frame) -> list[Route]:
    """Return the address at which an arbiter asks who is there."""

    async def presence(request: Request) -> Response:
        """Set those absent who are not there."""
        visit = await frame.visit(request, ARBITER)
        form = await frame.form(request)
        await set_absent(frame.site.hub, visit.event, visit.member.name, visit.member.role)
        return frame.done(request, form, f"/t/{visit.event.id}/desk/entries")

    return told(frame, [("/t/{event}/desk/presence", presence, "POST")])
