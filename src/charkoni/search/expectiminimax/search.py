"""Expectiminimax search with limits of time, nodes and depth: iterative deepening by throws."""

import time
from collections.abc import Callable

import numpy as np

from charkoni.core.game import Game, Position
from charkoni.core.game_types import Array
from charkoni.search.decision.request import Request, WorkArrays
from charkoni.search.engine import IterativeDeepening
from charkoni.search.expectiminimax.deepening import Search, deepen
from charkoni.search.expectiminimax.kernels import FRAME, PLIES, context_dtype
from charkoni.search.result import Limits

TABLE_BITS = 19  # 8 MB: only chance nodes are stored, a small part of all nodes


class Expectiminimax(IterativeDeepening):
    """Expectiminimax in one game; single-threaded and not thread-safe.  Scores are expected points."""

    entries_per_node = 1
    deepest = 12  # throws; a bound for the stack, which no search in time comes near
    forced_depth = 0
    deepen = staticmethod(deepen)

    def __init__(
        self, game: Game, table_bits: int = TABLE_BITS, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        """Allocate a transposition table of 2 ** table_bits entries, 16 bytes each."""
        super().__init__(game, table_bits, clock)

    def work_arrays(self, number: int = 0) -> tuple[object, ...]:
        """Return the arrays of the search, a `Search`."""
        return search_arrays(self.game, self._transpositions)

    def _limit(self, asked: Request, position: Position, limits: Limits) -> None:
        """Set the key of the entries: values are those of the root player's side, so that each side has its own."""
        super()._limit(asked, position, limits)
        one = asked.request[0]
        one["salt"] = (1 + self.game.sides[int(one["player"])]) * 0x9E3779B97F4A7C15 & (1 << 64) - 1


def search_arrays(game: Game, transpositions: Array) -> Search:
    """Return the arrays of a search with a transposition table."""
    a = WorkArrays(game, PLIES + 1)
    context = np.zeros(1, context_dtype(game.widest, game.family.most_players, a.words.shape[1]))
    scratch = transpositions, a.out, a.weights, a.values, a.points
    return Search(context, np.zeros(PLIES + 1, FRAME), a.states, a.words, *scratch)
