"""Exact values of base Mangala, by tablebases and opening books."""

from fractions import Fraction
from functools import cache, cached_property
from types import ModuleType
from typing import Any

from charkoni.core.game import Game, Position
from charkoni.solve.exact_value import ExactValue
from charkoni.solve.mangala import tasks
from charkoni.solve.mangala.endings import entries
from charkoni.solve.mangala.open_tablebases import OpenTablebases
from charkoni.solve.mangala.tablebase import READINGS, lead_now, reading_of
from charkoni.solve.solver import Solver


class MangalaSolver(Solver):
    """Probes the tablebases and books of this user, those of the reading of the rest that the game has."""

    game = "mangala"

    @cached_property
    def tablebases(self) -> dict[str, OpenTablebases]:
        """The tablebases and books in use, by the reading of the rest."""
        return {reading: OpenTablebases(reading=reading) for reading in READINGS}

    def _tablebases_of(self, game: Game) -> OpenTablebases | None:
        reading = reading_of(game)
        return None if reading is None else self.tablebases[reading]

    def is_solved(self, game: Game) -> bool:
        """Return whether positions near the end are in tablebases: those of the base game are, in both readings."""
        return reading_of(game) is not None

    def probe(self, position: Position, by_books: bool = True) -> ExactValue | None:
        """Return the exact value of a position in a tablebase, or in a book if those count."""
        tablebases = self._tablebases_of(position.game)
        if tablebases is None:
            return None
        lead = tablebases.lead(position) if by_books else tablebases.lead_by_tablebases(position)
        return None if lead is None else _exact(lead)

    def explore(self, position: Position, by_books: bool = True) -> dict[str, ExactValue | None]:
        """Return the exact value after each move, by the book where it has the position, else by the tablebases."""
        tablebases = self._tablebases_of(position.game)
        leads = tablebases.leads(position) if by_books and tablebases else None
        if leads is None:
            return super().explore(position, by_books)
        return {move: _exact(leads[move]) for move in position.moves}

    def endings(self, game: Game) -> Any:
        """Return the tablebase of first use, uint8[boards], or None."""
        reading = reading_of(game)
        return None if reading is None else _entries(reading)

    def lead_at_end(self, position: Position) -> int:
        """Return by how many stones player 0 is ahead."""
        return lead_now(position)

    def tablebase_tasks(self) -> ModuleType:
        """Return `charkoni.solve.mangala.tasks`."""
        return tasks


def _exact(lead: int) -> ExactValue:
    share = Fraction(1 if lead > 0 else 0) if lead else Fraction(1, 2)
    return ExactValue((share, 1 - share), lead)


@cache
def _entries(reading: str) -> Any:
    return entries(reading=reading)


SOLVER = MangalaSolver()
