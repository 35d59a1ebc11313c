"""Study: any position with all moves and their values, as a page and in words."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Annotated, Any

from fastapi import Depends
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from charkoni.analysis.position_values import position_report
from charkoni.core.game import Position
from charkoni.games import names
from charkoni.games.opponents import ADVICE_NODES
from charkoni.graphics import scene
from charkoni.web.engine.worker import EngineError
from charkoni.web.http.errors import Refused
from charkoni.web.http.quotas import RateLimited, User
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.site import FormDep
from charkoni.web.live.hub import Hub, HubDep
from charkoni.web.pages.analyses.pages import read_record
from charkoni.web.pages.board_pictures import game_of, page_board, picture_url, reached, search_data
from charkoni.web.pages.new_game import game_choices
from charkoni.web.pages.visits import Visit, VisitDep, limit_queries

MOST_CACHED = 500
MOST_MOVES = 400
"""The most moves that the page lists."""

router = PageRouter()


class _Search:
    """The search of a position's values, and how many requests wait for it."""

    def __init__(self, start: Callable[[Callable[[], bool]], Coroutine[object, object, Any]]) -> None:
        """Start it.  start: takes the condition on which the values are wanted."""
        self.askers = 0
        self.task = asyncio.ensure_future(start(lambda: self.askers > 0))
        self.task.add_done_callback(lambda task: task.cancelled() or task.exception())  # also without waiters

    @property
    def is_useless(self) -> bool:
        """Whether it has failed, or was given up."""
        task = self.task
        return task.done() and (task.cancelled() or task.exception() is not None or task.result() is None)


class PositionValues:
    """Values of positions from the engine; those of the latest positions are cached."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._searches: OrderedDict[tuple[str, str, int], _Search] = OrderedDict()

    async def find(
        self, position: Position, user: User, request: Request, nodes: int = ADVICE_NODES
    ) -> Mapping[str, object]:
        """Return the result of the engine's task `study` (see `engine.tasks`); raise Refused: NO_COMPUTER, ENGINE.

        nodes: of the search; 0 for what is proved alone.  user: the user charged for the engine's time.  request: once
        all requests for a position are disconnected, its search is stopped; raises ClientDisconnect then.
        """
        if not self._hub.engine.is_on:
            raise Refused("NO_COMPUTER")
        leaving = asyncio.ensure_future(disconnection(request))
        try:
            while True:
                search = self._search(position, user, nodes)
                search.askers += 1
                try:
                    await asyncio.wait({search.task, leaving}, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    search.askers -= 1
                if not search.task.done():
                    raise ClientDisconnect
                values: Mapping[str, object] | None = search.task.result()
                if values is not None:  # otherwise the earlier requests disconnected at that moment
                    return values
        except EngineError:
            raise Refused("ENGINE") from None
        finally:
            leaving.cancel()

    def _search(self, position: Position, user: User, nodes: int) -> _Search:
        """Return the search of a position, a new one where there is none; raise RateLimited."""
        at = (position.game.name, str(position))
        key = (*at, nodes)
        search = self._searches.pop(key, None)
        if search is None or search.is_useless:
            self._hub.quotas.require(user, "thinking")
            find = self._hub.engine.find
            search = _Search(lambda is_wanted: find(user, *at, (), "study", is_wanted, nodes=nodes))
        self._searches[key] = search
        while len(self._searches) > MOST_CACHED:
            self._searches.popitem(last=False)
        return search


async def disconnection(request: Request) -> None:
    """Wait until the visitor who sent a request has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def position_values(request: Request, hub: HubDep) -> PositionValues:
    """Return the cache of the server, which is made with the first request."""
    state = request.app.state
    if not hasattr(state, "position_values"):
        state.position_values = PositionValues(hub)
    values: PositionValues = state.position_values
    return values


ValuesDep = Annotated[PositionValues, Depends(position_values)]


@router.get("/study")
async def overview(visit: VisitDep) -> Response:
    """Return the games that can be studied as a page: see `_overview`."""
    return _overview(visit)


@router.post("/study")
async def study_of_record(visit: VisitDep, form: FormDep) -> Response:
    """Return the page for study of a record with its variations, marks and comments.

    Form: record (as text or JSON).  A bad record is answered with status 400 and the overview.  Refused otherwise:
    NO_GAME, TOO_LONG.
    """
    text = str(form.get("record", ""))
    try:
        record = await read_record(text)
    except Refused as refused:
        return _overview(visit, refused.message(visit.words), text)
    plies = json.loads(record.json())["plies"]
    return _page(visit, record.start, record.start, plies=plies)


def _overview(visit: Visit, error: str = "", text: str = "") -> Response:
    """Return the games that can be studied.

    Context: games (see `game_choices`), error (a sentence), text (of the record that cannot be read).
    """
    games = game_choices(visit.words)
    return visit.page("study/overview.html", 400 if error else 200, games=games, error=error, text=text)


@router.get("/study.json")
async def values_as_json(
    visit: VisitDep, cache: ValuesDep, game: str = "", position: str = "", moves: str = "", part: str = ""
) -> Response:
    """Return the values of a position as JSON: see `position_report`.

    position: by default the start.  moves: played from there, with spaces between them.  part: "proved" for what is
    proved alone, for a page that searches by itself.
    Refused: NO_GAME, TOO_LONG, TOO_FAST; with status 409 a position that cannot be reached, NO_COMPUTER, ENGINE.
    """
    try:
        _, _, at = await reached(game_of(game), position, moves)
        report = await _report(visit, cache, at, 0 if part == "proved" else ADVICE_NODES)
    except RateLimited:
        raise  # it has a status of its own
    except Refused as refused:
        return JSONResponse({"code": refused.code, "text": refused.message(visit.words)}, 409)
    headers = {"cache-control": "private, max-age=600", "vary": "cookie, accept-language"}
    return JSONResponse(report, headers=headers)


@router.get("/study/{game}")
async def study(
    visit: VisitDep, game: str, cache: ValuesDep, position: str = "", moves: str = "", values: str = ""
) -> Response:
    """Return a position as a page for study.

    position: by default the start.  moves: played from there, with spaces between them.  values: any text requests the
    values of the moves.
    """
    played, words = game_of(game), visit.words
    try:
        start, walked, at = await reached(played, position, moves)
    except Refused as refused:
        start = played.start()
        return _page(visit, start, start, error=refused.message(words), typed=position)
    report = await _report(visit, cache, at) if values else None
    return _page(visit, start, at, walked, report, typed=position)


def _page(
    visit: Visit,
    start: Position,
    at: Position,
    walked: Sequence[str] = (),
    values: Mapping[str, object] | None = None,
    error: str = "",
    typed: str = "",
    plies: Sequence[object] = (),
) -> Response:
    """Return the page for study.

    Context: title and name (of the game), error (a sentence), typed (the position as it was typed), start and at
    (texts), turn (a sentence), moves (move, say), walked (moves), values (see `position_report`, or None), picture,
    here (address), seats (how many), board (SVG), row (whether choices will need a row of chips), data (for the client:
    game, start, moves, plies of a record as its JSON has them), is_on (whether the computer plays).  A position that
    cannot be reached has status 400.  The client also gets `search_data`.
    """
    words, played = visit.words, start.game
    title = names.game_name(words, played)
    data = {"game": played.name, "start": str(start), "moves": list(walked), "plies": list(plies)}
    return visit.page(
        "study/study.html",
        400 if error else 200,
        title=title,
        name=played.family.name,
        error=error,
        typed=typed,
        start=str(start),
        at=str(at),
        turn=names.turn(words, played, at.turn) if at.turn >= 0 else "",
        moves=[(move, scene.describe(at, move, words)) for move in at.moves[:MOST_MOVES]],
        walked=list(walked),
        values=values,
        picture=picture_url(played.name, str(at)),
        here=f"/study/{played.name}",
        seats=played.players,
        board=page_board(played, 0, "u1-", str(at), title, visit.lang),
        row=scene.needs_row(at),
        data=data | search_data(visit, played),
        is_on=visit.hub.engine.is_on,
    )


async def _report(
    visit: Visit, cache: PositionValues, position: Position, nodes: int = ADVICE_NODES
) -> dict[str, object]:
    """Return the report of a position; raise Refused.  nodes: see `PositionValues.find`."""
    await limit_queries(visit)
    values = await cache.find(position, visit.user, visit.request, nodes)
    return await asyncio.to_thread(position_report, position, values, visit.words)
