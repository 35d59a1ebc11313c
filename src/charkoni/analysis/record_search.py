"""Searches of records and positions for analysis and the engine, corrected by exact values."""

from typing import Any

from charkoni.core.game import Position
from charkoni.core.record import Record
from charkoni.players.perfect import ByGame, searcher, with_proof
from charkoni.search import Limits, SearchResult, Stop, full_width

Row = dict[str, Any]
"""What was found in a position, as JSON: see `report.analyse_position`."""


class RecordSearcher:
    """The searchers of one thread, one per game; transposition tables are kept between positions."""

    def __init__(self) -> None:
        self.searchers = ByGame(lambda game: searcher(game, full_width(game)))

    def search(self, what: Record | Position, limits: Limits, stop: Stop | None = None) -> SearchResult:
        """Return the result of a full-width search of a record or a position, corrected by exact values.

        The values of a finished game are its points; if a throw is due, the means over all throws.
        """
        position = what.position if isinstance(what, Record) else what
        return with_proof(self.searchers[what.game].search(what, limits, stop=stop), position)
