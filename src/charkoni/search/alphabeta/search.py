"""Alpha-beta search with limits of time, nodes and depth: iterative deepening, aspiration windows, threads (lazy SMP).

The kernels run in chunks of a few milliseconds; between two chunks the clock and the stop function are checked.
"""

import math
import time
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from charkoni.core.game import Game, Position
from charkoni.core.game_types import Array
from charkoni.search.alphabeta.context import FRAME, LONGEST_GAME, PLIES, PROVED_WIN, SPAN, WIN, context_dtype
from charkoni.search.alphabeta.kernels import begin, count_path, hash_path, run, score_of_points
from charkoni.search.engine import Engine, IterativeDeepening, ScoredMove, WorkArrays, mask_of, values_of
from charkoni.search.result import Limits, SearchResult, Stop
from charkoni.search.time_control import TimeManager, run_together
from charkoni.search.transposition_table import NO_CODE

TABLE_BITS = 20  # 16 MB; a fast game searches 5 million nodes a second, of which the deeper ones are kept
DEEPEST = PLIES - 16  # leaves plies of the stack to extensions
WINDOW = 30_000  # half the first aspiration window, 1/60 of a point; chosen, not measured
FORCED_DEPTH = 4  # of a timed search with a single legal move: enough for a value to show, and the time is kept
INFINITY = 1 << 20  # above every score


class AlphaBeta(Engine):
    """Alpha-beta in one game without dice; not thread-safe (it starts its own threads).

    The transposition table and the history are kept from one timed search to the next.
    """

    values_throws = False

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
        super().__init__(game, clock)
        self._size = 1 << table_bits
        self._transpositions = np.zeros((self._size, 2), np.uint64)
        self._endings = np.zeros(0, np.uint8) if endings is None else endings
        self._workers = [_Worker(game, self._transpositions, self._endings)]
        self._age = 0

    def _search(
        self, position: Position, limits: Limits, path: Sequence[Position], stop: Stop | None, seed: int
    ) -> SearchResult:
        time_manager = TimeManager(limits, stop, self._clock)
        self._runner.join()
        codes = self._ordered(position)
        self._set_up(position, codes, limits, path)
        works = [
            partial(worker.search, codes, limits, number)
            for number, worker in enumerate(self._workers[: limits.threads])
        ]
        self._runner.run(lambda: run_together(works, time_manager), time_manager.left, time_manager.end)
        return self._found(position, time_manager)

    def _set_up(self, position: Position, codes: Sequence[int], limits: Limits, path: Sequence[Position]) -> None:
        size = self._size
        # A small table is cleared faster, which counts where a level makes thousands of searches of some hundred nodes.
        # Twice as many entries as nodes: hardly one is overwritten.
        if limits.nodes is not None:  # the result must not depend on earlier searches
            size = min(size, 1 << max(10, (2 * limits.nodes).bit_length()))
            self._transpositions[:size] = 0
        self._age = (self._age + 1) & 63
        while len(self._workers) < limits.threads:
            self._workers.append(_Worker(self.game, self._transpositions, self._endings))
        for worker in self._workers[: limits.threads]:
            worker.set_up(position, codes, path, self._transpositions[:size], self._age, limits.nodes is not None)

    def _found(self, position: Position, time_manager: TimeManager) -> SearchResult:
        worker = self._workers[0]
        rows, depth = worker.ranking, worker.depth
        ranking = tuple(self._choice(row, points_of(row.score), plies_to_end(row.score)) for row in rows)
        values = values_of(self.game, ranking[0].value, position.turn)
        nodes = sum(each.nodes for each in self._workers[: time_manager.threads])
        return SearchResult(ranking[0].move, ranking, values, nodes, depth, time_manager.seconds, ranking[0].exact)


class _Worker(IterativeDeepening):
    """The search of one thread.  Scores are those of the kernels."""

    _kernel = staticmethod(run)

    def __init__(self, game: Game, transpositions: Array, endings: Array) -> None:
        self.game = game
        self._arrays = WorkArrays(game, PLIES + 2)
        self._scratch = endings, self._arrays.out, self._arrays.values, self._arrays.points
        width = self._arrays.words.shape[1]
        sizes = game.widest, game.family.most_codes, game.family.most_players, width
        self._context = np.zeros(1, context_dtype(*sizes))
        self._frames = np.zeros(PLIES + 2, FRAME)
        self._transpositions = transpositions
        self._context["reductions"] = _reductions()
        self._context["mask"] = mask_of(game)

    def set_up(
        self,
        position: Position,
        codes: Sequence[int],
        path: Sequence[Position],
        transpositions: Array,
        age: int,
        forget: bool,
    ) -> None:
        """Set the root position, its moves, the positions before it, and the shared transposition table.

        codes: in the order to be searched.  forget: clear the history heuristic.
        """
        game, context = self.game, self._context[0]
        self._transpositions = transpositions
        self._arrays.states[0] = position.state[0]
        sides = game.sides
        context.signs[: len(sides)] = [1 if side == sides[position.turn] else -1 for side in sides]
        context.nodes = 0
        context.player = position.turn
        context.played = len(path)
        context.cap = game.referee.cap or 0
        context.repeats = game.referee.repetition
        # An even share among all sides: 0 with two, less with three or four.
        context.draw = round((2 / len(set(sides)) - 1) * SPAN)
        # That a pass only harms is known for two sides; with more it may send the next enemy to another one.
        context.may_try_null_move = len(set(sides)) == 2
        context.age = age
        context.salt = self._salt(position, len(path))
        self._count_path([*path, position] if game.referee.repetition else [position])
        if forget:
            context.history[:] = 0
        else:
            # Moves that were good in the last position are likely to be so after two plies, but less.
            context.history[:] //= 8
        values = self._arrays.values
        game.kernels.value(position.state[0], values)
        self.ranking = [ScoredMove(int(score_of_points(values[position.turn])), codes[0], (), False, 0)]
        self.depth = 0

    def _salt(self, position: Position, played: int) -> int:
        """Return a key for what a score depends on besides the position: the root player, a near ply cap."""
        sides, cap = self.game.sides, self.game.referee.cap
        # Two sides: the score of the mover does not depend on who is at the root. With more, the others play against
        # the root player, so that each root player has entries of his own. Near the ply cap the value depends on the
        # plies left.
        salt = 0 if len(set(sides)) == 2 else 1 + position.turn
        if cap and cap - played <= PLIES:
            salt += 16 * played
        # An odd multiplier (2**64 over the golden ratio) spreads small numbers over the whole word.
        return salt * 0x9E3779B97F4A7C15 & (1 << 64) - 1

    def _count_path(self, path: Sequence[Position]) -> None:
        path = path[-LONGEST_GAME:]
        words = np.zeros((len(path), self._arrays.words.shape[1]), np.uint64)
        rows = words.view(np.uint8)
        for place, position in enumerate(path):
            raw = position.state.tobytes()
            rows[place, : len(raw)] = np.frombuffer(raw, np.uint8)
        hash_path(words, self._context, len(path))
        count_path(self._context, len(path))

    # --- deepening ----------------------------------------------------------------------------------------------------

    def search(self, codes: Sequence[int], limits: Limits, number: int, time_manager: TimeManager) -> None:
        """Search by iterative deepening until a limit is reached or all scores are proved.

        number: of the thread, 0 for the main one; odd ones start a ply deeper.
        """
        count = len(codes)
        lines = min(limits.lines or count, count)
        # Lazy SMP: threads share nothing but the table. Those of odd numbers begin a ply deeper, so that they fill it
        # with what the main thread needs next. Two threads searched 1.75 to 2.12 times as many nodes a second as
        # one, by game (2026-11-21, docs/notebook/2026-11-strength.md).
        deepest = min(limits.depth or DEEPEST, DEEPEST)
        if count == 1 and lines == 1 and limits.seconds is not None:
            deepest = min(deepest, FORCED_DEPTH)
        self.deepen(codes, lines, range(1 + (number & 1), deepest + 1), time_manager)

    def _is_decided(self, ranked: Sequence[ScoredMove], lines: int, depth: int) -> bool:
        # A proved win ends the search; the first depths are searched all the same, as they may show a shorter one.
        has_one_proved = lines == 1 and abs(ranked[0].score) > PROVED_WIN and depth > 2
        return has_one_proved or super()._is_decided(ranked, lines, depth)

    def _rank(self, codes: Sequence[int], lines: int, depth: int, time_manager: TimeManager) -> list[ScoredMove] | None:
        ranked: list[ScoredMove] = []
        # Multi-PV: the best move of those not ranked yet, one after the other, each with a window of its own.
        for place in range(lines):
            taken = [row.code for row in ranked]
            left = [code for code in codes if code not in taken]
            last_score = next((row.score for row in self.ranking if row.code == left[0] and row.depth > 0), None)
            row = self._best(left, depth, last_score, time_manager)
            if row is None:
                if place > 0:  # keep the moves already ranked at this depth
                    rest = [row for row in self.ranking if row.code not in taken]
                    self.ranking = (ranked + rest)[:lines]
                return None
            ranked.append(row)
        return sorted(ranked, key=lambda row: -row.score)

    def _best(
        self, codes: Sequence[int], depth: int, last_score: float | None, time_manager: TimeManager
    ) -> ScoredMove | None:
        """Return the row of the best of these moves, by aspiration windows around the last score; None out of time."""
        context, frame = self._context[0], self._frames[0]
        width = WINDOW
        low, high = -INFINITY, INFINITY
        if last_score is not None and depth > 3 and abs(last_score) < PROVED_WIN:
            low, high = int(last_score) - width, int(last_score) + width
        while True:
            context.codes[: len(codes)] = codes
            begin(self.game.kernels, self._context, self._frames, self._arrays.states, low, high, depth, len(codes))
            if not self._run(time_manager):
                self._keep_partial_result(low, depth)
                return None
            score, code = int(frame.best), int(frame.code)
            if low < score < high:
                return ScoredMove(score, code, self._line(), bool(frame.solved), depth)
            # Outside the window: it grows quickly, since a score that jumps once often jumps again.
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
            self.ranking = [ScoredMove(score, code, self._line(), False, depth)]


def points_of(score: float) -> float:
    """Return the expected points of a score."""
    if abs(score) > PROVED_WIN:
        return 1.0 if score > 0 else 0.0
    return min(max((score / SPAN + 1) / 2, 0.0), 1.0)


def plies_to_end(score: float) -> int | None:
    """Return the plies to a proved win or loss, None for other scores."""
    return int(WIN - abs(score)) if abs(score) > PROVED_WIN else None


def _reductions() -> Array:
    """Return the late move reductions in plies, int64[depth, place]."""
    # R = 0.3 + ln(depth) * ln(place) / 2.4, cut to whole plies: 1 at depth 3 and place 5, 2 at depth 8 and place 16, 4
    # at depth 20 and place 40, places counted from 0. The form is that of chess programs; its numbers were not measured
    # here.
    plies = np.zeros((64, 64), np.int64)
    for depth in range(3, 64):
        for place in range(2, 64):
            plies[depth, place] = int(0.3 + math.log(depth) * math.log(place) / 2.4)
    return plies
