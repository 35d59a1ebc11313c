"""Expectiminimax search with limits of time, nodes and depth: iterative deepening by throws."""

import time
from collections.abc import Callable, Sequence

import numpy as np

from charkoni.core.constants import CHANCE
from charkoni.core.game import Game, Position
from charkoni.search.engine import Engine, IterativeDeepening, ScoredMove, WorkArrays, values_of
from charkoni.search.expectiminimax.kernels import FRAME, PLIES, begin, context_dtype, run
from charkoni.search.result import Limits, SearchResult, Stop
from charkoni.search.time_control import TimeManager

TABLE_BITS = 19  # 8 MB: only chance nodes are stored, a small part of all nodes
DEEPEST = 12  # throws; a bound for the stack, which no search in time comes near


class Expectiminimax(Engine, IterativeDeepening):
    """Expectiminimax in one game; single-threaded and not thread-safe.  Scores are expected points."""

    _kernel = staticmethod(run)

    def __init__(
        self, game: Game, table_bits: int = TABLE_BITS, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        """Allocate a transposition table of 2 ** table_bits entries, 16 bytes each."""
        super().__init__(game, clock)
        self._age = 0
        self._arrays = a = WorkArrays(game, PLIES + 1)
        self._scratch = a.out, a.weights, a.values, a.points
        self._context = np.zeros(1, context_dtype(game.widest, game.players, self._arrays.words.shape[1]))
        # No repetition in games with dice: the whole state is the key.
        self._context["mask"] = ~np.uint64(0)
        self._frames = np.zeros(PLIES + 1, FRAME)
        self._whole = self._transpositions = np.zeros((1 << table_bits, 2), np.uint64)

    def _search(
        self, position: Position, limits: Limits, path: Sequence[Position], stop: Stop | None, seed: int
    ) -> SearchResult:
        time_manager = TimeManager(limits, stop, self._clock)
        self._runner.join()
        self._set_up(position, limits)
        codes, values = self._ordered(position), self._arrays.values
        self.game.kernels.value(position.state[0], values)
        self.ranking = [ScoredMove(float(values[max(position.turn, 0)]), codes[0] if codes else -1, (), False, 0)]
        lines = min(limits.lines or len(codes), len(codes)) or 1
        is_forced = limits.seconds is not None and lines == len(codes) == 1
        depths = range(1 if is_forced else min(limits.depth or DEEPEST, DEEPEST) + 1)
        self._runner.run(lambda: self.deepen(codes, lines, depths, time_manager), time_manager.left, time_manager.end)
        ranking = self.ranking
        choices = () if position.turn == CHANCE else tuple(self._choice(row, row.score) for row in ranking)
        return SearchResult(
            choices[0].move if choices else None,
            choices,
            values_of(self.game, ranking[0].score, int(self._context["player"][0])),
            self.nodes,
            ranking[0].depth,
            time_manager.seconds,
            ranking[0].is_solved,
        )

    def _set_up(self, position: Position, limits: Limits) -> None:
        if limits.nodes is not None:  # the result must not depend on earlier searches
            size = min(len(self._whole), 1 << max(10, limits.nodes.bit_length()))
            self._transpositions = self._whole[:size]
            self._transpositions[:] = 0
        else:
            self._transpositions = self._whole
        self._age = (self._age + 1) & 63
        context, sides = self._context[0], self.game.sides
        player = max(position.turn, 0)
        self._arrays.states[0] = position.state[0]
        context.signs[:] = [1 if side == sides[player] else -1 for side in sides]
        context.nodes = 0
        context.player = player
        context.age = self._age
        # Values are those of the root player's side, so that each side has entries of its own.
        context.salt = (1 + sides[player]) * 0x9E3779B97F4A7C15 & (1 << 64) - 1

    def _rank(self, codes: Sequence[int], lines: int, depth: int, time_manager: TimeManager) -> list[ScoredMove] | None:
        if lines > 1:
            # Every move in a window of its own: what one move bounds would be no value of another.
            rows = [self._value([code], depth, time_manager) for code in codes]
            if any(row is None for row in rows):
                return None
            return sorted((row for row in rows if row is not None), key=lambda row: -row.score)[:lines]
        row = self._value(codes, depth, time_manager)
        if row is not None:
            return [row]
        # Out of time: keep a move that already beat the best one of the last iteration, which is searched first.
        frame = self._frames[0]
        code = int(frame.code)
        if depth > 0 and code in codes and code != self.ranking[0].code and frame.next > 0:
            return [ScoredMove(float(frame.best), code, self._line(), False, depth)]
        return None

    def _value(self, codes: Sequence[int], depth: int, time_manager: TimeManager) -> ScoredMove | None:
        """Return the row of the best of some moves, or of a throw that is due; None out of time."""
        context, frame = self._context[0], self._frames[0]
        context.codes[: len(codes)] = codes
        begin(self.game.kernels, self._context, self._frames, self._arrays.states, depth, len(codes))
        if not self._run(time_manager):
            return None
        return ScoredMove(float(frame.best), int(frame.code), self._line(), bool(frame.solved), depth)
