"""Lessons as data: five one-minute lessons per game, in which every claim can be checked by the rules.

`teaching/lessons.py` of a game folder holds a `Course`.  Sentences are English and marked for the catalogues.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from charkoni.core.family import Family
from charkoni.core.game import Game, Position
from charkoni.core.registry import named

Claim = Callable[[Position, Position], bool]
"""A predicate of the positions before and after a move."""


@dataclass(frozen=True, slots=True)
class Step:
    """One task on a board.

    ask: the text of the task.  moves: the right moves.  right: the text after one of them.  hint: the text after
    another move.  replies: the moves of the other side after a right one.  position: where the step begins, by default
    where the step before ended.  after: the position at the end, if the first right move was played.  clauses: of the
    rules that its texts state, by default all of the lesson.

    Claims that tests check of every right move: brings: kinds of its events; claim: a predicate that it fulfils.
    alone: no other legal move fulfils these claims.  refused: illegal moves, with the codes of the reasons.
    """

    ask: str
    moves: tuple[str, ...]
    right: str
    after: str
    position: str = ""
    hint: str = ""
    replies: tuple[str, ...] = ()
    brings: tuple[str, ...] = ()
    claim: Claim | None = None
    alone: bool = False
    refused: tuple[tuple[str, str], ...] = ()
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A lesson: its title, the clauses of the rules it teaches, its steps, and the game with its flags."""

    title: str
    clauses: tuple[str, ...]
    steps: tuple[Step, ...]
    name: str

    @cached_property
    def game(self) -> Game:
        """The game on whose board the lesson is given."""
        return named(self.name)

    @property
    def texts(self) -> tuple[str, ...]:
        """The position texts in which the steps begin."""
        return tuple(step.position or self.steps[place - 1].after for place, step in enumerate(self.steps))

    @cached_property
    def starts(self) -> tuple[Position, ...]:
        """The position in which each step begins."""
        return tuple(self.game.parse(text) for text in self.texts)


@dataclass(frozen=True, slots=True)
class Course:
    """The lessons of a game.  tagline: the game in one line.  picture: the position text of its picture."""

    tagline: str
    picture: str
    lessons: tuple[Lesson, ...]


def course_of(family: Family, options: str = "") -> Course | None:
    """Return the lessons of a game, or of a variant by its flags, or None when it has none of its own."""
    return courses_of(family).get(options)


def courses_of(family: Family) -> Mapping[str, Course]:
    """Return the lessons of a game and its variants by their flags; "" is the game without flags."""
    if not family.has("teaching.lessons"):
        return {}
    module = family.module("teaching.lessons")
    return {"": module.COURSE, **getattr(module, "VARIANTS", {})}


class LessonModule(Protocol):
    """The interface of `teaching/lessons.py` of a game folder; it may have VARIANTS, more courses by their flags."""

    COURSE: Course
