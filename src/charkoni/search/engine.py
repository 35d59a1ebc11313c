"""The base of all engines: one game, kernels compiled once, iterative deepening, and the arrays of the kernels."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np

from charkoni.core.constants import CHANCE, OVER
from charkoni.core.game import Game, Position
from charkoni.core.game_types import Array
from charkoni.search.result import Choice, Limits, SearchResult, Stop
from charkoni.search.time_control import DeadlineRunner, TimeManager


class WorkArrays:
    """The states of a path, and scratch.

    words: uint64[count, n], the bytes of the states.  states: STATE[count], the same memory.  out, weights:
    int64[WIDEST].  points: int64[players].  values: float64[players].
    """

    def __init__(self, game: Game, count: int) -> None:
        # Each state begins at a word of its own, so that its hash is made of whole words.
        width = -(-game.dtype.itemsize // 8)
        self.words = np.zeros((count, width), np.uint64)
        self.states: Array = np.ndarray((count,), game.dtype, self.words, strides=(8 * width,))
        self.out, self.weights = np.zeros(game.widest, np.int64), np.ones(game.widest, np.int64)
        self.points, self.values = np.zeros(game.players, np.int64), np.zeros(game.players, np.float64)


class ScoredMove(NamedTuple):
    """A move with what one depth of a search found: its score in the unit of the engine, its line, whether solved."""

    score: float
    code: int
    line: tuple[int, ...]
    is_solved: bool
    depth: int


class Engine(ABC):
    """A search algorithm in one game; not thread-safe (it may start threads of its own).

    values_throws: whether it searches positions in which a throw is due; then the result has a value and no move.
    """

    values_throws: ClassVar[bool] = True

    def __init__(self, game: Game, clock: Callable[[], float] = time.perf_counter) -> None:
        self.game = game
        self._clock = clock
        self._runner = DeadlineRunner()
        self._is_ready = False

    def prepare(self) -> None:
        """Compile the kernels, or load them from the cache."""
        if not self._is_ready:
            self._is_ready = True
            self._compile()

    def _compile(self) -> None:
        self.search(self.game.start(), Limits(nodes=2))

    def search(
        self, position: Position, limits: Limits, path: Sequence[Position] = (), stop: Stop | None = None, seed: int = 0
    ) -> SearchResult:
        """Search a position in which a player decides, or a throw is due; raise ValueError where nobody does.

        path: the positions before it, from the start of the game.  seed: of the random numbers, if there are any.
        """
        if position.turn == OVER or (position.turn == CHANCE and not self.values_throws):
            raise ValueError(f"no player decides in {str(position)!r}")
        self.prepare()
        return self._search(position, limits, path, stop, seed)

    @abstractmethod
    def _search(
        self, position: Position, limits: Limits, path: Sequence[Position], stop: Stop | None, seed: int
    ) -> SearchResult: ...

    def _ordered(self, position: Position) -> list[int]:
        """Return the legal moves by the game's own order; none where a throw is due."""
        if position.turn == CHANCE:
            return []
        state, order = position.state[0], self.game.kernels.order
        return sorted(position.codes, key=lambda code: -int(order(state, code)))

    def _choice(self, row: ScoredMove, value: float, plies: int | None = None) -> Choice:
        # A search out of time may have a best move without a line.
        moves = tuple(map(self.game.move, row.line)) or (self.game.move(row.code),)
        return Choice(moves[0], value, row.depth, moves, row.is_solved, plies)


class IterativeDeepening(ABC):
    """The search of one thread, to growing depths.

    ranking: the best moves so far, replaced as a whole, since another thread may read it.  depth: the last finished.
    The kernel is called with the context, the frames, the states of a path, the transposition table and `_scratch`.
    """

    game: Game
    ranking: Sequence[ScoredMove] = ()
    depth = 0
    _kernel: Callable[..., bool]
    _context: Any
    _frames: Any
    _arrays: WorkArrays
    _transpositions: Array
    _scratch: tuple[Array, ...]

    @property
    def nodes(self) -> int:
        """The number of nodes searched."""
        return int(self._context["nodes"][0])

    def deepen(self, codes: Sequence[int], lines: int, depths: Iterable[int], time_manager: TimeManager) -> None:
        """Search to one depth after the other until a limit is reached or the ranking is decided."""
        for depth in depths:
            ranked = self._rank(codes, lines, depth, time_manager)
            if ranked is None:
                return
            self.ranking, self.depth = ranked, depth
            # The best moves of a depth come first at the next one: with them alpha is high early, and most others fail
            # low at once. A throw that is due has a row without a move of its own.
            first = [row.code for row in ranked if row.code in codes]
            codes = first + [code for code in codes if code not in first]
            if self._is_decided(ranked, lines, depth):
                return

    @abstractmethod
    def _rank(self, codes: Sequence[int], lines: int, depth: int, time_manager: TimeManager) -> list[ScoredMove] | None:
        """Return the best moves at a depth, or None out of time; then `ranking` may have been improved all the same."""

    def _is_decided(self, ranked: Sequence[ScoredMove], lines: int, depth: int) -> bool:
        return all(row.is_solved for row in ranked)

    def _run(self, time_manager: TimeManager) -> bool:
        """Run the kernel; return False when a limit stops it before the search to this depth is finished."""
        a, context, frames = self._arrays, self._context, self._frames
        while (nodes := time_manager.node_budget(self.nodes)) > 0:
            work = a.states, a.words, self._transpositions, *self._scratch
            if self._kernel(self.game.kernels, context, frames, *work, nodes):
                return True
        return False

    def _line(self) -> tuple[int, ...]:
        return tuple(self._context[0].pv[0, : int(self._frames[0].length)].tolist())


def first_decision(game: Game) -> Position:
    """Return the first position of a game in which a player decides: the start, or one after the first throws."""
    position = game.start()
    while position.turn == CHANCE:
        position = position.play(position.moves[0])
    return position


def values_of(game: Game, value: float, player: int) -> tuple[float, ...]:
    """Return the expected points of each player from those of one: the other sides share the rest equally."""
    sides = game.sides
    # The points of all sides sum to 1; how the others share them no search of one side against all knows.
    others = (1.0 - value) / max(len(set(sides)) - 1, 1)
    return tuple(value if side == sides[player] else others for side in sides)


def mask_of(game: Game) -> Array:
    """Return the bits of a state compared for repetition (R5), uint64[n]: all but the draw counter."""
    rows = np.full(8 * -(-game.dtype.itemsize // 8), 255, np.uint8)
    counter = game.referee.counter
    if counter:
        assert game.dtype.fields is not None
        kind, offset = game.dtype.fields[counter][:2]
        rows[offset : offset + kind.itemsize] = 0
    mask: Array = rows.view(np.uint64)
    return mask
