"""The broadcast of an event: live boards, delayed as its settings demand, and the caster's title and first tables."""

import re

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from charkoni.core.registry import named
from charkoni.games import names
from charkoni.graphics.themes import THEMES
from charkoni.tournament.model.errors import BadSetting
from charkoni.tournament.model.event import HELPER
from charkoni.tournament.model.person_names import checked_line
from charkoni.tournament.model.rounds import Board
from charkoni.web.http.errors import found
from charkoni.web.live.board_view import view_of
from charkoni.web.live.game.live_game import LiveGame
from charkoni.web.pages.game_list import status_text
from charkoni.web.tournaments import page_cache
from charkoni.web.tournaments.events import OpenEvent
from charkoni.web.tournaments.forms import Form, FormOf, Line, Title
from charkoni.web.tournaments.online import games
from charkoni.web.tournaments.visits import CasterVisit, EventRouter, PublicVisit, Visit

NAME = "cast"
"""The name of the mapping beside the log: title (text) and tables (numbers)."""

MOST_FEATURED = 6

MOST_LIVE = 60
"""The most boards of the page."""

_PLIES = ("move", "throw")
"""The kinds of log rows that are plies."""

router = EventRouter()


def title(event: OpenEvent) -> str:
    """Return the title of the screens, or an empty text."""
    return str(event.mapping(NAME).get("title", ""))


def featured(event: OpenEvent) -> list[int]:
    """Return the numbers of the tables that are shown first."""
    return [int(number) for number in event.mapping(NAME).get("tables", [])]


class BroadcastForm(Form):
    """title: of the screens.  tables: numbers."""

    title: Title = ""
    tables: Line = ""


@router.get("/t/{event}/desk/caster")
async def broadcast_page(visit: CasterVisit) -> Response:
    """Return the page of the caster.

    Context: title (of the screens), featured (numbers), tables (of TableRow).
    """
    number = len(visit.public.rounds)
    return visit.page(
        "tournaments/arbiter/broadcast.html",
        title=title(visit.event),
        featured=featured(visit.event),
        tables=await page_cache.round_tables(visit.current, number) if number else [],
    )


@router.post("/t/{event}/desk/caster")
async def set_broadcast(visit: CasterVisit, form: FormOf[BroadcastForm]) -> Response:
    """Set title and featured tables.  Form: see `BroadcastForm`."""
    await visit.event.set_item(NAME, "title", checked_line(form.title, BadSetting))
    tables = list(dict.fromkeys(map(int, re.findall(r"\d{1,4}", form.tables))))[:MOST_FEATURED]
    await visit.event.set_item(NAME, "tables", tables)
    return visit.completed(form, "/desk/caster")


# --- live boards ---


@router.get("/t/{event}/live")
async def live_boards(visit: PublicVisit) -> Response:
    """Return the live boards of the last round.

    Context: games (see `_live_board`, featured ones first), title (of the broadcast).
    """
    event, number = visit.event, len(visit.public.rounds)
    first, known = featured(event), games.latest(event)
    boards = visit.public.rounds[-1].boards if number else ()
    tables = [board for board in boards if f"{number}:{board.number}" in known]
    tables.sort(key=lambda board: (board.number not in first, not board.is_open, board.number))
    rooms = [(board, await visit.hub.room(known[f"{number}:{board.number}"])) for board in tables[:MOST_LIVE]]
    shown = [_live_board(visit, number, board, room.live) for board, room in rooms if room]
    return visit.page("tournaments/public/live_boards.html", games=shown, title=title(event))


@router.get("/t/{event}/live/{table}.svg")
async def live_picture(request: Request, visit: PublicVisit, table: str, theme: str = "light") -> Response:
    """Return the board of a table as SVG, with the delay of the event."""
    event, number = visit.event, len(visit.public.rounds)
    game_id = games.latest(event).get(f"{number}:{table}")
    live = found(await visit.hub.room(game_id) if game_id else None).live
    if not _is_delayed(visit, live):
        return RedirectResponse(f"/g/{game_id}.svg?{request.url.query}", 302)
    ply, _ = state_at(live, visit.hub.time.wall() - 1000 * event.state.settings.delay)
    svg = view_of(live.game, 0, False).svg(live.record.positions[ply], theme if theme in THEMES else "light")
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "no-store"})


def _live_board(visit: Visit, number: int, board: Board, live: LiveGame) -> dict[str, object]:
    """Return a live board.

    table: number.  title: of the game.  names, clocks (minutes and seconds): in the order of moves.  status: a
    sentence.  state: open, over or waiting.  picture: address.  url: of the game, empty while only a delayed picture
    may be seen.
    """
    event, is_delayed = visit.event, _is_delayed(visit, live)
    at = visit.hub.time.wall() - (1000 * event.state.settings.delay if is_delayed else 0)
    ply, left = state_at(live, at)
    if not is_delayed:
        left = live.clocks.seats_left(visit.hub.time.now())
    is_open = is_delayed or live.state == "open"
    move = live.record.move_numbers[ply - 1] if ply else 1
    order = games.seats_of_game(event.state, number, board, len(games.all_of(event, number, board.number)))
    return {
        "table": board.number,
        "title": names.game_name(visit.words, named(live.row.name)),
        "names": [event.state.name(id_) for id_ in order],
        "clocks": [minutes(left[live.game.sides.index(side)]) for side in (0, 1)],
        "status": visit.words._("Move {n}", n=move) if is_open else status_text(visit.words, live.row),
        "state": "open" if is_open else live.state,
        "picture": f"/t/{event.id}/live/{board.number}.svg?v={live.row.id[:4]}{ply}",
        "url": "" if is_delayed else f"/g/{live.row.id}",
    }


def _is_delayed(visit: Visit, live: LiveGame) -> bool:
    """Return whether a visitor sees a game with delay only."""
    return hides(visit.event, live, visit.hub.time.wall()) and not visit.member.may(HELPER)


def hides(event: OpenEvent, live: LiveGame, now: int) -> bool:
    """Return whether the public must not know the present state of a game.  now: in ms since 1970."""
    delay = 1000 * event.state.settings.delay
    return delay > 0 and (live.state == "open" or now - live.last_at < delay)


def state_at(live: LiveGame, at: int) -> tuple[int, list[int]]:
    """Return the ply that had been played at a time (ms since 1970), and the clocks of all seats after it, in ms.

    Plies that were taken back since then do not count.
    """
    plies: list[tuple[int, str]] = []
    for row in live.steps:
        if row.kind in _PLIES:
            plies.append((row.at, row.clocks))
        else:
            del plies[len(plies) - int(row.text) :]
    shown = [clocks for when, clocks in plies if when <= at]
    base = [live.control.base] * len(live.clocks.left)
    left = [int(word) for word in shown[-1].split()] if shown and shown[-1] else base
    return len(shown), [left[clock] for clock in live.clocks.of_seat]


def minutes(ms: int) -> str:
    """Return a time in ms as minutes and seconds: 14:59."""
    return f"{ms // 60_000}:{ms // 1000 % 60:02}"
