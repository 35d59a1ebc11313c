"""LongestDefence: the move in positions where nothing better than a draw or a loss is to be had, by proof.

A search has no preference among moves that are all proved to lose, or to draw, and stops.  One rule for all games of
two sides without dice: among the moves with the best proved value

1. those stay that hold longest.  A tablebase gives the number of plies.  Without one a search of all moves decides:
   moves whose loss it does not find hold longer than those whose loss it proves, and a move that lets the opponent win
   at once holds shortest of all;
2. among those the move is played after which the opponent most probably errs, that is, gives an answer that is proved
to
   be worse than his best one.  The model of his choice is a softmax of the static values after his answers.

The time that a proof leaves is spent on the second part.  (Gevay and Danner, "Calculating ultrastrong and extended
solutions for nine men's morris, morabaraba, and lasker morris", 2016, prefer among draws those that keep chances.)
"""

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from charkoni import solve
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.game import Game, Position
from charkoni.core.record import Record
from charkoni.players.perfect import with_proof
from charkoni.players.static_values import StaticEvaluator
from charkoni.search import Choice, Limits, Searcher, SearchResult
from charkoni.solve import ExactValue

DRAW = 0.5
HOLDING_SHARE = 0.6  # of the limits, for the search of all moves where values are proved beforehand
SHARE = 0.5  # of the remaining limits that comparing moves may use
LONGEST_TURN = 3  # consecutive moves of one side that are searched
TEMPERATURE = 0.1  # points: the temperature of the opponent's choice (softmax) by static values
AT_ONCE = 2  # plies to a loss when the opponent's next move wins
NEARLY_LONGEST = 0.75  # of the longest defence: a search proof says little about which of two late ends is later

Values = Mapping[str, ExactValue | None]


class LongestDefence:
    """Searches of one game with the rule above."""

    def __init__(self, searcher: Searcher) -> None:
        self.searcher = searcher
        self._static = StaticEvaluator(searcher.game)

    def prepare(self) -> None:
        """Compile the kernels for the game."""
        self.searcher.prepare()
        start = self.searcher.game.start()
        if suits(start.game):
            self._static.evaluate(start, answers=False)

    def search(self, record: Record, limits: Limits, seed: int = 0, values: Values | None = None) -> SearchResult:
        """Return the result of a search, corrected by proof and, where nothing can be won, by the rule above.

        values: exact values of the moves, by default those of `solve.explore` without books.
        """
        position = record.position
        values = solve.explore(position, by_books=False) if values is None else values
        whole = {} if None in values.values() else values
        if suits(record.game) and _is_winless(position, values):
            seen = self.searcher.search(record, _shared(replace(limits, lines=0), HOLDING_SHARE), seed=seed)
            result = with_proof(replace(seen, exact=False), position, values)
            result = replace(result, ranking=result.ranking[: limits.lines or None])
        else:
            seen, result = None, with_proof(self.searcher.search(record, limits, seed=seed), position, values)
        if not suits(record.game) or not result.exact or result.value > DRAW or len(position.moves) < 2:
            return result
        return self._most_tempting(result, record, _Remainder(self.searcher, limits, result), seen, whole)

    def _most_tempting(
        self, result: SearchResult, record: Record, remainder: "_Remainder", seen: SearchResult | None, values: Values
    ) -> SearchResult:
        """Return the result with the move, among those that hold longest, which is answered wrong most probably."""
        position, path = record.position, record.positions[:-1]
        if seen is None:
            seen = remainder.all_moves(position, path, 0.25)
        held = _holding(position, result.value, seen, values)
        if not held:
            return result
        further = [*path, position]

        def hope(one: Choice) -> tuple[float, int]:
            chance = self._error_chance(position.play(one.move), further, position, remainder)
            return chance, _lead(values.get(one.move), position.turn)

        chosen = max(held, key=hope)
        chosen = replace(chosen, value=result.value, exact=True)
        rest = [one for one in result.ranking if one.move != chosen.move]
        return replace(result, move=chosen.move, ranking=(chosen, *rest)[: len(result.ranking)])

    def _error_chance(
        self, position: Position, path: Sequence[Position], root: Position, remainder: "_Remainder", depth: int = 1
    ) -> float:
        """Return how probably the opponent of the player to move at the root errs next, 0 where nothing is proved."""
        if position.turn in (CHANCE, OVER):
            return 0.0
        values = remainder.known_values(position)
        result = None if values else remainder.all_moves(position, path, 0.15)
        if not values and (result is None or not result.exact):
            return 0.0
        sides, further = position.game.sides, [*path, position]
        if sides[position.turn] != sides[root.turn]:
            worse = _worse(position, values) if values else _proved_worse(result)
            return self._temptation(position, worse) if worse else 0.0
        if depth == LONGEST_TURN:
            return 0.0
        best = solve.best_moves(position, values) if values else []
        own = best or [one.move for one in _holding(position, result.value if result else DRAW, result, {})]
        return max(
            (self._error_chance(position.play(one), further, root, remainder, depth + 1) for one in own), default=0.0
        )

    def _temptation(self, position: Position, moves: frozenset[str]) -> float:
        """Return the probability that a player chooses one of some moves by the static values after all of them."""
        estimates = self._static.evaluate(position, answers=False)
        best = max(one.value for one in estimates)
        weights = {one.move: math.exp((one.value - best) / TEMPERATURE) for one in estimates}
        return sum(weights[move] for move in moves) / sum(weights.values())


def suits(game: Game) -> bool:
    """Return whether the rule applies to a game: two sides, no dice."""
    return not game.has_dice and len(set(game.sides)) == 2


def _is_winless(position: Position, values: Values) -> bool:
    """Return whether all moves have values, none of them a win, and there are several."""
    me, known = position.turn, [value for value in values.values() if value is not None]
    return len(known) == len(values) > 1 and all(value.points[me] <= DRAW for value in known)


def _holding(position: Position, worth: float, seen: SearchResult | None, values: Values) -> list[Choice]:
    """Return the moves of the best proved value that hold longest, as far as tablebases or a search of all moves show.

    values: exact ones of all moves, or of none.
    """
    ranking = seen.ranking if seen else ()
    exact = {move: value for move, value in values.items() if value and float(value.points[position.turn]) == worth}
    if exact:
        longest = max(value.plies or 0 for value in exact.values())
        kept = [move for move, value in exact.items() if (value.plies or 0) == longest]
        found = {one.move: one for one in ranking if one.move in kept}
        ranking = (*found.values(), *(Choice(move, worth, 0, (move,)) for move in kept if move not in found))
        if longest:
            return list(ranking)
    elif worth == DRAW:
        return [one for one in ranking if one.exact and one.value == DRAW] if seen and seen.exact else []
    if worth == DRAW:
        return list(ranking)
    unseen = [one for one in ranking if not one.plies]
    longest = max((one.plies or 0 for one in ranking), default=0)
    least = max(NEARLY_LONGEST * longest, min(AT_ONCE + 1, longest))
    return unseen or [one for one in ranking if (one.plies or 0) >= least]


def _lead(value: ExactValue | None, player: int) -> int:
    """Return by how much a player is ahead in the end, where that is known: it decides between equal hopes."""
    lead = (value.lead if value else None) or 0
    return lead if player == 0 else -lead


def _worse(position: Position, values: Values) -> frozenset[str]:
    """Return the moves that give away some of the best value."""
    points = {move: value.points[position.turn] for move, value in values.items() if value is not None}
    return frozenset(move for move, each in points.items() if each < max(points.values()))


def _proved_worse(result: SearchResult | None) -> frozenset[str]:
    """Return the moves that a search of all moves proves to be worse than its best one."""
    ranking = result.ranking if result else ()
    return frozenset(one.move for one in ranking if one.exact and one.value < ranking[0].value)


def _shared(limits: Limits, share: float) -> Limits:
    """Return a share of limits of time and nodes."""
    seconds = None if limits.seconds is None else share * limits.seconds
    nodes = None if limits.nodes is None else max(int(share * limits.nodes), 1)
    return replace(limits, seconds=seconds, nodes=nodes)


class _Remainder:
    """The remainder of the limits of a move."""

    def __init__(self, searcher: Searcher, limits: Limits, result: SearchResult) -> None:
        self._searcher = searcher
        self._limits = replace(limits, lines=0)
        self._clock = time.thread_time if limits.cpu else time.perf_counter
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

    def known_values(self, position: Position) -> Values:
        """Return the exact values of all moves, {} where the solver does not know them or no time is left."""
        if self._limits.seconds is not None and self._seconds <= 0:
            return {}
        began = self._clock()
        values = solve.explore(position, by_books=False)
        if self._limits.seconds is not None:
            self._seconds -= self._clock() - began
        return {} if None in values.values() else values
