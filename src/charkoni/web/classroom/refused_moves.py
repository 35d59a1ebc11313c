"""A move that a clause of the rules refuses, on a position of the rule page or of the lessons, for the hall screen."""

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from charkoni.check.examples import Example
from charkoni.core.board_types import TapSequence
from charkoni.core.errors import Reason
from charkoni.core.game import Position
from charkoni.core.registry import named
from charkoni.core.teaching.courses import courses_of
from charkoni.graphics import scene
from charkoni.graphics.scene import BoardView
from charkoni.web.pages.rulebook.markdown import rule_page


class RefusedMove(NamedTuple):
    """A move that is refused.  line: x and y of its ends, in units of the board; equal ones of a single tap."""

    position: Position
    reason: Reason
    line: tuple[float, float, float, float]

    @property
    def length(self) -> float:
        """The distance of its ends; infinite of a single tap, in which less is seen."""
        x, y, x2, y2 = self.line
        return math.hypot(x2 - x, y2 - y) or math.inf


@lru_cache(maxsize=64)
def refused_move(name: str, clause: str) -> RefusedMove | None:
    """Return a move that a clause refuses, None where no position shows one.

    name: of a game, whose rules are compiled.  The move is the shortest one in the first position that has any; the
    positions that are there to show the clause come first.
    """
    for position in _positions(name, clause):
        if found := [move for move in _refused_in(position) if move.reason.clause == clause]:
            return min(found, key=lambda move: move.length)
    return None


def _positions(name: str, clause: str) -> list[Position]:
    """Return the positions of the rule page's examples and of the lessons, those about a clause first."""
    page = rule_page(name, "en")
    parts = page.parts if page else ()
    examples = [each for part in parts if isinstance(part, tuple) for each in part]
    lessons = [lesson for course in courses_of(named(name).family).values() for lesson in course.lessons]
    steps = [pair for lesson in lessons for pair in zip(lesson.steps, lesson.starts, strict=True)]
    found = [(clause == each.clause, _start(each)) for each in examples]
    found += [(clause in step.clauses, position) for step, position in steps]
    return [position for _, position in sorted(found, key=lambda each: not each[0]) if position.turn >= 0]


def _start(example: Example) -> Position:
    return example.game.parse(example.position)


def _refused_in(position: Position) -> Iterator[RefusedMove]:
    """Yield what is refused of the taps on all places, after each beginning of a legal move."""
    spots = BoardView(position.game).layout.spots
    for begun in _beginnings(position):
        shown = [spots[zone] for zone in begun if zone in spots]
        for zone, end in spots.items():
            if reason := scene.why_not(position, begun, zone):
                start = shown[-1] if shown else end
                yield RefusedMove(position, reason, (float(start.x), float(start.y), float(end.x), float(end.y)))


def _beginnings(position: Position) -> list[TapSequence]:
    """Return the beginnings of the taps of all legal moves, one way of each."""
    taps = [ways[0] for ways in scene.tap_sequences(position).values()]
    return list(dict.fromkeys(each[:n] for each in taps for n in range(len(each))))
