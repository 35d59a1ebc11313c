"""Play on in games that are proved to be drawn: with the move after which the most answers lose.

Among moves that all keep the draw a search has no reason to choose; opponents who cannot prove it err the more often,
the fewer of their answers keep it, too.  (Gevay and Danner, "Calculating ultrastrong and extended solutions for nine
men's morris, morabaraba, and lasker morris", 2016, prefer among draws those that keep chances.)
"""

from collections.abc import Sequence
from dataclasses import replace

from charkoni.core.constants import CHANCE, OVER
from charkoni.core.position import Position
from charkoni.core.record import Record
from charkoni.search import Choice, Limits, Searcher, SearchResult

DRAW = 0.5
SHARE = 0.5  # of what is left of the limits, that looking for tricks may use up
LONGEST_TURN = 3  # moves of one side in a row that are looked at


def with_tricks(found: SearchResult, record: Record, searcher: Searcher, limits: Limits) -> SearchResult:
    """Return what a search found; in a proved draw with the move whose answers lose most often.

    Only the rest of the limits is used.  Games of two sides without dice have such draws.
    """
    position = record.position
    if not found.exact or found.value != DRAW or len(position.moves) < 2 or len(set(record.game.sides)) > 2:
        return found
    purse = _Purse(searcher, limits, found)
    path = record.positions[:-1]
    drawn = _drawn(purse.all_moves(position, path, 0.25))
    if len(drawn) < 2:
        return found
    tricky = max(drawn, key=lambda one: _trick(position.play(one.move), [*path, position], position.turn, purse, 1))
    rest = [one for one in found.ranking if one.move != tricky.move]
    return replace(found, move=tricky.move, ranking=(tricky, *rest)[: len(found.ranking)])


def _drawn(found: SearchResult | None) -> list[Choice]:
    """Return the moves that are proved to keep the draw, if all moves are."""
    if found is None or not found.exact:
        return []
    return [choice for choice in found.ranking if choice.exact and choice.value == DRAW]


def _trick(position: Position, path: Sequence[Position], me: int, purse: "_Purse", depth: int) -> float:
    """Return the share of answers that lose, 0 where that is not known."""
    if position.turn in (CHANCE, OVER):
        return 0.0
    found = purse.all_moves(position, path, 0.15)
    if found is None or not found.exact:
        return 0.0
    if position.game.sides[position.turn] != position.game.sides[me]:
        return sum(choice.exact and choice.value < DRAW for choice in found.ranking) / len(found.ranking)
    if depth == LONGEST_TURN:
        return 0.0
    further = [*path, position]
    return max((_trick(position.play(one.move), further, me, purse, depth + 1) for one in _drawn(found)), default=0.0)


class _Purse:
    """What is left of the limits of a move."""

    def __init__(self, searcher: Searcher, limits: Limits, found: SearchResult) -> None:
        self._searcher = searcher
        self._limits = replace(limits, lines=0)
        self._seconds = SHARE * (limits.seconds - found.seconds) if limits.seconds is not None else 0.0
        self._nodes = int(SHARE * (limits.nodes - found.nodes)) if limits.nodes is not None else 0

    def all_moves(self, position: Position, path: Sequence[Position], share: float) -> SearchResult | None:
        """Return what is found about all moves by a share of what is left, or None when nothing is."""
        limits = self._limits
        seconds, nodes = share * self._seconds, int(share * self._nodes)
        if (limits.seconds is not None and seconds <= 0) or (limits.nodes is not None and nodes <= 0):
            return None
        if limits.seconds is not None:
            limits = replace(limits, seconds=seconds)
        if limits.nodes is not None:
            limits = replace(limits, nodes=nodes)
        found = self._searcher.search(position, limits, path)
        self._seconds -= found.seconds
        self._nodes -= found.nodes
        return found
