"""Live boards of an event, and the arbiter's hand on their clocks."""

from starlette.requests import Request
from starlette.responses import Response

from charkoni.core.errors import mark
from charkoni.tournament.errors import NotNow, refusal
from charkoni.tournament.model import ARBITER
from charkoni.web.desk.frame import Frame, told
from charkoni.web.desk.games import change_clock
from charkoni.web.match import NotNow as NotNowHere
from charkoni.web.pages import Route, game_line

MOST_LIVE = 60
_NO_GAME = mark("no game of this server is played at table {board}")
_NO_REASON = mark("the clocks are only changed with a reason")


def routes(frame: Frame) -> list[Route]:
    """Return the addresses of live boards."""
    hub = frame.site.hub

    async def live(request: Request) -> Response:
        """Live boards.  Context: games (pages.game_line), open ones first."""
        visit = await frame.visit(request)
        number = len(visit.event.public.rounds)
        known = visit.event.mapping("games")
        ids = [game for key, game in known.items() if key.startswith(f"{number}:")][:MOST_LIVE]
        rows = sorted(await hub.store.named(ids), key=lambda row: (row.state != "open", -row.changed))
        seats = await hub.store.seats_of([row.id for row in rows])
        lines = [game_line(visit.words, row, seats[row.id]) for row in rows]
        return frame.page(request, visit, "tournament_live.html", games=lines, number=number)

    async def clock(request: Request) -> Response:
        """Pause a game, let it go on, or give time, with a reason; both players see it at once."""
        visit = await frame.visit(request, ARBITER)
        form = await frame.form(request)
        number, place, what = form.number("round"), form.number("board"), form.text("what")
        reason = form.text("reason")
        if not reason:
            raise refusal(NotNow, what, _NO_REASON)
        game = visit.event.mapping("games").get(f"{number}:{place}", "")
        room = await hub.room(game) if game else None
        if room is None:
            raise refusal(NotNow, place, _NO_GAME, board=place)
        side = 1 if what == "second" else 0
        seat = room.match.game.sides.index(side)
        try:
            await change_clock(room, what, seat, form.number("minutes", 0))
        except NotNowHere:
            raise refusal(NotNow, place, _NO_GAME, board=place) from None
        minutes = form.text("minutes") if what in ("first", "second") else ""
        told_ = f"{what} {minutes}".strip()
        await visit.event.put("clock-acts", f"{number}:{place}:{hub.time.wall()}", [visit.member.name, told_, reason])
        return frame.done(request, form, f"/t/{visit.event.id}/desk/round/{number}/board/{place}")

    return told(frame, [("/t/{event}/live", live, "GET"), ("/t/{event}/desk/clock", clock, "POST")])
