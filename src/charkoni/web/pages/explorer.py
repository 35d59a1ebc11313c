"""The explorer's panel on the study page, and the page of finished games with its search."""

from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

from fastapi import Depends
from starlette.responses import JSONResponse, PlainTextResponse, Response

from charkoni.games import names
from charkoni.web.explorer import search
from charkoni.web.explorer.positions import Explorer
from charkoni.web.http.errors import Problem, Refused
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.sessions import clean_name
from charkoni.web.live.board_view import view_of
from charkoni.web.live.results import RESULTS
from charkoni.web.pages.board_pictures import game_of, reached
from charkoni.web.pages.game_list import game_lines
from charkoni.web.pages.new_game import game_choices
from charkoni.web.pages.table.sharing import record_of
from charkoni.web.pages.visits import VisitDep, limit_queries

DOWNLOAD_PRICE = 20
"""What the records of a search cost, in queries."""

router = PageRouter()


@router.get("/explorer.json", dependencies=[Depends(limit_queries)])
async def explorer(visit: VisitDep, game: str = "", position: str = "", moves: str = "") -> Response:
    """Return what was played in a position, as JSON.

    position: by default the start.  moves: played from there, with spaces between them.

    hues: of the sides.  moves: move, games (how many), wins (of each side, as shares), even (the share without a
    winner), rating (the mean of the rated players, 0 for unknown), ordered by games.  latest: url, people, result of
    the latest games.
    Refused: NO_GAME, TOO_LONG, TOO_FAST; with status 409 a position that cannot be reached.
    """
    played = game_of(game)
    _, _, at = await reached(played, position, moves)
    found = await Explorer(visit.hub.store).find(at)
    sides = sorted(set(played.sides))
    lines = await game_lines(visit, await visit.hub.store.named(found.latest))
    return JSONResponse(
        {
            "hues": [view_of(played, 0, False).layout.colours[played.sides.index(side)] for side in sides],
            "moves": [
                {
                    "move": each.move,
                    "games": each.games,
                    "wins": [each.wins[side] / each.games for side in sides],
                    "even": each.wins[-1] / each.games,
                    "rating": each.rating,
                }
                for each in found.moves
            ],
            "latest": [{"url": line["url"], "people": line["people"], "result": line["status"]} for line in lines],
        },
        headers={"cache-control": "public, max-age=60"},
    )


@router.get("/games", dependencies=[Depends(limit_queries)])
async def finished_games(visit: VisitDep) -> Response:
    """Return finished games that anybody may see as a page.

    Query: see `_query_of`.  Context: games (see `game_line`), asked (the query, as given), choices (name and title of
    games), outcomes (value and text), download (address of the records; "" without games), error (a sentence).
    Refused: TOO_FAST.
    """
    asked = _asked(visit)
    try:
        rows, error = await search.find(visit.hub.store, await _query_of(asked)), ""
    except (Problem, Refused) as problem:
        rows, error = [], problem.message(visit.words)
    return visit.page(
        "pages/finished_games.html",
        games=await game_lines(visit, rows),
        asked=asked,
        choices=[(game["name"], game["title"]) for game in game_choices(visit.words)],
        outcomes=[(each, visit.words._(text)) for each, text in RESULTS.items()],
        download=f"/games.txt?{urlencode({key: value for key, value in asked.items() if value})}" if rows else "",
        title=names.game_name(visit.words, game_of(asked["game"])) if asked["game"] and not error else "",
        error=error,
    )


@router.get("/games.txt")
async def records(visit: VisitDep) -> Response:
    """Return the records of finished games as text, one after the other.

    Query: see `_query_of`.  Refused: as there, and RateLimited.
    """
    visit.site.quotas.spend(visit.user, "query", DOWNLOAD_PRICE)
    texts = []
    for row in await search.find(visit.hub.store, await _query_of(_asked(visit))):
        live = await visit.hub.load(row.id)
        if live is not None:
            texts.append(str(record_of(live)).rstrip())
    headers = {"content-disposition": 'attachment; filename="games.txt"'}
    return PlainTextResponse("\n\n".join(texts) + "\n", headers=headers)


def _asked(visit: VisitDep) -> dict[str, str]:
    fields = ("player", "game", "outcome", "since", "until", "position", "moves")
    return {name: visit.request.query_params.get(name, "").strip() for name in fields}


async def _query_of(asked: dict[str, str]) -> search.Query:
    """Return the query of a form; raise Problem: NO_GAME, BAD_MESSAGE, TOO_LONG, NO_PLAYER; Refused as `reached`.

    player: a name.  game: a name, perhaps with flags.  outcome: of the player.  since, until: days in UTC, 2026-11-27,
    both included.  position and moves: as in `explorer`, of the game.
    """
    game = game_of(asked["game"]) if asked["game"] else None
    player = clean_name(asked["player"])
    if asked["outcome"] not in ("", *RESULTS):
        raise Problem(400, "BAD_MESSAGE")
    if asked["outcome"] and not player:
        raise Problem(400, "NO_PLAYER")
    is_placed = game and (asked["position"] or asked["moves"])
    position = (await reached(game, asked["position"], asked["moves"]))[2] if game and is_placed else None
    until = _day(asked["until"], timedelta(days=1))
    return search.Query(player, asked["game"], asked["outcome"], _day(asked["since"]), until, position)


def _day(text: str, more: timedelta = timedelta()) -> int:
    """Return the begin of a day in ms since 1970, 0 for none; raise Problem: BAD_MESSAGE."""
    try:
        return round((datetime.fromisoformat(text).replace(tzinfo=UTC) + more).timestamp() * 1000) if text else 0
    except (ValueError, OverflowError):
        raise Problem(400, "BAD_MESSAGE") from None
