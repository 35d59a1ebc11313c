"""Puzzles as pages: an overview, and a page for each with a board on which to find the move."""

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from charkoni.analysis.hints import place
from charkoni.analysis.puzzle_sets import count, puzzle_set
from charkoni.analysis.puzzles import Puzzle
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.graphics import scene as drawn
from charkoni.web.engine.warm import warm
from charkoni.web.http.errors import Problem
from charkoni.web.http.site import Site, safe
from charkoni.web.live.board_view import turn_sentence
from charkoni.web.pages.board_pictures import for_any_screen, game_of
from charkoni.web.pages.home import Route
from charkoni.web.pages.new_game import choices, picture_of

PREFIX = "p1-"
"""The prefix of the ids of the board on a puzzle's page."""


async def puzzles_of(name: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game; raise Problem."""
    if ":" in name or not count(name):
        raise Problem(404, "NO_SUCH_PAGE")
    await warm(game_of(name))
    return await asyncio.to_thread(puzzle_set, name)


def hints(one: Puzzle, words: Words) -> list[str]:
    """Return the steps of a hint: what is at stake, where the move begins, how it begins."""
    kept, lost = words.percent(one.value), words.percent(one.second)
    stake = words._(one.theme.stake, kept=kept, lost=lost)
    part = one.move[: max(1, len(one.move) // 2)]
    return [stake, place(words, one.position, one.move), words._("It begins with {part}", part=part)]


def verdict(one: Puzzle, move: str, words: Words) -> dict[str, Any]:
    """Return what is said to a move: right, say; when it is right also line; raise Problem for one that is illegal."""
    if move not in one.position.moves:
        raise Problem(409, "BAD_MESSAGE")
    told = drawn.tell(one.position, move, words)
    if move != one.move:
        return {"right": False, "say": f"{words._(one.theme.missed)} {told}"}
    proof = words._("It is proved.") if one.exact else ""
    return {"right": True, "say": f"{words._('Right.')} {told} {proof}".strip(), "line": list(one.line)}


def routes(site: Site) -> list[Route]:
    """Return the addresses of puzzles."""

    async def overview(request: Request) -> Response:
        """All puzzles.  Context: games (see wishes.choices) with `puzzles` (their number)."""
        games = [game | {"puzzles": count(str(game["name"]))} for game in choices(site.visitor(request).words)]
        return site.page(request, "puzzles/overview.html", games=[game for game in games if game["puzzles"]])

    async def first(request: Request) -> Response:
        name = request.path_params["game"]
        await puzzles_of(name)
        return RedirectResponse(f"/puzzles/{name}/1", 303)

    async def chosen(request: Request) -> tuple[Puzzle, int, int]:
        found, number = await puzzles_of(request.path_params["game"]), request.path_params["n"]
        if not (number.isascii() and number.isdigit() and len(number) < 6 and 1 <= int(number) <= len(found)):
            raise Problem(404, "NO_SUCH_PAGE")
        return found[int(number) - 1], int(number), len(found)

    async def puzzle(request: Request) -> Response:
        """A puzzle.

        Context: name, title, n, of, task, turn, hints, board, row (whether chips will need one), picture,
        solution (move, say, line), data.
        """
        name, words = request.path_params["game"], site.visitor(request).words
        one, n, of = await chosen(request)
        game, text = one.position.game, str(one.position)
        title = names.game_name(words, game)
        return site.page(
            request,
            "puzzles/puzzle.html",
            name=name,
            title=title,
            n=n,
            of=of,
            task=words._(one.theme.task),
            turn=turn_sentence(game, words, one.position.turn),
            hints=await asyncio.to_thread(hints, one, words),
            board=safe(
                for_any_screen(
                    game, one.position.turn, PREFIX, lambda view, own: view.svg_of_text(text, None, own, title)
                )
            ),
            row=drawn.needs_row(one.position),
            picture=picture_of(game.name, text),
            solution={"move": one.move, "say": drawn.tell(one.position, one.move, words), "line": one.line},
            data={"game": game.name, "key": f"{name}/{n}", "position": text, "seat": one.position.turn},
        )

    async def judged(request: Request) -> Response:
        """What is said to a move, as JSON: see `verdict`; m=? is answered with the solution."""
        if not site.looks.take(request.client.host if request.client else ""):
            raise Problem(429, "TOO_FAST")
        one, _, _ = await chosen(request)
        move = request.query_params.get("m", "")
        words = site.visitor(request).words
        return JSONResponse(verdict(one, one.move if move == "?" else move, words))

    return [
        ("/puzzles", overview, "GET"),
        ("/puzzles/{game}", first, "GET"),
        ("/puzzles/{game}/{n}.json", judged, "GET"),
        ("/puzzles/{game}/{n}", puzzle, "GET"),
    ]
