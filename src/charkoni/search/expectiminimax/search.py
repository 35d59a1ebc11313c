"""Expectiminimax search with limits of time, nodes and depth: iterative deepening by throws."""

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from charkoni.core.constants import CHANCE, OVER
from charkoni.core.game import Game, Position
from charkoni.search.expectiminimax.kernels import FRAME, PLIES, begin, context_dtype, run
from charkoni.search.result import Choice, Limits, SearchResult, Stop
from charkoni.search.time_control import DeadlineRunner, TimeManager

TABLE_BITS = 19
DEEPEST = 12

Row = tuple[float, int, tuple[int, ...], bool, int]
"""Value, move, principal variation, whether solved, depth."""


class Expectiminimax:
    """Expectiminimax in one game; single-threaded and not thread-safe."""

    def __init__(
        self, game: Game, table_bits: int = TABLE_BITS, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        """Allocate a transposition table of 2 ** table_bits entries, 16 bytes each."""
        self.game = game
        self._clock = clock
        self._runner = DeadlineRunner()
        self._ranking: list[Row] = []  # replaced as a whole, since another thread may read it
        self._age = 0
        self._is_ready = False
        width = -(-game.dtype.itemsize // 8)
        self._context = np.zeros(1, context_dtype(game.widest, game.players, width))
        self._context["mask"] = ~np.uint64(0)
        self._frames = np.zeros(PLIES + 1, FRAME)
        self._words = np.zeros((PLIES + 1, width), np.uint64)
        self._states: Any = np.ndarray((PLIES + 1,), game.dtype, self._words, strides=(8 * width,))
        self._whole = self._transpositions = np.zeros((1 << table_bits, 2), np.uint64)
        self._out = np.zeros(game.widest, np.int64)
        self._weights = np.ones(game.widest, np.int64)
        self._values = np.zeros(game.players, np.float64)
        self._points = np.zeros(game.players, np.int64)

    def prepare(self) -> None:
        """Compile the kernels, or load them from the cache."""
        if not self._is_ready:
            self._is_ready = True
            self._search(self.game.start(), Limits(nodes=2), None)

    def search(
        self, position: Position, limits: Limits, path: Sequence[Position] = (), stop: Stop | None = None, seed: int = 0
    ) -> SearchResult:
        """Search a position; where a throw is due the result has a value and no move.

        path, seed: unused.
        """
        if position.turn == OVER:
            raise ValueError(f"no player decides in {str(position)!r}")
        self.prepare()
        return self._search(position, limits, stop)

    def _search(self, position: Position, limits: Limits, stop: Stop | None) -> SearchResult:
        time_manager = TimeManager(limits, stop, self._clock)
        self._runner.join()
        self._set_up(position, limits)
        codes = self._ordered(position)
        self.game.kernels.value(position.state[0], self._values)
        self._ranking = [(float(self._values[max(position.turn, 0)]), codes[0] if codes else -1, (), False, 0)]
        self._runner.run(lambda: self._deepen(codes, limits, time_manager), time_manager.left, time_manager.end)
        ranking = self._ranking
        exact = ranking[0][3]
        choices = () if position.turn == CHANCE else tuple(self._choice(row) for row in ranking)
        value, depth = ranking[0][0], ranking[0][4]
        return SearchResult(
            choices[0].move if choices else None,
            choices,
            values_of(self.game, value, int(self._context["player"][0])),
            int(self._context["nodes"][0]),
            depth,
            time_manager.seconds,
            exact,
        )

    def _choice(self, row: Row) -> Choice:
        moves = tuple(self.game.move(code) for code in row[2]) or (self.game.move(row[1]),)
        return Choice(moves[0], row[0], row[4], moves, row[3])

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
        self._states[0] = position.state[0]
        context.signs[:] = [1 if side == sides[player] else -1 for side in sides]
        context.nodes = 0
        context.player = player
        context.age = self._age
        context.salt = (1 + sides[player]) * 0x9E3779B97F4A7C15 & (1 << 64) - 1

    def _ordered(self, position: Position) -> list[int]:
        """Return the legal moves by the game's own order; none where a throw is due."""
        if position.turn == CHANCE:
            return []
        state, order = position.state[0], self.game.kernels.order
        return sorted(position.codes, key=lambda code: -int(order(state, code)))

    def _deepen(self, codes: list[int], limits: Limits, time_manager: TimeManager) -> None:
        """Search by iterative deepening until a limit is reached or all values are proved; keep the best moves."""
        lines = min(limits.lines or len(codes), len(codes)) or 1
        for depth in range(min(limits.depth or DEEPEST, DEEPEST) + 1):
            ranked = self._rank(codes, lines, depth, time_manager)
            if ranked is None:
                return
            self._ranking = ranked
            first = [row[1] for row in ranked if row[1] in codes]
            codes = first + [code for code in codes if code not in first]
            if all(row[3] for row in ranked) or (limits.seconds is not None and lines == len(codes) == 1):
                return

    def _rank(self, codes: list[int], lines: int, depth: int, time_manager: TimeManager) -> list[Row] | None:
        """Return the best moves at a depth in throws, or None out of time."""
        if lines > 1:
            rows = [self._value([code], depth, time_manager) for code in codes]
            if any(row is None for row in rows):
                return None
            return sorted((row for row in rows if row is not None), key=lambda row: -row[0])[:lines]
        row = self._value(codes, depth, time_manager)
        if row is not None:
            return [row]
        code = int(self._frames[0].code)
        if depth > 0 and code >= 0 and codes and code in codes and code != self._ranking[0][1]:
            return None if self._frames[0].next < 1 else self._kept(depth)
        return None

    def _kept(self, depth: int) -> list[Row]:
        """Out of time: keep a move that already beat the best one of the last iteration, which is searched first."""
        frame = self._frames[0]
        return [(float(frame.best), int(frame.code), self._line(), False, depth)]

    def _value(self, codes: list[int], depth: int, time_manager: TimeManager) -> Row | None:
        """Return the row of the best of some moves, or of a throw that is due; None out of time."""
        context, frame = self._context[0], self._frames[0]
        context.codes[: len(codes)] = codes
        begin(self.game.kernels, self._context, self._frames, self._states, depth, len(codes))
        while True:
            nodes = time_manager.node_budget(int(context.nodes))
            if nodes <= 0:
                return None
            work = self._transpositions, self._out, self._weights, self._values, self._points
            if run(self.game.kernels, self._context, self._frames, self._states, self._words, *work, nodes):
                break
        return float(frame.best), int(frame.code), self._line(), bool(frame.solved), depth

    def _line(self) -> tuple[int, ...]:
        return tuple(self._context[0].pv[0, : int(self._frames[0].length)].tolist())


def values_of(game: Game, value: float, player: int) -> tuple[float, ...]:
    """Return the expected points of each player from those of one: the other sides share the rest equally."""
    sides = game.sides
    others = (1.0 - value) / max(len(set(sides)) - 1, 1)
    return tuple(value if side == sides[player] else others for side in sides)
