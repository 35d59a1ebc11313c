"""Searching positions of records: what analysis and the engine ask of the search."""

from charkoni.core.game import Game
from charkoni.core.position import Position
from charkoni.core.record import Record
from charkoni.players.perfect import searcher, with_proof
from charkoni.search import Limits, Searcher, SearchResult, Stop, full_width


class RecordSearcher:
    """The searches of one thread, one for each game; what they have learned stays from position to position."""

    def __init__(self) -> None:
        self._by_game: dict[Game, Searcher] = {}

    def search(self, what: Record | Position, limits: Limits, stop: Stop | None = None) -> SearchResult:
        """Return what a search finds in a record's position, or in one without a past, corrected by what is proved.

        A game that is over has its points.  Where a throw is due, values are the mean over all throws.
        """
        position = what.position if isinstance(what, Record) else what
        return with_proof(self._searcher(what.game).search(what, limits, stop=stop), position)

    def _searcher(self, game: Game) -> Searcher:
        if game not in self._by_game:
            self._by_game[game] = searcher(game, full_width(game))
        return self._by_game[game]
