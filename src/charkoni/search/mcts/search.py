"""Monte Carlo tree search with a limit of time or of playouts.

Playouts run in the kernels in chunks of a few milliseconds; between two chunks the clock is checked.
"""

import threading
import time
from collections.abc import Callable, Sequence

import numpy as np

from charkoni.core.game import Game, Position
from charkoni.core.random_numbers import seeded
from charkoni.search.decision.request import WorkArrays
from charkoni.search.engine import Engine, first_decision, values_of
from charkoni.search.mcts.kernels import NODE, NONE, ROOT, Scratch, Tree, best_move, new_tree, search, winning_move
from charkoni.search.result import Choice, Limits, SearchResult, Stop
from charkoni.search.time_control import raise_if_interrupted

NODES = 1 << 20

# Plies.  Random games need not end: in one of the seven games half of them last more than 9,158 plies.  At the cap
# the game's baseline value counts, without the evaluation of the other searches, whose yardstick this one is.
PLAYOUT_CAP = 100

# See `kernels._select_child`.  Chosen, and never to be changed: the yardstick of all matches must stay the same.
EXPLORATION = 0.7

# Playouts differ in length far more than nodes, so that the longest chunk so far, not the last, says how long the next
# may take; twice that must fit.
CHUNK_SECONDS = 0.003
CHUNK_OF_COUNTED = 4096
RESERVE_SHARE = 0.1
LARGEST_RESERVE = 0.05


class Mcts(Engine):
    """Monte Carlo tree search in one game, for a number of playouts (`Limits.nodes`), else seconds; not thread-safe.

    `prepare` compiles; without it the first search does, before its clock starts.  The efforts of a result are playouts
    through each move.
    """

    values_throws = False

    def __init__(self, game: Game, nodes: int = NODES, clock: Callable[[], float] = time.perf_counter) -> None:
        """Allocate a tree of so many nodes; when it is full, playouts continue from its leaves."""
        if nodes <= game.widest:
            raise ValueError(f"a tree needs room for more than {game.widest} nodes")
        super().__init__(game, clock)
        self._root, self._work = game.blank(), game.blank()
        a = WorkArrays(game, 1)
        self._scratch = Scratch(a.out, a.weights, a.points, a.values)
        self._tree = Tree(
            nodes=np.empty(nodes, NODE),
            totals=np.empty((nodes, game.players), np.float64),
            used=np.zeros(1, np.int64),
        )
        self._playout_seconds = 0.0
        self._done = 0

    def _compile(self) -> None:
        """Compile the kernels, and measure one playout."""
        position = first_decision(self.game)
        rng = seeded(0)
        self._new_tree(position, rng)
        self._run_playouts(1, rng)
        self._result(0, 0.0)
        winning_move(self.game.kernels, self._root, self._work, self._scratch)
        before = self._clock()
        self._run_playouts(2, rng)
        self._playout_seconds = (self._clock() - before) / 2

    def _search(
        self, position: Position, limits: Limits, path: Sequence[Position], stop: Stop | None, seed: int
    ) -> SearchResult:
        # A limit of time begins now.  The number of positions before this one is the stream of the random numbers.
        clock = time.thread_time if limits.cpu else self._clock
        started = clock()
        self._runner.join()
        rng = seeded(seed, len(path))
        count = self._new_tree(position, rng)
        if count == 1:
            return self._result(0, clock() - started)
        winner = int(winning_move(self.game.kernels, self._root, self._work, self._scratch))
        if winner != NONE:
            move = self.game.move(winner)
            values = values_of(self.game, 1.0, position.turn)
            return SearchResult(move, (Choice(move, 1.0, 0, (move,)),), values, 0, 0, clock() - started)
        if limits.nodes is not None:
            for sent in range(0, limits.nodes, CHUNK_OF_COUNTED):  # in chunks, so that Ctrl-C is handled between them
                raise_if_interrupted()
                self._run_playouts(min(CHUNK_OF_COUNTED, limits.nodes - sent), rng)
            self._done = limits.nodes
        else:
            assert limits.seconds is not None, "the depth of playouts is that of the game"
            self._run_timed(started, limits.seconds, rng, clock)
        return self._result(self._done, clock() - started)

    def _new_tree(self, position: Position, rng: object) -> int:
        self._root[:] = position.state
        return int(new_tree(self.game.kernels, self._root, self._tree, self._scratch, rng))

    def _run_playouts(self, playouts: int, rng: object) -> None:
        kernels, tree, scratch = self.game.kernels, self._tree, self._scratch
        search(kernels, self._root, self._work, tree, scratch, rng, playouts, PLAYOUT_CAP, EXPLORATION)

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
        reserve = min(RESERVE_SHARE * seconds, LARGEST_RESERVE)
        # The first chunk is one playout, whose length `prepare` measured: a limit of a millisecond is kept, too.
        chunk, slowest, now = 1, self._playout_seconds, clock()
        while now + 2 * slowest + reserve < deadline and not ended.is_set():
            raise_if_interrupted()
            self._run_playouts(chunk, rng)
            self._done += chunk
            before, now = now, clock()
            slowest = max(slowest, now - before)
            chunk = next_chunk(chunk, now - before)

    def _result(self, playouts: int, seconds: float) -> SearchResult:
        nodes = self._tree.nodes
        root = nodes[ROOT]
        best, player = int(best_move(self._tree)), int(root.turn)
        ranked = []
        for place in range(int(root.first), int(root.first) + int(root.count)):
            move, visits = self.game.move(int(nodes[place].code)), int(nodes[place].visits)
            ranked.append((place != best, -visits, Choice(move, self._mean(place, player), visits, (move,))))
        ranking = tuple(row[-1] for row in sorted(ranked, key=lambda row: (row[0], row[1], row[2].move)))
        values = tuple(self._mean(best, each) for each in range(self.game.players))
        return SearchResult(ranking[0].move, ranking, values, playouts, 0, seconds)

    def _mean(self, place: int, player: int) -> float:
        """Return the mean points of a player in the playouts through a node, an equal share without one."""
        visits = int(self._tree.nodes[place].visits)
        return float(self._tree.totals[place, player]) / visits if visits else 1 / len(set(self.game.sides))


def next_chunk(chunk: int, seconds: float) -> int:
    """Return the size of the next chunk from the time of this one: towards CHUNK_SECONDS, at most doubled."""
    if seconds <= 0:
        return 2 * chunk
    return max(1, min(2 * chunk, int(chunk * CHUNK_SECONDS / seconds)))
