"""The home page, lists of games, and the page about the program."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import lru_cache
from importlib.metadata import version
from typing import Annotated

from fastapi import Depends
from starlette.responses import JSONResponse, RedirectResponse, Response

from charkoni.analysis.puzzles import count, outline
from charkoni.core.game import Game
from charkoni.core.registry import named
from charkoni.core.teaching.presentation import Presentation, presentation_of
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.graphics import scene
from charkoni.graphics.move_highlights import zones_of_last
from charkoni.web.engine.warm import playable, warm
from charkoni.web.http.assets import IMMUTABLE
from charkoni.web.http.errors import Problem
from charkoni.web.http.network_access import NetworkDep
from charkoni.web.http.routing import PageRouter, service
from charkoni.web.http.sessions import is_id
from charkoni.web.http.site import safe
from charkoni.web.live.board_view import Perspective, difference, nodes_of, scene_url, view_of
from charkoni.web.pages.board_pictures import game_of, picture_url
from charkoni.web.pages.game_list import challenge_lines, game_lines
from charkoni.web.pages.new_game import game_choice, game_choices
from charkoni.web.pages.visits import Visit, VisitDep, limit_queries

MOST_OWN = 4
"""The most own games on the home page."""

MOST_LINES = 3
"""The most lines of a list on the home page."""

MOST_LIVE = 60
"""The most games in a request for their states."""

ABANDONED_MS = 2 * 3_600_000
"""A game without days per move in which nothing has happened for so long is listed no more."""

LIVE_MS = 300_000
"""A game in which something has happened within this time is being played now."""

DAY_MS = 86_400_000
PREFIX = "l-"
"""The prefix of the element ids of the board of the home page."""

EventLines = Callable[[Words], Awaitable[list[dict[str, object]]]]
"""The events that are running, as lines: id, name, phase (a sentence)."""

EventLinesDep = Annotated[EventLines, Depends(service("event_lines"))]
router = PageRouter()


@router.get("/")
async def home(visit: VisitDep, running: EventLinesDep, network: NetworkDep) -> Response:
    """Return the home page; redirect pupils, and strangers at a server that was started for a lesson, to its entry.

    Context: hero (see `hero`) and games (the others, see `game_choices`); mine (own unfinished games, see `game_line`);
    see also `gathering`.
    """
    is_lesson = visit.request.app.state.classrooms.is_lesson and not network.is_owner(visit.request)
    if visit.visitor.is_pupil or is_lesson:
        return RedirectResponse("/class", 303)
    words, now = visit.words, visit.hub.time.wall()
    unfinished = await visit.hub.store.unfinished(visit.person) if visit.person else []
    choices, shown = game_choices(words), shown_games()
    first = shown[now // DAY_MS % len(shown)] if shown else ""
    return visit.page(
        "pages/home.html",
        hero=hero(words, first) if first else None,
        games=[game for game in choices if game["name"] != first],
        mine=await game_lines(visit, unfinished[:MOST_OWN], is_own=True),
        more=len(unfinished) > MOST_OWN,
        **await gathering(visit, running, {row.id for row in unfinished}, MOST_LINES),
    )


async def gathering(visit: Visit, running: EventLines, but: set[str], most: int) -> dict[str, object]:
    """Return who and what there is on the site: at most some of each.  but: the ids of games that are left out.

    open: games with free seats, see `challenge_lines`.  live: public games, see `game_line`.  puzzle: see
    `daily_puzzle`.  events: see `EventLines`.
    """
    words, now = visit.words, visit.hub.time.wall()
    waiting = [row for row in await visit.hub.challenges.open() if row.id not in but]
    watched = [row for row in await visit.hub.store.watched("open", now - ABANDONED_MS) if row.id not in but]
    lines = await challenge_lines(visit, waiting)
    return {
        "open": sorted(lines, key=lambda line: not line["online"])[:most],
        "live": await game_lines(visit, watched[:most]),
        "puzzle": daily_puzzle(words, now // DAY_MS),
        "events": (await running(words))[:most],
    }


def hero(words: Words, name: str) -> dict[str, object]:
    """Return the game that plays by itself: game (see `game_choices`), slogan, board (SVG), film (address)."""
    game = named(name)
    presentation = presentation_of(game.family)
    assert presentation
    title = words._("A self-playing game of {game}", game=names.family_name(words, name))
    view = view_of(game, 0, presentation.upright)
    return {
        "game": game_choice(words, game),
        "slogan": words._(presentation.slogan),
        "board": safe(view.svg_of_text(presentation.position, None, PREFIX, title, words.language)),
        "title": title,
        "film": film_url(game),
    }


def daily_puzzle(words: Words, day: int) -> dict[str, str] | None:
    """Return the puzzle of a day: title (of its game), task, url, picture (address); None without puzzles."""
    sets = [name for name in shown_games() if count(name)]
    if not sets:
        return None
    name, turn = sets[(day + 2) % len(sets)], day // len(sets)  # another game than that of the board
    place = turn % count(name)
    puzzle = outline(name, place)
    return {
        "title": names.family_name(words, name),
        "task": words._(puzzle.theme.task),
        "url": f"/puzzles/{name}/{place + 1}",
        "picture": picture_url(puzzle.game, puzzle.position),
    }


@router.get("/watch")
async def watch(visit: VisitDep, running: EventLinesDep) -> Response:
    """Return the games that anybody may watch as a page.

    Context: live (being played now) and games (the others; see `game_line`); events (see `EventLines`).
    """
    now = visit.hub.time.wall()
    rows = await visit.hub.store.watched("open", now - ABANDONED_MS)
    live = [row for row in rows if row.changed > now - LIVE_MS]
    return visit.page(
        "pages/watch.html",
        live=await game_lines(visit, live),
        games=await game_lines(visit, rows[len(live) :]),
        events=await running(visit.words),
    )


@router.get("/live", dependencies=[Depends(limit_queries)])
async def live(visit: VisitDep, ids: str = "") -> Response:
    """Return the state of games as JSON: {id: {picture, status, state, short}}, see `game_line`.

    ids: of games, with commas between them; unknown ones are left out.  Refused: TOO_FAST.
    """
    wanted = [each for each in ids.split(",") if is_id(each)][:MOST_LIVE]
    lines = await game_lines(visit, await visit.hub.store.named(wanted), is_own=True)
    states = {line["id"]: {name: line[name] for name in ("picture", "status", "state", "short")} for line in lines}
    return JSONResponse(states, headers={"cache-control": "no-store"})


@router.get("/about")
async def about(visit: VisitDep) -> Response:
    """Return the page about the program.  Context: version, games (see `game_choices`)."""
    return visit.page("pages/about.html", version=version("charkoni"), games=game_choices(visit.words))


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
