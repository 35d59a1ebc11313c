"""The base of all engines: one game, kernels compiled once, iterative deepening, and the arrays of the kernels."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from charkoni.core.constants import CHANCE, OVER
from charkoni.core.family import HabitsModule
from charkoni.core.game import Game, Position
from charkoni.core.game_types import Array
from charkoni.search.decision.choice import begin_decision, choose, estimate
from charkoni.search.decision.estimates import is_even
from charkoni.search.decision.layout import BY_SEARCH, WITHOUT_PRIORS, Task
from charkoni.search.decision.request import Level, Request, ask_level, request_of, task_of
from charkoni.search.result import MOST_THREADS, Choice, Limits, SearchResult, Stop
from charkoni.search.time_control import DeadlineRunner, TimeManager, run_together


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


class IterativeDeepening(Engine):
    """An engine whose kernel searches to growing depths, and chooses the moves of levels; not thread-safe.

    The transposition table and what the threads have learned are kept from one timed search to the next.
    """

    most_threads: ClassVar[int] = MOST_THREADS
    entries_per_node: ClassVar[int]
    first_depth: ClassVar[int]
    deepest: ClassVar[int]
    forced_depth: ClassVar[int]
    deepen: Callable[..., bool]

    def __init__(self, game: Game, table_bits: int, clock: Callable[[], float]) -> None:
        super().__init__(game, clock)
        self._transpositions = np.zeros((1 << table_bits, 2), np.uint64)
        self._threads: list[_Thread] = []
        self._age = 0

    @abstractmethod
    def work_arrays(self) -> Any:
        """Return the arrays of one thread: the argument `search` of the kernel."""

    def _complete(self, asked: Request, position: Position) -> None:
        """Fill the fields of a request that only this engine knows."""

    def _search(
        self, position: Position, limits: Limits, path: Sequence[Position], stop: Stop | None, seed: int
    ) -> SearchResult:
        time_manager = TimeManager(limits, stop, self._clock)
        self._runner.join()
        threads = self._begin(self.request(position, path, limits), limits)
        works = [thread.search for thread in threads]
        self._runner.run(lambda: run_together(works, time_manager), time_manager.left, time_manager.end)
        rows, depth = threads[0].ranking
        ranking = () if position.turn == CHANCE else tuple(map(self._choice_of, rows))
        nodes, player = sum(thread.nodes for thread in threads), max(position.turn, 0)
        values, is_exact = values_of(self.game, float(rows[0]["value"]), player), bool(rows[0]["solved"])
        move = ranking[0].move if ranking else None
        return SearchResult(move, ranking, values, nodes, depth, time_manager.seconds, is_exact)

    def request(
        self,
        position: Position,
        path: Sequence[Position],
        limits: Limits,
        level: Level | None = None,
        seed: int = 0,
    ) -> Request:
        """Return the request of a search, or of a level.

        path: the positions before the position, from the start of the game.  seed: of the level.
        """
        asked = request_of(position, path)
        if level:
            ask_level(asked, level, self.game.name, seed)
        one, deepest = asked.request[0], min(limits.depth or self.deepest, self.deepest)
        if one["count"] == 1 and limits.seconds is not None:
            deepest = min(deepest, self.forced_depth)
        one["lines"], one["first"], one["deepest"] = limits.lines, self.first_depth, deepest
        one["nodes"] = limits.nodes or 0
        one["table"] = len(self._transpositions)
        # A small table is cleared faster, which counts where a level makes thousands of searches of some hundred nodes.
        if limits.nodes is not None:  # the result must not depend on earlier searches
            one["table"] = min(one["table"], 1 << max(10, (self.entries_per_node * limits.nodes).bit_length()))
            one["forgets"] = one["clears"] = 1
        self._complete(asked, position)
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

    def _begin(self, asked: Request, limits: Limits) -> "list[_Thread]":
        """Give a request to the threads."""
        self._age = (self._age + 1) & 63
        asked.request[0].age = self._age
        count = min(limits.threads, self.most_threads)
        while len(self._threads) < count:
            self._threads.append(_Thread(self.game, self.deepen, self.work_arrays()))
        threads = self._threads[:count]
        for number, thread in enumerate(threads):
            # Lazy SMP: threads share nothing but the table. Those of odd numbers begin a ply deeper, so that they fill
            # it with what the main thread needs next. Two threads searched 1.75 to 2.12 times as many nodes a second as
            # one, by game (2026-11-21, docs/notebook/2026-11-strength.md).
            own = asked if number == 0 else asked._replace(request=asked.request.copy())
            own.request[0].first += number & 1
            own.request[0].clears &= number == 0
            thread.begin(self._task(own))
        return threads

    def _task(self, asked: Request) -> Task:
        one = asked.request[0]
        lines = 1 if one.level and one.looks != BY_SEARCH else max(int(one.count), 1)
        return task_of(self.game, asked, lines).interpreted()

    def _choice_of(self, row: Any) -> Choice:
        # A search out of time may have a best move without a line.
        codes = row["line"][: row["length"]].tolist() or [int(row["code"])]
        moves = tuple(map(self.game.move, codes))
        plies = int(row["plies"]) or None
        return Choice(moves[0], float(row["value"]), int(row["depth"]), moves, bool(row["solved"]), plies)


class _Thread:
    """The search of one thread.

    ranking: the best moves so far, ROW[n], and the depth, replaced as a whole, since another thread may read it.
    """

    task: Task
    ranking: tuple[Array, int]

    def __init__(self, game: Game, deepen: Callable[..., bool], work: object) -> None:
        self._game = game
        self._deepen = deepen
        self._work = work
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
            if self.go_on(nodes):
                return
        while not self.go_on(-1):
            pass

    def go_on(self, nodes: int) -> bool:
        """Search so many nodes, with a negative number none; return whether that was the end."""
        is_over = choose(self._game.kernels, self.task, self._work, nodes, self._deepen)
        progress = self.task.progress[0]
        if progress.version != self._version:
            self._version = progress.version
            self.ranking = self.task.rows[0, : progress.rows].copy(), int(progress.depth)
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
