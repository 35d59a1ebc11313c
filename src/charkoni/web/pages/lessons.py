"""Lessons as pages: an overview, a page for each lesson, and answers to taps on a board without a table behind it."""

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from charkoni.core.constants import CHANCE, OVER
from charkoni.core.errors import BadText, Reason
from charkoni.core.lesson import Course, Lesson
from charkoni.core.position import Position
from charkoni.core.translations import Words
from charkoni.graphics import click_trie as tries
from charkoni.graphics import scene as drawn
from charkoni.web.engine.warm import warm, warm_within
from charkoni.web.http.errors import Problem
from charkoni.web.http.site import Site, safe
from charkoni.web.live.board_view import coach
from charkoni.web.live.queries import rule_url
from charkoni.web.pages import analyses, puzzles, strength, study
from charkoni.web.pages.board_pictures import for_any_screen, game_of
from charkoni.web.pages.home import PATIENCE_S, Route
from charkoni.web.pages.new_game import choices, picture_of

PREFIX = "l1-"
"""The prefix of the ids of the board on a lesson's page."""


def course_of(name: str) -> Course:
    """Return the lessons of a game; raise Problem."""
    course = game_of(name).family.course
    if course is None or ":" in name:
        raise Problem(404, "NO_SUCH_PAGE")
    return course


def step_parts(lesson: Lesson, words: Words, is_ready: bool) -> list[dict[str, Any]]:
    """Return the steps: for the player the data, and for those without script a solution with a picture.

    is_ready: the rules may be asked what the right move does.
    """
    return [
        {
            "position": text,
            "ask": words._(step.ask),
            "moves": list(step.moves),
            "right": words._(step.right),
            "hint": words._(step.hint) if step.hint else "",
            "replies": list(step.replies),
            "told": drawn.tell(lesson.game.parse(text), step.moves[0], words) if is_ready else "",
            "before": picture_of(lesson.name, text),
            "after": picture_of(lesson.name, text, step.moves[0], *step.replies),
        }
        for step, text in zip(lesson.steps, lesson.texts, strict=True)
    ]


def reason_at(position: Position, prefix: tuple[str, ...], zone: str) -> Reason | None:
    """Return why a tap leads nowhere, or None when it leads somewhere or means nothing."""
    known, trie = drawn.labels(position, Words("en")), drawn.scripts(position)
    if any(each not in known for each in (*prefix, zone)) or tries.follow(trie, (*prefix, zone)) is not None:
        return None
    if prefix and tries.follow(trie, prefix) is None:
        return None
    return drawn.why_not(position, prefix, zone)


def answer(position: Position, prefix: tuple[str, ...], zone: str, words: Words) -> dict[str, str]:
    """Return the coach's sentence for what is tapped, or why a zone leads nowhere."""
    if position.turn in (CHANCE, OVER):
        return {"say": ""}
    if not zone:
        begun = not prefix or tries.follow(drawn.scripts(position), prefix) is not None
        return {"say": coach(position, prefix, words) if begun else ""}
    reason = reason_at(position, prefix, zone)
    if reason is None:
        return {"text": ""}
    url = rule_url(position.game.name, reason.clause)
    return {"text": reason.say(words._), "rule": reason.clause, "url": url}


def routes(site: Site) -> list[Route]:
    """Return the addresses of the lessons."""

    async def overview(request: Request) -> Response:
        """All lessons.  Context: games (see wishes.choices) with `lessons` (title, url, key)."""
        words = site.visitor(request).words
        games = [game for game in choices(words) if game["learn"]]
        for game in games:
            name = str(game["name"])
            titles = [words._(lesson.title) for lesson in course_of(name).lessons]
            game["lessons"] = [
                {"title": title, "url": f"/learn/{name}/{place}", "key": f"{name}/{place}"}
                for place, title in enumerate(titles, 1)
            ]
        return site.page(request, "lessons/overview.html", games=games)

    async def first(request: Request) -> Response:
        name = request.path_params["game"]
        course_of(name)
        return RedirectResponse(f"/learn/{name}/1", 303)

    async def lesson(request: Request) -> Response:
        """A lesson.

        Context: name, game (title), title, n, of, steps, titles, board, row (whether chips will need one), clauses,
        data (of the player).
        """
        name, number = request.path_params["game"], request.path_params["n"]
        lessons = course_of(name).lessons
        if not (number.isascii() and number.isdigit() and 1 <= int(number) <= len(lessons)):
            raise Problem(404, "NO_SUCH_PAGE")
        n, words = int(number), site.visitor(request).words
        chosen = lessons[n - 1]
        is_ready = await warm_within(chosen.game, PATIENCE_S)
        steps = await asyncio.to_thread(step_parts, chosen, words, is_ready)
        title = words._(chosen.title)
        return site.page(
            request,
            "lessons/lesson.html",
            name=name,
            game=next(str(game["title"]) for game in choices(words) if game["name"] == name),
            title=title,
            n=n,
            of=len(lessons),
            titles=[words._(each.title) for each in lessons],
            steps=steps,
            row=is_ready and any(drawn.needs_row(chosen.game.parse(text)) for text in chosen.texts),
            board=safe(
                for_any_screen(
                    chosen.game, 0, PREFIX, lambda view, own: view.svg_of_text(chosen.texts[0], None, own, title)
                )
            ),
            clauses=[(clause, rule_url(name, clause)) for clause in chosen.clauses],
            data={"game": chosen.name, "key": f"{name}/{n}", "steps": steps},
        )

    async def ask(request: Request) -> Response:
        """Answer a tap on a board without a table: see `answer`."""
        if not site.looks.take(request.client.host if request.client else ""):
            raise Problem(429, "TOO_FAST")
        query = request.query_params
        game = game_of(query.get("game", ""))
        await warm(game)
        try:
            position = game.parse(query.get("position", ""))
        except BadText:
            raise Problem(400, "BAD_MESSAGE") from None
        prefix = tuple(zone for zone in query.get("prefix", "").split(" ") if zone)
        zone = query.get("zone", "")
        found = await asyncio.to_thread(answer, position, prefix, zone, site.visitor(request).words)
        return JSONResponse(found, headers={"cache-control": "public, max-age=3600"})

    return [
        ("/learn", overview, "GET"),
        ("/learn/{game}", first, "GET"),
        ("/learn/{game}/{n}", lesson, "GET"),
        ("/ask.json", ask, "GET"),
        *strength.routes(site),
        *analyses.routes(site),
        *puzzles.routes(site),
        *study.routes(site),
    ]
