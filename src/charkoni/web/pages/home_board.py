"""The board of the home page: a short game of each kind that plays by itself."""

import asyncio
from functools import lru_cache

from starlette.responses import JSONResponse, Response

from charkoni.core.game import Game
from charkoni.core.registry import named
from charkoni.core.teaching.presentation import Presentation, presentation_of
from charkoni.graphics import scene
from charkoni.web.engine.warm import playable, warm
from charkoni.web.http.assets import IMMUTABLE
from charkoni.web.http.errors import Problem
from charkoni.web.http.routing import PageRouter
from charkoni.web.live.board_view import Perspective, difference, nodes_of, scene_url, view_of, zones_of_last
from charkoni.web.pages.board_pictures import game_of

router = PageRouter()


@router.get("/home-board/{game}/{hash}.json")
async def home_board(game: str, hash: str) -> Response:
    """Return a short game as JSON: see `film`.  hash: of the scene, so that the answer never changes."""
    shown = game_of(game)
    presentation = presentation_of(shown.family)
    if presentation is None or film_url(shown) != f"/home-board/{game}/{hash}.json":
        raise Problem(404, "NO_SUCH_PAGE")
    await warm(shown)
    return JSONResponse(await asyncio.to_thread(film, shown, presentation), headers=IMMUTABLE)


def shown_games() -> list[str]:
    """Return the names of the games that have a presentation."""
    return [name for name in playable() if presentation_of(named(name).family)]


def film_url(game: Game) -> str:
    """Return the address of the film of a game."""
    presentation = presentation_of(game.family)
    assert presentation
    return f"/home-board/{game.name}/{view_of(game, 0, presentation.upright).hash}.json"


@lru_cache(16)
def film(game: Game, presentation: Presentation) -> dict[str, object]:
    """Return the short game of a presentation.

    scene (address); nodes (at the start); plies: each with events and last as in the message `Ply`, and set, del and
    order as in `difference`.
    """
    tracked = scene.TrackedPosition(game.parse(presentation.position))
    perspective = Perspective(portrait=presentation.upright)
    start = nodes = nodes_of(tracked.position, tracked.ids, perspective)
    plies = []
    for move in presentation.moves.split():
        before = tracked.position
        events = tracked.play(move)
        after = nodes_of(tracked.position, tracked.ids, perspective)
        last = zones_of_last(before, move, tracked.position)
        plies.append(difference(nodes, after) | {"events": events, "last": last})
        nodes = after
    return {"scene": scene_url(view_of(game, 0, presentation.upright)), "nodes": start, "plies": plies}
