"""Alpha-beta search with limits of time, nodes and depth: iterative deepening, aspiration windows, threads (lazy SMP).

The kernels run in chunks of a few milliseconds; between two chunks the clock and the stop function are checked.
"""

import math
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from charkoni.core.constants import CHANCE, OVER
from charkoni.core.game import Game, Position
from charkoni.search.alphabeta.context import FRAME, LONGEST_GAME, PLIES, PROVED_WIN, SPAN, WIN, context_dtype
from charkoni.search.alphabeta.kernels import begin, count_path, hash_path, run, score_of_points
from charkoni.search.result import Choice, Limits, SearchResult, Stop
from charkoni.search.time_control import DeadlineRunner, TimeManager
from charkoni.search.transposition_table import NO_CODE

TABLE_BITS = 20
DEEPEST = PLIES - 16
WINDOW = 30_000  # half the first aspiration window
FORCED_DEPTH = 4  # of a timed search with a single legal move
INFINITY = 1 << 20


class AlphaBeta:
    """Alpha-beta in one game without dice; not thread-safe (it starts its own threads).

    The transposition table and the history are kept from one timed search to the next.
    """

    def __init__(
        self,
        game: Game,
        table_bits: int = TABLE_BITS,
        clock: Callable[[], float] = time.perf_counter,
        endings: object = None,
    ) -> None:
        """Allocate a transposition table of 2 ** table_bits entries, 16 bytes each.

        endings: uint8[n], read only, the tablebase for the game's kernel `known`, or None.
        """
        if game.has_dice:
            raise ValueError(f"alpha-beta cannot throw dice: {game.name}")
        self.game = game
        self._clock = clock
        self._size = 1 << table_bits
        self._transpositions = np.zeros((self._size, 2), np.uint64)
        self._endings = np.zeros(0, np.uint8) if endings is None else endings
        self._workers = [_Worker(game, self._transpositions, self._endings)]
        self._runner = DeadlineRunner()
        self._age = 0
        self._is_ready = False

    def prepare(self) -> None:
        """Compile the kernels, or load them from the cache."""
        if not self._is_ready:
            self._is_ready = True
            self.search(self.game.start(), Limits(nodes=2))

    def search(
        self, position: Position, limits: Limits, path: Sequence[Position] = (), stop: Stop | None = None, seed: int = 0
    ) -> SearchResult:
        """Search a position in which a player decides.

        path: the positions before it, from the start of the game.  seed: unused.
        """
        if position.turn in (CHANCE, OVER):
            raise ValueError(f"no player decides in {str(position)!r}")
        self.prepare()
        time_manager = TimeManager(limits, stop, self._clock)
        self._runner.join()
        codes = self._ordered(position)
        self._set_up(position, codes, limits, path)
        self._runner.run(lambda: self._run_threads(codes, limits, time_manager), time_manager.left, time_manager.end)
        return self._found(position, time_manager)

    def _run_threads(self, codes: Sequence[int], limits: Limits, time_manager: TimeManager) -> None:
        """Search with all threads until a limit is reached."""
        helpers = self._start_helpers(codes, limits, time_manager)
        try:
            self._workers[0].deepen(codes, limits, time_manager, 0)
        finally:
            time_manager.end()
            for helper in helpers:
                helper.join()

    def _set_up(self, position: Position, codes: Sequence[int], limits: Limits, path: Sequence[Position]) -> None:
        size = self._size
        if limits.nodes is not None:  # the result must not depend on earlier searches
            size = min(size, 1 << max(10, (2 * limits.nodes).bit_length()))
            self._transpositions[:size] = 0
        self._age = (self._age + 1) & 63
        while len(self._workers) < limits.threads:
            self._workers.append(_Worker(self.game, self._transpositions, self._endings))
        for worker in self._workers[: limits.threads]:
            worker.set_up(position, codes, path, self._transpositions[:size], self._age, limits.nodes is not None)

    def _ordered(self, position: Position) -> list[int]:
        """Return the legal moves by the game's own order."""
        state, order = position.state[0], self.game.kernels.order
        return sorted(position.codes, key=lambda code: -int(order(state, code)))

    def _start_helpers(self, codes: Sequence[int], limits: Limits, time_manager: TimeManager) -> list[threading.Thread]:
        """Start the other threads, which fill the shared transposition table."""
        helpers = []
        for number, worker in enumerate(self._workers[1 : limits.threads], 1):
            helpers.append(
                threading.Thread(target=worker.deepen, args=(codes, limits, time_manager.helper(), number), daemon=True)
            )
            helpers[-1].start()
        return helpers

    def _found(self, position: Position, time_manager: TimeManager) -> SearchResult:
        worker = self._workers[0]
        rows, depth = worker.ranking, worker.depth
        ranking = tuple(self._choice(*row) for row in rows)
        value = ranking[0].value
        sides = self.game.sides
        others = (1.0 - value) / max(len(set(sides)) - 1, 1)
        values = tuple(value if side == sides[position.turn] else others for side in sides)
        nodes = sum(each.nodes for each in self._workers[: time_manager.threads])
        return SearchResult(ranking[0].move, ranking, values, nodes, depth, time_manager.seconds, ranking[0].exact)

    def _choice(self, score: int, code: int, line: Sequence[int], exact: bool, depth: int) -> Choice:
        moves = tuple(self.game.move(each) for each in line) or (self.game.move(code),)
        plies = WIN - abs(score) if abs(score) > PROVED_WIN else None
        return Choice(moves[0], points_of(score), depth, moves, exact, plies)


Row = tuple[int, int, tuple[int, ...], bool, int]
"""Score, move, principal variation, whether solved, depth."""


class _Worker:
    """The search of one thread.

    ranking: the best moves so far, replaced as a whole, since another thread may read it.
    """

    def __init__(self, game: Game, transpositions: object, endings: object) -> None:
        self.game = game
        self.ranking: list[Row] = []
        self.depth = 0
        width = -(-game.dtype.itemsize // 8)
        sizes = game.widest, game.family.most_codes, game.family.most_players, width
        self._context = np.zeros(1, context_dtype(*sizes))
        self._frames = np.zeros(PLIES + 2, FRAME)
        self._words = np.zeros((PLIES + 2, width), np.uint64)
        self._states: Any = np.ndarray((PLIES + 2,), game.dtype, self._words, strides=(8 * width,))
        self._transpositions = transpositions
        self._endings = endings
        self._out = np.zeros(game.widest, np.int64)
        self._values = np.zeros(game.players, np.float64)
        self._points = np.zeros(game.players, np.int64)
        self._context["reductions"] = _reductions()
        self._context["mask"] = mask_of(game, width)

    @property
    def nodes(self) -> int:
        """The number of nodes searched."""
        return int(self._context["nodes"][0])

    def set_up(
        self,
        position: Position,
        codes: Sequence[int],
        path: Sequence[Position],
        transpositions: object,
        age: int,
        forget: bool,
    ) -> None:
        """Set the root position, its moves, the positions before it, and the shared transposition table.

        codes: in the order to be searched.  forget: clear the history heuristic.
        """
        game, context = self.game, self._context[0]
        self._transpositions = transpositions
        self._states[0] = position.state[0]
        sides = game.sides
        context.signs[: len(sides)] = [1 if side == sides[position.turn] else -1 for side in sides]
        context.nodes = 0
        context.player = position.turn
        context.played = len(path)
        context.cap = game.referee.cap or 0
        context.repeats = game.referee.repetition
        context.draw = round((2 / len(set(sides)) - 1) * SPAN)
        context.may_try_null_move = len(set(sides)) == 2
        context.age = age
        context.salt = self._salt(position, len(path))
        self._count_path([*path, position] if game.referee.repetition else [position])
        if forget:
            context.history[:] = 0
        else:
            context.history[:] //= 8
        game.kernels.value(position.state[0], self._values)
        self.ranking = [(int(score_of_points(self._values[position.turn])), codes[0], (), False, 0)]
        self.depth = 0

    def _salt(self, position: Position, played: int) -> int:
        """Return a key for what a score depends on besides the position: the root player, a near ply cap."""
        sides, cap = self.game.sides, self.game.referee.cap
        salt = 0 if len(set(sides)) == 2 else 1 + position.turn
        if cap and cap - played <= PLIES:
            salt += 16 * played
        return salt * 0x9E3779B97F4A7C15 & (1 << 64) - 1

    def _count_path(self, path: Sequence[Position]) -> None:
        path = path[-LONGEST_GAME:]
        words = np.zeros((len(path), self._words.shape[1]), np.uint64)
        rows = words.view(np.uint8)
        for place, position in enumerate(path):
            raw = position.state.tobytes()
            rows[place, : len(raw)] = np.frombuffer(raw, np.uint8)
        hash_path(words, self._context, len(path))
        count_path(self._context, len(path))

    # --- deepening ----------------------------------------------------------------------------------------------------

    def deepen(self, codes: Sequence[int], limits: Limits, time_manager: TimeManager, number: int) -> None:
        """Search by iterative deepening until a limit is reached or all scores are proved.

        number: of the thread, 0 for the main one; odd ones start a ply deeper.
        """
        count = len(codes)
        lines = min(limits.lines or count, count)
        deepest = min(limits.depth or DEEPEST, DEEPEST)
        if count == 1 and lines == 1 and limits.seconds is not None:
            deepest = min(deepest, FORCED_DEPTH)
        for depth in range(1 + (number & 1), deepest + 1):
            ranked = self._rank(codes, lines, depth, time_manager)
            if ranked is None:
                return
            self.ranking = ranked
            self.depth = depth
            first = [row[1] for row in ranked]
            codes = first + [code for code in codes if code not in first]
            if all(row[3] for row in ranked) or (lines == 1 and abs(ranked[0][0]) > PROVED_WIN and depth > 2):
                return

    def _rank(self, codes: Sequence[int], lines: int, depth: int, time_manager: TimeManager) -> list[Row] | None:
        """Return the best moves at a depth, or None out of time; then `ranking` may have been improved all the same."""
        ranked: list[Row] = []
        for place in range(lines):
            taken = [row[1] for row in ranked]
            left = [code for code in codes if code not in taken]
            last_score = next((row[0] for row in self.ranking if row[1] == left[0] and row[4] > 0), None)
            row = self._search(left, depth, last_score, time_manager)
            if row is None:
                if place > 0:  # keep the moves already ranked at this depth
                    rest = [row for row in self.ranking if row[1] not in taken]
                    self.ranking = (ranked + rest)[:lines]
                return None
            ranked.append(row)
        return sorted(ranked, key=lambda row: -row[0])

    def _search(self, codes: list[int], depth: int, last_score: int | None, time_manager: TimeManager) -> Any:
        """Return the row of the best of these moves, by aspiration windows around the last score; None out of time."""
        context, frame = self._context[0], self._frames[0]
        width = WINDOW
        narrow = last_score is not None and depth > 3 and abs(last_score) < PROVED_WIN
        low, high = (
            (last_score - width, last_score + width) if narrow and last_score is not None else (-INFINITY, INFINITY)
        )
        while True:
            context.codes[: len(codes)] = codes
            begin(self.game.kernels, self._context, self._frames, self._states, low, high, depth, len(codes))
            if not self._run(time_manager):
                self._keep_partial_result(low, depth)
                return None
            score, code = int(frame.best), int(frame.code)
            if low < score < high:
                return score, code, self._line(), bool(frame.solved), depth
            width *= 8
            if score <= low:
                low = -INFINITY if width > SPAN else low - width
            else:
                codes = [code] + [each for each in codes if each != code]
                high = INFINITY if width > SPAN else high + width

    def _keep_partial_result(self, low: int, depth: int) -> None:
        """Out of time: keep a move that already beat the best one of the last iteration."""
        code, score = int(self._frames[0].code), int(self._frames[0].best)
        if code != NO_CODE and score > low and len(self.ranking) == 1:
            self.ranking = [(score, code, self._line(), False, depth)]

    def _line(self) -> tuple[int, ...]:
        frame, context = self._frames[0], self._context[0]
        return tuple(context.pv[0, : int(frame.length)].tolist()) or (int(frame.code),)

    def _run(self, time_manager: TimeManager) -> bool:
        """Run the kernels; return False when a limit stops them before they finish."""
        while True:
            nodes = time_manager.node_budget(self.nodes)
            if nodes <= 0:
                return False
            work = self._transpositions, self._endings, self._out, self._values, self._points
            if run(self.game.kernels, self._context, self._frames, self._states, self._words, *work, nodes):
                return True


def points_of(score: int) -> float:
    """Return the expected points of a score."""
    if abs(score) > PROVED_WIN:
        return 1.0 if score > 0 else 0.0
    return min(max((score / SPAN + 1) / 2, 0.0), 1.0)


def mask_of(game: Game, width: int) -> Any:
    """Return the bits of a state compared for repetition (R5), uint64[width]: all but the draw counter."""
    rows = np.full(8 * width, 255, np.uint8)
    counter = game.referee.counter
    if counter:
        assert game.dtype.fields is not None
        kind, offset = game.dtype.fields[counter][:2]
        rows[offset : offset + kind.itemsize] = 0
    return rows.view(np.uint64)


def _reductions() -> object:
    """Return the late move reductions in plies, int64[depth, place]."""
    plies = np.zeros((64, 64), np.int64)
    for depth in range(3, 64):
        for place in range(2, 64):
            plies[depth, place] = int(0.3 + math.log(depth) * math.log(place) / 2.4)
    return plies
