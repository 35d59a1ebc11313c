"""Images about pages: cards of games, previews of links, icons; the manifest, and the page without a connection."""

from functools import lru_cache
from typing import Annotated

from fastapi import Depends
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from charkoni.core.errors import N_
from charkoni.core.game import Game
from charkoni.core.registry import named
from charkoni.core.teaching.courses import course_of
from charkoni.core.teaching.presentation import presentation_of
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.graphics import position_images
from charkoni.graphics.emblems import emblem_svg
from charkoni.graphics.link_previews import ACCENT, PAPER, WIDTH, preview
from charkoni.web.engine.rasterizer import RasterJob, rasterized
from charkoni.web.engine.warm import playable
from charkoni.web.http.assets import CLIENT, FilesDep, content
from charkoni.web.http.errors import found
from charkoni.web.http.routing import PageRouter, service
from charkoni.web.http.site import VisitorDep
from charkoni.web.live.board_view import view_of
from charkoni.web.pages.board_pictures import game_of, theme_of
from charkoni.web.pages.visits import VisitDep

EMBLEM_WIDTH = 96
"""The width of emblems as files, in pixels."""

ICONS = (180, 192, 512)
"""The sizes of icons in pixels."""

_ABOUT = N_("Seven board games in the browser: against the computer, on one screen, or with a friend by a link.")
ONE_DAY = {"cache-control": "public, max-age=86400"}

MOST_CARDS = 100
"""How many cards are cached: more than all games in all themes."""

router = PageRouter()


CacheDep = Annotated[dict[str, bytes], Depends(service("png_cache"))]
"""PNG images that never change while the server runs, by name: they are rasterized once."""


@router.get("/card/{game}.svg")
async def game_card(request: Request, game: str) -> Response:
    """Return the card of a game as SVG.  Query: theme.  Refused: NO_GAME."""
    return Response(card(game_of(game), theme_of(request)), media_type="image/svg+xml", headers=ONE_DAY)


@router.get("/card/{game}.png")
async def game_preview(game: str, cache: CacheDep) -> Response:
    """Return the preview of a game's pages as PNG.  Refused: NO_GAME, NOT_NOW."""
    shown = named(game_of(game).family.name)
    svg = preview(names.game_name(Words("en"), shown), [card(shown)])
    return await _png(cache, shown.name, svg, position_images.background("light"), WIDTH)


@router.get("/emblem/{game}.svg")
async def emblem(request: Request, game: str) -> Response:
    """Return the emblem of a game as SVG.  Query: theme.  Refused: NO_GAME, NO_SUCH_PAGE."""
    presentation = found(presentation_of(game_of(game).family))
    svg = emblem_svg(presentation.emblem, EMBLEM_WIDTH, theme_of(request))
    return Response(svg, media_type="image/svg+xml", headers=ONE_DAY)


@router.get("/card.png")
async def preview_of_all(cache: CacheDep) -> Response:
    """Return the preview of all other pages as PNG: one board of each game.  Refused: NOT_NOW."""
    boards = [card(named(name), prefix=f"{name}-") for name in playable()]
    return await _png(cache, "", preview("Charkoni", boards), position_images.background("light"), WIDTH)


@router.get("/icon-{size}.png")
async def icon(size: str, cache: CacheDep) -> Response:
    """Return the icon of the program as PNG.  size: one of ICONS.  Refused: NOT_NOW."""
    found(size in map(str, ICONS))
    return await _png(cache, f"icon {size}", (CLIENT / "icon.svg").read_text("utf-8"), PAPER, int(size))


@router.get("/favicon.ico")
async def favicon(files: FilesDep) -> Response:
    """Redirect to the icon as SVG."""
    return RedirectResponse(f"{files.url}/icon.svg", 302, headers=ONE_DAY)


@router.get("/manifest.webmanifest")
async def manifest(visitor: VisitorDep) -> Response:
    """Return the web app manifest, with which a device installs the page as a program."""
    words, size = visitor.words, f"{EMBLEM_WIDTH}x{EMBLEM_WIDTH}"
    icons = [{"src": f"/icon-{width}.png", "sizes": f"{width}x{width}", "type": "image/png"} for width in ICONS[1:]]
    content = {
        "name": words._("Charkoni"),
        "short_name": words._("Charkoni"),
        "description": words._(_ABOUT),
        "lang": visitor.lang,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": ACCENT,
        "icons": icons,
        # An installed program shows them in the menu of its icon.
        "shortcuts": [
            {
                "name": names.family_name(words, name),
                "url": f"/play?game={name}",
                "icons": [{"src": f"/emblem/{name}.svg", "sizes": size, "type": "image/svg+xml"}],
            }
            for name in playable()
            if presentation_of(named(name).family)
        ],
    }
    return JSONResponse(content, media_type="application/manifest+json", headers={"cache-control": "no-cache"})


async def _png(cache: dict[str, bytes], name: str, svg: str, ground: str, width: int) -> Response:
    """Return an SVG as PNG, by its name from the cache; raise Problem 503 NOT_NOW when the rasterizer fails.

    ground: its background colour.  width: in pixels.
    """
    if name not in cache:
        cache[name] = await rasterized(RasterJob([svg], [], ground, width))
    return Response(cache[name], media_type="image/png", headers=ONE_DAY)


@lru_cache(MOST_CARDS)
def card(game: Game, theme: str = "light", prefix: str = "c-") -> str:
    """Return the picture of a game as SVG: the position that its course names, else the start."""
    view, course = view_of(game, 0, False), course_of(game.family)
    if course is None or game.options:
        return view.svg(game.start(), theme, prefix)
    return view.svg_of_text(course.picture, theme, prefix)


@router.get("/sw.js")
async def service_worker() -> Response:
    """Return the service worker; at the root, for all pages are its own."""
    body = content(CLIENT / "lib" / "service_worker.js")
    return Response(body, media_type="text/javascript", headers={"cache-control": "no-cache"})


@router.get("/offline")
async def offline(visit: VisitDep) -> Response:
    """Return the page with what can be read without a connection; the worker keeps the rules that it names.

    Context: games (name, in words).
    """
    return visit.page("pages/offline.html", games=[(name, names.family_name(visit.words, name)) for name in playable()])
