"""Monte Carlo tree search with a limit of time or of playouts.

Playouts run in the kernels in chunks of a few milliseconds; between two chunks the clock is checked.
"""

import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from charkoni.core.game import Game, Position
from charkoni.search.decision.layout import Task
from charkoni.search.decision.request import Request, WorkArrays
from charkoni.search.engine import Engine, Found, first_decision
from charkoni.search.mcts.deepening import MctsSearch, deepen, run
from charkoni.search.mcts.kernels import NODE, Scratch, Tree
from charkoni.search.result import Limits, Stop
from charkoni.search.time_control import TimeManager, raise_if_interrupted

NODES = 1 << 20

# Playouts differ in length far more than nodes, so that the longest chunk so far, not the last, says how long the next
# may take; twice that must fit.
CHUNK_SECONDS = 0.003
RESERVE_SHARE = 0.1
LARGEST_RESERVE = 0.05


class Mcts(Engine):
    """Monte Carlo tree search in one game, for a number of playouts (`Limits.nodes`), else seconds; not thread-safe.

    `prepare` compiles; without it the first search does, before its clock starts.  The efforts of a result are playouts
    through each move; all moves are ranked.
    """

    values_throws = False
    has_streams = True
    deepest = 0  # of no meaning: the depth of playouts is that of the game
    deepen = staticmethod(deepen)

    def __init__(self, game: Game, nodes: int = NODES, clock: Callable[[], float] = time.perf_counter) -> None:
        """Take the nodes of a tree; when it is full, playouts continue from its leaves."""
        if nodes <= game.widest:
            raise ValueError(f"a tree needs room for more than {game.widest} nodes")
        super().__init__(game, clock)
        self._nodes = nodes
        self._playout_seconds = 0.0

    def work_arrays(self, number: int = 0) -> MctsSearch:
        """Return the arrays of the search."""
        game, a = self.game, WorkArrays(self.game, 1)
        places, order = np.zeros((2, self.game.widest), np.int64)
        totals = np.empty((self._nodes, game.players), np.float64)
        tree = Tree(np.empty(self._nodes, NODE), totals, np.zeros(1, np.int64))
        scratch = Scratch(a.out, a.weights, a.points, a.values)
        return MctsSearch(tree, scratch, game.blank(), game.blank(), places, order, np.zeros(game.players))

    def _limit(self, asked: Request, position: Position, limits: Limits) -> None:
        assert limits.nodes is not None or limits.seconds is not None, "the depth of playouts is that of the game"
        super()._limit(asked, position, limits)
        asked.request[0]["lines"] = 0

    def read(self, task: Task, work: MctsSearch) -> Found:
        """Return the moves, with the points of all players in the playouts through the best one."""
        return super().read(task, work)._replace(values=tuple(work.shares.tolist()))

    def _compile(self) -> None:
        """Compile the kernels, and measure one playout."""
        asked = self.request(first_decision(self.game), (), Limits(nodes=1))
        thread = self._begin(asked, Limits(nodes=1))[0]
        for _ in range(2):  # the first time it is compiled
            before = self._clock()
            run(self.game.kernels, thread.work, asked.request[0].rng, 2)
            self._playout_seconds = (self._clock() - before) / 2

    def _time_manager(self, limits: Limits, stop: Stop | None) -> TimeManager:
        if limits.nodes is not None:
            return TimeManager(replace(limits, seconds=None), stop, self._clock)
        return PlayoutTimeManager(limits, stop, self._clock, self._playout_seconds)


class PlayoutTimeManager(TimeManager):
    """Computes numbers of playouts until the next check of the clock: another chunk, even a slow one, must fit."""

    def __init__(self, limits: Limits, stop: Stop | None, clock: Callable[[], float], seconds: float) -> None:
        """Start the clock.  seconds: of one playout, the first chunk: a limit of a millisecond is kept, too."""
        super().__init__(limits, stop, clock)
        assert limits.seconds is not None
        self._due = self._started + limits.seconds - min(RESERVE_SHARE * limits.seconds, LARGEST_RESERVE)
        self._playouts, self._slowest = 0, seconds

    def node_budget(self, done: int) -> int:
        """Return how many playouts to run before the next call, 0 to stop; raise Interrupted."""
        raise_if_interrupted()
        before, self._last = self._last, self._clock()
        if self._playouts == 0:
            self._playouts = 1
        else:
            self._slowest = max(self._slowest, self._last - before)
            self._playouts = next_chunk(self._playouts, self._last - before)
        has_ended = self._ended.is_set() or (self._stop is not None and self._stop())
        return 0 if has_ended or self._last + 2 * self._slowest >= self._due else self._playouts


def next_chunk(chunk: int, seconds: float) -> int:
    """Return the size of the next chunk from the time of this one: towards CHUNK_SECONDS, at most doubled."""
    if seconds <= 0:
        return 2 * chunk
    return max(1, min(2 * chunk, int(chunk * CHUNK_SECONDS / seconds)))
