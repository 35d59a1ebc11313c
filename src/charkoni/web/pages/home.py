"""The pages beside the tables: home, own games, watching, rules, settings, about."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from importlib.metadata import version
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from charkoni.core.game import named
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.web.engine import opponents
from charkoni.web.engine.warm import playable, warm, warm_within
from charkoni.web.http.errors import Problem
from charkoni.web.http.sessions import is_id
from charkoni.web.http.site import Site, safe
from charkoni.web.live import table_state
from charkoni.web.pages.board_pictures import game_of
from charkoni.web.pages.new_game import CLOCKS, choices, picture_of, wish_of
from charkoni.web.pages.rulebook import plain_parts, rules_of, shown_parts
from charkoni.web.store import GameRow, SeatRow

MOST_LIVE = 60
"""The most games that are asked about at once."""

PATIENCE_S = 1.0
"""How long a page waits for rules that are still getting ready."""

Route = tuple[str, Callable[[Request], Awaitable[Response]], str]


def game_line(words: Words, row: GameRow, seats: Sequence[SeatRow]) -> dict[str, Any]:
    """Return a game in a list: id, title, url, picture, ply, state, status, clock, and the names at the seats."""
    game = named(row.name)
    return {
        "id": row.id,
        "title": names.game_name(words, game),
        "url": f"/g/{row.id}" if row.state != "waiting" else f"/i/{row.invite}",
        "picture": f"/g/{row.id}.svg?v={row.ply}",
        "ply": row.ply,
        "state": row.state,
        "status": status_text(words, row),
        "clock": clock_text(row),
        "players": [
            (names.side_name(words, game, seat.seat), table_state.seat_name(words, seat.kind, seat.name, seat.level))
            for seat in seats
        ],
    }


def status_text(words: Words, row: GameRow) -> str:
    """Return how a game stands: that it waits, its move, its result."""
    if row.state == "waiting":
        return words._("Waiting for players")
    if row.state == "open":
        return words._("Move {n}", n=row.ply + 1)
    if row.state == "over":
        return " · ".join(
            part for part in (row.result, names.reason_name(words, row.reason) if row.reason else "") if part
        )
    return words._("Called off")


def clock_text(row: GameRow) -> str:
    """Return the time control in short: "5+3", "15", or nothing."""
    if row.clock == "none":
        return ""
    minutes = f"{row.base / 60000:g}"
    return f"{minutes}+{row.increment / 1000:g}" if row.clock == "fischer" else minutes


def computer_choices(words: Words) -> dict[str, Any]:
    """Return what can be chosen of the computer: levels, level (the usual one), perfect (beyond them), styles."""
    return {
        "levels": opponents.options(words),
        "level": opponents.USUAL_LEVEL,
        "perfect": opponents.PERFECT,
        "styles": opponents.styles(words),
    }


def routes(site: Site) -> list[Route]:
    """Return the addresses of the pages."""
    hub = site.hub

    async def lines(words: Words, rows: Sequence[GameRow]) -> list[dict[str, Any]]:
        seats = await hub.store.seats_of([row.id for row in rows])
        return [game_line(words, row, seats[row.id]) for row in rows]

    async def home(request: Request) -> Response:
        """Home.

        Context: games (see wishes.choices), computer (see computer_choices), clocks, open, mine (see game_line).
        """
        visitor = site.visitor(request)
        mine = await hub.store.mine(visitor.guest) if visitor.guest else []
        going = [row for row in mine if row.state in ("waiting", "open")][:12]
        waiting = await hub.store.listed(("waiting",), only_open=True)
        return site.page(
            request,
            "pages/home.html",
            games=choices(visitor.words),
            computer=computer_choices(visitor.words),
            clocks=CLOCKS,
            open=await lines(visitor.words, [row for row in waiting if row not in going]),
            mine=await lines(visitor.words, going),
        )

    async def new(request: Request) -> Response:
        form = await site.form(request)
        wish = wish_of({key: value for key, value in form.items() if value != ""})
        visitor = site.ensure_guest(site.visitor(request), _named(form.get("name")))
        game = await hub.create(wish, visitor.guest, visitor.name)
        suffix = "/text" if form.get("text") else ""
        response = RedirectResponse(f"/g/{game}{suffix}", 303)
        site.remember(response, visitor, request)
        return response

    async def mine(request: Request) -> Response:
        """My games.  Context: games (see game_line)."""
        visitor = site.visitor(request)
        rows = await hub.store.mine(visitor.guest) if visitor.guest else []
        return site.page(request, "pages/my_games.html", games=await lines(visitor.words, rows))

    async def watch(request: Request) -> Response:
        """Games to watch.  Context: games (see game_line)."""
        rows = await hub.store.listed(("open",))
        return site.page(request, "pages/watch.html", games=await lines(site.visitor(request).words, rows))

    async def live(request: Request) -> Response:
        """How the games in a list stand now, as JSON by id: picture, status, state."""
        if not site.looks.take(request.client.host if request.client else ""):
            raise Problem(429, "TOO_FAST")
        words = site.visitor(request).words
        wanted = [each for each in request.query_params.get("ids", "").split(",") if is_id(each)][:MOST_LIVE]
        found = {line["id"]: line for line in await lines(words, await hub.store.named(wanted))}
        parts = {key: {name: line[name] for name in ("picture", "status", "state")} for key, line in found.items()}
        return JSONResponse(parts, headers={"cache-control": "no-store"})

    async def rules(request: Request) -> Response:
        """All rules.  Context: games (see wishes.choices)."""
        return site.page(request, "pages/rules.html", games=choices(site.visitor(request).words))

    async def rule(request: Request) -> Response:
        """The rules of a game.  Context: name, page (RulePage), parts (HTML or examples), picture, learn."""
        name, visitor = request.path_params["game"], site.visitor(request)
        page = rules_of(name, visitor.lang) if name in playable() else None
        if page is None:
            raise Problem(404, "NO_SUCH_PAGE")
        is_ready = await warm_within(named(name), PATIENCE_S)
        parts = await asyncio.to_thread(shown_parts, page, visitor.lang) if is_ready else plain_parts(page)
        chosen = next(game for game in choices(visitor.words) if game["name"] == name)
        cut = [safe(part) if isinstance(part, str) else part for part in parts]
        return site.page(request, "pages/rule.html", name=name, page=page, parts=cut, game=chosen)

    async def play(request: Request) -> Response:
        """Begin a game, perhaps from a position.  Context: game (see wishes), title, start, computer, clocks."""
        query, words = request.query_params, site.visitor(request).words
        await warm(game_of(query.get("game", "")))
        wish = wish_of({"game": query.get("game", ""), "start": query.get("position", "")})
        game = next(game for game in choices(words) if game["name"] == wish.game.family.name)
        if wish.start or wish.game.options:
            fixed = {"name": wish.game.name, "flags": [], "picture": picture_of(wish.game.name, wish.start)}
            game |= fixed | {"seats": [names.side_name(words, wish.game, seat) for seat in range(wish.game.players)]}
        return site.page(
            request,
            "pages/new_game.html",
            game=game,
            title=names.game_name(words, wish.game),
            start=wish.start,
            computer=computer_choices(words),
            clocks=CLOCKS,
        )

    async def settings(request: Request) -> Response:
        """Settings.  Context: back (where to go afterwards)."""
        return site.page(request, "pages/settings.html", back=_inside(request.query_params.get("back", "/")))

    async def change(request: Request) -> Response:
        form = await site.form(request)
        visitor = site.visitor(request)
        response = RedirectResponse(_inside(str(form.get("back", "/"))), 303)
        site.remember_look(response, request, str(form.get("lang", "")), str(form.get("theme", "-")))
        name = _named(form.get("name"))
        if name is not None and (name or visitor.guest):
            visitor = site.ensure_guest(visitor, name)
            await hub.store.rename(visitor.guest, visitor.name)
            site.remember(response, visitor, request)
        return response

    async def about(request: Request) -> Response:
        """About.  Context: version, games (their titles)."""
        titles = [game["title"] for game in choices(site.visitor(request).words)]
        return site.page(request, "pages/about.html", version=version("charkoni"), games=titles)

    return [
        ("/", home, "GET"),
        ("/play", play, "GET"),
        ("/new", new, "POST"),
        ("/mine", mine, "GET"),
        ("/watch", watch, "GET"),
        ("/live", live, "GET"),
        ("/rules", rules, "GET"),
        ("/rules/{game}", rule, "GET"),
        ("/settings", settings, "GET"),
        ("/settings", change, "POST"),
        ("/about", about, "GET"),
    ]


def _named(value: object) -> str | None:
    return None if value is None else str(value)


def _inside(path: str) -> str:
    """Return a path of this server, or the home page for anything else."""
    is_inside = path.startswith("/") and not path.startswith("//") and "\\" not in path
    return path if is_inside and path.isprintable() else "/"
