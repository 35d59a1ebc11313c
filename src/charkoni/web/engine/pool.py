"""The computer: processes beside the server that choose moves, with deadlines and a queue that is fair to all.

Nothing thinks in the server's own process.  Processes start in the background; game after game is compiled, then the
computer plays it.  A request names a user, whose requests wait in line behind each other but not behind those of
others, and a test whether the answer is still wanted when its turn comes.
"""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from charkoni.core.registry import named
from charkoni.web.engine.opponents import HIGHEST, SOLVER, player_of
from charkoni.web.engine.readiness import note_compiled

logger = logging.getLogger(__name__)

LONGEST_THOUGHT = 30.0
LONGEST_COMPILATION = 300.0
MADE_READY = ("level=1", "level=5")
"""Players that use all that is compiled: a glance at moves, and a search."""


class EngineError(Exception):
    """A process died or did not answer in time; it has been replaced."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a process answers: the move, and the points its player can expect (None: no idea)."""

    move: str
    value: float | None


# --- in the process ---------------------------------------------------------------------------------------------------


def _work(pipe: Connection) -> None:
    """Answer requests until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(10)
    players: dict[tuple[str, str, int], Any] = {}
    while True:
        try:
            request = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            pipe.send((True, _answer(players, *request)))
        except Exception as error:
            pipe.send((False, f"{type(error).__name__}: {error}"))


def _answer(
    players: dict[Any, Any],
    name: str,
    start: str,
    moves: Sequence[str],
    spec: str,
    seed: int,
    task: str = "",
    options: Mapping[str, Any] | None = None,
) -> Any:
    """Return the move that the player chooses, or what a task of `charkoni.web.engine.tasks` finds.

    Without both compile the game, and tell whether that was done.
    """
    from charkoni import solve
    from charkoni.core.compiler import CACHED
    from charkoni.core.record import Record
    from charkoni.players import player
    from charkoni.web.engine import tasks
    from charkoni.web.engine.warm import touch

    game = named(name)
    if task:
        return tasks.run(task, game, start, moves, options or {})
    if not spec:
        for each in MADE_READY:
            player(each).prepare(game)
        touch(game)
        tasks.run("look", game, start, moves, {"nodes": 1})
        return CACHED
    key = (name, spec, seed)
    if key not in players:
        if len(players) > 16:
            players.clear()
        is_unknown = spec == SOLVER and not solve.is_solved(game)  # with these flags nothing is proved
        players[key] = player(player_of(HIGHEST) if is_unknown else spec, seed)
    record = Record(game, game.parse(start) if start else None)
    for move in moves:
        record.play(move)
    chooser = players[key]
    if hasattr(chooser, "find"):
        finding = chooser.find(record)
        return Thought(finding.move, finding.value)
    return Thought(chooser.choose(record), None)


# --- in the server ----------------------------------------------------------------------------------------------------


async def compile_all(games: Sequence[str]) -> None:
    """Compile everything that a server needs, in a process that ends then."""
    engine = Engine(1, games)
    try:
        await engine.compile()
    finally:
        await engine.stop()


class Worker:
    """A process that thinks, and the pipe to it."""

    def __init__(self) -> None:
        self._start()

    def _start(self) -> None:
        spawning = multiprocessing.get_context("spawn")
        self._pipe, far = spawning.Pipe()
        self._process = spawning.Process(target=_work, args=(far,), daemon=True, name="charkoni computer")
        self._process.start()
        far.close()

    async def ask(self, request: tuple[Any, ...], seconds: float) -> Any:
        """Send a request and return its answer; raise EngineError."""
        try:
            is_right, answer = await asyncio.to_thread(self._exchange, request, seconds)
        except (EOFError, OSError, TimeoutError) as error:
            await asyncio.to_thread(self._restart)
            raise EngineError(f"a computer process is gone: {error!r}") from error
        if not is_right:
            raise EngineError(answer)
        return answer

    def _exchange(self, request: tuple[Any, ...], seconds: float) -> tuple[bool, Any]:
        self._pipe.send(request)
        if not self._pipe.poll(seconds):
            raise TimeoutError(f"no answer in {seconds} s")
        answer: tuple[bool, Any] = self._pipe.recv()
        return answer

    def _restart(self) -> None:
        self.stop()
        self._start()

    def stop(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()
        self._pipe.close()


@dataclass(slots=True)
class _Job:
    request: tuple[Any, ...]
    seconds: float
    is_wanted: Callable[[], bool]
    answer: "asyncio.Future[Any]"


class Engine:
    """The computers of a server."""

    def __init__(self, workers: int, games: Sequence[str]) -> None:
        """Take the number of processes, and the games to get ready for."""
        self._count = workers
        self._todo = list(games)
        self._kept = set[str]()
        self.games = tuple(games)
        self.ready: set[str] = set()
        self.on_progress: Callable[[], None] = lambda: None
        self._events = {name: asyncio.Event() for name in games}
        self._workers: list[Worker] = []
        self._idle: list[Worker] = []
        self._waiting: OrderedDict[str, deque[_Job]] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Start processes and compile in the background."""
        if self._count:
            self._spawn(self._begin())

    async def compile(self) -> None:
        """Start one process and get it ready for every game."""
        self._workers.append(await asyncio.to_thread(Worker))
        self._idle.extend(self._workers)
        await self._prepare()

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _begin(self) -> None:
        for _ in range(self._count):
            worker = await asyncio.to_thread(Worker)
            self._workers.append(worker)
            self._idle.append(worker)
            self._pump()
            if len(self._workers) == 1:
                self._spawn(self._prepare())

    async def _prepare(self) -> None:
        while self._todo:
            name = self._todo.pop(0)
            try:
                if await self._put("", (name, "", (), "", 0), LONGEST_COMPILATION, lambda: True):
                    self._kept.add(name)
            except EngineError as error:
                logger.error("the computer cannot play %s: %s", name, error)
                continue
            self.ready.add(name)
            self._events[name].set()
            self.on_progress()
        if self._kept == set(self.games):
            await asyncio.to_thread(note_compiled)

    async def stop(self) -> None:
        """End all processes."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in self._workers:
            await asyncio.to_thread(worker.stop)
        self._workers.clear()

    @property
    def is_on(self) -> bool:
        """Whether this server has computers at all."""
        return self._count > 0

    @property
    def progress(self) -> tuple[int, int]:
        """How many games are ready, of how many."""
        return len(self.ready), len(self.games)

    @property
    def queued(self) -> int:
        """How many requests wait."""
        return sum(map(len, self._waiting.values()))

    async def choose(
        self,
        user: str,
        name: str,
        start: str,
        moves: Sequence[str],
        spec: str,
        seed: int,
        is_wanted: Callable[[], bool],
    ) -> Thought | None:
        """Return what a player chooses, or None when nobody wants to know any more; raise EngineError."""
        await self._made_ready(name)
        request = (name, start, tuple(moves), spec, seed)
        found: Thought | None = await self._put(user, request, LONGEST_THOUGHT, is_wanted)
        return found

    async def find(
        self,
        user: str,
        name: str,
        start: str,
        moves: Sequence[str],
        task: str,
        is_wanted: Callable[[], bool] = lambda: True,
        **options: Any,
    ) -> Any:
        """Return what a task of `web.engine.tasks` finds, or None when nobody wants to know it; raise EngineError."""
        await self._made_ready(name)
        return await self._put(user, (name, start, tuple(moves), "", 0, task, options), LONGEST_THOUGHT, is_wanted)

    async def _made_ready(self, name: str) -> None:
        """Wait until a game is ready; games that somebody waits for come first."""
        family = name.partition(":")[0]
        if family in self._todo:
            self._todo.remove(family)
            self._todo.insert(0, family)
        await self._events[family].wait()

    async def _put(self, user: str, request: Any, seconds: float, is_wanted: Callable[[], bool]) -> Any:
        job = _Job(request, seconds, is_wanted, asyncio.get_running_loop().create_future())
        self._waiting.setdefault(user, deque()).append(job)
        self._pump()
        return await job.answer

    def _pump(self) -> None:
        """Give waiting requests to idle processes, one user after the other."""
        while self._idle and self._waiting:
            if next(iter(self._waiting)) == "":  # getting ready comes after everybody's moves
                self._waiting.move_to_end("")
            user, jobs = self._waiting.popitem(last=False)
            job = jobs.popleft()
            if jobs:
                self._waiting[user] = jobs
            if job.answer.done():
                continue
            if not job.is_wanted():
                job.answer.set_result(None)
                continue
            self._spawn(self._serve(self._idle.pop(), job))

    async def _serve(self, worker: Worker, job: _Job) -> None:
        try:
            answer = await worker.ask(job.request, job.seconds)
            if not job.answer.done():
                job.answer.set_result(answer)
        except EngineError as error:
            if not job.answer.done():
                job.answer.set_exception(error)
        finally:
            self._idle.append(worker)
            self._pump()
