"""Live boards of an event, late by as much as its settings say."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from charkoni.core.registry import named
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.graphics.themes import THEMES
from charkoni.tournament.model.event import HELPER
from charkoni.tournament.model.rounds import Board
from charkoni.web.http.errors import Problem
from charkoni.web.live.board_view import view_of
from charkoni.web.live.live_game import LiveGame
from charkoni.web.pages.game_list import status_text
from charkoni.web.tournaments.arbiter import broadcast_admin
from charkoni.web.tournaments.events import Event
from charkoni.web.tournaments.online import games
from charkoni.web.tournaments.page_base import Frame, Route, Visit, told

MOST_LIVE = 60
_STEPS = ("move", "throw")


@dataclass(frozen=True, slots=True)
class LiveBoard:
    """A live board: its table, both names in the order of moves, both clocks, the ply shown, and how it stands.

    url: of the game, empty while only its late picture may be seen.  state: open, over or waiting for its first ply.
    """

    table: int
    title: str
    names: tuple[str, str]
    clocks: tuple[str, str]
    ply: int
    status: str
    state: str
    picture: str
    url: str


def routes(frame: Frame) -> list[Route]:
    """Return the addresses of live boards."""
    hub = frame.site.hub

    async def live(request: Request) -> Response:
        """Live boards.  Context: games (LiveBoard), featured ones first, number, title, delay."""
        visit = await frame.visit(request)
        number = len(visit.event.public.rounds)
        found = await _boards(visit, number)
        return frame.page(
            request, visit, "tournaments/public/live_boards.html", games=found, number=number,
            title=broadcast_admin.title(visit.event),
            delay=visit.event.state.settings.delay,
        )  # fmt: skip

    async def _boards(visit: Visit, number: int) -> list[LiveBoard]:
        first = broadcast_admin.featured(visit.event)
        known = games.latest(visit.event)
        tables = [board for board in (visit.event.public.rounds[number - 1].boards if number else ())
                  if f"{number}:{board.number}" in known]  # fmt: skip
        tables.sort(key=lambda b: (b.number not in first, not b.is_open, b.number))
        found = []
        for board in tables[:MOST_LIVE]:
            room = await hub.room(known[f"{number}:{board.number}"])
            if room is not None:
                found.append(_live(visit, number, board, room.live))
        return found

    def _live(visit: Visit, number: int, board: Board, match: LiveGame) -> LiveBoard:
        event = visit.event
        is_late = hides(event, match, hub.time.wall()) and not visit.member.may(HELPER)
        at = hub.time.wall() - (1000 * event.state.settings.delay if is_late else 0)
        ply, left = seen_at(match, at)
        if not is_late:
            left = match.clocks.seats_left(hub.time.now())
        order = games.seats_of_game(event.state, number, board, len(games.all_of(event, number, board.number)))
        seats = [match.game.sides.index(side) for side in (0, 1)]
        state = "open" if is_late else match.state
        return LiveBoard(
            board.number,
            names.game_name(visit.words, named(match.row.name)),
            (event.state.name(order[0]), event.state.name(order[1])),
            (minutes(left[seats[0]]), minutes(left[seats[1]])),
            ply,
            _status(visit.words, match, ply, is_late=is_late),
            state,
            f"/t/{event.id}/live/{board.number}.svg?v={match.row.id[:4]}{ply}",
            "" if is_late else f"/g/{match.row.id}",
        )

    async def picture(request: Request) -> Response:
        """The board of a table, as late as it may be seen."""
        visit = await frame.visit(request)
        number, text = len(visit.event.public.rounds), request.path_params["table"]
        game = games.latest(visit.event).get(f"{number}:{text}")
        room = await hub.room(game) if game else None
        if room is None:
            raise Problem(404, "NO_SUCH_PAGE")
        match, event = room.live, visit.event
        is_late = hides(event, match, hub.time.wall()) and not visit.member.may(HELPER)
        if not is_late:
            return RedirectResponse(f"/g/{game}.svg?{request.url.query}", 302)
        ply, _ = seen_at(match, hub.time.wall() - 1000 * event.state.settings.delay)
        theme = request.query_params.get("theme", "light")
        svg = view_of(match.game, 0, False).svg(match.record.positions[ply], theme if theme in THEMES else "light")
        return Response(svg, media_type="image/svg+xml", headers={"cache-control": "no-store"})

    return told(frame, [("/t/{event}/live", live, "GET"), ("/t/{event}/live/{table}.svg", picture, "GET")])


def hides(event: Event, match: LiveGame, now: int) -> bool:
    """Tell whether the public may not yet see how a game stands."""
    delay = 1000 * event.state.settings.delay
    return delay > 0 and (match.state == "open" or now - match.last_at < delay)


def seen_at(match: LiveGame, at: int) -> tuple[int, list[int]]:
    """Return the ply of the present record that had been played at a time, and what the clocks showed after it.

    Plies that were taken back since are never shown again.
    """
    plies: list[tuple[int, str]] = []
    for row in match.steps:
        if row.kind in _STEPS:
            plies.append((row.at, row.clocks))
        else:
            del plies[len(plies) - int(row.text) :]
    shown = [clocks for when, clocks in plies if when <= at]
    base = [match.control.base] * len(match.clocks.left)
    left = [int(word) for word in shown[-1].split()] if shown and shown[-1] else base
    return len(shown), [left[clock] for clock in match.clocks.of_seat]


def minutes(ms: int) -> str:
    """Return what a clock shows: 14:59."""
    return f"{ms // 60_000}:{ms // 1000 % 60:02}"


def _status(words: Words, match: LiveGame, ply: int, *, is_late: bool) -> str:
    return words._("Move {n}", n=ply + 1) if is_late else status_text(words, match.row)


__all__ = ["hides", "minutes", "routes", "seen_at"]
