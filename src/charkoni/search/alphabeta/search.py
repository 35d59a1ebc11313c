"""Alpha-beta search with limits of time, nodes and depth: the half that Python does.

Nodes are sent through the compiled half in chunks of a few milliseconds; between two chunks the clock is read and
whoever wants the search to stop is heard.
"""

import math
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from charkoni.core.constants import CHANCE, OVER
from charkoni.core.game import Game
from charkoni.core.position import Position
from charkoni.search.alphabeta.context import FRAME, LONGEST_GAME, PLIES, SPAN, SURE, context_dtype
from charkoni.search.alphabeta.kernels import begin, hash_path, note_path, run, score_of_points
from charkoni.search.result import Choice, Limits, SearchResult, Stop
from charkoni.search.time_control import DeadlineRunner, Pace
from charkoni.search.transposition_table import NO_CODE

TABLE_BITS = 20
DEEPEST = PLIES - 16
WINDOW = 30_000
FORCED_DEPTH = 4


class AlphaBeta:
    """Alpha-beta in one game without dice; not to be shared between threads (it makes its own).

    What it has learned is kept from one timed search to the next.
    """

    def __init__(
        self,
        game: Game,
        table_bits: int = TABLE_BITS,
        clock: Callable[[], float] = time.perf_counter,
        endings: Any = None,
    ) -> None:
        """Make room for a table of 2 ** table_bits positions, 16 bytes each.

        endings: uint8[n], read only, what the game's kernel `known` looks up, or None.
        """
        if game.has_dice:
            raise ValueError(f"alpha-beta cannot throw dice: {game.name}")
        self.game = game
        self._clock = clock
        self._size = 1 << table_bits
        self._table = np.zeros((self._size, 2), np.uint64)
        self._endings = np.zeros(0, np.uint8) if endings is None else endings
        self._machines = [_Arm(game, self._table, self._endings)]
        self._runner = DeadlineRunner()
        self._age = 0
        self._is_ready = False

    def prepare(self) -> None:
        """Compile what a search needs, or load it from the cache."""
        if not self._is_ready:
            self._is_ready = True
            self.search(self.game.start(), Limits(nodes=2))

    def search(
        self, position: Position, limits: Limits, path: Sequence[Position] = (), stop: Stop | None = None, seed: int = 0
    ) -> SearchResult:
        """Search a position in which a player decides.

        path: the positions before it, from the start of the game.  seed: chance plays no part here.
        """
        if position.turn in (CHANCE, OVER):
            raise ValueError(f"no player decides in {str(position)!r}")
        self.prepare()
        pace = Pace(limits, stop, self._clock)
        self._runner.settle()
        codes = self._ordered(position)
        self._set_up(position, codes, limits, path)
        self._runner.wait_for(lambda: self._go(codes, limits, pace), pace.left, pace.end)
        return self._found(position, pace)

    def _go(self, codes: Sequence[int], limits: Limits, pace: Pace) -> None:
        """Let all threads search until a limit is reached."""
        helpers = self._help(codes, limits, pace)
        try:
            self._machines[0].deepen(codes, limits, pace, 0)
        finally:
            pace.end()
            for helper in helpers:
                helper.join()

    def _set_up(self, position: Position, codes: Sequence[int], limits: Limits, path: Sequence[Position]) -> None:
        size = self._size
        if limits.nodes is not None:  # what is found must not depend on what was searched before
            size = min(size, 1 << max(10, (2 * limits.nodes).bit_length()))
            self._table[:size] = 0
        self._age = (self._age + 1) & 63
        while len(self._machines) < limits.threads:
            self._machines.append(_Arm(self.game, self._table, self._endings))
        for arm in self._machines[: limits.threads]:
            arm.set_up(position, codes, path, self._table[:size], self._age, limits.nodes is not None)

    def _ordered(self, position: Position) -> list[int]:
        """Return the legal moves, first those that the game praises."""
        state, order = position.state[0], self.game.kernels.order
        return sorted(position.codes, key=lambda code: -int(order(state, code)))

    def _help(self, codes: Sequence[int], limits: Limits, pace: Pace) -> list[threading.Thread]:
        """Let the other threads search, too, and fill the common table."""
        helpers = []
        for number, arm in enumerate(self._machines[1 : limits.threads], 1):
            helpers.append(
                threading.Thread(target=arm.deepen, args=(codes, limits, pace.helper(), number), daemon=True)
            )
            helpers[-1].start()
        return helpers

    def _found(self, position: Position, pace: Pace) -> SearchResult:
        arm = self._machines[0]
        rows, depth = arm.ranking, arm.depth
        ranking = tuple(self._choice(position, *row) for row in rows)
        value = ranking[0].value
        sides = self.game.sides
        others = (1.0 - value) / max(len(set(sides)) - 1, 1)
        values = tuple(value if side == sides[position.turn] else others for side in sides)
        nodes = sum(each.nodes for each in self._machines[: pace.threads])
        return SearchResult(ranking[0].move, ranking, values, nodes, depth, pace.seconds, ranking[0].exact)

    def _choice(
        self, position: Position, score: int, code: int, line: Sequence[int], exact: bool, depth: int
    ) -> Choice:
        moves = tuple(self.game.move(each) for each in line) or (self.game.move(code),)
        return Choice(moves[0], points_of(score), depth, moves, exact)


Row = tuple[int, int, tuple[int, ...], bool, int]
"""Score, move, best line, whether solved, depth."""


class _Arm:
    """One machine, and the deepening of its search.

    ranking: the best moves so far, replaced as a whole, for it may be asked for while the search goes on.
    """

    def __init__(self, game: Game, table: Any, endings: Any) -> None:
        self.game = game
        self.ranking: list[Row] = []
        self.depth = 0
        width = -(-game.dtype.itemsize // 8)
        self._desk = np.zeros(1, context_dtype(game.widest, game.codes, game.players, width))
        self._frames = np.zeros(PLIES + 2, FRAME)
        self._words = np.zeros((PLIES + 2, width), np.uint64)
        self._states: Any = np.ndarray((PLIES + 2,), game.dtype, self._words, strides=(8 * width,))
        self._table = table
        self._endings = endings
        self._out = np.zeros(game.widest, np.int64)
        self._values = np.zeros(game.players, np.float64)
        self._points = np.zeros(game.players, np.int64)
        self._desk["fewer"] = _fewer()
        self._desk["mask"] = mask_of(game, width)

    @property
    def nodes(self) -> int:
        """How many positions were looked at."""
        return int(self._desk["nodes"][0])

    def set_up(
        self,
        position: Position,
        codes: Sequence[int],
        path: Sequence[Position],
        table: Any,
        age: int,
        forget: bool,
    ) -> None:
        """Take a position, its moves, its past, and the common table.

        codes: the first is to be played if nothing else is known.
        """
        game, desk = self.game, self._desk[0]
        self._table = table
        self._states[0] = position.state[0]
        sides = game.sides
        desk.signs[:] = [1 if side == sides[position.turn] else -1 for side in sides]
        desk.nodes = 0
        desk.player = position.turn
        desk.played = len(path)
        desk.cap = game.referee.cap or 0
        desk.repeats = game.referee.repetition
        desk.draw = round((2 / len(set(sides)) - 1) * SPAN)
        desk.skips = len(set(sides)) == 2
        desk.age = age
        desk.salt = self._salt(position, len(path))
        self._note_path([*path, position] if game.referee.repetition else [position])
        if forget:
            desk.history[:] = 0
        else:
            desk.history[:] //= 8
        game.kernels.value(position.state[0], self._values)
        self.ranking = [(int(score_of_points(self._values[position.turn])), codes[0], (), False, 0)]
        self.depth = 0

    def _salt(self, position: Position, played: int) -> int:
        """Return what the worth of a position depends on beside itself: who searches, and a ply cap that is near."""
        sides, cap = self.game.sides, self.game.referee.cap
        salt = 0 if len(set(sides)) == 2 else 1 + position.turn
        if cap and cap - played <= PLIES:
            salt += 16 * played
        return salt * 0x9E3779B97F4A7C15 & (1 << 64) - 1

    def _note_path(self, path: Sequence[Position]) -> None:
        path = path[-LONGEST_GAME:]
        words = np.zeros((len(path), self._words.shape[1]), np.uint64)
        rows = words.view(np.uint8)
        for place, position in enumerate(path):
            raw = position.state.tobytes()
            rows[place, : len(raw)] = np.frombuffer(raw, np.uint8)
        hash_path(words, self._desk, len(path))
        note_path(self._desk, len(path))

    # --- deepening ---------------------------------------------------------------------------------------------------

    def deepen(self, codes: Sequence[int], limits: Limits, pace: Pace, number: int) -> None:
        """Search deeper and deeper until a limit is reached or all is known.

        number: of the thread, 0 for the first.
        """
        count = len(codes)
        lines = min(limits.lines or count, count)
        deepest = min(limits.depth or DEEPEST, DEEPEST)
        if count == 1 and lines == 1 and limits.seconds is not None:
            deepest = min(deepest, FORCED_DEPTH)
        for depth in range(1 + (number & 1), deepest + 1):
            ranked = self._rank(codes, lines, depth, pace)
            if ranked is None:
                return
            self.ranking = ranked
            self.depth = depth
            first = [row[1] for row in ranked]
            codes = first + [code for code in codes if code not in first]
            if all(row[3] for row in ranked) or (lines == 1 and abs(ranked[0][0]) > SURE and depth > 2):
                return

    def _rank(self, codes: Sequence[int], lines: int, depth: int, pace: Pace) -> list[Row] | None:
        """Return the best lines at a depth, or None when time was up; then `ranking` may be better all the same."""
        ranked: list[Row] = []
        for place in range(lines):
            taken = [row[1] for row in ranked]
            left = [code for code in codes if code not in taken]
            before = next((row[0] for row in self.ranking if row[1] == left[0] and row[4] > 0), None)
            row = self._search(left, depth, before, pace)
            if row is None:
                if place > 0:  # what is ranked is deeper than the rest
                    rest = [row for row in self.ranking if row[1] not in taken]
                    self.ranking = (ranked + rest)[:lines]
                return None
            ranked.append(row)
        return sorted(ranked, key=lambda row: -row[0])

    def _search(self, codes: list[int], depth: int, before: int | None, pace: Pace) -> Any:
        """Return score, move, line, whether solved, and depth, of the best of these moves, or None out of time."""
        desk, frame = self._desk[0], self._frames[0]
        width = WINDOW
        narrow = before is not None and depth > 3 and abs(before) < SURE
        low, high = (before - width, before + width) if narrow and before is not None else (-LIMIT, LIMIT)
        while True:
            desk.codes[: len(codes)] = codes
            begin(self.game.kernels, self._desk, self._frames, self._states, low, high, depth, len(codes))
            if not self._run(pace):
                self._keep_part(low, depth)
                return None
            score, code = int(frame.best), int(frame.code)
            if low < score < high:
                return score, code, self._line(), bool(frame.solved), depth
            width *= 8
            if score <= low:
                low = -LIMIT if width > SPAN else low - width
            else:
                codes = [code] + [each for each in codes if each != code]
                high = LIMIT if width > SPAN else high + width

    def _keep_part(self, low: int, depth: int) -> None:
        """Out of time: a move that is better than what was best before has shown it already."""
        code, score = int(self._frames[0].code), int(self._frames[0].best)
        if code != NO_CODE and score > low and len(self.ranking) == 1:
            self.ranking = [(score, code, self._line(), False, depth)]

    def _line(self) -> tuple[int, ...]:
        frame, desk = self._frames[0], self._desk[0]
        return tuple(desk.lines[0, : int(frame.length)].tolist()) or (int(frame.code),)

    def _run(self, pace: Pace) -> bool:
        """Let the machine run; return False when it has to stop before it is done."""
        while True:
            nodes = pace.next(self.nodes)
            if nodes <= 0:
                return False
            work = self._table, self._endings, self._out, self._values, self._points
            if run(self.game.kernels, self._desk, self._frames, self._states, self._words, *work, nodes):
                return True


LIMIT = 1 << 20


def points_of(score: int) -> float:
    """Return the expected points that a score stands for."""
    if abs(score) > SURE:
        return 1.0 if score > 0 else 0.0
    return min(max((score / SPAN + 1) / 2, 0.0), 1.0)


def mask_of(game: Game, width: int) -> Any:
    """Return the bits of a state that count when positions are compared (R5): all but the draw counter."""
    rows = np.full(8 * width, 255, np.uint8)
    counter = game.referee.counter
    if counter:
        assert game.dtype.fields is not None
        kind, offset = game.dtype.fields[counter][:2]
        rows[offset : offset + kind.itemsize] = 0
    return rows.view(np.uint64)


def _fewer() -> Any:
    """Return by how many plies less a late move is looked at, int64[depth, its place]."""
    table = np.zeros((64, 64), np.int64)
    for depth in range(3, 64):
        for place in range(2, 64):
            table[depth, place] = int(0.3 + math.log(depth) * math.log(place) / 2.4)
    return table
