"""Monte Carlo tree search with a budget of time or of playouts: the half that Python does.

Playouts are sent through the compiled half in chunks of a few milliseconds; between two chunks the clock is read.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from charkoni.core.constants import CHANCE, OVER
from charkoni.core.game import Game
from charkoni.core.position import Position
from charkoni.core.random_numbers import seeded
from charkoni.search.mcts.kernels import NODE, NONE, ROOT, Scratch, Tree, best_move, plant, search, winning_move
from charkoni.search.time_control import DeadlineRunner

NODES = 1 << 20
PLAYOUT_CAP = 100
CURIOSITY = 0.7

CHUNK_SECONDS = 0.003
CHUNK_OF_COUNTED = 4096
RESERVE_SHARE = 0.1
LARGEST_RESERVE = 0.05


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: a number of seconds, or a number of playouts (then the answer is the same everywhere).

    cpu: the seconds are those that the processor works for the search.
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
class Finding:
    """What a search found: the move, the points its player can expect, and the playouts through each move.

    visits: by move, most first; empty when a move wins at once.  value: an even share when nothing was searched.
    """

    move: str
    value: float
    visits: dict[str, int]
    playouts: int
    seconds: float


class Mcts:
    """Monte Carlo tree search in one game; not to be shared between threads (the search itself holds no lock).

    `prepare` compiles; without it the first search does, before its clock starts.
    """

    def __init__(self, game: Game, nodes: int = NODES, clock: Callable[[], float] = time.perf_counter) -> None:
        """Make room for a tree of some nodes; when they are used up, playouts go on from the leaves."""
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
        self._one_playout: float | None = None
        self._runner = DeadlineRunner()
        self._sent = 0

    def prepare(self) -> None:
        """Compile what a search needs (or load it from the cache), and find out how long one playout takes."""
        if self._one_playout is not None:
            return
        position = self.game.start()
        while position.turn == CHANCE:
            position = position.play(position.moves[0])
        rng = seeded(0)
        self._plant(position, rng)
        self._send(1, rng)
        self._found(0, 0.0)
        winning_move(self.game.kernels, self._root, self._work, self._scratch)
        before = self._clock()
        self._send(2, rng)
        self._one_playout = (self._clock() - before) / 2

    def search(self, position: Position, budget: Budget, seed: int = 0, stream: int = 0) -> Finding:
        """Search a position in which a player decides.  A time budget counts from the call, once prepared."""
        if position.turn in (CHANCE, OVER):
            raise ValueError(f"no player decides in {str(position)!r}")
        self.prepare()
        clock = time.thread_time if budget.cpu else self._clock
        started = clock()
        self._runner.settle()
        rng = seeded(seed, stream)
        count = self._plant(position, rng)
        if count == 1:
            return self._found(0, clock() - started)
        winner = int(winning_move(self.game.kernels, self._root, self._work, self._scratch))
        if winner != NONE:
            return Finding(self.game.move(winner), 1.0, {}, 0, clock() - started)
        if budget.playouts is not None:
            self._send_counted(budget.playouts, rng)
        else:
            assert budget.seconds is not None
            self._send_in_time(started, budget.seconds, rng, clock)
        return self._found(self._sent, clock() - started)

    def _plant(self, position: Position, rng: Any) -> int:
        self._root[:] = position.state
        return int(plant(self.game.kernels, self._root, self._tree, self._scratch, rng))

    def _send(self, playouts: int, rng: Any) -> None:
        kernels, tree, scratch = self.game.kernels, self._tree, self._scratch
        search(kernels, self._root, self._work, tree, scratch, rng, playouts, PLAYOUT_CAP, CURIOSITY)

    def _send_counted(self, playouts: int, rng: Any) -> None:
        """Send a number of playouts, in chunks, so that Ctrl-C is heard between them."""
        for sent in range(0, playouts, CHUNK_OF_COUNTED):
            self._send(min(CHUNK_OF_COUNTED, playouts - sent), rng)
        self._sent = playouts

    def _send_in_time(self, started: float, seconds: float, rng: Any, clock: Callable[[], float]) -> None:
        """Send playouts until the time is over, and wait no longer for them."""
        ended = threading.Event()
        self._sent = 0
        left = None if clock is time.thread_time else max(started + seconds - clock(), 0.0)
        self._runner.wait_for(lambda: self._send_until(started + seconds, seconds, rng, clock, ended), left, ended.set)

    def _send_until(
        self, deadline: float, seconds: float, rng: Any, clock: Callable[[], float], ended: threading.Event
    ) -> None:
        """Send playouts while another chunk, even a slow one, ends before the deadline."""
        assert self._one_playout is not None
        reserve = min(RESERVE_SHARE * seconds, LARGEST_RESERVE)
        chunk, slowest, now = 1, self._one_playout, clock()
        while now + 2 * slowest + reserve < deadline and not ended.is_set():
            self._send(chunk, rng)
            self._sent += chunk
            before, now = now, clock()
            slowest = max(slowest, now - before)
            chunk = next_chunk(chunk, now - before)

    def _found(self, playouts: int, seconds: float) -> Finding:
        tree, game = self._tree, self.game
        best = int(best_move(tree))
        root = tree.nodes[ROOT]
        children = tree.nodes[int(root.first) : int(root.first) + int(root.count)]
        visits = sorted((-int(child.visits), game.move(int(child.code))) for child in children)
        times = int(tree.nodes[best].visits)
        value = float(tree.totals[best, root.turn]) / times if times else 1 / len(set(game.sides))
        move = game.move(int(tree.nodes[best].code))
        return Finding(move, value, {move: -times for times, move in visits}, playouts, seconds)


def next_chunk(chunk: int, seconds: float) -> int:
    """Return the size of the next chunk when this one took so long: towards CHUNK_SECONDS, at most doubled."""
    if seconds <= 0:
        return 2 * chunk
    return max(1, min(2 * chunk, int(chunk * CHUNK_SECONDS / seconds)))
