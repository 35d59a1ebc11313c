"""Exact values of base Mangala, by tables and opening books."""

from fractions import Fraction
from functools import cache, cached_property
from types import ModuleType
from typing import Any

from charkoni.core.game import Game, Position
from charkoni.solve.exact_value import ExactValue
from charkoni.solve.mangala import tasks
from charkoni.solve.mangala.endings import entries
from charkoni.solve.mangala.open_tablebases import OpenTablebases
from charkoni.solve.mangala.tablebase import lead_now
from charkoni.solve.solver import Solver

BASE = "mangala"
"""The only variant with tables."""


class MangalaSolver(Solver):
    """Probes the tables and books of this user; the fortress variant has none."""

    game = "mangala"

    @cached_property
    def tablebases(self) -> OpenTablebases:
        """The tables and books in use."""
        return OpenTablebases()

    def is_solved(self, game: Game) -> bool:
        """Return whether positions near the end are in tables: those of the base game are."""
        return game.name == BASE

    def probe(self, position: Position, by_books: bool = True) -> ExactValue | None:
        """Return the exact value of a position in a table, or in a book if those count."""
        if position.game.name != BASE:
            return None
        lead = self.tablebases.lead(position) if by_books else self.tablebases.lead_by_tables(position)
        return None if lead is None else _exact(lead)

    def explore(self, position: Position, by_books: bool = True) -> dict[str, ExactValue | None]:
        """Return the exact value after each move, by the book where it has the position, else by the tables."""
        leads = self.tablebases.leads(position) if by_books and position.game.name == BASE else None
        if leads is None:
            return super().explore(position, by_books)
        return {move: _exact(leads[move]) for move in position.moves}

    def endings(self, game: Game) -> Any:
        """Return the table of first use, uint8[boards], or None."""
        return _entries() if game.name == BASE else None

    def lead_at_end(self, position: Position) -> int:
        """Return by how many stones player 0 is ahead."""
        return lead_now(position)

    def table_tasks(self) -> ModuleType:
        """Return `charkoni.solve.mangala.tasks`."""
        return tasks


def _exact(lead: int) -> ExactValue:
    share = Fraction(1 if lead > 0 else 0) if lead else Fraction(1, 2)
    return ExactValue((share, 1 - share), lead)


@cache
def _entries() -> Any:
    return entries()


SOLVER = MangalaSolver()
