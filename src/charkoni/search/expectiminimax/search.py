"""Expectiminimax search with limits of time, nodes and depth: iterative deepening by throws."""

import time
from collections.abc import Callable

import numpy as np

from charkoni.core.game import Game, Position
from charkoni.search.decision.request import Request, WorkArrays
from charkoni.search.engine import IterativeDeepening
from charkoni.search.expectiminimax.deepening import Search, deepen
from charkoni.search.expectiminimax.kernels import FRAME, PLIES, context_dtype

TABLE_BITS = 19  # 8 MB: only chance nodes are stored, a small part of all nodes


class Expectiminimax(IterativeDeepening):
    """Expectiminimax in one game; single-threaded and not thread-safe.  Scores are expected points."""

    most_threads = 1
    entries_per_node = 1
    first_depth = 0
    deepest = 12  # throws; a bound for the stack, which no search in time comes near
    forced_depth = 0
    deepen = staticmethod(deepen)

    def __init__(
        self, game: Game, table_bits: int = TABLE_BITS, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        """Allocate a transposition table of 2 ** table_bits entries, 16 bytes each."""
        super().__init__(game, table_bits, clock)

    def work_arrays(self) -> Search:
        """Return the arrays of one thread."""
        game, a = self.game, WorkArrays(self.game, PLIES + 1)
        context = np.zeros(1, context_dtype(game.widest, game.family.most_players, a.words.shape[1]))
        scratch = self._transpositions, a.out, a.weights, a.values, a.points
        return Search(context, np.zeros(PLIES + 1, FRAME), a.states, a.words, *scratch)

    def _complete(self, asked: Request, position: Position) -> None:
        """Set the key of the entries: values are those of the root player's side, so that each side has its own."""
        one = asked.request[0]
        one["salt"] = (1 + self.game.sides[int(one["player"])]) * 0x9E3779B97F4A7C15 & (1 << 64) - 1
