"""Swindles in drawn positions: the move after which the most answers lose.

A search has no preference among moves that keep a proved draw; opponents err the more often, the fewer of their answers
keep it, too.  (Gevay and Danner, "Calculating ultrastrong and extended solutions for nine
men's morris, morabaraba, and lasker morris", 2016, prefer among draws those that keep chances.)
"""

from collections.abc import Sequence
from dataclasses import replace

from charkoni.core.constants import CHANCE, OVER
from charkoni.core.game import Position
from charkoni.core.record import Record
from charkoni.search import Choice, Limits, Searcher, SearchResult

DRAW = 0.5
SHARE = 0.5  # of the remaining limits that the search for swindles may use
LONGEST_TURN = 3  # consecutive moves of one side that are searched


def with_swindle(result: SearchResult, record: Record, searcher: Searcher, limits: Limits) -> SearchResult:
    """Return a search result; in a proved draw with the move whose answers lose most often.

    Uses the remainder of the limits only.  Only games of two sides without dice have such draws.
    """
    position = record.position
    if not result.exact or result.value != DRAW or len(position.moves) < 2 or len(set(record.game.sides)) > 2:
        return result
    budget = _RemainingBudget(searcher, limits, result)
    path = record.positions[:-1]
    drawn = _drawn(budget.all_moves(position, path, 0.25))
    if len(drawn) < 2:
        return result
    swindle = max(
        drawn, key=lambda one: _swindle_chance(position.play(one.move), [*path, position], position.turn, budget, 1)
    )
    rest = [one for one in result.ranking if one.move != swindle.move]
    return replace(result, move=swindle.move, ranking=(swindle, *rest)[: len(result.ranking)])


def _drawn(result: SearchResult | None) -> list[Choice]:
    """Return the moves that keep the draw, if all values are proved."""
    if result is None or not result.exact:
        return []
    return [choice for choice in result.ranking if choice.exact and choice.value == DRAW]


def _swindle_chance(
    position: Position, path: Sequence[Position], me: int, rest: "_RemainingBudget", depth: int
) -> float:
    """Return the share of answers that lose, 0 where it is not proved."""
    if position.turn in (CHANCE, OVER):
        return 0.0
    result = rest.all_moves(position, path, 0.15)
    if result is None or not result.exact:
        return 0.0
    if position.game.sides[position.turn] != position.game.sides[me]:
        return sum(choice.exact and choice.value < DRAW for choice in result.ranking) / len(result.ranking)
    if depth == LONGEST_TURN:
        return 0.0
    further = [*path, position]
    return max(
        (_swindle_chance(position.play(one.move), further, me, rest, depth + 1) for one in _drawn(result)), default=0.0
    )


class _RemainingBudget:
    """The remainder of the limits of a move."""

    def __init__(self, searcher: Searcher, limits: Limits, result: SearchResult) -> None:
        self._searcher = searcher
        self._limits = replace(limits, lines=0)
        self._seconds = SHARE * (limits.seconds - result.seconds) if limits.seconds is not None else 0.0
        self._nodes = int(SHARE * (limits.nodes - result.nodes)) if limits.nodes is not None else 0

    def all_moves(self, position: Position, path: Sequence[Position], share: float) -> SearchResult | None:
        """Return the result of a search of all moves with a share of the remainder, None when nothing is left."""
        limits = self._limits
        seconds, nodes = share * self._seconds, int(share * self._nodes)
        if (limits.seconds is not None and seconds <= 0) or (limits.nodes is not None and nodes <= 0):
            return None
        if limits.seconds is not None:
            limits = replace(limits, seconds=seconds)
        if limits.nodes is not None:
            limits = replace(limits, nodes=nodes)
        result = self._searcher.search(position, limits, path)
        self._seconds -= result.seconds
        self._nodes -= result.nodes
        return result
