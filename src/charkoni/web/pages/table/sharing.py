"""Sharing of a table: links to a ply, images as PNG and GIF, and a board to be embedded in other pages."""

from collections.abc import Sequence
from html import escape

from fastapi import Depends
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from charkoni.core.errors import N_
from charkoni.core.game import Position
from charkoni.core.record import Record
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.graphics import position_images
from charkoni.web.engine.rasterizer import RasterJob, rasterized
from charkoni.web.http.network_access import NetworkDep
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.security import POLICY
from charkoni.web.http.site import safe
from charkoni.web.live.board_view import nodes_of, view_of
from charkoni.web.live.room import Room
from charkoni.web.pages.board_pictures import board_svg, perspective_of, theme_of
from charkoni.web.pages.table.page import RoomDep
from charkoni.web.pages.visits import VisitDep, limit_pictures

PREFIX = "e1-"
"""The prefix of the element ids of an embedded board."""

EMBED_SIZE = (480, 560)
"""Width and height of an embedded board in CSS pixels."""

USUAL_PNG = 800
LARGEST_PNG = 2400
GIF_WIDTH = 420
"""Widths of images in pixels."""

MOST_FRAMES = 120
"""The most positions of a GIF: of a longer game it shows the last ones."""

EMBEDDABLE = {
    "content-security-policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors *"),
    "cross-origin-resource-policy": "cross-origin",
}
"""The headers of a page that other sites may show in a frame."""

router = PageRouter()


@router.get("/g/{game_id}/share")
async def share(visit: VisitDep, room: RoomDep, network: NetworkDep) -> Response:
    """Return the page with links, images and records of a table.

    Query: ply (see `ply_of`).  Context: title, url (of the table), shared_position (in words), link (to the table),
    position (text), embed (HTML), mark (the ply as a query).
    """
    title = names.game_name(visit.words, room.live.game)
    ply, is_named = ply_of(visit.request, room)
    address, mark = f"{network.origin_for_others(visit.request)}/g/{room.id}", f"ply={ply}"
    source = escape(f"{address}/embed?{mark}" if is_named else f"{address}/embed")
    width, height = EMBED_SIZE
    return visit.page(
        "table/share.html",
        title=title,
        url=f"/g/{room.id}",
        shared_position=_place(visit.words, room.live.record, ply),
        link=f"{address}?{mark}" if is_named else address,
        position=str(room.live.record.positions[ply]),
        embed=f'<iframe src="{source}" width="{width}" height="{height}" title="{escape(title)}"></iframe>',
        mark=mark,
    )


@router.get("/g/{game_id}/embed")
async def embed(visit: VisitDep, room: RoomDep) -> Response:
    """Return the board alone, for a frame of another site.

    Query: ply (see `ply_of`), part (board: without the frame of the page), seat, portrait.
    Context: title, url (of the table), board (SVG), live (address to refresh the board from, empty for a fixed ply),
    is_part.
    """
    ply, is_named = ply_of(visit.request, room)
    title = names.game_name(visit.words, room.live.game)
    url = f"/g/{room.live.row.id}"
    page: HTMLResponse = visit.page(
        "table/embed.html",
        title=title,
        url=f"{visit.request.base_url}{url.removeprefix('/')}" + (f"?ply={ply}" if is_named else ""),
        board=safe(embedded_board(room, room.live.record.positions[ply], visit.request, title)),
        live="" if is_named else f"{url}/embed?part=board",
        is_part=visit.request.query_params.get("part") == "board",
    )
    page.headers.update(EMBEDDABLE)
    return page


@router.get("/g/{game_id}.png", dependencies=[Depends(limit_pictures)])
async def png(request: Request, room: RoomDep, width: str = "") -> Response:
    """Return a position as PNG.

    width: in pixels; larger and smaller ones are cut to the limits.  Query besides: ply (see `ply_of`), theme, seat,
    portrait.  Refused: TOO_FAST, and NOT_NOW when the rasterizer fails.
    """
    is_width = width.isascii() and width.isdigit() and len(width) < 6
    pixels = min(max(int(width), position_images.SMALLEST), LARGEST_PNG) if is_width else USUAL_PNG
    ply, is_named = ply_of(request, room)
    caching = "public, max-age=3600" if is_named else "no-cache"
    return await _image(request, room, "png", pixels, [room.live.record.positions[ply]], caching)


@router.get("/g/{game_id}.gif", dependencies=[Depends(limit_pictures)])
async def gif(request: Request, room: RoomDep) -> Response:
    """Return the last positions of a game as an animated GIF.

    Query: theme, seat, portrait.  Refused: TOO_FAST, and NOT_NOW when the rasterizer fails.
    """
    return await _image(request, room, "gif", GIF_WIDTH, room.live.record.positions[-MOST_FRAMES:], "no-cache")


async def _image(
    request: Request, room: Room, kind: str, width: int, positions: Sequence[Position], caching: str
) -> Response:
    """Return positions as an image.  kind: png or gif.  width: in pixels."""
    perspective, theme = perspective_of(request, room.live.game, "en"), theme_of(request)
    view = view_of(room.live.game, perspective.bottom, perspective.portrait)
    durations = position_images.durations(positions) if kind == "gif" else []
    job = RasterJob([view.svg(each, theme) for each in positions], durations, position_images.background(theme), width)
    headers = {"cache-control": caching, "cross-origin-resource-policy": "cross-origin"}
    return Response(await rasterized(job), media_type=f"image/{kind}", headers=headers)


def ply_of(request: Request, room: Room) -> tuple[int, bool]:
    """Return the ply of the query, and whether it names a valid one; else the last ply of the game."""
    last = len(room.live.record)
    ply = request.query_params.get("ply", "")
    is_named = ply.isascii() and ply.isdigit() and len(ply) < 6 and int(ply) <= last
    return (int(ply), True) if is_named else (last, False)


def _place(words: Words, record: Record, ply: int) -> str:
    """Return which position is shared."""
    if ply == 0:
        return words._("Position at the start")
    counts_turns = record.game.family.catalog.counts_turns
    text = N_("Position after turn {n} of {side}") if counts_turns else N_("Position after move {n} of {side}")
    return words._(text, n=record.move_numbers[ply - 1], side=names.side(record.game, record.player_of(ply - 1)))


def embedded_board(room: Room, position: Position, request: Request, title: str) -> str:
    """Return a position as SVG for a page with the style sheet of the boards."""
    game = room.live.game
    perspective = perspective_of(request, game, "en")
    view = view_of(game, perspective.bottom, perspective.portrait)
    pieces = view.pieces(position)
    nodes = nodes_of(position, {piece.slot: f"p{place}" for place, piece in enumerate(pieces)}, perspective)
    return board_svg(view, nodes, PREFIX, title)
