"""What leaves a table: links to a ply, pictures made of pixels, and a board to stand in other people's pages."""

from html import escape
from typing import Any, Literal

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from charkoni.core.position import Position
from charkoni.games import names
from charkoni.graphics import position_images
from charkoni.web.engine.rasterizer import NotPainted, Order, painted
from charkoni.web.http.errors import Problem
from charkoni.web.http.security import POLICY
from charkoni.web.http.site import Site, safe
from charkoni.web.live.board_view import nodes_of, view_of
from charkoni.web.live.room import Room
from charkoni.web.pages.board_pictures import board_svg, eye_of, theme_of
from charkoni.web.pages.home import Route
from charkoni.web.pages.table import room_of

PREFIX = "e1-"
"""The prefix of the ids in an embedded board."""

EMBED_SIZE = (480, 560)
LARGEST_PNG = 2400
GIF_WIDTH = 420
MOST_FRAMES = 120
"""The most positions of a moving picture: of a longer game it shows the last ones."""

EVERYWHERE = {
    "content-security-policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors *"),
    "cross-origin-resource-policy": "cross-origin",
}
"""The headers of what may stand in foreign pages."""


def ply_of(request: Request, room: Room) -> tuple[int, bool]:
    """Return the ply that an address names, and whether it names one; without one, the present."""
    last = len(room.match.record)
    ply = request.query_params.get("ply", "")
    is_named = ply.isascii() and ply.isdigit() and len(ply) < 6 and int(ply) <= last
    return (int(ply), True) if is_named else (last, False)


def embed_code(address: str, title: str) -> str:
    """Return the HTML that puts a board into another page."""
    width, height = EMBED_SIZE
    return f'<iframe src="{escape(address)}" width="{width}" height="{height}" title="{escape(title)}"></iframe>'


def share_context(request: Request, room: Room, title: str) -> dict[str, Any]:
    """Return the links of a ply: to the page and its board, texts to copy, files to save."""
    ply, is_named = ply_of(request, room)
    here, mark = f"{request.base_url}g/{room.match.row.id}", f"ply={ply}"
    return {
        "ply": ply,
        "last": len(room.match.record),
        "link": f"{here}?{mark}" if is_named else here,
        "position": str(room.match.record.positions[ply]),
        "embed": embed_code(f"{here}/embed?{mark}" if is_named else f"{here}/embed", title),
        "mark": mark,
    }


def shown_board(room: Room, position: Position, request: Request, title: str) -> str:
    """Return a position as SVG for a page with the boards' style sheet."""
    game = room.match.game
    eye = eye_of(request, game, "en")
    view = view_of(game, eye.bottom, eye.portrait)
    pieces = view.pieces(position)
    nodes = nodes_of(position, {piece.slot: f"p{place}" for place, piece in enumerate(pieces)}, eye)
    return board_svg(view, nodes, PREFIX, title)


def routes(site: Site) -> list[Route]:
    """Return the addresses of what can be shared."""
    hub = site.hub

    def not_too_fast(request: Request) -> None:
        if not site.looks.take(request.client.host if request.client else ""):
            raise Problem(429, "TOO_FAST")

    async def share(request: Request) -> Response:
        """Everything that can be taken away.  Context: title, url, and see share_context."""
        room = await room_of(hub, request)
        title = names.game_name(site.visitor(request).words, room.match.game)
        context = share_context(request, room, title)
        return site.page(request, "pages/share.html", title=title, url=f"/g/{room.match.row.id}", **context)

    async def embed(request: Request) -> Response:
        """The board alone, for other pages.  Context: title, url, board, status, live (address to refresh from)."""
        room = await room_of(hub, request)
        ply, is_named = ply_of(request, room)
        title = names.game_name(site.visitor(request).words, room.match.game)
        page: HTMLResponse = site.page(
            request,
            "pages/embed.html",
            title=title,
            url=f"{request.base_url}g/{room.match.row.id}" + (f"?ply={ply}" if is_named else ""),
            board=safe(shown_board(room, room.match.record.positions[ply], request, title)),
            live="" if is_named else f"/g/{room.match.row.id}/embed?part=board",
            is_part=request.query_params.get("part") == "board",
        )
        page.headers.update(EVERYWHERE)
        return page

    async def picture(request: Request, kind: Literal["png", "gif"], width: int) -> Response:
        not_too_fast(request)
        room = await room_of(hub, request)
        game, all_positions = room.match.game, room.match.record.positions
        ply, is_named = ply_of(request, room)
        positions = all_positions[-MOST_FRAMES:] if kind == "gif" else all_positions[ply : ply + 1]
        eye, theme = eye_of(request, game, "en"), theme_of(request)
        view = view_of(game, eye.bottom, eye.portrait)
        shown = position_images.durations(positions) if kind == "gif" else []
        order = Order([view.svg(each, theme) for each in positions], shown, position_images.ground(theme), width)
        try:
            found = await painted(order)
        except NotPainted:
            raise Problem(503, "NOT_NOW") from None
        caching = "public, max-age=3600" if is_named and kind == "png" else "no-cache"
        headers = {"cache-control": caching, "cross-origin-resource-policy": "cross-origin"}
        return Response(found, media_type=f"image/{kind}", headers=headers)

    async def png(request: Request) -> Response:
        width = request.query_params.get("width", "")
        is_width = width.isascii() and width.isdigit() and len(width) < 6
        return await picture(
            request, "png", min(max(int(width), position_images.SMALLEST), LARGEST_PNG) if is_width else 800
        )

    async def gif(request: Request) -> Response:
        return await picture(request, "gif", GIF_WIDTH)

    return [
        ("/g/{id}/share", share, "GET"),
        ("/g/{id}/embed", embed, "GET"),
        ("/g/{id}.png", png, "GET"),
        ("/g/{id}.gif", gif, "GET"),
    ]
