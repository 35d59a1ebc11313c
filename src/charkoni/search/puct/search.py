"""PUCT with limits of time, nodes and depth, and root parallelization.

Each thread has a tree of its own, with noise in its priors; the visits of all are added up (Chaslot, Winands and van
den Herik, 2008).  From one timed search to the next, the subtree below the moves played meanwhile is kept.
"""

import time
from collections.abc import Callable, Sequence

import numpy as np

from charkoni.core.game import Game, Position
from charkoni.core.random_numbers import seeded
from charkoni.search.decision.layout import ROW, Task
from charkoni.search.decision.request import Request, WorkArrays
from charkoni.search.engine import Engine, Found, Thread
from charkoni.search.puct.deepening import LONGEST_LINE, PuctSearch, deepen, rank_moves
from charkoni.search.puct.kernels import DEEPEST, NONE, ROOT, context_dtype, is_decided, keep_subtree, node_dtype
from charkoni.search.result import MOST_THREADS, Limits

NODES = 1 << 20  # 128 MB with two players, taken from the system as the tree grows
PLIES_KEPT = 8  # between two searches of one game: what the others have played meanwhile
FORCED_NODES = 2000  # of a timed search with a single legal move: enough for a value to show
PRIOR_NOISE = 0.5  # makes the trees of helpers differ; chosen, not measured


class Puct(Engine):
    """PUCT in one game; not thread-safe (it starts its own threads)."""

    most_threads = MOST_THREADS
    deepest = DEEPEST + 1  # which no line reaches
    deepen = staticmethod(deepen)

    def __init__(self, game: Game, nodes: int = NODES, clock: Callable[[], float] = time.perf_counter) -> None:
        """Take the nodes of each tree; when a tree is full, its search ends."""
        super().__init__(game, clock)
        self._size = max(nodes, 2 * game.widest)

    def work_arrays(self, number: int = 0) -> PuctSearch:
        """Return the arrays of a thread; those of helpers have noise in their priors."""
        game, a = self.game, WorkArrays(self.game, 3)
        context = np.zeros(1, context_dtype(game.players, a.words.shape[1]))
        context["prior_noise"] = PRIOR_NOISE if number else 0.0
        nodes, moved = np.empty(self._size, node_dtype(game.players)), np.empty(self._size, np.int64)
        visits, order = np.zeros(game.widest, np.int64), np.zeros((2, game.widest), np.int64)
        scratch = a.states, a.words, a.out, a.weights, a.points, a.values
        return PuctSearch(context, nodes, moved, *scratch, visits, order, np.zeros(game.players))

    def _compile(self) -> None:
        super()._compile()
        one = self._threads[0].work
        keep_subtree(one.contexts, one.nodes, ROOT, one.moved)  # the kernel that the first search did not call

    def _limit(self, asked: Request, position: Position, limits: Limits) -> None:
        super()._limit(asked, position, limits)
        one = asked.request[0]
        if limits.seconds is not None and one["count"] == 1:
            one["nodes"] = min(limits.nodes or FORCED_NODES, FORCED_NODES)

    def _assign(self, asked: Request, thread: Thread, number: int, seed: int, line: Sequence[Position]) -> None:
        """Set the random numbers, and the subtree that is kept; a node budget must not depend on earlier searches."""
        super()._assign(asked, thread, number, seed, line)
        one = asked.request[0]
        one["rng"] = seeded(seed, number) if number else one["rng"]
        place = None if one["forgets"] else self._find_node(thread, line)
        thread.work.contexts["kept"] = 0 if place is None else place + 1
        thread.root = None if one["forgets"] else line[-1]

    def _find_node(self, thread: Thread, line: Sequence[Position]) -> int | None:
        """Return the node of a position that followed the last one searched, the last of a line, or None."""
        line, nodes = line[-1 - PLIES_KEPT :], thread.work.nodes
        if thread.root is None or thread.root not in line:
            return None
        place, here = ROOT, thread.root
        for after in line[len(line) - line[::-1].index(here) :]:
            first, count = int(nodes[place]["first"]), int(nodes[place]["count"])
            if first == NONE:
                return None
            for child in range(first, first + count):
                if here.play(self.game.move(int(nodes[child]["code"]))) == after:
                    place, here = child, after
                    break
            else:
                return None
        return place if int(nodes[place]["first"]) != NONE else None

    def read(self, task: Task, work: PuctSearch) -> Found:
        """Return the moves, with the points of all players after the best one."""
        return (
            super()
            .read(task, work)
            ._replace(values=tuple(work.shares.tolist()), is_exact=bool(is_decided(work.nodes[ROOT])))
        )

    def _read_all(self, threads: Sequence[Thread], is_done: bool) -> Found:
        """Return the moves by the visits in all trees."""
        main = next((one for one in threads if one.found.is_exact), threads[0])
        depth = max(one.found.depth for one in threads)
        if len(threads) == 1 or main.task.request[0].count == 0:
            return main.found._replace(depth=depth)
        nodes, count = main.work.nodes, int(main.work.nodes[ROOT]["count"])
        first = [int(one.work.nodes[ROOT]["first"]) for one in threads]
        visits = [one.work.nodes["visits"][at : at + count] for one, at in zip(threads, first, strict=True)]
        rows, order = np.zeros((2, main.task.progress[0].lines), ROW), np.zeros((2, count), np.int64)
        shares = np.zeros(self.game.players)
        # The leaves of a tree being searched cannot be read.
        longest = LONGEST_LINE if is_done else 1
        ranked = rank_moves(nodes, np.sum(visits, axis=0), order, rows, len(rows[0]), longest, shares)
        return Found(rows[0, :ranked], depth, tuple(shares.tolist()), main.found.is_exact)
