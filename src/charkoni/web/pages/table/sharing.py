"""Sharing of a table: links to a ply, pictures, records, deltas of all plies, and a board to be embedded elsewhere."""

import asyncio
import copy
from collections.abc import Sequence
from html import escape

from fastapi import Depends
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response

from charkoni.core.errors import N_
from charkoni.core.game import Game, Position
from charkoni.core.record import LETTERS, Record
from charkoni.core.translations import Words
from charkoni.games import fair_dice, names
from charkoni.graphics import position_images, scene
from charkoni.graphics.move_highlights import zones_of_last
from charkoni.web.engine.rasterizer import RasterJob, rasterized
from charkoni.web.http.errors import found
from charkoni.web.http.network_access import NetworkDep
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.security import POLICY
from charkoni.web.http.site import safe
from charkoni.web.http.texts import words_in
from charkoni.web.live import table_state
from charkoni.web.live.board_view import Perspective, counters, difference, nodes_of, scene_url, view_of
from charkoni.web.live.game.live_game import LiveGame
from charkoni.web.live.hub import HubDep
from charkoni.web.live.room import Room
from charkoni.web.pages.board_pictures import board_svg, perspective_of, theme_of
from charkoni.web.pages.table.page import RoomDep
from charkoni.web.pages.visits import VisitDep, limit_pictures, limit_queries

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
    game, position = room.live.game, room.live.record.positions[ply]
    title, url = names.game_name(visit.words, game), f"/g/{room.id}"
    perspective = perspective_of(visit.request, game, "en")
    view = view_of(game, perspective.bottom, perspective.portrait)
    ids = {piece.slot: f"p{place}" for place, piece in enumerate(view.pieces(position))}
    page: HTMLResponse = visit.page(
        "table/embed.html",
        title=title,
        url=f"{visit.request.base_url}{url.removeprefix('/')}" + (f"?ply={ply}" if is_named else ""),
        board=safe(board_svg(view, nodes_of(position, ids, perspective), PREFIX, title)),
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


@router.get("/g/{game_id}.svg")
async def picture(request: Request, room: RoomDep) -> Response:
    """Return a position of a game as SVG.

    Query: ply (how many are played; by default all), v (any value: the response may be cached), theme, seat, portrait.
    """
    perspective = perspective_of(request, room.live.game, "en")
    ply, is_ply = ply_of(request, room)
    position = room.live.record.positions[ply]
    svg = view_of(room.live.game, perspective.bottom, perspective.portrait).svg(position, theme_of(request))
    headers = {"cache-control": "public, max-age=3600" if is_ply or "v" in request.query_params else "no-cache"}
    return Response(svg, media_type="image/svg+xml", headers=headers)


@router.get("/g/{game_id}.txt")
async def record_as_text(room: RoomDep) -> Response:
    """Return the record of a game as text, to be saved."""
    return PlainTextResponse(str(record_of(room.live)), headers=_attached(room.live, "txt"))


@router.get("/g/{game_id}/match.txt")
async def match_as_text(room: RoomDep, hub: HubDep) -> Response:
    """Return the records of a match up to a set as text, to be saved.  Refused: NO_SUCH_PAGE, for single games."""
    found(room.live.match)
    sets = [room.live]
    while sets[-1].match and sets[-1].match.game > 1:
        before = await hub.room(sets[-1].row.previous)
        if before is None:
            break
        sets.append(before.live)
    text = "\n\n".join(str(record_of(live)).rstrip() for live in reversed(sets)) + "\n"
    return PlainTextResponse(text, headers=_attached(room.live, "match.txt"))


@router.get("/g/{game_id}.json")
async def record_as_json(room: RoomDep) -> Response:
    """Return the record of a game as JSON, to be saved."""
    headers = _attached(room.live, "json")
    return Response(record_of(room.live).json(), media_type="application/json", headers=headers)


@router.get("/g/{game_id}/replay.json", dependencies=[Depends(limit_queries)])
async def replay(visit: VisitDep, room: RoomDep) -> Response:
    """Return all plies as deltas, as JSON: see `replay_document`, and v (the version of the game).

    Query: seat, portrait.  Refused: TOO_FAST.
    """
    live = room.live
    perspective = perspective_of(visit.request, live.game, visit.lang)
    replay = await asyncio.to_thread(replay_document, live.game, live.record.start, live.record.moves, perspective)
    return JSONResponse(replay | {"v": live.v}, headers={"cache-control": "no-cache"})


@router.get("/g/{game_id}/dice.json")
async def dice_proof(room: RoomDep) -> Response:
    """Return the document of the dice as JSON: see `document_of`."""
    return JSONResponse(document_of(room.live))


def document_of(live: LiveGame) -> dict[str, object]:
    """Return the document of a game's dice.

    version; id, game, start (position); commitments (by seat), commitment (the server's) and faces (the possible
    throws) as far as they are known; plies (m, and of throws the number); once the game is over seeds (by seat, of
    commitment "-" the word, else "") and key.
    """
    state = live.dice
    document: dict[str, object] = {
        "version": fair_dice.VERSION,
        "id": live.row.id,
        "game": live.game.name,
        "start": live.row.start,
        "commitments": state.listed,
        "commitment": state.commitment,
        "faces": state.faces,
        "plies": [
            {"m": ply.move, "seat": origin.seat} if origin.number < 0 else {"m": ply.move, "number": origin.number}
            for ply, origin in zip(live.record.plies, live.origins, strict=True)
        ],
    }
    if live.state in ("over", "called-off") and state.key:
        # Only now: with the key all throws to come could be computed.
        document |= {"key": state.key, "seeds": [state.secrets.get(seat, "") for seat in range(state.seats)]}
    return document


def record_of(live: LiveGame) -> Record:
    """Return a copy of the record of a game with the names of its players as tags.

    Of a set of a match: Sets (at most), Set (its number), Score (of the match with this set, as its sides are).
    """
    words, record = Words("en"), copy.copy(live.record)
    for seat in live.seats:
        record.tags[LETTERS[seat.seat].upper()] = table_state.seat_name(words, seat)
    if live.match:
        record.tags |= {
            "Sets": str(live.match.format.sets),
            "Set": str(live.match.game),
            "Score": ":".join(f"{half / 2:g}" for half in live.match_points),
        }
    return record


def replay_document(game: Game, start: Position, moves: Sequence[str], perspective: Perspective) -> dict[str, object]:
    """Return all plies as deltas, from which a client builds any position of the game.

    scene (address), nodes and start (position) before the first ply; plies: m, turn (who moved), set and del (nodes),
    events, say (a sentence), hud (counters), zones (touched by the move), position (afterwards).
    """
    tracked, words = scene.TrackedPosition(start), words_in(perspective.lang)
    nodes = nodes_of(start, tracked.ids, perspective)
    scene_at = scene_url(view_of(game, perspective.bottom, perspective.portrait))
    replay = {"scene": scene_at, "nodes": nodes, "start": str(start)}
    plies = []
    for move in moves:
        before = tracked.position
        events = tracked.play(move)
        after = nodes_of(tracked.position, tracked.ids, perspective)
        plies.append(
            difference(nodes, after)
            | {
                "m": move,
                "turn": before.turn,
                "events": events,
                "say": scene.describe(before, move, words),
                "hud": counters(tracked.position, words),
                "zones": zones_of_last(before, move, tracked.position),
                "position": str(tracked.position),
            }
        )
        nodes = after
    return replay | {"plies": plies}


def _attached(live: LiveGame, ending: str) -> dict[str, str]:
    name = f"{live.game.family.name}-{live.row.id}.{ending}"
    return {"content-disposition": f'attachment; filename="{name}"'}
