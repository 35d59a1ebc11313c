"""Puzzles: the overview, and a page for each with a board on which to find the move."""

import asyncio
from collections.abc import Mapping
from typing import Annotated, NamedTuple

from fastapi import Depends
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from charkoni.analysis.hints import place
from charkoni.analysis.puzzles import Puzzle, count, puzzle_set, read
from charkoni.core.game import Position
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.graphics import scene
from charkoni.web.engine.warm import playable, warm
from charkoni.web.http.errors import Problem, found, number_in
from charkoni.web.http.routing import PageRouter
from charkoni.web.pages.analyses.pages import AnalysesDep, run_of
from charkoni.web.pages.board_pictures import game_of, page_board, picture_url, redirected
from charkoni.web.pages.new_game import game_choices
from charkoni.web.pages.visits import Visit, VisitDep, limit_queries

router = PageRouter()


class ShownPuzzle(NamedTuple):
    """A puzzle of a game's set, or from an analysed game.

    key: in the memory of the client.  address: of its page.  n, of: its number, counted from 1, and how many puzzles
    the game has; 0 of one from an analysed game.  report: the address of that analysis, else "".
    """

    puzzle: Puzzle
    key: str
    address: str
    n: int = 0
    of: int = 0
    report: str = ""


async def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game; raise Problem 404."""
    found(game in playable() and count(game))
    await warm(game_of(game))
    return await asyncio.to_thread(puzzle_set, game)


async def puzzle_at(request: Request, analyses: AnalysesDep) -> ShownPuzzle:
    """Return the puzzle of an address, which names an analysis, or a game and a number; raise Problem 404."""
    named = request.path_params
    if key := named.get("key"):
        run = await run_of(key, analyses)
        puzzle, report = found(run.puzzle), f"/analysis/{key}"
        await warm(run.record.game)
        return ShownPuzzle(await asyncio.to_thread(read, puzzle), key, f"{report}/puzzle", report=report)
    puzzles = await puzzles_of(named["game"])
    n = number_in(named["number"], len(puzzles))
    name = f"{named['game']}/{n}"
    return ShownPuzzle(puzzles[n - 1], name, f"/puzzles/{name}", n, len(puzzles))


PuzzleDep = Annotated[ShownPuzzle, Depends(puzzle_at)]


@router.get("/puzzles")
async def overview(visit: VisitDep) -> Response:
    """Return the overview of all puzzles.  Context: games (see `game_choices`), each with puzzles (how many)."""
    games = [game | {"puzzles": count(str(game["name"]))} for game in game_choices(visit.words)]
    return visit.page("puzzles/overview.html", games=[game for game in games if game["puzzles"]])


@router.get("/puzzles/{game}", dependencies=[Depends(puzzles_of)])
async def first_puzzle(request: Request, game: str) -> Response:
    """Redirect to the first puzzle of a game."""
    return redirected(f"/puzzles/{game}/1", request)


@router.get("/puzzles/{game}/{number}.json", dependencies=[Depends(limit_queries)])
@router.get("/analysis/{key}/puzzle.json", dependencies=[Depends(limit_queries)])
async def judge_move(visit: VisitDep, shown: PuzzleDep, m: str = "") -> Response:
    """Return the verdict on a move as JSON: see `verdict`.

    m: a legal move, or "?" for the solution.  Refused: BAD_MESSAGE, TOO_FAST.
    """
    return JSONResponse(verdict(shown.puzzle, shown.puzzle.move if m == "?" else m, visit.words))


@router.get("/puzzles/{game}/{number}")
@router.get("/analysis/{key}/puzzle")
async def puzzle(visit: VisitDep, at: PuzzleDep) -> Response:
    """Return a puzzle as a page, see `puzzle_page`."""
    shown, words = at.puzzle, visit.words
    solution = {"move": shown.move, "say": scene.describe(shown.position, shown.move, words), "line": shown.line}
    return puzzle_page(
        visit,
        shown.position,
        words._(shown.theme.task),
        {"key": at.key, "address": at.address},
        hints=await asyncio.to_thread(hints, shown, words),
        solution=solution,
        n=at.n,
        of=at.of,
        report=at.report,
    )


def puzzle_page(visit: Visit, position: Position, task: str, data: Mapping[str, object], **more: object) -> Response:
    """Return a position in which to find a move as a page.

    Context: name, title (of the game), task, turn (a sentence), board (SVG), row (whether choices will need a row of
    chips), picture (address), data (for the client: game, position, seat, key, address; posts: the move is an answer,
    see `classroom.pupil_pages.answer`); of a puzzle hints (see `hints`), solution (move, say, line), n, of and report
    (see `ShownPuzzle`).
    """
    words, played = visit.words, position.game
    title, text, seat = names.game_name(words, played), str(position), position.turn
    return visit.page(
        "puzzles/puzzle.html",
        name=played.family.name,
        title=title,
        task=task,
        turn=names.turn(words, played, seat),
        board=page_board(played, seat, "p1-", text, title, visit.lang),
        row=scene.needs_row(position),
        picture=picture_url(played.name, text),
        data={"game": played.name, "position": text, "seat": seat, **data},
        **more,
    )


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
