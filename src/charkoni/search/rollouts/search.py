"""Rollouts for games with dice, with limits of time and nodes."""

import time
from collections.abc import Callable

import numpy as np

from charkoni.core.constants import CHANCE
from charkoni.core.game import Game, Position
from charkoni.search.decision.request import Request, WorkArrays
from charkoni.search.engine import first_decision
from charkoni.search.expectiminimax.search import Expectiminimax, search_arrays
from charkoni.search.result import Limits
from charkoni.search.rollouts.deepening import (
    COMPARED,
    COMPARISON,
    FIRST_SHARE,
    RolloutSearch,
    begin_comparison,
    compare,
    deepen,
    halve,
)
from charkoni.search.rollouts.kernels import LONGEST_TURN, REACHED, SLOTS, TurnEnds, TurnScratch

FIRST_NODES = 2_000  # of the expectiminimax search


class Rollout(Expectiminimax):
    """Rollouts in one game; single-threaded and not thread-safe.

    With a limit of depth, and where a throw is due, it is expectiminimax alone.
    """

    deepen = staticmethod(deepen)

    def __init__(self, game: Game, clock: Callable[[], float] = time.perf_counter) -> None:
        """Take a game with dice."""
        super().__init__(game, clock=clock)

    def work_arrays(self, number: int = 0) -> RolloutSearch:
        """Return the arrays of the search."""
        game, (candidates, times, order) = self.game, np.zeros((3, COMPARED), np.int64)
        lines, lengths = np.zeros((COMPARED, LONGEST_TURN), np.int64), np.zeros(COMPARED, np.int64)
        ends = TurnEnds(WorkArrays(game, COMPARED).states, lines, lengths, np.zeros(COMPARED), np.zeros(COMPARED))
        comparison = np.zeros(1, COMPARISON)
        work = comparison, turn_scratch(game), ends, game.blank(), candidates, times, order
        return RolloutSearch(search_arrays(game, self._transpositions), *work)

    def _compile(self) -> None:
        super()._compile()
        # The move may be forced: one end is compared with itself, which calls what others do.
        asked, limits = self.request(first_decision(self.game), (), Limits(nodes=1)), Limits(nodes=1)
        thread, kernels = self._begin(asked, limits)[0], self.game.kernels
        begin_comparison(kernels, thread.task, thread.work)
        compare(kernels, thread.task, thread.work, 1)
        halve(thread.work.ends, thread.work.times, thread.work.candidates, 1)

    def _limit(self, asked: Request, position: Position, limits: Limits) -> None:
        super()._limit(asked, position, limits)
        if position.turn == CHANCE or limits.depth is not None:
            return
        # Expectiminimax proves what is decided, and its ranking stands in where the time is over before a rollout.
        first = FIRST_NODES if limits.nodes is None else min(FIRST_NODES, -(-limits.nodes // FIRST_SHARE))
        asked.request[0]["proving"] = first
        self._clear(asked, first)


def turn_scratch(game: Game) -> TurnScratch:
    """Return the work arrays of turns of a game."""
    a = WorkArrays(game, LONGEST_TURN + 1)
    counts, places, line, best = np.zeros((4, LONGEST_TURN), np.int64)
    codes, sides = np.zeros((LONGEST_TURN, game.widest), np.int64), np.array(game.sides)
    reached, slots = np.zeros((REACHED, a.words.shape[1]), np.uint64), np.zeros(SLOTS + 1, np.int64)
    work = counts, places, line, best, a.values, a.points, a.weights, sides, reached, slots
    return TurnScratch(a.states, a.words, codes, *work)
