"""The living board: a short game of each kind that plays by itself on the home page."""

import asyncio
from functools import lru_cache
from typing import Any

from starlette.responses import JSONResponse, Response

from charkoni.core.game import Game
from charkoni.core.registry import named
from charkoni.core.teaching.showcase import Showcase, showcase_of
from charkoni.graphics import scene
from charkoni.web.engine.warm import playable, warm
from charkoni.web.http.assets import IMMUTABLE
from charkoni.web.http.errors import Problem
from charkoni.web.http.routing import PageRouter
from charkoni.web.live.board_view import Perspective, difference, nodes_of, scene_url, view_of, zones_of_last
from charkoni.web.pages.board_pictures import game_of

router = PageRouter()


@router.get("/living/{game}/{hash}.json")
async def living_board(game: str, hash: str) -> Response:
    """Return a short game as JSON: see `film`.  hash: of the scene, so that the answer never changes."""
    shown = game_of(game)
    showcase = showcase_of(shown.family)
    if showcase is None or film_url(shown) != f"/living/{game}/{hash}.json":
        raise Problem(404, "NO_SUCH_PAGE")
    await warm(shown)
    return JSONResponse(await asyncio.to_thread(film, shown, showcase), headers=IMMUTABLE)


def shown_games() -> list[str]:
    """Return the names of the games that have a showcase."""
    return [name for name in playable() if showcase_of(named(name).family)]


def film_url(game: Game) -> str:
    """Return the address of a game's living board."""
    showcase = showcase_of(game.family)
    assert showcase
    return f"/living/{game.name}/{view_of(game, 0, showcase.upright).hash}.json"


@lru_cache(16)
def film(game: Game, showcase: Showcase) -> dict[str, Any]:
    """Return the short game of a showcase.

    scene (address); nodes (at the start); plies: each with events and last as in the message `Ply`, and set, del and
    order as in `difference`.
    """
    table = scene.TrackedPosition(game.parse(showcase.position))
    perspective = Perspective(portrait=showcase.upright)
    start = nodes = nodes_of(table.position, table.ids, perspective)
    plies = []
    for move in showcase.moves.split():
        before = table.position
        events = table.play(move)
        after = nodes_of(table.position, table.ids, perspective)
        last = zones_of_last(before, move, table.position)
        plies.append(difference(nodes, after) | {"events": events, "last": last})
        nodes = after
    return {"scene": scene_url(view_of(game, 0, showcase.upright)), "nodes": start, "plies": plies}
