"""Interventions of arbiters in running games, each with a reason that all see."""

from functools import partial

from starlette.responses import Response

from charkoni.core.errors import N_
from charkoni.tournament.acts.base import board_of
from charkoni.tournament.acts.round_clock import ContinueClock, StopClock
from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import WrongPhase, refusal
from charkoni.web.http.errors import Refused
from charkoni.web.live.hub import HubDep
from charkoni.web.live.room import Room
from charkoni.web.tournaments import permissions
from charkoni.web.tournaments.forms import FormOf, Line, Number, OptionalNumber, ReasonForm
from charkoni.web.tournaments.online import games, interventions
from charkoni.web.tournaments.refusals import EventRouter
from charkoni.web.tournaments.visits import ArbiterVisit, Visit

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
    known = games.all_of(visit.event, number, table)
    room = await hub.room(known[-1]) if known else None
    if room is None:
        raise refusal(WrongPhase, table, N_("no game of this server is played at table {board}"), board=table)
    try:
        what = await _change(visit, room, form, len(known))
    except Refused:
        raise refusal(WrongPhase, table, _NO_WAY, board=table) from None
    await interventions.note(visit.event, (number, table), hub.time.wall(), visit.member.name, what, reason)
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
        known = games.all_of(visit.event, number, board.number)
        room = await hub.room(known[-1]) if known and board.is_open else None
        if room is not None and room.live.state == "open" and room.live.paused != (kind == "pause"):
            await interventions.change_clock(room, kind)
            place, wall = (number, board.number), hub.time.wall()
            await interventions.note(visit.event, place, wall, visit.member.name, (kind, 0, ""), reason)
    return visit.completed(form, "/desk")


async def _change(visit: Visit, room: Room, form: GameForm, game: int) -> tuple[str, int, str]:
    """Change a game, and return kind, number and player for the note; raise WrongPhase of games.

    game: the number of the game in its match.
    """
    kind, _, seat = form.what.partition("-") if form.what != "go-on" else ("go-on", "", "")
    if kind in ("pause", "go-on"):
        await interventions.change_clock(room, kind)
        return kind, 0, ""
    if kind == "restore":
        ply = form.demand("ply")
        await interventions.take_back_to(room, ply)
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
        await interventions.replace_device(room, side, guest)
        return kind, 0, name
    minutes = form.demand("minutes")
    await interventions.change_clock(room, kind, side, minutes)
    return kind, minutes, name
