"""Lessons: the overview, and a page for each with a board."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from charkoni.core.registry import family, named
from charkoni.core.teaching.courses import course_of, courses_of
from charkoni.core.teaching.guide import guide_of
from charkoni.core.teaching.lesson import Course, Lesson
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.graphics import scene
from charkoni.web.engine.warm import warm_within
from charkoni.web.http.errors import found, number_in, number_or
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.sessions import is_id
from charkoni.web.live.queries import rule_url
from charkoni.web.pages.board_pictures import game_of, page_board, picture_url, redirected
from charkoni.web.pages.new_game import game_choices
from charkoni.web.pages.visits import COMPILE_S, VisitDep

router = PageRouter()


@router.get("/learn")
async def lessons(visit: VisitDep) -> Response:
    """Return the overview of all lessons.

    Context: games (see `game_choices`), each with lessons (title, url, key), variants (name, title, lessons),
    flag_lessons (name, title, url: lessons on what a flag changes) and is_guided (whether there is a guided game).
    """
    words = visit.words
    games = [game for game in game_choices(words) if game["learn"]]
    for game in games:
        name = str(game["name"])
        game["is_guided"] = guide_of(game_of(name)) is not None
        game["lessons"] = _lines(words, name)
        game["variants"] = [
            {
                "name": f"{name}:{options}",
                "title": names.game_name(words, named(f"{name}:{options}")),
                "lessons": _lines(words, f"{name}:{options}"),
            }
            for options in courses_of(family(name))
            if options
        ]
        game["flag_lessons"] = [
            {"name": variant.name, "title": names.game_name(words, variant), "url": f"/learn/{variant.name}"}
            for options, course in courses_of(family(name)).items()
            for flag in course.flag_lessons
            for variant in [named(f"{name}:{options},{flag}" if options else f"{name}:{flag}")]
        ]
    return visit.page("lessons/overview.html", games=games)


def _lines(words: Words, name: str) -> list[dict[str, str]]:
    """Return the lessons of a game or variant as lines of the overview."""
    return [
        {"title": words._(lesson.title), "url": f"/learn/{name}/{n}", "key": f"{name}/{n}"}
        for n, lesson in enumerate(course_named(name).lessons, 1)
    ]


@router.get("/learn/{game}")
async def first_lesson(request: Request, game: str) -> Response:
    """Redirect to the first lesson of a game.  Its query is kept: see `lesson`."""
    course_named(game)
    return redirected(f"/learn/{game}/1", request)


@router.get("/learn/{game}/{number}")
async def lesson(visit: VisitDep, game: str, number: str, back: str = "", step: str = "1") -> Response:
    """Return a lesson as a page.

    number: counted from 1.  back: the id of the table that the visitor came from.  step: where it begins or goes on,
    counted from 1.  Context: back (its address, or ""); query (of the next lesson, the same table); name and game
    (title); title, n, of, titles (of all lessons of the game); steps (see `lesson_steps`); at (the number of the step);
    board (SVG); row (whether choices will need a row of chips); clauses (number, url); data (for the client: game, key,
    steps).
    """
    course = course_named(game).lessons
    n, words = number_in(number, len(course)), visit.words
    shown = course[n - 1]
    at = number_or(step, len(shown.steps), 1)
    is_compiled = await warm_within(shown.game, COMPILE_S)
    steps = await asyncio.to_thread(lesson_steps, shown, words, is_compiled)
    title = words._(shown.title)
    return visit.page(
        "lessons/lesson.html",
        back=f"/g/{back}" if is_id(back) else "",
        query=f"?back={back}" if is_id(back) else "",
        name=game,
        game=names.game_name(words, game_of(game)),
        title=title,
        n=n,
        of=len(course),
        titles=[words._(each.title) for each in course],
        steps=steps,
        at=at,
        row=is_compiled and any(scene.needs_row(shown.game.parse(text)) for text in shown.texts),
        board=page_board(shown.game, 0, "l1-", shown.texts[at - 1], title, visit.lang),
        clauses=[(clause, rule_url(game_of(game).family.name, clause)) for clause in shown.clauses],
        data={"game": shown.name, "key": f"{game}/{n}", "steps": steps},
    )


def course_named(name: str) -> Course:
    """Return the lessons of a game or a variant; raise Problem 404."""
    game = game_of(name)
    return found(course_of(game.family, game.options) if name == game.name else None)


def lesson_steps(lesson: Lesson, words: Words, is_compiled: bool) -> list[dict[str, object]]:
    """Return the steps of a lesson.

    For the client: position, ask, moves (right ones), right (praise), hint, replies (of the opponent).  Without script:
    sentence (the first right move in words), before and after (addresses of pictures).
    is_compiled: without compiled rules `sentence` is empty.
    """
    return [
        {
            "position": text,
            "ask": words._(step.ask),
            "moves": list(step.moves),
            "right": words._(step.praise),
            "hint": words._(step.hint) if step.hint else "",
            "replies": list(step.replies),
            "sentence": scene.describe(lesson.game.parse(text), step.moves[0], words) if is_compiled else "",
            "before": picture_url(lesson.name, text),
            "after": picture_url(lesson.name, text, step.moves[0], *step.replies),
        }
        for step, text in zip(lesson.steps, lesson.texts, strict=True)
    ]
