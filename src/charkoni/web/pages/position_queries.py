"""Queries of positions, answered as JSON: threats, reasons of illegal taps, and any position as a board."""

import asyncio
from collections.abc import Callable, Sequence

from fastapi import Depends
from starlette.responses import JSONResponse, Response

from charkoni.analysis.captures import sentence, threats_after
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.errors import BadMove, BadText, IllegalMove
from charkoni.core.game import Game, Position
from charkoni.core.translations import Words
from charkoni.graphics import click_trie, scene
from charkoni.graphics.move_highlights import zones_of_last
from charkoni.web.engine.warm import warm
from charkoni.web.http.errors import Problem, Refused
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.site import VisitorDep
from charkoni.web.http.texts import words_in
from charkoni.web.live.board_view import Perspective, counters, nodes_of, scene_url, view_of
from charkoni.web.live.queries import rule_url, tap_reason
from charkoni.web.pages.board_pictures import game_of, moves_in, perspective_of
from charkoni.web.pages.table.page import RoomDep
from charkoni.web.pages.visits import VisitDep, limit_queries

MOST_CODES = 100

Question = Callable[[Position, Sequence[Position]], object]
"""See `BrowserEngines.question`."""

router = PageRouter()


@router.get("/g/{game_id}/danger.json", dependencies=[Depends(limit_queries)])
async def danger(room: RoomDep, visitor: VisitorDep, m: str = "") -> Response:
    """Return the threats after a move: zones, and say (a sentence; "" when the opponents do not decide next).

    m: a legal move of the present position.  Refused: STALE, TOO_FAST.
    """
    position = room.live.position
    if position.turn < 0 or m not in position.moves:
        raise Problem(409, "STALE")
    after = await asyncio.to_thread(threats_after, position, m)
    say = sentence(after, visitor.words) if after else ""
    return JSONResponse({"zones": list(after.zones) if after else [], "say": say})


@router.get("/explore.json", dependencies=[Depends(limit_queries)])
async def explore(visit: VisitDep, game: str = "", position: str = "", moves: str = "", engine: str = "") -> Response:
    """Return any position as a board: see `explored`.

    position: by default the start.  moves: played from there, with spaces between them.  engine: the address of the
    page's search, which is asked about the position; "" for none.  Query besides: seat, portrait.
    Refused: NO_GAME, TOO_LONG, TOO_FAST; with status 409 an unreadable position or move and an illegal move.
    """
    played = game_of(game)
    path = moves_in(moves)
    perspective = perspective_of(visit.request, played, visit.lang)
    await warm(played)
    try:
        start = played.parse(position) if position else played.start()
        ask = visit.hub.browser_engines.question if engine else None
        board = await asyncio.to_thread(explored, played, start, path, perspective, ask)
    except (BadText, IllegalMove) as error:
        code = error.reason.code if isinstance(error, BadMove | IllegalMove) else "BAD_MESSAGE"
        return JSONResponse({"code": code, "text": Refused(code, error.reason).message(visit.words)}, 409)
    return JSONResponse(board, headers={"cache-control": "public, max-age=3600"})


@router.get("/ask.json", dependencies=[Depends(limit_queries)])
async def ask(visit: VisitDep, game: str = "", position: str = "", prefix: str = "", zone: str = "") -> Response:
    """Answer a tap on a board without a table: see `tap_answer`.

    prefix: zones tapped already, with spaces between them.  zone: tapped now, or empty.
    Refused: NO_GAME, BAD_MESSAGE, TOO_FAST.
    """
    played = game_of(game)
    await warm(played)
    try:
        at = played.parse(position)
    except BadText:
        raise Problem(400, "BAD_MESSAGE") from None
    tapped = tuple(each for each in prefix.split(" ") if each)
    answer = await asyncio.to_thread(tap_answer, at, tapped, zone, visit.words)
    visit.hub.on_refusal(visit.person, game, answer.get("rule", ""))
    return JSONResponse(answer, headers={"cache-control": "public, max-age=3600"})


@router.get("/moves.json", dependencies=[Depends(limit_queries)])
async def moves(game: str = "", codes: str = "") -> Response:
    """Return the texts of moves by their codes, which a page's search has found.

    codes: with spaces between them, at most MOST_CODES.  Refused: NO_GAME, TOO_FAST, BAD_MESSAGE.
    """
    played, numbers = game_of(game), codes.split()
    if len(numbers) > MOST_CODES or not all(each.isascii() and each.isdigit() and len(each) < 8 for each in numbers):
        raise Problem(400, "BAD_MESSAGE")
    if any(int(each) >= played.family.most_codes for each in numbers):
        raise Problem(400, "BAD_MESSAGE")
    texts = {each: played.move(int(each)) for each in numbers}
    return JSONResponse(texts, headers={"cache-control": "public, max-age=3600"})


def explored(
    game: Game, position: Position, moves: list[str], perspective: Perspective, ask: Question | None = None
) -> dict[str, object]:
    """Return the position after some moves as a board; raise BadMove or IllegalMove.

    position (text); turn (the seat that decides, CHANCE or OVER); outcome (text, "" while the game goes on); scene
    (address), nodes, zones, trie, say and hud as in the message `View`; throws (the possible ones, when one is due).
    After a move also events, and last as in the message `Ply`.  With ask also search, its answer about the position and
    those before it.
    """
    tracked, words = scene.TrackedPosition(position), words_in(perspective.lang)
    board: dict[str, object] = {}
    past: list[Position] = []
    for place, move in enumerate(moves):
        before = tracked.position
        past.append(before)
        events = tracked.play(move)
        if place == len(moves) - 1:
            board["last"] = {
                "m": move,
                "seat": before.turn,
                "zones": zones_of_last(before, move, tracked.position),
                "say": scene.describe(before, move, words),
            }
            board["events"] = events
    at = tracked.position
    if ask:
        board["search"] = ask(at, past)
    return board | {
        "position": str(at),
        "turn": at.turn,
        "outcome": str(at.outcome or ""),
        "scene": scene_url(view_of(game, perspective.bottom, perspective.portrait)),
        "nodes": nodes_of(at, tracked.ids, perspective),
        "zones": scene.labels(at, words),
        "trie": scene.tap_trie(at),
        "throws": list(at.moves) if at.odds else [],
        "say": scene.prompt(at, (), words) if at.outcome is None else "",
        "hud": counters(at, words),
    }


def tap_answer(position: Position, prefix: tuple[str, ...], zone: str, words: Words) -> dict[str, str]:
    """Return the answer to a tap.

    Without a zone: say, the coach's sentence for the prefix.  With an illegal one: text (the reason), rule (its clause)
    and url (of the clause).  With a legal or unknown one: an empty text.
    """
    if position.turn in (CHANCE, OVER):
        return {"say": ""}
    trie = scene.tap_trie(position)
    if not zone:
        is_prefix = not prefix or click_trie.follow(trie, prefix) is not None
        return {"say": scene.prompt(position, prefix, words) if is_prefix else ""}
    reason = tap_reason(position, scene.labels(position, Words("en")), trie, prefix, zone)
    if reason is None:
        return {"text": ""}
    url = rule_url(position.game.name, reason.clause)
    return {"text": reason.message(words._), "rule": reason.clause, "url": url}
