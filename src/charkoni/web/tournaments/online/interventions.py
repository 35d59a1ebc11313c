"""Interventions of arbiters in games of an event: clocks, takebacks and new devices, each with a reason all see."""

from dataclasses import replace
from functools import partial
from operator import itemgetter

from starlette.responses import Response

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.acts.base import board_of
from charkoni.tournament.acts.round_clock import ContinueClock, StopClock
from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import WrongPhase, refusal
from charkoni.web.http.errors import Refused
from charkoni.web.live.hub import HubDep
from charkoni.web.live.room import Room
from charkoni.web.tournaments import permissions
from charkoni.web.tournaments.events import OpenEvent
from charkoni.web.tournaments.forms import FormOf, Line, Number, OptionalNumber, ReasonForm
from charkoni.web.tournaments.online import games
from charkoni.web.tournaments.visits import ArbiterVisit, EventRouter, Visit

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


def interventions(words: Words, event: OpenEvent, number: int, table: int) -> list[tuple[str, str, str]]:
    """Return the interventions in the games of a table, the newest first: who, what (in words), the reason."""
    noted = []
    for key, (who, kind, n, name, reason) in event.mapping(NAME).items():
        round_, board, at = map(int, key.split(":")[:3])
        if (round_, board) == (number, table):
            noted.append((-at, who, words._(_KINDS[kind], n=n, name=name), reason))
    return [each[1:] for each in sorted(noted, key=itemgetter(0))[:MOST_SHOWN]]


async def note(
    event: OpenEvent, place: tuple[int, int], at: int, who: str, what: tuple[str, int, str], reason: str
) -> None:
    """Note an intervention.

    place: round and table.  at: ms since 1970.  what: kind, number (of minutes, or a ply) and player; 0 and an empty
    text where they do not matter.
    """
    key = f"{place[0]}:{place[1]}:{at}:{len(event.mapping(NAME))}"
    await event.set_item(NAME, key, [who, *what, reason])


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


async def take_back_to(room: Room, ply: int) -> None:
    """Take a game back to a ply; raise Refused when it is over or has not come so far."""
    count = len(room.live.record) - ply
    if room.live.state != "open" or not 0 < count <= len(room.live.record):
        raise Refused("NOT_NOW")
    await room.write(room.live.row_for, "undo", text=str(count))


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


_NO_WAY = N_("this cannot be done with the game at table {board} now")
_NO_DEVICE = N_("{who} has no other device yet: first open the player's link on the new one")

router = EventRouter()


class ClocksForm(ReasonForm):
    """what: pause, or go-on."""

    what: Line = ""

    def demand_reason(self) -> str:
        """Return the reason; raise WrongPhase without one."""
        if not self.reason:
            raise refusal(WrongPhase, self.what, N_("the clocks are only changed with a reason"))
        return self.reason


class GameForm(ClocksForm):
    """A change of one game.

    round, board: of the table.  what: pause, go-on, restore (with ply), or with -first or -second for the side: more
    and set (with minutes), device.
    """

    round: Number
    board: Number
    ply: OptionalNumber = None
    minutes: OptionalNumber = None


@router.post("/t/{event}/desk/clock")
async def change_game(visit: ArbiterVisit, form: FormOf[GameForm], hub: HubDep) -> Response:
    """Change the game of a table; both players see it at once.  Form: see `GameForm`.

    Refused: no reason, no game of this server at the table, a change that is impossible now.
    """
    number, table = form.round, form.board
    reason = form.demand_reason()
    known, room = await games.played(hub, visit.event, number, table)
    if room is None:
        raise refusal(WrongPhase, table, N_("no game of this server is played at table {board}"), board=table)
    try:
        what = await _change(visit, room, form, len(known))
    except Refused:
        raise refusal(WrongPhase, table, _NO_WAY, board=table) from None
    await note(visit.event, (number, table), hub.time.wall(), visit.member.name, what, reason)
    return visit.completed(form, f"/desk/round/{number}/board/{table}")


@router.post("/t/{event}/desk/clocks")
async def change_all_clocks(visit: ArbiterVisit, form: FormOf[ClocksForm], hub: HubDep) -> Response:
    """Stop the clocks of all games of the round and its own, or start them again.  Form: see `ClocksForm`.

    Refused: no reason.
    """
    reason, kind = form.demand_reason(), "go-on" if form.what == "go-on" else "pause"
    number, at = len(visit.event.public.rounds), visit.event.director.time
    clock = visit.event.public.rounds[-1].clock if number else None
    if clock is not None and bool(clock.stopped) != (kind == "pause"):
        act = StopClock(round=number, at=at) if kind == "pause" else ContinueClock(round=number, at=at)
        await visit.run(partial(Director.do, act=act, reason=reason))
    for board in visit.event.public.rounds[-1].boards if number else ():
        _, room = await games.played(hub, visit.event, number, board.number) if board.is_open else ([], None)
        if room is not None and room.live.state == "open" and room.live.paused != (kind == "pause"):
            await room.ask(partial(change_clock, room, kind))
            place, wall = (number, board.number), hub.time.wall()
            await note(visit.event, place, wall, visit.member.name, (kind, 0, ""), reason)
    return visit.completed(form, "/desk")


async def _change(visit: Visit, room: Room, form: GameForm, game: int) -> tuple[str, int, str]:
    """Change a game, and return kind, number and player for the note; raise WrongPhase of games.

    game: the number of the game in its match.
    """
    kind, _, seat = form.what.partition("-") if form.what != "go-on" else ("go-on", "", "")
    if kind in ("pause", "go-on"):
        await room.ask(partial(change_clock, room, kind))
        return kind, 0, ""
    if kind == "restore":
        ply = form.demand("ply")
        await room.ask(partial(take_back_to, room, ply))
        return kind, ply, ""
    if kind not in ("more", "set", "device"):
        raise Refused("NOT_NOW")
    event = visit.event
    board = board_of(event.public.rounds[form.round - 1], form.board)
    entry = board.seats[1 if seat == "second" else 0]
    name = event.state.name(entry)
    side = games.seats_of_game(event.state, form.round, board, game).index(entry)
    if kind == "device":
        guest = permissions.guest_of(event, entry)
        if not guest or guest in {seat.owner for seat in room.live.seats}:
            raise refusal(WrongPhase, name, _NO_DEVICE, who=name)
        await room.ask(partial(replace_device, room, side, guest))
        return kind, 0, name
    minutes = form.demand("minutes")
    await room.ask(partial(change_clock, room, kind, side, minutes))
    return kind, minutes, name
