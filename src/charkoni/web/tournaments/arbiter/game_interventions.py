"""The arbiter's hand on running games: clocks, moves to be taken back, new devices; each with a reason that all see."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from charkoni.core.errors import mark
from charkoni.core.translations import Words
from charkoni.tournament.model.errors import NotNow, refusal
from charkoni.tournament.model.event import ARBITER
from charkoni.web.http.errors import Refused
from charkoni.web.live.room import Room
from charkoni.web.tournaments import permissions
from charkoni.web.tournaments.events import Event
from charkoni.web.tournaments.forms import Form
from charkoni.web.tournaments.online import games
from charkoni.web.tournaments.page_base import Frame, Route, Visit, told

MOST_SHOWN = 20
_NO_GAME = mark("no game of this server is played at table {board}")
_NO_REASON = mark("the clocks are only changed with a reason")
_NO_WAY = mark("this cannot be done with the game at table {board} now")
_NO_DEVICE = mark("{who} has no other device yet: let the new one open the own link first")
_KINDS = {
    "pause": mark("the clocks are stopped"),
    "go-on": mark("the clocks go on"),
    "more": mark("{n} min more for {name}"),
    "set": mark("{n} min on the clock of {name}"),
    "restore": mark("back to ply {n}"),
    "device": mark("a new device for {name}"),
}


@dataclass(frozen=True, slots=True)
class ClockAct:
    """What an arbiter has done to a game.  at: ms since 1970."""

    at: int
    who: str
    what: str
    reason: str


def acts(words: Words, event: Event, number: int, place: int) -> list[ClockAct]:
    """Return what has been done to the games of a table, the newest first."""
    found = []
    for key, (who, what, n, name, reason) in event.mapping("clock-acts").items():
        round_, board, at = key.split(":")[:3]
        if (int(round_), int(board)) == (number, place):
            found.append(ClockAct(int(at), who, words._(_KINDS[what], n=n, name=name), reason))
    return sorted(found, key=lambda act: -act.at)[:MOST_SHOWN]


def routes(frame: Frame) -> list[Route]:
    """Return the addresses of the arbiter's hand on games."""
    hub = frame.site.hub

    async def one(request: Request) -> Response:
        """Change the game of a table; both players see it at once."""
        visit = await frame.visit(request, ARBITER)
        form = await frame.form(request)
        number, place = form.number("round"), form.number("board")
        reason = _reason(form)
        found = games.all_of(visit.event, number, place)
        room = await hub.room(found[-1]) if found else None
        if room is None:
            raise refusal(NotNow, place, _NO_GAME, board=place)
        try:
            what, n, name = await _changed(visit, room, form, number, place, len(found))
        except Refused:
            raise refusal(NotNow, place, _NO_WAY, board=place) from None
        await _note(visit, number, place, [what, n, name, reason])
        return frame.done(request, form, f"/t/{visit.event.id}/desk/round/{number}/board/{place}")

    async def _changed(
        visit: Visit, room: Room, form: Form, number: int, place: int, game: int
    ) -> tuple[str, int, str]:
        """Do it; return the kind, its number and whom it is about."""
        what, event = form.text("what"), visit.event
        kind, _, which = what.partition("-") if what != "go-on" else (what, "", "")
        if kind in ("pause", "go-on"):
            await games.change_clock(room, kind)
            return kind, 0, ""
        if kind == "restore":
            ply = form.number("ply")
            await games.take_back_to(room, ply)
            return kind, ply, ""
        if kind not in ("more", "set", "device"):
            raise Refused("NOT_NOW")
        board = event.public.rounds[number - 1].boards[place - 1]
        seen = 1 if which == "second" else 0
        entry = board.seats[seen]
        side = games.seats_of_game(event.state, number, board, game).index(entry)
        if kind == "device":
            guest = permissions.guest_of(event, entry)
            if not guest or guest in {seat.owner for seat in room.live.seats}:
                raise refusal(NotNow, event.state.name(entry), _NO_DEVICE, who=event.state.name(entry))
            await games.hand_over(room, side, guest)
            return kind, 0, event.state.name(entry)
        n = form.number("minutes")
        await games.change_clock(room, kind, side, n)
        return kind, n, event.state.name(entry)

    async def everywhere(request: Request) -> Response:
        """Stop the clocks of all games of the round, or let them go on."""
        visit = await frame.visit(request, ARBITER)
        form = await frame.form(request)
        reason, kind = _reason(form), "go-on" if form.text("what") == "go-on" else "pause"
        number = len(visit.event.public.rounds)
        for board in visit.event.public.rounds[-1].boards if number else ():
            found = games.all_of(visit.event, number, board.number)
            room = await hub.room(found[-1]) if found and board.is_open else None
            if room is not None and room.live.state == "open" and room.live.paused != (kind == "pause"):
                await games.change_clock(room, kind)
                await _note(visit, number, board.number, [kind, 0, "", reason])
        return frame.done(request, form, f"/t/{visit.event.id}/desk")

    async def _note(visit: Visit, number: int, place: int, what: list[object]) -> None:
        key = f"{number}:{place}:{hub.time.wall()}:{len(visit.event.mapping('clock-acts'))}"
        await visit.event.put("clock-acts", key, [visit.member.name, *what])

    return told(
        frame,
        [("/t/{event}/desk/clock", one, "POST"), ("/t/{event}/desk/clocks", everywhere, "POST")],
    )


def _reason(form: Form) -> str:
    reason = form.text("reason")
    if not reason:
        raise refusal(NotNow, form.text("what"), _NO_REASON)
    return reason
