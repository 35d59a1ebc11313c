"""Files and pictures that never change under their address, and pictures of positions."""

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from charkoni.core.errors import BadText, IllegalMove
from charkoni.core.game import Game, named
from charkoni.graphics.scene import View, node_svg
from charkoni.graphics.svg import document
from charkoni.graphics.themes import THEMES
from charkoni.web.engine.warm import playable, warm
from charkoni.web.http.minify import lean
from charkoni.web.http.site import CLIENT, Problem, Site, boards_css
from charkoni.web.live.board_view import Eye, scene_document, scene_url, touched, view_of
from charkoni.web.live.messages import Node

MOST_PICTURED = 8
"""The most moves that lead to a picture of a position."""

FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".ts": "text/plain; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".png": "image/png",
    ".ico": "image/x-icon",
}


def game_of(name: str) -> Game:
    """Return a game that has a board; raise Problem."""
    try:
        game = named(name)
    except BadText:
        raise Problem(404, "NO_GAME") from None
    if game.family.name not in playable():
        raise Problem(404, "NO_GAME")
    return game


def inner_svg(view: View, nodes: list[Node], prefix: str) -> str:
    """Return what stands inside the <svg> of a board: just what the client's painter makes, too."""
    return view.static(prefix) + "".join(node_svg(node, prefix, view.layout.text_size) for node in nodes)


def board_svg(view: View, nodes: list[Node], prefix: str, title: str) -> str:
    """Return a board to stand in a page, styled by `boards_css`."""
    return document(view.layout.width, view.layout.height, inner_svg(view, nodes, prefix), title, standalone=False)


def for_any_screen(game: Game, seat: int, prefix: str, draw: Callable[[View, str], str]) -> str:
    """Return a board lying and upright; a page shows the one that suits the screen, before its script knows it.

    draw: gives the SVG of a view, its ids beginning with a prefix.  Where a game has one shape, that alone is drawn.
    """
    lying, upright = view_of(game, seat, False), view_of(game, seat, True)
    if lying.layout == upright.layout:
        return draw(lying, prefix)
    ways = ((lying, "only-lying", prefix), (upright, "only-upright", f"{prefix}u-"))
    return "".join(draw(view, own).replace("<svg", f'<svg class="{only}"', 1) for view, only, own in ways)


def sent(path: Path) -> bytes:
    """Return a file of the client as it goes over the wire."""
    content = path.read_bytes()
    if path.suffix == ".js":
        return lean(content.decode()).encode()
    if path.name == "style.css":  # one request less before a page can be shown
        return content + boards_css().encode()
    return content


def routes(site: Site) -> list[tuple[str, Callable[..., Any]]]:
    """Return the addresses of files."""
    packed: dict[Path, bytes] = {}

    async def client(request: Request) -> Response:
        path = CLIENT / request.path_params["path"]
        inside = path.resolve()
        if not inside.is_relative_to(CLIENT) or not inside.is_file() or path.suffix not in TYPES:
            raise Problem(404, "NO_SUCH_PAGE")
        is_current = request.url.path.startswith(site.client + "/")
        headers = FOR_EVER if is_current else {"cache-control": "no-cache"}
        headers |= {"content-type": TYPES[path.suffix], "vary": "accept-encoding"}
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(sent(inside), headers=headers)
        if site.hub.settings.dev or inside not in packed:
            packed[inside] = gzip.compress(sent(inside), 9, mtime=0)
        return Response(packed[inside], headers=headers | {"content-encoding": "gzip"})

    async def scene(request: Request) -> Response:
        wanted = request.path_params
        game = game_of(wanted["game"])
        seat = int(wanted["seat"]) if wanted["seat"].isdigit() else -1
        if not 0 <= seat < game.players or wanted["way"] not in ("upright", "lying"):
            raise Problem(404, "NO_SUCH_PAGE")
        view = view_of(game, seat, wanted["way"] == "upright")
        if request.url.path != scene_url(view):
            raise Problem(404, "NO_SUCH_PAGE")
        return JSONResponse(scene_document(view), headers=FOR_EVER)

    async def picture(request: Request) -> Response:
        game = game_of(request.path_params["game"])
        query = request.query_params
        await warm(game)
        last: list[str] = []
        try:
            position = game.parse(query["position"]) if "position" in query else game.start()
            for move in query.get("moves", "").split(" ")[:MOST_PICTURED]:
                if move:
                    before, position = position, position.play(move)
                    last = touched(before, move, position)
        except (BadText, IllegalMove):
            raise Problem(400, "BAD_MESSAGE") from None
        eye = eye_of(request, game, "en")
        svg = view_of(game, eye.bottom, eye.portrait).svg(position, theme_of(request), last=last)
        return Response(svg, media_type="image/svg+xml", headers={"cache-control": "public, max-age=3600"})

    async def robots(request: Request) -> Response:
        return PlainTextResponse("User-agent: *\nDisallow: /g/\nDisallow: /i/\nDisallow: /s/\nDisallow: /api/\n")

    return [
        ("/client/{hash}/{path:path}", client),
        ("/scene/{game}/{seat}/{way}/{file}", scene),
        ("/picture/{game}.svg", picture),
        ("/robots.txt", robots),
    ]


def theme_of(request: Request) -> str:
    """Return the theme that an address asks for."""
    theme = request.query_params.get("theme", "light")
    return theme if theme in THEMES else "light"


def eye_of(request: Request, game: Game, lang: str) -> Eye:
    """Return how an address wants a board to be seen; raise Problem."""
    query = request.query_params
    seat = query.get("seat", "0")
    if not (seat.isascii() and seat.isdigit() and int(seat) < game.players):
        raise Problem(400, "BAD_MESSAGE")
    return Eye(lang, int(seat), query.get("portrait", "") in ("1", "true"))
