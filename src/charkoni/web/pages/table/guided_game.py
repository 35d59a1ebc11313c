"""A guided game on the server: the guide's remarks on the current position, without and with a search.

It is an ordinary game against the computer.  The remarks are a function of its record, so nothing is stored of them.
"""

from contextlib import suppress
from weakref import WeakKeyDictionary

from fastapi import Depends
from starlette.responses import JSONResponse, Response

from charkoni.analysis.guided_game import GuidedGame, Remark
from charkoni.analysis.record_search import Row
from charkoni.core.teaching.guide import guide_of
from charkoni.core.translations import Words
from charkoni.graphics import scene
from charkoni.web.engine.worker import EngineError
from charkoni.web.http.errors import Problem, found
from charkoni.web.http.routing import PageRouter
from charkoni.web.live.observers.computer_player import payer_of
from charkoni.web.live.queries import rule_url
from charkoni.web.live.room import Room
from charkoni.web.pages.table.guide import may_be_guided
from charkoni.web.pages.table.page import RoomDep
from charkoni.web.pages.visits import VisitDep, limit_queries

NODES = 5_000
"""The node budget of each search: a beginner's moves need no better judge."""

DEEPER = 40_000
"""The node budget where the rows of the first search cannot be compared."""

MOST_ROWS = 9
"""How many rows of an analysis are kept of a game: those before and after the last moves, and after the best ones."""

router = PageRouter()

_followed: WeakKeyDictionary[Room, GuidedGame] = WeakKeyDictionary()
_rows: WeakKeyDictionary[Room, dict[tuple[int, tuple[str, ...]], Row]] = WeakKeyDictionary()


@router.get("/g/{game_id}/guide.json", dependencies=[Depends(limit_queries)])
async def remarks(visit: VisitDep, room: RoomDep, search: bool = False) -> Response:
    """Return the guide's remarks on the current position.

    v (the version meant); remarks: of kind, text, and with a clause rule and url; zones (to be shown); more (whether
    a query with `search` would add something).  search: return only what a search adds.
    Refused: NOT_YOUR_SEAT (also where people play against people), NO_SUCH_PAGE (no guide), TOO_FAST.
    """
    live = room.live
    seats = await visit.seats_at(room)
    if not may_be_guided(room, seats):
        raise Problem(403, "NOT_YOUR_SEAT")
    guide = found(guide_of(live.game))
    if room not in _followed or _followed[room].seats != seats:
        _followed[room] = GuidedGame(guide, seats)
    game, v, words = _followed[room], live.v, visit.words
    game.follow(live.record)
    zones: list[str] = []
    if search:
        said, move = await _searched(room, game, words)
        zones = list(scene.tap_sequences(live.position)[move][0]) if move else []
    else:
        said = game.remarks(words, live.record)
    more = not search and room.host.engine.is_on and live.state == "open" and game.wants_search(live.record)
    shown = [
        {"kind": each.kind, "text": each.text}
        | ({"rule": each.clause, "url": rule_url(live.game.name, each.clause)} if each.clause else {})
        for each in said
    ]
    return JSONResponse({"v": v, "remarks": shown, "zones": zones, "more": more}, headers={"cache-control": "no-store"})


async def _searched(room: Room, game: GuidedGame, words: Words) -> tuple[list[Remark], str]:
    """Return what a search adds, and the move whose place is to be shown, or ""; nothing when the game has gone on."""
    live, record = room.live, room.live.record
    moves = record.moves
    if live.state != "open" or not game.wants_search(record):
        return [], ""
    said: list[Remark] = []
    own = game.last_own(record)
    if own is not None:
        rows = await _rows_around(room, moves, own)
        if rows and game.needs_deeper_rows(record, own, *rows):
            rows = await _rows_around(room, moves, own, DEEPER)
        if rows is None or record.moves != moves:
            return [], ""
        said = game.judgement(words, record, own, *rows)
    row = await _row(room, moves, holds=True)
    if row is None or record.moves != moves:
        return [], ""
    suggested, move = game.suggestion(words, record, row)
    return [*said, *suggested], move


async def _rows_around(
    room: Room, moves: tuple[str, ...], ply: int, nodes: int = NODES
) -> tuple[Row, Row, Row | None] | None:
    """Return the rows before and after a ply, and after the best move where another was played; None as `_row`."""
    before = await _row(room, moves[:ply], nodes)
    after = await _row(room, moves[: ply + 1], nodes) if before else None
    if before is None or after is None:
        return None
    best = before["best"]
    return before, after, await _row(room, (*moves[:ply], best), nodes) if best and best != moves[ply] else None


async def _row(room: Room, moves: tuple[str, ...], nodes: int = NODES, holds: bool = False) -> Row | None:
    """Return the row of an analysis after some moves; None when the engine fails or the game has gone on.

    holds: whether a lost position has the move that holds out longest.
    """
    rows, key = _rows.setdefault(room, {}), (nodes, moves)
    live, v = room.live, room.live.v
    if key not in rows:
        name, start, _ = live.line
        with suppress(EngineError):
            if row := await room.host.engine.find(
                payer_of(room), name, start, moves, "look", lambda: room.live.v == v, nodes=nodes, holds=holds
            ):
                rows[key] = row
        while len(rows) > MOST_ROWS:
            del rows[next(iter(rows))]
    return rows.get(key)
