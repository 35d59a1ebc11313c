"""The pages beside the tables: home, own games, watching, rules, settings, about."""

from collections.abc import Awaitable, Callable, Sequence
from importlib.metadata import version
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from charkoni.core.game import named
from charkoni.core.words import Words
from charkoni.games import names
from charkoni.web import beside
from charkoni.web.levels import LEVELS, USUAL_LEVEL
from charkoni.web.rulebook import rules_of
from charkoni.web.site import Problem, Site, safe
from charkoni.web.store import GameRow, SeatRow
from charkoni.web.warm import playable
from charkoni.web.wishes import CLOCKS, choices, wish_of

Route = tuple[str, Callable[[Request], Awaitable[Response]], str]


def game_line(words: Words, row: GameRow, seats: Sequence[SeatRow]) -> dict[str, Any]:
    """Return a game in a list: id, title, url, picture, ply, state, result, clock, and the names at the seats."""
    game = named(row.name)
    return {
        "id": row.id,
        "title": names.game_name(words, game),
        "url": f"/g/{row.id}" if row.state != "waiting" else f"/i/{row.invite}",
        "picture": f"/g/{row.id}.svg?v={row.ply}",
        "ply": row.ply,
        "state": row.state,
        "result": row.result,
        "reason": names.reason_name(words, row.reason) if row.reason else "",
        "clock": clock_text(row),
        "players": [
            (names.side_name(words, game, seat.seat), beside.seat_name(words, seat.kind, seat.name, seat.level))
            for seat in seats
        ],
    }


def clock_text(row: GameRow) -> str:
    """Return the time control in short: "5+3", "15", or nothing."""
    if row.clock == "none":
        return ""
    minutes = f"{row.base / 60000:g}"
    return f"{minutes}+{row.increment / 1000:g}" if row.clock == "fischer" else minutes


def routes(site: Site) -> list[Route]:
    """Return the addresses of the pages."""
    hub = site.hub

    async def lines(words: Words, rows: Sequence[GameRow]) -> list[dict[str, Any]]:
        seats = await hub.store.seats_of([row.id for row in rows])
        return [game_line(words, row, seats[row.id]) for row in rows]

    async def home(request: Request) -> Response:
        """Home.  Context: games (see wishes.choices), levels, level, clocks, open, mine (see game_line)."""
        visitor = site.visitor(request)
        mine = await hub.store.mine(visitor.guest) if visitor.guest else []
        going = [row for row in mine if row.state in ("waiting", "open")][:12]
        waiting = await hub.store.listed(("waiting",), only_open=True)
        return site.page(
            request,
            "home.html",
            games=choices(visitor.words),
            levels=range(1, len(LEVELS) + 1),
            level=USUAL_LEVEL,
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
        return site.page(request, "mine.html", games=await lines(visitor.words, rows))

    async def watch(request: Request) -> Response:
        """Games to watch.  Context: games (see game_line)."""
        rows = await hub.store.listed(("open",))
        return site.page(request, "watch.html", games=await lines(site.visitor(request).words, rows))

    async def rules(request: Request) -> Response:
        """All rules.  Context: games (see wishes.choices)."""
        return site.page(request, "rules.html", games=choices(site.visitor(request).words))

    async def rule(request: Request) -> Response:
        """The rules of a game.  Context: name, page (RulePage), html."""
        name = request.path_params["game"]
        page = rules_of(name, site.visitor(request).lang) if name in playable() else None
        if page is None:
            raise Problem(404, "NO_SUCH_PAGE")
        return site.page(request, "rule.html", name=name, page=page, html=safe(page.html))

    async def settings(request: Request) -> Response:
        """Settings.  Context: back (where to go afterwards)."""
        return site.page(request, "settings.html", back=_inside(request.query_params.get("back", "/")))

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
        """About.  Context: version."""
        return site.page(request, "about.html", version=version("charkoni"))

    return [
        ("/", home, "GET"),
        ("/new", new, "POST"),
        ("/mine", mine, "GET"),
        ("/watch", watch, "GET"),
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
