"""The base of all engines: one game, kernels compiled once, iterative deepening, and the arrays of the kernels."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np

from charkoni.core.constants import CHANCE, OVER
from charkoni.core.family import HabitsModule
from charkoni.core.game import Game, Position
from charkoni.core.game_types import Array
from charkoni.core.random_numbers import seeded
from charkoni.search.decision.choice import begin_decision, choose, estimate
from charkoni.search.decision.estimates import is_even
from charkoni.search.decision.layout import BY_SEARCH, WITHOUT_PRIORS, Task
from charkoni.search.decision.request import Level, Request, ask_level, request_of, task_of
from charkoni.search.result import Choice, Limits, SearchResult, Stop
from charkoni.search.time_control import DeadlineRunner, TimeManager, run_together


class Found(NamedTuple):
    """What a search has found.

    rows: ROW[n], the best moves first, or the value where a throw is due.  values: expected points of each player.
    is_exact: whether they are proved.
    """

    rows: Array
    depth: int
    values: tuple[float, ...]
    is_exact: bool


class Engine(ABC):
    """A search algorithm in one game, and the choice of levels by it; not thread-safe: it may start threads.

    values_throws: whether it searches positions in which a throw is due; then the result has a value and no move.
    first_depth, deepest: of its iterations, or of its lines.  has_streams: whether random numbers depend on the ply of
    the game.  deepen: the kernel of the search, see `choose`.
    """

    values_throws: ClassVar[bool] = True
    most_threads: ClassVar[int] = 1
    first_depth: ClassVar[int] = 0
    has_streams: ClassVar[bool] = False
    deepest: ClassVar[int]
    deepen: Callable[..., bool]

    def __init__(self, game: Game, clock: Callable[[], float] = time.perf_counter) -> None:
        self.game = game
        self._clock = clock
        self._runner = DeadlineRunner()
        self._is_ready = False
        self._threads: list[Thread] = []
        self._age = 0

    @abstractmethod
    def work_arrays(self, number: int = 0) -> Any:
        """Return the arrays of a thread: the argument `search` of the kernel.  number: of the thread."""

    def _limit(self, asked: Request, position: Position, limits: Limits) -> None:
        """Fill the fields of a request that follow from the limits, and those that only this engine knows."""
        one = asked.request[0]
        one["lines"], one["nodes"] = limits.lines, limits.nodes or 0
        one["first"], one["deepest"] = self.first_depth, min(limits.depth or self.deepest, self.deepest)
        one["forgets"] = limits.nodes is not None  # the result must not depend on earlier searches

    def _assign(self, asked: Request, thread: "Thread", number: int, seed: int, line: Sequence[Position]) -> None:
        """Fill the fields in which the threads of a search may differ.

        line: the positions of the game so far, the one searched last.
        """
        asked.request[0].age = self._age

    def read(self, task: Task, work: Any) -> Found:
        """Return what a thread has found; work: its arrays."""
        progress = task.progress[0]
        rows = task.rows[0, : progress.rows].copy()
        values = values_of(self.game, float(rows[0]["value"]), int(task.request[0].player))
        return Found(rows, int(progress.depth), values, bool(rows[0]["solved"]))

    def _read_all(self, threads: "Sequence[Thread]", is_done: bool) -> Found:
        """Return what all threads have found together.  is_done: whether they have stopped."""
        return threads[0].found

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
        time_manager = self._time_manager(limits, stop)
        self._runner.join()
        threads = self._begin(self.request(position, path, limits, seed=seed), limits, seed, (*path, position))
        works = [thread.search for thread in threads]
        is_done = self._runner.run(lambda: run_together(works, time_manager), time_manager.left, time_manager.end)
        rows, depth, values, is_exact = self._read_all(threads, is_done)
        ranking = () if position.turn == CHANCE else tuple(map(self._choice_of, rows))
        nodes, move = sum(thread.nodes for thread in threads), ranking[0].move if ranking else None
        return SearchResult(move, ranking, values, nodes, depth, time_manager.seconds, is_exact)

    def _time_manager(self, limits: Limits, stop: Stop | None) -> TimeManager:
        return TimeManager(limits, stop, self._clock)

    def request(
        self,
        position: Position,
        path: Sequence[Position],
        limits: Limits,
        level: Level | None = None,
        seed: int = 0,
    ) -> Request:
        """Return the request of a search, or of a level.

        path: the positions before the position, from the start of the game.  seed: of the level, or of the search.
        """
        asked = request_of(position, path)
        asked.request[0]["rng"] = seeded(seed, len(path) if self.has_streams else 0)
        if level:
            ask_level(asked, level, self.game.name, seed)
        self._limit(asked, position, limits)
        return asked

    def level_request(
        self, position: Position, path: Sequence[Position], level: Level, seed: int, *, asks_habits: bool = True
    ) -> Request:
        """Return the request of a level with all it may need: another program cannot ask for priors.

        asks_habits: whether they are added where they may count; else such a choice ends without a move.
        """
        asked = self.request(position, path, Limits(nodes=max(level.parameters.nodes, 1)), level, seed)
        if level.has_habits and asks_habits:
            task = self._task(asked)
            begin_decision(task)
            estimate(self.game.kernels, task)
            # Where moves differ, a level that searches asks no habits.
            if level.parameters.nodes <= 0 or is_even(task.progress[0], int(asked.request[0].count)):
                task.progress[0].count, task.progress[0].kept[:] = asked.request[0].count, np.arange(self.game.widest)
                _add_priors(task, position)
            asked.request[0].has_priors = 1
        return asked

    def decide(self, position: Position, path: Sequence[Position], level: Level, seed: int) -> Task:
        """Let a level decide; return what it found.  path: the positions before it, from the start of the game."""
        limits = Limits(nodes=max(level.parameters.nodes, 1))
        thread = self._begin(self.request(position, path, limits, level, seed), limits)[0]
        thread.search(TimeManager(limits, None, self._clock))
        if thread.task.progress[0].phase == WITHOUT_PRIORS:
            _add_priors(thread.task, position)
            thread.go_on(0)
        return thread.task

    def _begin(self, asked: Request, limits: Limits, seed: int = 0, line: Sequence[Position] = ()) -> "list[Thread]":
        """Give a request to the threads."""
        self._age = (self._age + 1) & 63
        count = min(limits.threads, self.most_threads)
        while len(self._threads) < count:
            self._threads.append(Thread(self, len(self._threads)))
        threads = self._threads[:count]
        for number, thread in enumerate(threads):
            own = asked if number == 0 else asked._replace(request=asked.request.copy())
            self._assign(own, thread, number, seed, line)
            thread.begin(self._task(own))
        return threads

    def _task(self, asked: Request) -> Task:
        one = asked.request[0]
        lines = 1 if one.level and one.looks != BY_SEARCH else max(int(one.count), 1)
        return task_of(self.game, asked, lines).interpreted()

    def _choice_of(self, row: np.void) -> Choice:
        # A search out of time may have a best move without a line.
        codes = row["line"][: row["length"]].tolist() or [int(row["code"])]
        moves = tuple(map(self.game.move, codes))
        plies = int(row["plies"]) or None
        return Choice(moves[0], float(row["value"]), int(row["depth"]), moves, bool(row["solved"]), plies)


class IterativeDeepening(Engine):
    """An engine that searches to growing depths with a transposition table; not thread-safe.

    The table and what the threads have learned are kept from one timed search to the next.
    """

    entries_per_node: ClassVar[int]
    forced_depth: ClassVar[int]

    def __init__(self, game: Game, table_bits: int, clock: Callable[[], float]) -> None:
        super().__init__(game, clock)
        self._transpositions = np.zeros((1 << table_bits, 2), np.uint64)

    def _limit(self, asked: Request, position: Position, limits: Limits) -> None:
        super()._limit(asked, position, limits)
        one = asked.request[0]
        if one["count"] == 1 and limits.seconds is not None:
            one["deepest"] = min(one["deepest"], self.forced_depth)
        one["table"] = len(self._transpositions)
        if limits.nodes is not None:
            self._clear(asked, limits.nodes)

    def _clear(self, asked: Request, nodes: int) -> None:
        """Let a search of so many nodes begin with an empty table.

        A small one is cleared faster, which counts where a level makes thousands of searches of some hundred nodes.
        """
        one = asked.request[0]
        one["table"] = min(one["table"], 1 << max(10, (self.entries_per_node * nodes).bit_length()))
        one["clears"] = 1

    def _assign(self, asked: Request, thread: "Thread", number: int, seed: int, line: Sequence[Position]) -> None:
        # Lazy SMP: threads share nothing but the table. Those of odd numbers begin a ply deeper, so that they fill it
        # with what the main thread needs next. Two threads searched 1.75 to 2.12 times as many nodes a second as one,
        # by game (2026-11-21, docs/notebook/2026-11-strength.md).
        super()._assign(asked, thread, number, seed, line)
        asked.request[0].first += number & 1
        asked.request[0].clears &= number == 0


class Thread:
    """The search of one thread.

    work: its arrays.  found: the best moves so far, replaced as a whole, since another thread may read it.  root: the
    position of a search whose tree is kept, if any.
    """

    task: Task
    found: Found
    root: Position | None = None

    def __init__(self, engine: Engine, number: int) -> None:
        self.work = engine.work_arrays(number)
        self._engine = engine
        self._version = 0

    @property
    def nodes(self) -> int:
        """The number of nodes searched."""
        return int(self.task.progress[0].nodes)

    def begin(self, task: Task) -> None:
        """Set up the search of a task."""
        self.task, self._version = task, 0
        self.go_on(0)

    def search(self, time_manager: TimeManager) -> None:
        """Search until a limit is reached; the kernel counts the nodes."""
        while (nodes := time_manager.node_budget(0)) > 0:
            self.task.request[0].share = time_manager.share
            if self.go_on(nodes):
                return
        while not self.go_on(-1):
            pass

    def go_on(self, nodes: int) -> bool:
        """Search so many nodes, with a negative number none; return whether that was the end."""
        is_over = choose(self._engine.game.kernels, self.task, self.work, nodes, self._engine.deepen)
        progress = self.task.progress[0]
        if progress.version != self._version and progress.rows > 0:  # a level without a search ranks nothing
            self._version = progress.version
            self.found = self._engine.read(self.task, self.work)
        return bool(is_over)


def _add_priors(task: Task, position: Position) -> None:
    """Ask the habits of people how often they choose the moves that a level draws from."""
    game, state = position.game, position.state[0]
    habits: HabitsModule = game.family.module("habits")
    request, progress = task.request[0], task.progress[0]
    for place in progress.kept[: progress.count].tolist():
        request.priors[place] = habits.human_prior(state, int(request.codes[place]), game.flags)
    request.has_priors = 1


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
