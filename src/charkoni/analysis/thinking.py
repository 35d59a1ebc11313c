"""Searching positions of records: what analysis and the engine ask of the search."""

from dataclasses import replace

from charkoni.core.game import Game
from charkoni.core.position import Position
from charkoni.core.record import Record
from charkoni.core.terms import CHANCE
from charkoni.players.exact import thinker, with_proof
from charkoni.search import Found, Limits, Stop, Thinker, full_width

FEWEST_NODES = 20


class Searches:
    """The searches of one thread, one for each game; what they have learned stays from position to position."""

    def __init__(self) -> None:
        self._by_game: dict[Game, Thinker] = {}

    def think(self, what: Record | Position, limits: Limits, stop: Stop | None = None) -> Found:
        """Return what a search finds in a record's position, or in one without a past, corrected by what is proved.

        A game that is over has its points.  Where a throw is due, values are the mean over all throws, each searched
        with its share of the limits.
        """
        search = self._thinker(what.game)
        position = what.position if isinstance(what, Record) else what
        found = with_proof(search.think(what, limits, stop=stop), position)
        if what.outcome or position.turn != CHANCE or found.nodes:
            return found
        return _before_throw(search, position, limits, stop)

    def _thinker(self, game: Game) -> Thinker:
        if game not in self._by_game:
            self._by_game[game] = thinker(game, full_width(game))
        return self._by_game[game]


def _before_throw(thinker: Thinker, position: Position, limits: Limits, stop: Stop | None) -> Found:
    """Return the mean over all throws."""
    count = len(position.moves)
    share = replace(
        limits,
        seconds=None if limits.seconds is None else limits.seconds / count,
        nodes=None if limits.nodes is None else max(limits.nodes // count, FEWEST_NODES),
        lines=1,
    )
    values = [0.0] * position.game.players
    nodes, seconds, exact = 0, 0.0, True
    for throw, odds in zip(position.moves, position.odds, strict=True):
        found = thinker.think(position.play(throw), share, stop=stop)
        values = [before + float(odds) * value for before, value in zip(values, found.values, strict=True)]
        nodes, seconds, exact = nodes + found.nodes, seconds + found.seconds, exact and found.exact
    return Found(None, (), tuple(values), nodes, 0, seconds, exact)
