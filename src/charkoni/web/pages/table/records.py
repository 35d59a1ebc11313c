"""Files about a game: its picture, its record, the deltas of all plies, and the proof of the dice."""

import asyncio
import copy

from fastapi import Depends
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from charkoni.core.game import Game, Position
from charkoni.core.record import LETTERS, Record
from charkoni.core.translations import Words
from charkoni.graphics import scene
from charkoni.web.http.errors import Problem
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.texts import words_in
from charkoni.web.live import table_state
from charkoni.web.live.board_view import Perspective, counters, difference, nodes_of, scene_url, view_of, zones_of_last
from charkoni.web.live.game.dice_proof import document_of
from charkoni.web.live.game.live_game import LiveGame
from charkoni.web.live.hub import HubDep
from charkoni.web.pages.board_pictures import perspective_of, theme_of
from charkoni.web.pages.table.page import RoomDep
from charkoni.web.pages.table.sharing import ply_of
from charkoni.web.pages.visits import VisitDep, limit_queries

router = PageRouter()


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
    if room.live.match is None:
        raise Problem(404, "NO_SUCH_PAGE")
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
    moves = [ply.move for ply in live.record.plies]
    replay = await asyncio.to_thread(replay_document, live.game, live.record.start, moves, perspective)
    return JSONResponse(replay | {"v": live.v}, headers={"cache-control": "no-cache"})


@router.get("/g/{game_id}/dice.json")
async def dice_proof(room: RoomDep) -> Response:
    """Return the document of the dice as JSON: see `document_of`."""
    return JSONResponse(document_of(room.live))


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


def replay_document(game: Game, start: Position, moves: list[str], perspective: Perspective) -> dict[str, object]:
    """Return all plies as deltas, from which a client builds any position of the game.

    scene (address), nodes and start (position) before the first ply; plies: m, turn (who moved), set and del (nodes),
    events, say (a sentence), hud (counters), zones (touched by the move), position (afterwards).
    """
    tracked, words = scene.TrackedPosition(start), words_in(perspective.lang)
    nodes = nodes_of(start, tracked.ids, perspective)
    replay: dict[str, object] = {
        "scene": scene_url(view_of(game, perspective.bottom, perspective.portrait)),
        "nodes": nodes,
    }
    replay["start"] = str(start)
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
