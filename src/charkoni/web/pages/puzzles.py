"""Puzzles: the overview, and a page for each with a board on which to find the move."""

import asyncio
from functools import partial
from typing import Annotated, NamedTuple

from fastapi import Depends
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from charkoni.analysis.hints import place
from charkoni.analysis.puzzle_sets import count, puzzle_set
from charkoni.analysis.puzzles import Puzzle, read
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.graphics import scene
from charkoni.web.engine.warm import playable, warm
from charkoni.web.http.errors import Problem
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.site import SiteDep, VisitorDep, safe
from charkoni.web.pages.analyses.pages import RunDep
from charkoni.web.pages.board_pictures import board_of_text, for_any_screen, game_of, picture_url, redirected
from charkoni.web.pages.limits import limit_queries
from charkoni.web.pages.new_game import game_choices

PREFIX = "p1-"
"""The prefix of the element ids of the board in the page."""

router = PageRouter()


class NumberedPuzzle(NamedTuple):
    """A puzzle, its number counted from 1, and how many puzzles the game has."""

    puzzle: Puzzle
    n: int
    of: int


async def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game; raise Problem 404."""
    if game not in playable() or not count(game):
        raise Problem(404, "NO_SUCH_PAGE")
    await warm(game_of(game))
    return await asyncio.to_thread(puzzle_set, game)


PuzzlesDep = Annotated[tuple[Puzzle, ...], Depends(puzzles_of)]


async def numbered_puzzle(number: str, puzzles: PuzzlesDep) -> NumberedPuzzle:
    """Return the puzzle of an address; raise Problem 404."""
    is_number = number.isascii() and number.isdigit() and len(number) < 6
    if not (is_number and 1 <= int(number) <= len(puzzles)):
        raise Problem(404, "NO_SUCH_PAGE")
    return NumberedPuzzle(puzzles[int(number) - 1], int(number), len(puzzles))


PuzzleDep = Annotated[NumberedPuzzle, Depends(numbered_puzzle)]


async def own_puzzle(run: RunDep) -> Puzzle:
    """Return the puzzle from an analysed game; raise Problem 404."""
    if run.puzzle is None:
        raise Problem(404, "NO_SUCH_PAGE")
    await warm(run.record.game)
    return await asyncio.to_thread(read, run.puzzle)


OwnPuzzleDep = Annotated[Puzzle, Depends(own_puzzle)]


@router.get("/puzzles")
async def overview(request: Request, site: SiteDep, visitor: VisitorDep) -> Response:
    """Return the overview of all puzzles.  Context: games (see `game_choices`), each with puzzles (how many)."""
    games = [game | {"puzzles": count(str(game["name"]))} for game in game_choices(visitor.words)]
    return site.page(request, "puzzles/overview.html", games=[game for game in games if game["puzzles"]])


@router.get("/puzzles/{game}", dependencies=[Depends(puzzles_of)])
async def first_puzzle(request: Request, game: str) -> Response:
    """Redirect to the first puzzle of a game."""
    return redirected(f"/puzzles/{game}/1", request)


@router.get("/puzzles/{game}/{number}.json", dependencies=[Depends(limit_queries)])
async def judge_move(numbered: PuzzleDep, visitor: VisitorDep, m: str = "") -> Response:
    """Return the verdict on a move as JSON: see `verdict`.

    m: a legal move, or "?" for the solution.  Refused: BAD_MESSAGE, TOO_FAST.
    """
    puzzle = numbered.puzzle
    return JSONResponse(verdict(puzzle, puzzle.move if m == "?" else m, visitor.words))


@router.get("/puzzles/{game}/{number}")
async def puzzle(request: Request, game: str, numbered: PuzzleDep, site: SiteDep, visitor: VisitorDep) -> Response:
    """Return a puzzle of a set as a page.  Context: see `_context`; besides n, of."""
    context = await _context(visitor.words, numbered.puzzle, f"{game}/{numbered.n}", f"/puzzles/{game}/{numbered.n}")
    return site.page(request, "puzzles/puzzle.html", 200, **context, n=numbered.n, of=numbered.of)


@router.get("/analysis/{key}/puzzle.json", dependencies=[Depends(limit_queries)])
async def judge_move_of_own(own: OwnPuzzleDep, visitor: VisitorDep, m: str = "") -> Response:
    """Return the verdict on a move in the puzzle from an analysed game as JSON, as `judge_move` does."""
    return JSONResponse(verdict(own, own.move if m == "?" else m, visitor.words))


@router.get("/analysis/{key}/puzzle")
async def own_puzzle_page(
    request: Request, key: str, own: OwnPuzzleDep, site: SiteDep, visitor: VisitorDep
) -> Response:
    """Return the puzzle from an analysed game as a page.  Context: see `_context`; besides report (its address)."""
    address = f"/analysis/{key}"
    context = await _context(visitor.words, own, key, f"{address}/puzzle")
    return site.page(request, "puzzles/puzzle.html", 200, **context, n=0, of=0, report=address)


async def _context(words: Words, shown: Puzzle, key: str, address: str) -> dict[str, object]:
    """Return the context of the page of a puzzle.

    name, title (of the game), task, turn (a sentence), hints (see `hints`), board (SVG), row (whether choices will need
    a row of chips), picture (address), solution (move, say, line), data (for the client: game, key, address, position,
    seat).
    """
    position = shown.position
    played, text = position.game, str(position)
    title = names.game_name(words, played)
    return {
        "name": played.family.name,
        "title": title,
        "task": words._(shown.theme.task),
        "turn": names.turn(words, played, position.turn),
        "hints": await asyncio.to_thread(hints, shown, words),
        "board": safe(for_any_screen(played, position.turn, PREFIX, partial(board_of_text, text, title))),
        "row": scene.needs_row(position),
        "picture": picture_url(played.name, text),
        "solution": {"move": shown.move, "say": scene.describe(position, shown.move, words), "line": shown.line},
        "data": {"game": played.name, "key": key, "address": address, "position": text, "seat": position.turn},
    }


def hints(puzzle: Puzzle, words: Words) -> list[str]:
    """Return three increasingly specific hints: the stakes, the place where the move starts, its first tap."""
    kept, lost = words.percent(puzzle.value), words.percent(puzzle.second)
    stake = words._(puzzle.theme.stake, kept=kept, lost=lost)
    part = puzzle.move[: max(1, len(puzzle.move) // 2)]
    return [stake, place(words, puzzle.position, puzzle.move), words._("It starts with {part}", part=part)]


def verdict(puzzle: Puzzle, move: str, words: Words) -> dict[str, object]:
    """Return the verdict on a move: right, say, and line (the solution) after the right one.

    Raises Problem 409 BAD_MESSAGE for an illegal move.
    """
    if move not in puzzle.position.moves:
        raise Problem(409, "BAD_MESSAGE")
    sentence = scene.describe(puzzle.position, move, words)
    if move != puzzle.move:
        return {"right": False, "say": f"{words._(puzzle.theme.missed)} {sentence}"}
    proof = words._("It is proved.") if puzzle.exact else ""
    return {"right": True, "say": f"{words._('Right.')} {sentence} {proof}".strip(), "line": list(puzzle.line)}
