"""The pictures by which pages are known, made without rules: cards of games, previews of links, icons."""

import re
from collections.abc import Awaitable, Callable
from functools import lru_cache
from html import escape
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from charkoni.core.errors import mark
from charkoni.core.game import Game, named
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.graphics import position_images
from charkoni.graphics.svg import number
from charkoni.graphics.themes import FONT
from charkoni.web.engine.rasterizer import NotPainted, Order, painted
from charkoni.web.engine.warm import playable
from charkoni.web.http.assets import CLIENT
from charkoni.web.http.errors import Problem
from charkoni.web.http.site import Site
from charkoni.web.live.board_view import view_of
from charkoni.web.pages.board_pictures import game_of, theme_of

Route = tuple[str, Callable[[Request], Awaitable[Response]], str]

WIDTH, HEIGHT = 1200, 630
"""The size of previews that all programs show whole."""

ICONS = (180, 192, 512)
PAPER, INK, ACCENT = "#faf7f1", "#2b2620", "#6b2d5f"
_ABOUT = mark("Seven board games in the browser: against the computer, side by side, or with a friend by a link.")
A_DAY = {"cache-control": "public, max-age=86400"}
COLUMNS = 4

MOST_CARDS = 100
"""How many cards are kept; all games in all themes are fewer."""


@lru_cache(MOST_CARDS)
def card(game: Game, theme: str = "light", prefix: str = "c-") -> str:
    """Return the picture that shows what a game looks like, as SVG; the start where the game names none."""
    view, course = view_of(game, 0, False), game.family.course
    if course is None or game.options:
        return view.svg(game.start(), theme, prefix)
    return view.svg_of_text(course.picture, theme, prefix)


def placed(svg: str, x: float, y: float, width: float, height: float) -> str:
    """Return an SVG set into a box of another one, as large as it can be there."""
    box = f' x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    return re.sub(r' width="[^"]*" height="[^"]*"', box, svg, count=1)


def preview(title: str, boards: list[str]) -> str:
    """Return the preview of a link as SVG: a title, and one board or several."""
    if len(boards) == 1:
        shown, size, x = placed(boards[0], 500, 40, 660, 550), 76, 60
    else:
        shown, size, x = "".join(placed(each, *_cell(place)) for place, each in enumerate(boards)), 48, 915
    words = (
        f'<text x="{x}" y="{HEIGHT - 170 if len(boards) > 1 else 330}" font-size="{size}" font-weight="700"'
        f' fill="{INK}">{escape(title)}</text>'
    )
    bar = f'<rect width="{WIDTH}" height="12" fill="{ACCENT}"/>'
    paper = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
        f' font-family="{escape(FONT)}">{paper}{bar}{shown}{words}</svg>'
    )


def _cell(place: int) -> tuple[float, float, float, float]:
    """Return the box of a board in the preview of all games."""
    width, height = (WIDTH - 50) / COLUMNS, (HEIGHT - 50) / 2
    row, column = divmod(place, COLUMNS)
    return 30 + column * width, 36 + row * height, width - 10, height - 14


def manifest(words: Words, lang: str) -> dict[str, Any]:
    """Return what a device needs to know to install the page as a program."""
    icons = [{"src": f"/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"} for size in ICONS[1:]]
    return {
        "name": words._("Charkoni"),
        "short_name": words._("Charkoni"),
        "description": words._(_ABOUT),
        "lang": lang,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": ACCENT,
        "icons": icons,
    }


def routes(site: Site) -> list[Route]:
    """Return the addresses of cards, previews and icons."""
    made: dict[str, bytes] = {}

    async def png(key: str, svg: str, ground: str, width: int) -> Response:
        """Return a picture, painted once."""
        if key not in made:
            try:
                made[key] = await painted(Order([svg], [], ground, width))
            except NotPainted:
                raise Problem(503, "NOT_NOW") from None
        return Response(made[key], media_type="image/png", headers=A_DAY)

    async def shown(request: Request) -> Response:
        game = game_of(request.path_params["game"])
        return Response(card(game, theme_of(request)), media_type="image/svg+xml", headers=A_DAY)

    async def preview_of_game(request: Request) -> Response:
        game = named(game_of(request.path_params["game"]).family.name)
        title = names.game_name(Words("en"), game)
        return await png(game.name, preview(title, [card(game)]), position_images.ground("light"), WIDTH)

    async def preview_of_all(request: Request) -> Response:
        boards = [card(named(name), prefix=f"{name}-") for name in playable()]
        return await png("", preview("Charkoni", boards), position_images.ground("light"), WIDTH)

    async def icon(request: Request) -> Response:
        size = request.path_params["size"]
        if size not in map(str, ICONS):
            raise Problem(404, "NO_SUCH_PAGE")
        return await png(f"icon {size}", (CLIENT / "icon.svg").read_text("utf-8"), PAPER, int(size))

    async def favicon(request: Request) -> Response:
        return RedirectResponse(f"{site.client}/icon.svg", 302, headers=A_DAY)

    async def described(request: Request) -> Response:
        visitor = site.visitor(request)
        found = manifest(visitor.words, visitor.lang)
        return JSONResponse(found, media_type="application/manifest+json", headers={"cache-control": "no-cache"})

    return [
        ("/card/{game}.svg", shown, "GET"),
        ("/card/{game}.png", preview_of_game, "GET"),
        ("/card.png", preview_of_all, "GET"),
        ("/icon-{size}.png", icon, "GET"),
        ("/favicon.ico", favicon, "GET"),
        ("/manifest.webmanifest", described, "GET"),
    ]
