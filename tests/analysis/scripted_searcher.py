"""A searcher with results written by the test, and rows of an analysis."""

from typing import Any

from charkoni.analysis.record_search import RecordSearcher
from charkoni.core.game import Position
from charkoni.core.record import Record
from charkoni.search import Choice, Limits, SearchResult

SMALL = Limits(nodes=200, lines=3)


class Scripted(RecordSearcher):
    """Returns given results in order, the last one repeatedly, and records the calls."""

    def __init__(self, *answers: SearchResult) -> None:
        super().__init__()
        self.answers = answers
        self.asked: list[tuple[Record | Position, Limits]] = []

    def search(self, what: Record | Position, limits: Limits, stop: Any = None) -> SearchResult:
        self.asked.append((what, limits))
        return self.answers[min(len(self.asked), len(self.answers)) - 1]


def finds(move: str | None, *values: float) -> SearchResult:
    """Return a search result of one move and the values of the players."""
    ranking = (Choice(move, values[0], 1, (move,)),) if move else ()
    return SearchResult(move, ranking, values, 1, 1, 0.0)


def finds_two(first: str, value: float, second: float, depth: int = 1) -> SearchResult:
    """Return a search result of two moves: the best one with its value, and "6" with the second value."""
    ranking = (Choice(first, value, 1, (first, "9")), Choice("6", second, 1, ("6",)))
    return SearchResult(first, ranking, (value, 1 - value), 10, depth, 0.0)


def row(ply: int, values: list[float], best: str | None, exact: bool = False) -> dict[str, Any]:
    """Return a row of an analysis; see `report.analyse_position`."""
    lines = [{"move": best, "value": max(values), "line": [best], "exact": exact}] if best else []
    return {"ply": ply, "values": values, "best": best, "lines": lines, "exact": exact}
