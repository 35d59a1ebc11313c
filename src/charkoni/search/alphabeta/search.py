"""Alpha-beta search with limits of time, nodes and depth: iterative deepening, aspiration windows, threads (lazy SMP).

The kernels run in chunks of a few milliseconds; between two chunks the clock and the stop function are checked.
"""

import time
from collections.abc import Callable

import numpy as np

from charkoni.core.game import Game, Position
from charkoni.core.game_types import Array
from charkoni.search.alphabeta.context import FRAME, PLIES, SPAN, context_dtype
from charkoni.search.alphabeta.deepening import Search, deepen
from charkoni.search.decision.request import Request, WorkArrays
from charkoni.search.engine import IterativeDeepening
from charkoni.search.result import MOST_THREADS, Limits

TABLE_BITS = 20  # 16 MB; a fast game searches 5 million nodes a second, of which the deeper ones are kept
WINDOW = 30_000  # half the first aspiration window, 1/60 of a point; chosen, not measured


class AlphaBeta(IterativeDeepening):
    """Alpha-beta in one game without dice; not thread-safe (it starts its own threads)."""

    values_throws = False
    most_threads = MOST_THREADS
    entries_per_node = 2  # hardly one is overwritten
    first_depth = 1
    deepest = PLIES - 16  # leaves plies of the stack to extensions
    forced_depth = 4  # of a timed search with a single legal move: enough for a value to show, and the time is kept
    deepen = staticmethod(deepen)

    def __init__(
        self,
        game: Game,
        table_bits: int = TABLE_BITS,
        clock: Callable[[], float] = time.perf_counter,
        endings: Array | None = None,
    ) -> None:
        """Allocate a transposition table of 2 ** table_bits entries, 16 bytes each.

        endings: uint8[n], read only, the tablebase for the game's kernel `known`, or None.
        """
        if game.has_dice:
            raise ValueError(f"alpha-beta cannot throw dice: {game.name}")
        super().__init__(game, table_bits, clock)
        self._endings = np.zeros(0, np.uint8) if endings is None else endings

    def work_arrays(self, number: int = 0) -> Search:
        """Return the arrays of a thread."""
        game, a = self.game, WorkArrays(self.game, PLIES + 2)
        sizes = game.widest, game.family.most_codes, game.family.most_players, a.words.shape[1]
        context, frames = np.zeros(1, context_dtype(*sizes)), np.zeros(PLIES + 2, FRAME)
        work = self._transpositions, self._endings, a.out, a.values, a.points
        return Search(context, frames, a.states, a.words, *work)

    def _limit(self, asked: Request, position: Position, limits: Limits) -> None:
        """Set the score of a draw, and a key for what a score depends on: the root player, a near ply cap."""
        super()._limit(asked, position, limits)
        one, cap = asked.request[0], self.game.referee.cap
        one["window"] = WINDOW
        # An even share among all sides: 0 with two, less with three or four.
        one["draw"] = round((2 / one["sides"] - 1) * SPAN)
        # Two sides: the score of the mover does not depend on who is at the root. With more, the others play against
        # the root player, so that each root player has entries of his own. Near the ply cap the value depends on the
        # plies left.
        salt = 0 if one["sides"] == 2 else 1 + position.turn
        if cap and cap - one["played"] <= PLIES:
            salt += 16 * int(one["played"])
        # An odd multiplier (2**64 over the golden ratio) spreads small numbers over the whole word.
        one["salt"] = salt * 0x9E3779B97F4A7C15 & (1 << 64) - 1
