"""Presence of the players of an online event, checked before every round is paired."""

import asyncio

from charkoni.core.errors import N_
from charkoni.tournament.acts.entries import CheckIn
from charkoni.tournament.director import Director
from charkoni.web.live.hub import Hub
from charkoni.web.tournaments import permissions
from charkoni.web.tournaments.events import OpenEvent
from charkoni.web.tournaments.online import games

AWAY_S = 30.0
"""After how many seconds without a request of his pages a player counts as away."""

ABSENT = N_("not there when round {round} was paired")


def at_boards(hub: Hub, event: OpenEvent) -> set[int]:
    """Return the entries that are connected to their game of the last round."""
    entries: set[int] = set()
    number = len(event.public.rounds)
    for board in event.public.rounds[-1].boards if number else ():
        known = games.all_of(event, number, board.number)
        room = hub.rooms.get(known[-1]) if known else None
        if room is not None:
            order = games.seats_of_game(event.state, number, board, len(known))
            entries |= {order[room.live.game.sides[seat]] for seat in room.online()}
    return entries


def absent(hub: Hub, event: OpenEvent) -> list[int]:
    """Return the entries that would be paired and have a device, but are away."""
    now, playing = asyncio.get_running_loop().time(), at_boards(hub, event)
    return [
        entry.id
        for entry in event.state.entries
        if entry.here and not entry.left and entry.id not in playing and permissions.guest_of(event, entry.id)
        if now - event.last_seen.get(entry.id, now - 2 * AWAY_S) > AWAY_S
    ]


async def set_absent(hub: Hub, event: OpenEvent, who: str, role: str) -> None:
    """Check out all entries that are away.  who, role: the author of the acts."""
    away, reason = absent(hub, event), ABSENT.format(round=len(event.state.rounds) + 1)

    def check_out(director: Director) -> None:
        for id_ in away:
            director.do(CheckIn(entry=id_, here=False), reason=reason)

    if away:
        await event.run(check_out, who, role)
