"""Expectiminimax search with limits of time, nodes and depth: the half that Python does."""

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from charkoni.core.constants import CHANCE, OVER
from charkoni.core.game import Game
from charkoni.core.position import Position
from charkoni.search.expectiminimax.kernels import FRAME, PLIES, begin, context_dtype, run
from charkoni.search.result import Choice, Limits, SearchResult, Stop
from charkoni.search.time_control import DeadlineRunner, Pace

TABLE_BITS = 19
DEEPEST = 12
SURE = 1e-9

Row = tuple[float, int, tuple[int, ...], bool, int]
"""Value, move, best line, whether solved, depth."""


class Expectiminimax:
    """Expectiminimax in one game; not to be shared between threads.  It searches in one thread."""

    def __init__(
        self, game: Game, table_bits: int = TABLE_BITS, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        """Make room for a table of 2 ** table_bits positions, 16 bytes each."""
        self.game = game
        self._clock = clock
        self._runner = DeadlineRunner()
        self._ranking: list[Row] = []  # replaced as a whole: it may be asked for while the search goes on
        self._age = 0
        self._is_ready = False
        width = -(-game.dtype.itemsize // 8)
        self._desk = np.zeros(1, context_dtype(game.widest, game.players, width))
        self._desk["mask"] = ~np.uint64(0)
        self._frames = np.zeros(PLIES + 1, FRAME)
        self._words = np.zeros((PLIES + 1, width), np.uint64)
        self._states: Any = np.ndarray((PLIES + 1,), game.dtype, self._words, strides=(8 * width,))
        self._whole_table = self._table = np.zeros((1 << table_bits, 2), np.uint64)
        self._out = np.zeros(game.widest, np.int64)
        self._weights = np.ones(game.widest, np.int64)
        self._values = np.zeros(game.players, np.float64)
        self._points = np.zeros(game.players, np.int64)

    def prepare(self) -> None:
        """Compile what a search needs, or load it from the cache."""
        if not self._is_ready:
            self._is_ready = True
            self._search(self.game.start(), Limits(nodes=2), None)

    def search(
        self, position: Position, limits: Limits, path: Sequence[Position] = (), stop: Stop | None = None, seed: int = 0
    ) -> SearchResult:
        """Search a position; where a throw is due the answer has a value and no move.

        path, seed: play no part here.
        """
        if position.turn == OVER:
            raise ValueError(f"no player decides in {str(position)!r}")
        self.prepare()
        return self._search(position, limits, stop)

    def _search(self, position: Position, limits: Limits, stop: Stop | None) -> SearchResult:
        pace = Pace(limits, stop, self._clock)
        self._runner.settle()
        self._set_up(position, limits)
        codes = self._ordered(position)
        self.game.kernels.value(position.state[0], self._values)
        self._ranking = [(float(self._values[max(position.turn, 0)]), codes[0] if codes else -1, (), False, 0)]
        self._runner.wait_for(lambda: self._deepen(codes, limits, pace), pace.left, pace.end)
        ranking = self._ranking
        exact = ranking[0][3]
        choices = () if position.turn == CHANCE else tuple(self._choice(row) for row in ranking)
        value, depth = ranking[0][0], ranking[0][4]
        return SearchResult(
            choices[0].move if choices else None,
            choices,
            values_of(self.game, value, int(self._desk["player"][0])),
            int(self._desk["nodes"][0]),
            depth,
            pace.seconds,
            exact,
        )

    def _choice(self, row: Row) -> Choice:
        moves = tuple(self.game.move(code) for code in row[2]) or (self.game.move(row[1]),)
        return Choice(moves[0], row[0], row[4], moves, row[3])

    def _set_up(self, position: Position, limits: Limits) -> None:
        if limits.nodes is not None:  # what is found must not depend on what was searched before
            size = min(len(self._whole_table), 1 << max(10, limits.nodes.bit_length()))
            self._table = self._whole_table[:size]
            self._table[:] = 0
        else:
            self._table = self._whole_table
        self._age = (self._age + 1) & 63
        desk, sides = self._desk[0], self.game.sides
        player = max(position.turn, 0)
        self._states[0] = position.state[0]
        desk.signs[:] = [1 if side == sides[player] else -1 for side in sides]
        desk.nodes = 0
        desk.player = player
        desk.age = self._age
        desk.salt = (1 + sides[player]) * 0x9E3779B97F4A7C15 & (1 << 64) - 1

    def _ordered(self, position: Position) -> list[int]:
        """Return the legal moves, first those that the game praises; none where a throw is due."""
        if position.turn == CHANCE:
            return []
        state, order = position.state[0], self.game.kernels.order
        return sorted(position.codes, key=lambda code: -int(order(state, code)))

    def _deepen(self, codes: list[int], limits: Limits, pace: Pace) -> None:
        """Look through more and more throws until a limit is reached or all is known; keep the best moves."""
        lines = min(limits.lines or len(codes), len(codes)) or 1
        for depth in range(min(limits.depth or DEEPEST, DEEPEST) + 1):
            ranked = self._rank(codes, lines, depth, pace)
            if ranked is None:
                return
            self._ranking = ranked
            first = [row[1] for row in ranked if row[1] in codes]
            codes = first + [code for code in codes if code not in first]
            if all(row[3] for row in ranked) or (limits.seconds is not None and lines == len(codes) == 1):
                return

    def _rank(self, codes: list[int], lines: int, depth: int, pace: Pace) -> list[Row] | None:
        """Return the best lines through so many throws, or None when time was up first."""
        if lines > 1:
            rows = [self._value([code], depth, pace) for code in codes]
            if any(row is None for row in rows):
                return None
            return sorted((row for row in rows if row is not None), key=lambda row: -row[0])[:lines]
        row = self._value(codes, depth, pace)
        if row is not None:
            return [row]
        code = int(self._frames[0].code)
        if depth > 0 and code >= 0 and codes and code in codes and code != self._ranking[0][1]:
            return None if self._frames[0].next < 1 else self._kept(depth)
        return None

    def _kept(self, depth: int) -> list[Row]:
        """Out of time: a move that is better than the best before, which is searched first, has shown it already."""
        frame = self._frames[0]
        return [(float(frame.best), int(frame.code), self._line(), False, depth)]

    def _value(self, codes: list[int], depth: int, pace: Pace) -> Row | None:
        """Return the best of some moves, or the value of a throw that is due; None when time was up."""
        desk, frame = self._desk[0], self._frames[0]
        desk.codes[: len(codes)] = codes
        begin(self.game.kernels, self._desk, self._frames, self._states, depth, len(codes))
        while True:
            nodes = pace.next(int(desk.nodes))
            if nodes <= 0:
                return None
            work = self._table, self._out, self._weights, self._values, self._points
            if run(self.game.kernels, self._desk, self._frames, self._states, self._words, *work, nodes):
                break
        return float(frame.best), int(frame.code), self._line(), bool(frame.solved), depth

    def _line(self) -> tuple[int, ...]:
        return tuple(self._desk[0].lines[0, : int(self._frames[0].length)].tolist())


def values_of(game: Game, value: float, player: int) -> tuple[float, ...]:
    """Return what each player can expect where one can expect so much: the sides of the others share the rest."""
    sides = game.sides
    others = (1.0 - value) / max(len(set(sides)) - 1, 1)
    return tuple(value if side == sides[player] else others for side in sides)
