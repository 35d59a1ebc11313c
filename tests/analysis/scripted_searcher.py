"""Searches that find what a test says, and rows as a search would leave them."""

from typing import Any

from charkoni.analysis.record_search import RecordSearcher
from charkoni.core.game import Position
from charkoni.core.record import Record
from charkoni.search import Choice, Limits, SearchResult

SMALL = Limits(nodes=200, lines=3)


class Scripted(RecordSearcher):
    """Finds one thing after the other, the last one again and again; notes what it was asked."""

    def __init__(self, *answers: SearchResult) -> None:
        super().__init__()
        self.answers = answers
        self.asked: list[tuple[Record | Position, Limits]] = []

    def search(self, what: Record | Position, limits: Limits, stop: Any = None) -> SearchResult:
        self.asked.append((what, limits))
        return self.answers[min(len(self.asked), len(self.answers)) - 1]


def finds(move: str | None, *values: float) -> SearchResult:
    """Return what a search found: the best move, and what each player can expect."""
    ranking = (Choice(move, values[0], 1, (move,)),) if move else ()
    return SearchResult(move, ranking, values, 1, 1, 0.0)


def finds_two(first: str, value: float, second: float, depth: int = 1) -> SearchResult:
    """Return what a search found: the best move and what it is worth, and what the second, "6", is worth."""
    ranking = (Choice(first, value, 1, (first, "9")), Choice("6", second, 1, ("6",)))
    return SearchResult(first, ranking, (value, 1 - value), 10, depth, 0.0)


def row(ply: int, values: list[float], best: str | None, exact: bool = False) -> dict[str, Any]:
    """Return a row of an analysis; see `report.analyse_position`."""
    lines = [{"move": best, "value": max(values), "line": [best], "exact": exact}] if best else []
    return {"ply": ply, "values": values, "best": best, "lines": lines, "exact": exact}
