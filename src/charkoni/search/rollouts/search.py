"""Rollouts for games with dice, with limits of time and nodes.

A shallow expectiminimax search comes first and proves what can be proved.  Then the ends of the turn with the best
static values are played on repeatedly, with common random throws; after each of a few equal shares of the budget the
worse half is dropped (sequential halving: Karnin, Koren and Somekh, 2013).
"""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from charkoni.core.constants import CHANCE
from charkoni.core.game import Game, Position
from charkoni.core.game_types import Array
from charkoni.core.random_numbers import seeded
from charkoni.search.decision.request import WorkArrays
from charkoni.search.engine import Engine, first_decision, values_of
from charkoni.search.expectiminimax.search import Expectiminimax
from charkoni.search.result import Choice, Limits, SearchResult, Stop
from charkoni.search.rollouts.kernels import LONGEST_TURN, REACHED, SLOTS, TurnEnds, TurnScratch, list_ends, roll_out
from charkoni.search.time_control import TimeManager

# Throws.  Four instead of twelve had 47 +- 2 % of 20 games at 100 ms, luck removed (2026-11-23,
# docs/notebook/2026-11-strength.md); of longer ones nothing is on record.
HORIZON = 12
COMPARED = 12  # candidates: ends of the turn.  Chosen, not measured: more of them leave fewer rollouts to each
CHUNK = 256  # turns between two checks of the clock; a constant, so that counted searches are reproducible
FIRST_NODES = 2_000  # of the expectiminimax search
FIRST_SHARE = 4  # its share of the limits, at most one in so many


class Rollout(Engine):
    """Rollouts in one game; single-threaded and not thread-safe."""

    def __init__(self, game: Game, clock: Callable[[], float] = time.perf_counter) -> None:
        """Allocate the work arrays."""
        super().__init__(game, clock)
        self._expectiminimax = Expectiminimax(game, clock=clock)
        self._work = turn_scratch(game)
        self._state = game.blank()
        lines, lengths = np.zeros((COMPARED, LONGEST_TURN), np.int64), np.zeros(COMPARED, np.int64)
        states = WorkArrays(game, COMPARED).states
        self._ends = TurnEnds(states, lines, lengths, np.zeros(COMPARED), np.zeros(COMPARED))
        self._turns = 0
        self._ranking: tuple[Choice, ...] = ()  # replaced as a whole, since another thread may read it

    def _compile(self) -> None:
        self._expectiminimax.prepare()
        position = first_decision(self.game)
        count = self._list(position)
        self._roll_out(np.arange(min(count, 1)), position.turn, 1, seeded(0, 0))

    def _search(
        self, position: Position, limits: Limits, path: Sequence[Position], stop: Stop | None, seed: int
    ) -> SearchResult:
        if position.turn == CHANCE or limits.depth is not None:
            return self._expectiminimax.search(position, limits, path, stop, seed)
        # Expectiminimax proves what is decided, and its ranking stands in where the time is over before a rollout.
        first = FIRST_NODES if limits.nodes is None else min(FIRST_NODES, -(-limits.nodes // FIRST_SHARE))
        seconds = None if limits.seconds is None else limits.seconds / FIRST_SHARE
        result = self._expectiminimax.search(position, replace(limits, nodes=first, seconds=seconds), path, stop, seed)
        rest = _remaining(limits, result)
        if result.exact or rest is None:
            return result
        self._runner.join()
        count = self._list(position)
        if count < 2:
            return result
        time_manager = TimeManager(rest, stop, self._clock)
        self._ranking = ()
        self._turns = 0
        rng = seeded(seed, 0)
        self._runner.run(
            lambda: self._compare(position, count, rest, time_manager, rng), time_manager.left, time_manager.end
        )
        ranking = self._ranking
        if not ranking:
            return result
        compared = {choice.move for choice in ranking}
        others = [one for one in result.ranking if one.move not in compared]
        ranking = _non_increasing((*ranking, *others))[: limits.lines or None]
        values = values_of(self.game, ranking[0].value, position.turn)
        return SearchResult(
            ranking[0].move, ranking, values, result.nodes + self._turns, HORIZON, result.seconds + time_manager.seconds
        )

    def _list(self, position: Position) -> int:
        """List the candidates; return their number."""
        self._work.states[0] = position.state[0]
        self._ends.sums[:] = 0
        return int(list_ends(self.game.kernels, self._work, self._ends))

    def _roll_out(self, candidates: object, player: int, times: int, rng: object) -> None:
        work = self._state, self._work
        self._turns += int(roll_out(self.game.kernels, self._ends, candidates, player, times, HORIZON, rng, *work))

    def _compare(self, position: Position, count: int, limits: Limits, time_manager: TimeManager, rng: object) -> None:
        """Compare the candidates by sequential halving, until one is left or a limit is reached."""
        candidates, times = np.arange(count), np.zeros(count, np.int64)
        # Sequential halving: ceil(log2 n) rounds, each with an equal share of the budget T, after each the worse half
        # is dropped, so that in round r of R
        #
        #     T / (R * n_r) rollouts go to each of the n_r candidates left
        #
        # and the two last ones, which are hard to tell apart, get most.
        rounds = math.ceil(math.log2(count))
        for number in range(1, rounds + 1):
            is_due = False
            while not is_due:
                if time_manager.node_budget(self._turns) <= 0:
                    return
                # As many rollouts of each as a chunk of turns allows, but one at least, so that all are compared
                # equally.
                more = max(CHUNK // (HORIZON * len(candidates)), 1)
                self._roll_out(candidates, position.turn, more, rng)
                times[candidates] += more
                self._ranking = self._ranked(times)
                is_due = self._used(limits, time_manager) >= number / rounds
            means = self._ends.sums[candidates] / times[candidates]
            candidates = candidates[np.argsort(-means, kind="stable")[: (len(candidates) + 1) // 2]]

    def _used(self, limits: Limits, time_manager: TimeManager) -> float:
        """Return the share of the limits used."""
        by_nodes = self._turns / limits.nodes if limits.nodes else 0.0
        return max(by_nodes, time_manager.seconds / limits.seconds if limits.seconds else 0.0)

    def _ranked(self, times: Array) -> tuple[Choice, ...]:
        """Return the first moves of the candidates, by number of rollouts, then by mean."""
        means = self._ends.sums[: len(times)] / times
        choices: dict[str, Choice] = {}
        for end in np.lexsort((-means, -times)).tolist():
            line = self._ends.lines[end, : int(self._ends.lengths[end])]
            moves = tuple(self.game.move(int(code)) for code in line)
            choices.setdefault(moves[0], Choice(moves[0], float(means[end]), int(times[end]), moves))
        return tuple(choices.values())


def turn_scratch(game: Game) -> TurnScratch:
    """Return the work arrays of turns of a game."""
    a = WorkArrays(game, LONGEST_TURN + 1)
    counts, places, line, best = np.zeros((4, LONGEST_TURN), np.int64)
    codes, sides = np.zeros((LONGEST_TURN, game.widest), np.int64), np.array(game.sides)
    reached, slots = np.zeros((REACHED, a.words.shape[1]), np.uint64), np.zeros(SLOTS + 1, np.int64)
    work = counts, places, line, best, a.values, a.points, a.weights, sides, reached, slots
    return TurnScratch(a.states, a.words, codes, *work)


def _remaining(limits: Limits, result: SearchResult) -> Limits | None:
    """Return the limits left after the expectiminimax search, or None."""
    nodes = None if limits.nodes is None else limits.nodes - result.nodes
    seconds = None if limits.seconds is None else limits.seconds - result.seconds
    if (nodes is not None and nodes <= 0) or (seconds is not None and seconds <= 0):
        return None
    return replace(limits, nodes=nodes, seconds=seconds)


def _non_increasing(ranking: Sequence[Choice]) -> tuple[Choice, ...]:
    """Return choices whose values do not increase: candidates dropped early have less reliable means."""
    lowest, choices = 1.0, []
    for choice in ranking:
        lowest = min(lowest, choice.value)
        choices.append(replace(choice, value=lowest))
    return tuple(choices)
