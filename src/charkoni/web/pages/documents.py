"""Documents about games: pictures, records, replays, dice, and any position to explore."""

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from charkoni.core.errors import BadMove, BadText, IllegalMove
from charkoni.core.game import Game
from charkoni.core.position import Position
from charkoni.core.record import LETTERS, Record
from charkoni.core.translations import Words
from charkoni.graphics import scene as drawn
from charkoni.web.engine.warm import warm
from charkoni.web.http.errors import Problem, Refused
from charkoni.web.http.site import Site
from charkoni.web.http.texts import words_in
from charkoni.web.live import dice, table_state, threats
from charkoni.web.live.board_view import Eye, coach, counters, difference, nodes_of, scene_url, touched, view_of
from charkoni.web.live.live_game import Match
from charkoni.web.pages import sharing
from charkoni.web.pages.board_pictures import eye_of, game_of, theme_of
from charkoni.web.pages.home import Route
from charkoni.web.pages.table import room_of

LONGEST_PATH = 400
"""The most moves that an explored position may lie behind its start."""


def record_of(match: Match) -> Record:
    """Return the record of a game with the names of its players as tags."""
    words = Words("en")
    for seat in match.seats:
        name = table_state.seat_name(words, seat.kind, seat.name, seat.level)
        match.record.tags[LETTERS[seat.seat].upper()] = name.encode("ascii", "replace").decode().replace('"', "'")
    return match.record


def dice_document(match: Match) -> dict[str, Any]:
    """Return everything that proves the dice; the key only when the game is over."""
    found: dict[str, Any] = {
        "id": match.row.id,
        "game": match.game.name,
        "start": match.row.start,
        "commitment": dice.commitment(match.row.dice_key),
        "plies": [
            {"m": ply.move} if made.seat != -1 else {"m": ply.move, "number": made.number, "salt": made.salt}
            for ply, made in zip(match.record.plies, match.made, strict=True)
        ],
    }
    if match.state in ("over", "called-off"):
        found["key"] = match.row.dice_key
    return found


def replay_document(game: Game, start: Position, moves: list[str], eye: Eye) -> dict[str, Any]:
    """Return all plies as deltas, so that a client can walk to and fro."""
    table, words = drawn.Table(start), words_in(eye.lang)
    nodes = nodes_of(start, table.ids, eye)
    found: dict[str, Any] = {"scene": scene_url(view_of(game, eye.bottom, eye.portrait)), "nodes": nodes}
    found["start"] = str(start)
    plies = []
    for move in moves:
        before = table.position
        events = table.play(move)
        after = nodes_of(table.position, table.ids, eye)
        plies.append(
            difference(nodes, after)
            | {
                "m": move,
                "turn": before.turn,
                "events": events,
                "say": drawn.tell(before, move, words),
                "hud": counters(table.position, words),
                "zones": touched(before, move, table.position),
                "position": str(table.position),
            }
        )
        nodes = after
    return found | {"plies": plies}


def explored(game: Game, position: Position, moves: list[str], eye: Eye) -> dict[str, Any]:
    """Return a position behind some moves as a board; raise BadMove or IllegalMove."""
    table, words = drawn.Table(position), words_in(eye.lang)
    found: dict[str, Any] = {}
    for place, move in enumerate(moves):
        before = table.position
        events = table.play(move)
        if place == len(moves) - 1:
            found["last"] = {
                "m": move,
                "seat": before.turn,
                "zones": touched(before, move, table.position),
                "say": drawn.tell(before, move, words),
            }
            found["events"] = events
    at = table.position
    return found | {
        "position": str(at),
        "turn": at.turn,
        "outcome": str(at.outcome or ""),
        "scene": scene_url(view_of(game, eye.bottom, eye.portrait)),
        "nodes": nodes_of(at, table.ids, eye),
        "zones": drawn.labels(at, words),
        "trie": drawn.scripts(at),
        "throws": list(at.moves) if at.odds else [],
        "say": coach(at, (), words) if at.outcome is None else "",
        "hud": counters(at, words),
    }


def routes(site: Site) -> list[Route]:
    """Return the addresses of documents."""
    hub = site.hub

    async def picture(request: Request) -> Response:
        room = await room_of(hub, request)
        eye = eye_of(request, room.match.game, "en")
        positions = room.match.record.positions
        ply = request.query_params.get("ply", "")
        is_ply = ply.isascii() and ply.isdigit() and len(ply) < 6 and int(ply) < len(positions)
        position = positions[int(ply)] if is_ply else positions[-1]
        svg = view_of(room.match.game, eye.bottom, eye.portrait).svg(position, theme_of(request))
        headers = {"cache-control": "public, max-age=3600" if is_ply or "v" in request.query_params else "no-cache"}
        return Response(svg, media_type="image/svg+xml", headers=headers)

    async def text(request: Request) -> Response:
        room = await room_of(hub, request)
        return PlainTextResponse(str(record_of(room.match)), headers=_attached(room.match, "txt"))

    async def as_json(request: Request) -> Response:
        room = await room_of(hub, request)
        headers = _attached(room.match, "json")
        return Response(record_of(room.match).json(), media_type="application/json", headers=headers)

    def not_too_fast(request: Request) -> None:
        if not site.looks.take(request.client.host if request.client else ""):
            raise Problem(429, "TOO_FAST")

    async def replay(request: Request) -> Response:
        not_too_fast(request)
        room = await room_of(hub, request)
        match = room.match
        eye = eye_of(request, match.game, site.visitor(request).lang)
        moves = [ply.move for ply in match.record.plies]
        found = await asyncio.to_thread(replay_document, match.game, match.record.start, moves, eye)
        return JSONResponse(found | {"v": match.v}, headers={"cache-control": "no-cache"})

    async def fairness(request: Request) -> Response:
        return JSONResponse(dice_document((await room_of(hub, request)).match))

    async def dangers(request: Request) -> Response:
        """What the opponents could take after a move: zones, and a sentence ("" when they are not next)."""
        not_too_fast(request)
        room = await room_of(hub, request)
        position, move = room.match.position, request.query_params.get("m", "")
        if position.turn < 0 or move not in position.moves:
            raise Problem(409, "STALE")
        found = await asyncio.to_thread(threats.danger, position, move)
        words = site.visitor(request).words
        say = threats.told(found, words) if found else ""
        return JSONResponse({"zones": list(found.zones) if found else [], "say": say})

    async def explore(request: Request) -> Response:
        not_too_fast(request)
        query = request.query_params
        game = game_of(query.get("game", ""))
        moves = [move for move in query.get("moves", "").split(" ") if move]
        if len(moves) > LONGEST_PATH:
            raise Problem(400, "TOO_LONG")
        eye = eye_of(request, game, site.visitor(request).lang)
        await warm(game)
        try:
            start = game.parse(query["position"]) if query.get("position") else game.start()
            found = await asyncio.to_thread(explored, game, start, moves, eye)
        except (BadText, IllegalMove) as error:
            code = error.reason.code if isinstance(error, BadMove | IllegalMove) else "BAD_MESSAGE"
            words = site.visitor(request).words
            return JSONResponse({"code": code, "text": Refused(code, error.reason).say(words)}, 409)
        return JSONResponse(found, headers={"cache-control": "public, max-age=3600"})

    return [
        ("/g/{id}.svg", picture, "GET"),
        ("/g/{id}.txt", text, "GET"),
        ("/g/{id}.json", as_json, "GET"),
        ("/g/{id}/replay.json", replay, "GET"),
        ("/g/{id}/dice.json", fairness, "GET"),
        ("/g/{id}/danger.json", dangers, "GET"),
        ("/explore.json", explore, "GET"),
        *sharing.routes(site),
    ]


def _attached(match: Match, ending: str) -> dict[str, str]:
    name = f"{match.game.family.name}-{match.row.id}.{ending}"
    return {"content-disposition": f'attachment; filename="{name}"'}
