"""Lessons as data: five one-minute lessons per game, in which every claim can be checked by the rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType

from charkoni.core.game import Game, Position
from charkoni.core.registry import named


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One task on a board.

    ask: the text of the task.  moves: the right moves.  praise: the text after one of them.  hint: the text after
    another move.  replies: the moves of the other side after a right one.  position: where the step begins, by default
    where the step before ended.  after: the position at the end, if the first right move was played.  clauses: of the
    rules that its texts state.

    Claims that tests check of every right move: expects: kinds of its events; leads_to: a pattern (as in `fnmatch`) of
    the position text after it; claim: the name of a predicate of the positions before and after it, a function in
    `teaching/conditions.py`.  is_only_move: no other legal move fulfils these claims.  refused: illegal moves, with the
    codes of the reasons.
    """

    ask: str
    moves: tuple[str, ...]
    praise: str
    after: str
    position: str = ""
    hint: str = ""
    replies: tuple[str, ...] = ()
    expects: tuple[str, ...] = ()
    leads_to: str = ""
    claim: str = ""
    is_only_move: bool = False
    refused: Mapping[str, str] = field(default_factory=dict)
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A lesson: its title, its steps, and the name of the game with its flags."""

    title: str
    steps: tuple[LessonStep, ...]
    name: str

    @cached_property
    def game(self) -> Game:
        """The game on whose board the lesson is given."""
        return named(self.name)

    @cached_property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of the rules that it teaches, in the order of its steps."""
        return tuple(dict.fromkeys(clause for step in self.steps for clause in step.clauses))

    def without(self, clauses: frozenset[str]) -> "Lesson":
        """Return the lesson without the steps that state one of these clauses."""
        starts = zip(self.steps, self.texts, strict=True)
        kept = (replace(step, position=text) for step, text in starts if clauses.isdisjoint(step.clauses))
        return replace(self, steps=tuple(kept))

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
