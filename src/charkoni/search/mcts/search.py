"""Monte Carlo tree search with a budget of time or of playouts.

Playouts run in the kernels in chunks of a few milliseconds; between two chunks the clock is checked.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from charkoni.core.constants import CHANCE, OVER
from charkoni.core.game import Game, Position
from charkoni.core.random_numbers import seeded
from charkoni.search.mcts.kernels import NODE, NONE, ROOT, Scratch, Tree, best_move, new_tree, search, winning_move
from charkoni.search.time_control import DeadlineRunner, raise_if_interrupted

NODES = 1 << 20
PLAYOUT_CAP = 100
EXPLORATION = 0.7

CHUNK_SECONDS = 0.003
CHUNK_OF_COUNTED = 4096
RESERVE_SHARE = 0.1
LARGEST_RESERVE = 0.05


@dataclass(frozen=True, slots=True)
class Budget:
    """The budget of a search: seconds, or a number of playouts (then the result is the same on every machine).

    cpu: seconds are processor time of the search.  Raises ValueError unless exactly one of the two is given, above 0.
    """

    seconds: float | None = None
    playouts: int | None = None
    cpu: bool = False

    def __post_init__(self) -> None:
        if (self.seconds is None) == (self.playouts is None):
            raise ValueError("a budget is either seconds or playouts")
        if not (self.seconds or self.playouts or 0) > 0:
            raise ValueError("a budget must be more than nothing")


@dataclass(frozen=True, slots=True)
class MctsResult:
    """The result of a search.

    move: the one to play.  value: the expected points of its player, 0 to 1; an equal share when nothing was searched.
    visits: playouts through each move, most first; empty when a move wins at once.
    """

    move: str
    value: float
    visits: dict[str, int]
    playouts: int
    seconds: float


class Mcts:
    """Monte Carlo tree search in one game; not thread-safe.

    `prepare` compiles; without it the first search does, before its clock starts.
    """

    def __init__(self, game: Game, nodes: int = NODES, clock: Callable[[], float] = time.perf_counter) -> None:
        """Allocate a tree of so many nodes; when it is full, playouts continue from its leaves."""
        if nodes <= game.widest:
            raise ValueError(f"a tree needs room for more than {game.widest} nodes")
        self.game = game
        self._clock = clock
        self._root = game.blank()
        self._work = game.blank()
        self._tree = Tree(
            nodes=np.empty(nodes, NODE),
            totals=np.empty((nodes, game.players), np.float64),
            used=np.zeros(1, np.int64),
        )
        self._scratch = Scratch(
            codes=np.zeros(game.widest, np.int64),
            weights=np.ones(game.widest, np.int64),
            points=np.zeros(game.players, np.int64),
            values=np.zeros(game.players, np.float64),
        )
        self._playout_seconds: float | None = None
        self._runner = DeadlineRunner()
        self._done = 0

    def prepare(self) -> None:
        """Compile the kernels, or load them from the cache, and measure one playout."""
        if self._playout_seconds is not None:
            return
        position = self.game.start()
        while position.turn == CHANCE:
            position = position.play(position.moves[0])
        rng = seeded(0)
        self._new_tree(position, rng)
        self._run_playouts(1, rng)
        self._result(0, 0.0)
        winning_move(self.game.kernels, self._root, self._work, self._scratch)
        before = self._clock()
        self._run_playouts(2, rng)
        self._playout_seconds = (self._clock() - before) / 2

    def search(self, position: Position, budget: Budget, seed: int = 0, stream: int = 0) -> MctsResult:
        """Search a position in which a player decides.  A time budget starts with the call, after `prepare`."""
        if position.turn in (CHANCE, OVER):
            raise ValueError(f"no player decides in {str(position)!r}")
        self.prepare()
        clock = time.thread_time if budget.cpu else self._clock
        started = clock()
        self._runner.join()
        rng = seeded(seed, stream)
        count = self._new_tree(position, rng)
        if count == 1:
            return self._result(0, clock() - started)
        winner = int(winning_move(self.game.kernels, self._root, self._work, self._scratch))
        if winner != NONE:
            return MctsResult(self.game.move(winner), 1.0, {}, 0, clock() - started)
        if budget.playouts is not None:
            self._run_counted(budget.playouts, rng)
        else:
            assert budget.seconds is not None
            self._run_timed(started, budget.seconds, rng, clock)
        return self._result(self._done, clock() - started)

    def _new_tree(self, position: Position, rng: object) -> int:
        self._root[:] = position.state
        return int(new_tree(self.game.kernels, self._root, self._tree, self._scratch, rng))

    def _run_playouts(self, playouts: int, rng: object) -> None:
        kernels, tree, scratch = self.game.kernels, self._tree, self._scratch
        search(kernels, self._root, self._work, tree, scratch, rng, playouts, PLAYOUT_CAP, EXPLORATION)

    def _run_counted(self, playouts: int, rng: object) -> None:
        """Run a number of playouts in chunks, so that Ctrl-C is handled between them; raise Interrupted."""
        for sent in range(0, playouts, CHUNK_OF_COUNTED):
            raise_if_interrupted()
            self._run_playouts(min(CHUNK_OF_COUNTED, playouts - sent), rng)
        self._done = playouts

    def _run_timed(self, started: float, seconds: float, rng: object, clock: Callable[[], float]) -> None:
        """Run playouts until the deadline, and wait no longer."""
        ended = threading.Event()
        self._done = 0
        left = None if clock is time.thread_time else max(started + seconds - clock(), 0.0)
        self._runner.run(lambda: self._run_until(started + seconds, seconds, rng, clock, ended), left, ended.set)

    def _run_until(
        self, deadline: float, seconds: float, rng: object, clock: Callable[[], float], ended: threading.Event
    ) -> None:
        """Run playouts while another chunk, even a slow one, ends before the deadline."""
        assert self._playout_seconds is not None
        reserve = min(RESERVE_SHARE * seconds, LARGEST_RESERVE)
        chunk, slowest, now = 1, self._playout_seconds, clock()
        while now + 2 * slowest + reserve < deadline and not ended.is_set():
            raise_if_interrupted()
            self._run_playouts(chunk, rng)
            self._done += chunk
            before, now = now, clock()
            slowest = max(slowest, now - before)
            chunk = next_chunk(chunk, now - before)

    def _result(self, playouts: int, seconds: float) -> MctsResult:
        tree, game = self._tree, self.game
        best = int(best_move(tree))
        root = tree.nodes[ROOT]
        children = tree.nodes[int(root.first) : int(root.first) + int(root.count)]
        visits = sorted((-int(child.visits), game.move(int(child.code))) for child in children)
        times = int(tree.nodes[best].visits)
        value = float(tree.totals[best, root.turn]) / times if times else 1 / len(set(game.sides))
        move = game.move(int(tree.nodes[best].code))
        return MctsResult(move, value, {move: -times for times, move in visits}, playouts, seconds)


def next_chunk(chunk: int, seconds: float) -> int:
    """Return the size of the next chunk from the time of this one: towards CHUNK_SECONDS, at most doubled."""
    if seconds <= 0:
        return 2 * chunk
    return max(1, min(2 * chunk, int(chunk * CHUNK_SECONDS / seconds)))
