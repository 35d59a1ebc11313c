"""Exact chances of the end of Chaupar, by tablebases."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from types import ModuleType

from charkoni.core.game import Game, Position
from charkoni.solve.chaupar import tasks
from charkoni.solve.chaupar.lane_tablebase import LaneTablebases
from charkoni.solve.exact_value import ExactValue
from charkoni.solve.solver import Solver


class ChauparSolver(Solver):
    """Probes the lane tablebases of this user."""

    game = "chaupar"

    @cached_property
    def tablebases(self) -> LaneTablebases:
        """The tablebases in use."""
        return LaneTablebases()

    def is_solved(self, game: Game) -> bool:
        """Return True: the last positions of every game are in a tablebase."""
        return True

    def probe(self, position: Position, by_books: bool = True) -> ExactValue | None:
        """Return the exact chances of a position in a tablebase."""
        chance = self.tablebases.chance(position)
        if chance is None:
            return None
        ours = Fraction(chance)
        return ExactValue((ours, 1 - ours, ours, 1 - ours))

    def first_probe(self, game: Game) -> Position:
        """Return a position with one pile of each colour, whose tablebase is built on first use."""
        return game.parse("l7,h3/l7,h3/l7,h3/l7,h3 a a 1")

    def choose(self, position: Position, moves: Sequence[str]) -> str:
        """Return, among moves of equal chance, one that moves a piece rather than one that lets a value go."""
        return min(moves, key=_uses_no_value)

    def tablebase_tasks(self) -> ModuleType:
        """Return `charkoni.solve.chaupar.tasks`."""
        return tasks


def _uses_no_value(move: str) -> bool:
    return move[0] in ">-"


SOLVER = ChauparSolver()
