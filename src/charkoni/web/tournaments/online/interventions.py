"""Interventions of arbiters in games of an event: clocks, takebacks and new devices, noted beside the log."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial, wraps
from typing import Concatenate, ParamSpec

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.web.http.errors import Refused
from charkoni.web.live.room import Room
from charkoni.web.tournaments.events import OpenEvent

P = ParamSpec("P")

NAME = "clock-acts"
"""The name of the mapping outside the log: by `round:table:ms since 1970:place` who, kind, number, player, reason."""

MOST_SHOWN = 20
_KINDS = {
    "pause": N_("the clocks are stopped"),
    "go-on": N_("the clocks continue"),
    "more": N_("{n} min more for {name}"),
    "set": N_("{n} min on the clock of {name}"),
    "restore": N_("back to ply {n}"),
    "device": N_("a new device for {name}"),
}


@dataclass(frozen=True, slots=True)
class Intervention:
    """An intervention.  at: ms since 1970.  what: in words."""

    at: int
    who: str
    what: str
    reason: str


def interventions(words: Words, event: OpenEvent, number: int, table: int) -> list[Intervention]:
    """Return the interventions in the games of a table, the newest first."""
    noted = []
    for key, (who, kind, n, name, reason) in event.mapping(NAME).items():
        round_, board, at = key.split(":")[:3]
        if (int(round_), int(board)) == (number, table):
            noted.append(Intervention(int(at), who, words._(_KINDS[kind], n=n, name=name), reason))
    return sorted(noted, key=lambda each: -each.at)[:MOST_SHOWN]


async def note(
    event: OpenEvent, place: tuple[int, int], at: int, who: str, what: tuple[str, int, str], reason: str
) -> None:
    """Note an intervention.

    place: round and table.  at: ms since 1970.  what: kind, number (of minutes, or a ply) and player; 0 and an empty
    text where they do not matter.
    """
    key = f"{place[0]}:{place[1]}:{at}:{len(event.mapping(NAME))}"
    await event.set_item(NAME, key, [who, *what, reason])


def in_room(work: Callable[Concatenate[Room, P], Awaitable[None]]) -> Callable[Concatenate[Room, P], Awaitable[None]]:
    """Return work that changes a game, done in turn with all other work of its room."""

    @wraps(work)
    async def done_in_turn(room: Room, /, *arguments: P.args, **options: P.kwargs) -> None:
        await room.ask(partial(work, room, *arguments, **options))

    return done_in_turn


@in_room
async def change_clock(room: Room, kind: str, side: int = 0, minutes: int = 0) -> None:
    """Change the clocks of a game; raise Refused when it is over.

    kind: pause; go-on; more (so many minutes more); set (to so many minutes).  side: 0 moves first.
    """
    live, now = room.live, room.host.time.now()
    row_kind = kind if kind in ("pause", "go-on") else "clock"
    more: dict[int, int] = {}
    if row_kind == "clock":
        seat = live.game.sides.index(side)
        left = live.clocks.seats_left(now)[seat]
        more[seat] = minutes * 60_000 - (left if kind == "set" else 0)
    await room.commit(live.row_for(now, room.host.time.wall(), row_kind, more=more))
    room.reset_board("stale")


@in_room
async def take_back_to(room: Room, ply: int) -> None:
    """Take a game back to a ply; raise Refused when it is over or has not come so far."""
    count = len(room.live.record) - ply
    if room.live.state != "open" or not 0 < count <= len(room.live.record):
        raise Refused("NOT_NOW")
    await room.write(room.live.row_for, "undo", text=str(count))


@in_room
async def replace_device(room: Room, side: int, guest: str) -> None:
    """Give the seats of a side to another device; the previous one becomes a spectator."""
    live = room.live
    seats = [seat for seat, of in enumerate(live.game.sides) if of == side]
    for seat in seats:
        await room.host.store.hand_over(live.row.id, seat, guest)
        live.seats[seat] = replace(live.seats[seat], owner=guest)
    for viewer in room.subscribers:
        viewer.seats -= set(seats)
    room.reset_board("stale")
