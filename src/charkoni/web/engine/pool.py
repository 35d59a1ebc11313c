"""The engine pool: worker processes that search for moves, with deadlines and a queue that is fair to all users.

The server's own process never searches.  The workers start in the background and compile game after game; a compiled
game can be played.  A request names its user, by whom the queue is fair (see `fair_queue`), and who is charged with its
time: users who are overdrawn wait behind all others, but for one turn in `LATE_TURNS`.  The function `is_wanted` of a
request is called when its turn comes; a request that is not wanted any more is dropped.
"""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any

from charkoni.core.registry import named
from charkoni.web.engine.fair_queue import FairQueue
from charkoni.web.engine.opponents import HIGHEST, SOLVER, player_of
from charkoni.web.engine.readiness import record_compiled
from charkoni.web.http.ledger import Ledger, User

logger = logging.getLogger(__name__)

SEARCH_TIMEOUT_S = 30.0
COMPILATION_TIMEOUT_S = 300.0
WARM_UP_PLAYERS = ("level=1", "level=5")
"""Players that together call all kernels: one evaluates moves, one searches."""

MOST_PLAYERS = 16
"""How many players a worker keeps, with their transposition tables."""

NICENESS = 10
LATE_TURNS = 4
"""While both wait, users who are overdrawn have one turn of so many."""

COMPILATION_USER = User("")
"""The user of requests that compile; they yield to the requests of all other users."""


class EngineError(Exception):
    """A worker died or did not answer in time; it has been replaced."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The move that a player chooses; value: the points it expects, None when it does not estimate them."""

    move: str
    value: float | None


# --- in the process ---------------------------------------------------------------------------------------------------


def _serve_requests(pipe: Connection) -> None:
    """Answer the requests from a pipe until it is closed.

    A request is the tuple of the arguments of `answer_request` after `players`; its reply (True, answer), or (False,
    message) for an exception.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICENESS)
    players: dict[tuple[str, str, int], Any] = {}
    while True:
        try:
            request = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            pipe.send((True, answer_request(players, *request)))
        except Exception as error:
            pipe.send((False, f"{type(error).__name__}: {error}"))


def answer_request(
    players: dict[Any, Any],
    name: str,
    start: str,
    moves: Sequence[str],
    spec: str,
    seed: int,
    task: str = "",
    options: Mapping[str, Any] | None = None,
) -> Any:
    """Return the answer of a worker to a request.

    players: the worker's players, by game, specification and seed.  name, start, moves: the game, the position it
    starts from ("": the usual one) and the moves played.  spec, seed: the player whose `Choice` is wanted.  task,
    options: or the task of `charkoni.web.engine.tasks` whose result is wanted.  Without both the game is compiled; the
    answer is whether the compiler's results are kept on disk.
    """
    from charkoni import solve
    from charkoni.core.compiler import CACHED, compiled
    from charkoni.core.record import Record
    from charkoni.players import player
    from charkoni.web.engine import tasks
    from charkoni.web.engine.warm import load_rules

    game = named(name)
    if task:
        return tasks.run(task, game, start, moves, options or {})
    if not spec:
        if compiled():  # as plain Python nothing has to be compiled
            for each in WARM_UP_PLAYERS:
                player(each).prepare(game)
            load_rules(game)
            tasks.run("look", game, start, moves, {"nodes": 1})
        return CACHED
    key = (name, spec, seed)
    if key not in players:
        if len(players) > MOST_PLAYERS:
            players.clear()
        is_unsolved = spec == SOLVER and not solve.is_solved(game)  # with these flags nothing is proved
        players[key] = player(player_of(HIGHEST) if is_unsolved else spec, seed)
    record = Record(game, game.parse(start) if start else None)
    for move in moves:
        record.play(move)
    chooser = players[key]
    if hasattr(chooser, "find"):
        result = chooser.find(record)
        return Choice(result.move, result.value)
    return Choice(chooser.choose(record), None)


# --- in the server ----------------------------------------------------------------------------------------------------


async def compile_all(games: Sequence[str]) -> None:
    """Compile some games in a worker that ends then."""
    engine = Engine(1, games)
    try:
        await engine.compile()
    finally:
        await engine.stop()


class Worker:
    """A worker process, and the pipe to it."""

    def __init__(self) -> None:
        self._start()

    def _start(self) -> None:
        spawning = multiprocessing.get_context("spawn")
        self._pipe, far = spawning.Pipe()
        self._process = spawning.Process(target=_serve_requests, args=(far,), daemon=True, name="charkoni computer")
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
    """A request in the queue, with its user, its timeout and the future of its answer."""

    user: User
    request: tuple[Any, ...]
    seconds: float
    is_wanted: Callable[[], bool]
    answer: "asyncio.Future[Any]"


class Engine:
    """The workers of a server and the queue of requests to them."""

    def __init__(self, workers: int, games: Sequence[str], ledger: Ledger | None = None) -> None:
        """Take the number of workers, 0 for none, the names of the games to compile, and whom to charge."""
        self._count = workers
        self._ledger = ledger or Ledger()
        self._uncompiled = list(games)
        self._cached = set[str]()
        self.games = tuple(games)
        self.ready: set[str] = set()
        self.on_progress: Callable[[], None] = lambda: None
        self._events = {name: asyncio.Event() for name in games}
        self._workers: list[Worker] = []
        self._idle: list[Worker] = []
        self._waiting = FairQueue[_Job]()
        self._late = FairQueue[_Job]()
        self._compilations = FairQueue[_Job]()
        self._turns = 0
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Start the workers, and compile, in the background."""
        if self._count:
            self._spawn(self._begin())

    async def compile(self) -> None:
        """Start one worker and compile every game."""
        self._workers.append(await asyncio.to_thread(Worker))
        self._idle.extend(self._workers)
        await self._compile_games()

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
                self._spawn(self._compile_games())

    async def _compile_games(self) -> None:
        while self._uncompiled:
            name = self._uncompiled.pop(0)
            try:
                if await self._put(COMPILATION_USER, (name, "", (), "", 0), COMPILATION_TIMEOUT_S, lambda: True):
                    self._cached.add(name)
            except EngineError as error:
                logger.error("the engine cannot play %s: %s", name, error)
                continue
            self.ready.add(name)
            self._events[name].set()
            self.on_progress()
        if self._cached == set(self.games):
            await asyncio.to_thread(record_compiled)

    async def stop(self) -> None:
        """End all workers."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in self._workers:
            await asyncio.to_thread(worker.stop)
        self._workers.clear()

    @property
    def is_on(self) -> bool:
        """Whether this server has workers."""
        return self._count > 0

    @property
    def progress(self) -> tuple[int, int]:
        """How many games are compiled, and of how many."""
        return len(self.ready), len(self.games)

    @property
    def waiting(self) -> dict[User, int]:
        """How many requests each user has in the queue."""
        return self._late.sizes() | self._waiting.sizes()

    @property
    def queued(self) -> int:
        """How many requests wait for a worker."""
        return len(self._waiting) + len(self._late) + len(self._compilations)

    async def choose(
        self,
        user: User,
        name: str,
        start: str,
        moves: Sequence[str],
        spec: str,
        seed: int,
        is_wanted: Callable[[], bool],
    ) -> Choice | None:
        """Return the choice of a player, or None when it is not wanted any more; raise EngineError.

        user: of the queue.  name, start, moves, spec, seed: see `answer_request`.
        """
        await self._wait_until_compiled(name)
        request = (name, start, tuple(moves), spec, seed)
        choice: Choice | None = await self._put(user, request, SEARCH_TIMEOUT_S, is_wanted)
        return choice

    async def find(
        self,
        user: User,
        name: str,
        start: str,
        moves: Sequence[str],
        task: str,
        is_wanted: Callable[[], bool] = lambda: True,
        **options: Any,
    ) -> Any:
        """Return the result of a task of `engine.tasks`, or None when it is not wanted any more; raise EngineError."""
        await self._wait_until_compiled(name)
        return await self._put(user, (name, start, tuple(moves), "", 0, task, options), SEARCH_TIMEOUT_S, is_wanted)

    async def _wait_until_compiled(self, name: str) -> None:
        """Wait until a game is compiled, which is compiled next."""
        family = name.partition(":")[0]
        if family in self._uncompiled:
            self._uncompiled.remove(family)
            self._uncompiled.insert(0, family)
        await self._events[family].wait()

    async def _put(self, user: User, request: Any, seconds: float, is_wanted: Callable[[], bool]) -> Any:
        job = _Job(user, request, seconds, is_wanted, asyncio.get_running_loop().create_future())
        is_late = user != COMPILATION_USER and self._ledger.is_overdrawn(user, "thinking")
        (self._compilations if user == COMPILATION_USER else self._late if is_late else self._waiting).put(user, job)
        self._pump()
        return await job.answer

    def _pump(self) -> None:
        """Give waiting requests to idle workers; compilation comes last."""
        while self._idle and (self._waiting or self._late or self._compilations):
            job = self._next_queue().take()
            if job.answer.done():
                continue
            if not job.is_wanted():
                job.answer.set_result(None)
                continue
            self._spawn(self._serve(self._idle.pop(), job))

    def _next_queue(self) -> FairQueue[_Job]:
        """Return the queue whose turn it is, which is not empty."""
        if self._waiting and self._late:
            self._turns += 1
            return self._waiting if self._turns % LATE_TURNS else self._late
        return self._waiting or self._late or self._compilations

    async def _serve(self, worker: Worker, job: _Job) -> None:
        started = monotonic()
        try:
            answer = await worker.ask(job.request, job.seconds)
            if not job.answer.done():
                job.answer.set_result(answer)
        except EngineError as error:
            if not job.answer.done():
                job.answer.set_exception(error)
        finally:
            if job.user != COMPILATION_USER:
                self._ledger.charge(job.user, "thinking", monotonic() - started)
            self._idle.append(worker)
            self._pump()
