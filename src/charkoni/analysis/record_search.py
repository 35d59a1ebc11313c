"""Searching positions of records: what analysis and the engine ask of the search."""

from charkoni.core.game import Game
from charkoni.core.position import Position
from charkoni.core.record import Record
from charkoni.players.perfect import thinker, with_proof
from charkoni.search import Found, Limits, Stop, Thinker, full_width


class Searches:
    """The searches of one thread, one for each game; what they have learned stays from position to position."""

    def __init__(self) -> None:
        self._by_game: dict[Game, Thinker] = {}

    def think(self, what: Record | Position, limits: Limits, stop: Stop | None = None) -> Found:
        """Return what a search finds in a record's position, or in one without a past, corrected by what is proved.

        A game that is over has its points.  Where a throw is due, values are the mean over all throws.
        """
        position = what.position if isinstance(what, Record) else what
        return with_proof(self._thinker(what.game).think(what, limits, stop=stop), position)

    def _thinker(self, game: Game) -> Thinker:
        if game not in self._by_game:
            self._by_game[game] = thinker(game, full_width(game))
        return self._by_game[game]
