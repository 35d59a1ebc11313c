"""Boards as SVG, in pages and by address, and their static layer as JSON."""

from collections.abc import Callable
from fnmatch import fnmatchcase
from urllib.parse import quote, urlencode

from fastapi import Request
from markupsafe import Markup
from starlette.responses import JSONResponse, RedirectResponse, Response

from charkoni.core.errors import BadText, IllegalMove
from charkoni.core.game import Game, Position
from charkoni.core.registry import named
from charkoni.games import names
from charkoni.graphics.move_highlights import path_of, zones_of_last
from charkoni.graphics.scene import BoardView, node_svg
from charkoni.graphics.svg import document
from charkoni.graphics.themes import THEMES
from charkoni.web.engine.warm import playable, warm
from charkoni.web.http.assets import IMMUTABLE
from charkoni.web.http.errors import Problem, Refused
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.site import safe
from charkoni.web.live.board_view import Perspective, scene_document, scene_url, view_of
from charkoni.web.live.messages.replies import Node
from charkoni.web.pages.visits import Visit

MOST_MOVES = 8
"""The most moves that may lead to the position of a picture."""

LONGEST_PATH = 400
"""The most moves from the start of an explored position."""

router = PageRouter()


@router.get("/scene/{game}/{seat}/{way}/{file}")
async def scene(request: Request, game: str, seat: str, way: str) -> Response:
    """Return the static layer of a board, a `messages.Scene`; its address holds a hash of its content."""
    shown = game_of(game)
    is_seat = seat.isascii() and seat.isdigit() and len(seat) == 1 and int(seat) < shown.players
    view = view_of(shown, int(seat) if is_seat else 0, way == "upright")
    if request.url.path != scene_url(view):
        raise Problem(404, "NO_SUCH_PAGE")
    return JSONResponse(scene_document(view), headers=IMMUTABLE)


@router.get("/picture/{game}.svg")
async def picture(request: Request, game: str) -> Response:
    """Return a position as SVG.

    Query: position, moves (played from there), reach (a pattern of moves, whose ends are marked), theme, seat,
    portrait.
    """
    shown, query = game_of(game), request.query_params
    await warm(shown)
    last: list[str] = []
    try:
        position = shown.parse(query["position"]) if "position" in query else shown.start()
        for move in query.get("moves", "").split(" ")[:MOST_MOVES]:
            if move:
                before, position = position, position.play(move)
                last = zones_of_last(before, move, position)
    except (BadText, IllegalMove):
        raise Problem(400, "BAD_MESSAGE") from None
    if "reach" in query:
        last = [path_of(position, move)[-1] for move in position.moves if fnmatchcase(move, query["reach"])]
    perspective = perspective_of(request, shown, "en")
    svg = view_of(shown, perspective.bottom, perspective.portrait).svg(position, theme_of(request), last=last)
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "public, max-age=3600"})


def game_of(name: str) -> Game:
    """Return a game that has a board; raise Problem."""
    try:
        game = named(name)
    except BadText:
        raise Problem(404, "NO_GAME") from None
    if game.family.name not in playable():
        raise Problem(404, "NO_GAME")
    return game


def moves_in(text: str) -> list[str]:
    """Return the moves of a query, which have spaces between them; raise Problem: TOO_LONG."""
    if len(moves := text.split()) > LONGEST_PATH:
        raise Problem(400, "TOO_LONG")
    return moves


async def reached(game: Game, position: str, moves: str) -> tuple[Position, list[str], Position]:
    """Return a position, by default the start, the moves from there, and the position they lead to.

    Raises Refused for an unreadable position or move and for an illegal move, Problem for too many moves.
    """
    path = moves_in(moves)
    await warm(game)
    try:
        start = at = game.parse(position.strip()) if position.strip() else game.start()
        for move in path:
            at = at.play(move)
    except (BadText, IllegalMove) as error:
        raise Refused(error.reason.code, error.reason) from None
    return start, path, at


def redirected(path: str, request: Request) -> RedirectResponse:
    """Redirect to another page with the query of the request, which may name language and theme."""
    return RedirectResponse(f"{path}?{request.url.query}" if request.url.query else path, 303)


def theme_of(request: Request) -> str:
    """Return the theme in the query of a request, by default light."""
    theme = request.query_params.get("theme", "light")
    return theme if theme in THEMES else "light"


def perspective_of(request: Request, game: Game, lang: str) -> Perspective:
    """Return the perspective in the query of a request (seat, portrait); raise Problem 400 BAD_MESSAGE."""
    query = request.query_params
    seat = query.get("seat", "0")
    if not (seat.isascii() and seat.isdigit() and int(seat) < game.players):
        raise Problem(400, "BAD_MESSAGE")
    return Perspective(lang, int(seat), query.get("portrait", "") in ("1", "true"))


def inner_svg(view: BoardView, nodes: list[Node], prefix: str) -> str:
    """Return the content of the <svg> of a board, equal to that of the client."""
    return view.static(prefix) + "".join(node_svg(node, prefix, view.layout.text_size) for node in nodes)


def board_svg(view: BoardView, nodes: list[Node], prefix: str, title: str) -> str:
    """Return a board as SVG for a page that has the style sheet of the boards."""
    return document(view.layout.width, view.layout.height, inner_svg(view, nodes, prefix), title, standalone=False)


def for_any_screen(game: Game, seat: int, prefix: str, render: Callable[[BoardView, str], str]) -> str:
    """Return a board in landscape and in portrait, of which the style sheet shows the one that fits the screen.

    render: returns the SVG of a view, with a prefix of its element ids.  A board of one shape is rendered once.
    """
    landscape, portrait = view_of(game, seat, False), view_of(game, seat, True)
    if landscape.layout == portrait.layout:
        return render(landscape, prefix)
    views = ((landscape, "only-landscape", prefix), (portrait, "only-portrait", f"{prefix}u-"))
    return "".join(render(view, own).replace("<svg", f'<svg class="{cls}"', 1) for view, cls, own in views)


def page_board(game: Game, seat: int, prefix: str, position: str, title: str, lang: str) -> Markup:
    """Return a position, given as text, for any screen, without the rules of its game; see `for_any_screen`.

    lang: of captions on the board.
    """
    return safe(
        for_any_screen(game, seat, prefix, lambda view, ids: view.svg_of_text(position, None, ids, title, lang))
    )


def search_data(visit: Visit, game: Game) -> dict[str, object]:
    """Return what a page needs that searches by itself.

    engine (address of the search, "" where there is none), sides (by seat); hues and names (of the sides).
    """
    colours, firsts = view_of(game, 0, False).layout.colours, first_players(game)
    return {
        "engine": visit.hub.browser_engines.address(game),
        "sides": [list(dict.fromkeys(game.sides)).index(side) for side in game.sides],
        "hues": [colours[player] for player in firsts],
        "names": [names.side_name(visit.words, game, player) for player in firsts],
    }


def first_players(game: Game) -> list[int]:
    """Return the first player of each side."""
    return [game.sides.index(side) for side in dict.fromkeys(game.sides)]


def picture_url(name: str, position: str = "", *moves: str, reach: str = "") -> str:
    """Return the address of the picture of a position, by default the start, after some moves.

    reach: a pattern of moves, whose ends are marked.
    """
    return f"/picture/{name}.svg{_query(position=position, moves=' '.join(moves), reach=reach)}"


def new_game_url(name: str, position: str) -> str:
    """Return the address of the page that begins a game from a position."""
    return f"/play{_query(game=name, position=position)}"


def _query(**values: str) -> str:
    """Return the values that are not empty as the query of an address."""
    filled = {name: value for name, value in values.items() if value}
    return f"?{urlencode(filled, safe='/,:', quote_via=quote)}" if filled else ""
