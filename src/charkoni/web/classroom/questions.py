"""The position that all pupils are asked: from a puzzle, a lesson, a game, or set up; and their answers."""

import asyncio
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from charkoni.analysis.puzzles import count, puzzle_set
from charkoni.core.errors import N_
from charkoni.core.game import Position
from charkoni.core.teaching.courses import course_of
from charkoni.core.translations import Words
from charkoni.graphics import scene
from charkoni.graphics.move_highlights import path_of, zones_of_last
from charkoni.web.engine.warm import warm
from charkoni.web.live.board_view import view_of
from charkoni.web.live.hub import Hub
from charkoni.web.pages.board_pictures import game_of
from charkoni.web.pages.puzzles import verdict
from charkoni.web.store import PupilRow

_FIND = N_("What would you play?")


class Question(NamedTuple):
    """A position with its task.  moves: the right ones, none of a position from a game.  reason: why they are."""

    position: Position
    ask: str
    moves: tuple[str, ...] = ()
    reason: str = ""


class Answered(NamedTuple):
    """A move that pupils answer: how many do (times), the move in words, whether it is right, and its arrow.

    line: x and y of its ends, in units of the board; equal ones of a move that stays on its place.
    """

    times: int
    move: str
    say: str
    is_right: bool
    line: tuple[float, float, float, float]


async def question_of(hub: Hub, text: str, words: Words) -> Question | None:
    """Return a question, None for "", and for a game that is gone.

    text: "puzzles NAME/N", "lesson NAME/N/STEP", "game ID PLY" or "position NAME TEXT", which exist when it is asked.
    """
    kind, _, what = text.partition(" ")
    if kind == "position":
        name, _, written = what.partition(" ")
        return Question(game_of(name).parse(written), words._(_FIND))
    if kind == "game":
        id_, _, ply = what.partition(" ")
        room = await hub.room(id_)
        positions = room.live.record.positions if room else ()
        return Question(positions[int(ply)], words._(_FIND)) if int(ply) < len(positions) else None
    if kind not in ("puzzles", "lesson"):
        return None
    name, *numbers = what.split("/")
    game = game_of(name)
    await warm(game)
    if kind == "puzzles":
        puzzle = (await asyncio.to_thread(puzzle_set, name))[int(numbers[0]) - 1]
        told = str(verdict(puzzle, puzzle.move, words)["say"])
        return Question(puzzle.position, words._(puzzle.theme.task), (puzzle.move,), told)
    course = course_of(game.family, game.options)
    assert course
    lesson = course.lessons[int(numbers[0]) - 1]
    step, position = lesson.steps[int(numbers[1]) - 1], lesson.starts[int(numbers[1]) - 1]
    return Question(position, words._(step.ask), step.moves, words._(step.praise))


def sources(words: Words, name: str) -> list[tuple[str, str]]:
    """Return what can be asked of a game, as values of `question_of` and texts: steps of lessons, then puzzles."""
    game = game_of(name)
    course = course_of(game.family, game.options)
    lessons = course.lessons if course else ()
    steps = [
        (f"lesson {name}/{n}/{number}", f"{words._(lesson.title)}, {number}")
        for n, lesson in enumerate(lessons, 1)
        for number in range(1, len(lesson.steps) + 1)
    ]
    puzzles = [(f"puzzles {name}/{n}", words._("puzzle {n}", n=n)) for n in range(1, count(name) + 1)]
    return steps + puzzles


def answered(question: Question, pupils: Iterable[PupilRow], words: Words, is_told: bool) -> list[Answered]:
    """Return the answers of pupils, the most frequent first; once the right ones are told, those are among them."""
    position = question.position
    counts = Counter(pupil.answer for pupil in pupils if pupil.answer)
    right = question.moves if is_told else ()
    for move in right:
        counts.setdefault(move, 0)
    return [
        Answered(times, move, scene.describe(position, move, words), move in right, _line(position, move))
        for move, times in counts.most_common()
        if move in position.moves
    ]


def _line(position: Position, move: str) -> tuple[float, float, float, float]:
    spots = view_of(position.game, position.turn, False).layout.spots
    zones = path_of(position, move) or zones_of_last(position, move, position.play(move))
    taps = [zone for zone in scene.tap_sequences(position)[move][0] if zone in spots]
    ends = [spots[zone] for zone in (*taps[:1], *zones[-1:]) if zone in spots]
    if not ends:
        return (0, 0, 0, 0)
    return (float(ends[0].x), float(ends[0].y), float(ends[-1].x), float(ends[-1].y))
