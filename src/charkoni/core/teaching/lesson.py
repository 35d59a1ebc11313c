"""Lessons as data: five one-minute lessons per game, in which every claim can be checked by the rules.

`teaching/lessons.py` of a game folder holds a `Course`.  Sentences are English and marked for the catalogues.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Protocol

from charkoni.core.family import Family
from charkoni.core.game import Game, Position
from charkoni.core.registry import named

Claim = Callable[[Position, Position], bool]
"""A predicate of the positions before and after a move."""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One task on a board.

    ask: the text of the task.  moves: the right moves.  praise: the text after one of them.  hint: the text after
    another move.  replies: the moves of the other side after a right one.  position: where the step begins, by default
    where the step before ended.  after: the position at the end, if the first right move was played.  clauses: of the
    rules that its texts state, by default all of the lesson.

    Claims that tests check of every right move: expects: kinds of its events; claim: a predicate that it fulfils.
    is_only_move: no other legal move fulfils these claims.  refused: illegal moves, with the codes of the reasons.
    """

    ask: str
    moves: tuple[str, ...]
    praise: str
    after: str
    position: str = ""
    hint: str = ""
    replies: tuple[str, ...] = ()
    expects: tuple[str, ...] = ()
    claim: Claim | None = None
    is_only_move: bool = False
    refused: tuple[tuple[str, str], ...] = ()
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A lesson: its title, the clauses of the rules it teaches, its steps, and the game with its flags."""

    title: str
    clauses: tuple[str, ...]
    steps: tuple[LessonStep, ...]
    name: str

    @cached_property
    def game(self) -> Game:
        """The game on whose board the lesson is given."""
        return named(self.name)

    def without(self, clauses: frozenset[str]) -> "Lesson":
        """Return the lesson without the steps that state one of these clauses."""
        kept = [
            (step.clauses or self.clauses, replace(step, position=text))
            for step, text in zip(self.steps, self.texts, strict=True)
            if clauses.isdisjoint(step.clauses or self.clauses)
        ]
        stated = {clause for each, _ in kept for clause in each}
        left = tuple(clause for clause in self.clauses if clause in stated)
        return replace(self, clauses=left, steps=tuple(step for _, step in kept))

    @property
    def texts(self) -> tuple[str, ...]:
        """The position texts in which the steps begin."""
        return tuple(step.position or self.steps[place - 1].after for place, step in enumerate(self.steps))

    @cached_property
    def starts(self) -> tuple[Position, ...]:
        """The position in which each step begins."""
        return tuple(self.game.parse(text) for text in self.texts)


@dataclass(frozen=True, slots=True)
class FlagLessons:
    """The lessons of a flag: they replace all steps of a course that state a clause which the flag changes.

    changes: these clauses.
    """

    changes: frozenset[str]
    lessons: tuple[Lesson, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """The lessons of a game.

    tagline: the game in one line.  picture: the position text of its picture.  flag_lessons: those of each flag, by the
    flag as it is written ("links=2").
    """

    tagline: str
    picture: str
    lessons: tuple[Lesson, ...]
    flag_lessons: Mapping[str, FlagLessons] = field(default_factory=lambda: MappingProxyType({}))

    def with_flags(self, flags: Iterable[str]) -> "Course":
        """Return the lessons of the variant with these flags, each of which has lessons."""
        chosen = {flag: self.flag_lessons[flag] for flag in flags}
        lessons = [
            lesson.without(_changes(other for name, other in chosen.items() if name != flag))
            for flag, own in chosen.items()
            for lesson in own.lessons
        ]
        lessons += [lesson.without(_changes(chosen.values())) for lesson in self.lessons]
        return replace(self, lessons=tuple(lesson for lesson in lessons if lesson.steps)) if chosen else self


def _changes(flag_lessons: Iterable[FlagLessons]) -> frozenset[str]:
    """Return the clauses that flags change."""
    return frozenset[str]().union(*(each.changes for each in flag_lessons))


def course_of(family: Family, options: str = "") -> Course | None:
    """Return the lessons of a game, or of a variant by its flags; None when they do not cover one of the flags."""
    if taught_options(family, options) != options:
        return None
    base = _base_of(family, options)
    courses = courses_of(family)
    return courses[base].with_flags(_further(base, options)) if courses else None


def taught_options(family: Family, options: str) -> str:
    """Return those of the flags that the lessons of a game cover, as they are written."""
    courses = courses_of(family)
    if not courses:
        return ""
    base = _base_of(family, options)
    covered = {*base.split(","), *courses[base].flag_lessons}
    return ",".join(flag for flag in options.split(",") if flag in covered)


def _base_of(family: Family, options: str) -> str:
    """Return the flags of the course on which the lessons of a variant are built."""
    return next((key for key in courses_of(family) if key and key in options.split(",")), "")


def _further(base: str, options: str) -> list[str]:
    """Return the flags of a variant besides the one of its course."""
    return [flag for flag in options.split(",") if flag not in ("", base)]


def courses_of(family: Family) -> Mapping[str, Course]:
    """Return the courses of a game: "" is the game without flags, the others are those of a flag each."""
    if not family.has("teaching.lessons"):
        return {}
    module: LessonModule = family.module("teaching.lessons")
    return {"": module.COURSE, **getattr(module, "VARIANTS", {})}


class LessonModule(Protocol):
    """The interface of `teaching/lessons.py` of a game folder; it may have VARIANTS, more courses by a flag each."""

    COURSE: Course
