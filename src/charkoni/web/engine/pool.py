"""The engine pool: worker processes that search for moves, with deadlines and a queue that is fair to all users.

The server's own process never searches.  The workers start in the background and compile the games in stages, requested
ones first (see `compilation`).  Meanwhile one more worker, the interpreter, runs the kernels as plain Python: it
answers for players that compute little, such as the lower levels, with the same moves.

A request names its user, for fairness of the queue (see `request_queue`) and for charging its time: overdrawn users
wait behind all others, except for one turn in `LATE_TURNS`.  The function `is_wanted` of a request is called at its
turn, and then every `WATCH_S`; a request no longer wanted is dropped and its search stopped.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from charkoni.core.compiler import HAS_COMPILER
from charkoni.web.engine.background import TaskSet
from charkoni.web.engine.compilation import CompilationOrder, Stage, stage_of
from charkoni.web.engine.readiness import has_to_compile, record_compiled
from charkoni.web.engine.worker import COMPILE, ChosenMove, EngineError, Worker, WorkerRequest
from charkoni.web.http.quotas import Quotas, User
from charkoni.web.http.request_queue import FairQueue

logger = logging.getLogger(__name__)

SEARCH_TIMEOUT_S = 30.0 if HAS_COMPILER else 600.0
"""How long a worker may take for an answer; as plain Python the highest levels take minutes."""

COMPILATION_TIMEOUT_S = 300.0
INTERPRETATION_TIMEOUT_S = 10.0
"""How long the interpreter may take for a move of a player that may need much; if that is too short it is not tried
again."""

LIGHT_PLAYERS = frozenset({"level=1", "level=2"})
"""Players of any game that the interpreter is known to be fast enough for: they evaluate their own moves only."""

WATCH_S = 0.1
"""How often it is asked whether the result of a search is still wanted."""

LATE_TURNS = 4
"""While both wait, overdrawn users have one turn in this number."""


async def compile_all(games: Sequence[str]) -> None:
    """Compile some games in a worker that ends then."""
    engine = EnginePool(1, games)
    try:
        await engine.compile()
    finally:
        await engine.stop()


@dataclass(slots=True)
class _WorkerJob:
    """A request in the queue, with its user, its timeout and the future of its answer."""

    user: User
    request: WorkerRequest
    seconds: float
    is_wanted: Callable[[], bool]
    answer: "asyncio.Future[Any]"


@dataclass(slots=True)
class _Lane:
    """Workers of one kind without work, and the requests to them: of most users, and of overdrawn ones."""

    idle: list[Worker] = field(default_factory=list)
    waiting: FairQueue[_WorkerJob] = field(default_factory=FairQueue)
    late: FairQueue[_WorkerJob] = field(default_factory=FairQueue)
    turns: int = 0

    def __len__(self) -> int:
        return len(self.waiting) + len(self.late)

    def take(self) -> _WorkerJob:
        """Remove and return the request whose turn it is; raise KeyError when there is none."""
        if self.waiting and self.late:
            self.turns += 1
            return (self.waiting if self.turns % LATE_TURNS else self.late).take()
        return (self.waiting or self.late).take()

    def charge(self, user: User, seconds: float) -> None:
        """Note what serving a user has cost."""
        for queue in (self.waiting, self.late):
            queue.charge(user, seconds)


class EnginePool:
    """The workers of a server and the queue of requests to them."""

    def __init__(self, workers: int, games: Sequence[str], quotas: Quotas | None = None) -> None:
        """Take the number of workers, 0 for none, the names of the games to compile, and whom to charge."""
        self._count = workers
        self._quotas = quotas or Quotas()
        self.games = tuple(games)
        self.on_progress: Callable[[], None] = lambda: None
        self._order = CompilationOrder(games)
        self._held: list[tuple[Stage, _WorkerJob]] = []
        self._compiling: dict[str, Worker] = {}
        self._uncached = set[str]()
        self._is_complete = asyncio.Event()
        self._workers: list[Worker] = []
        self._searching, self._interpreting = _Lane(), _Lane()
        self._interpreter: Worker | None = None
        self._interprets = workers > 0  # also before the start: requests then wait for the interpreter
        self._interpreted = set[tuple[str, str]]()
        self._too_slow = set[tuple[str, str]]()
        self._tasks = TaskSet()

    async def adopt(self, worker: Worker) -> None:
        """Add a worker started before this engine: the interpreter, or one that loads compiled kernels."""
        if not self._count:
            await asyncio.to_thread(worker.stop)
        elif worker.interprets:
            self._interpreter = worker
            self._interpreting.idle.append(worker)
        else:
            self._skip_compilation()
            self._add(worker)

    def start(self) -> None:
        """Start the workers, and compile, in the background."""
        if self._count:
            self._tasks.spawn(self._begin())

    async def compile(self) -> None:
        """Start one worker and compile every game."""
        self._add(await asyncio.to_thread(Worker))
        await self._is_complete.wait()

    async def _begin(self) -> None:
        if not self._workers and await asyncio.to_thread(has_to_compile):
            if not self._interpreter:
                self._interpreter = await asyncio.to_thread(Worker, True)
                self._interpreting.idle.append(self._interpreter)
            self._pump()
        else:
            self._skip_compilation()
        while len(self._workers) < self._count:
            self._add(await asyncio.to_thread(Worker))

    def _skip_compilation(self) -> None:
        """Let every game count as compiled: a worker loads the kernels that it calls, in half a second for a game."""
        for name in self.games:
            self._order.give_up(name)
        self._stop_interpreting()
        self._release()
        self.on_progress()

    def _add(self, worker: Worker) -> None:
        self._workers.append(worker)
        self._searching.idle.append(worker)
        self._pump()

    async def _compile(self, worker: Worker, name: str, stage: Stage) -> None:
        """Compile a stage of a game in an idle worker."""
        self._compiling[name] = worker
        try:
            is_kept = await worker.ask((name, "", (), "", 0, COMPILE, {"stage": stage}), COMPILATION_TIMEOUT_S)
        except EngineError as error:
            if self._compiling.pop(name, None) is None:  # `want` has interrupted it
                self._order.end(name, is_done=False)
            else:
                logger.error("the engine cannot compile %s: %s", name, error)
                self._uncached.add(name)
                self._order.give_up(name)
        else:
            self._compiling.pop(name, None)
            self._uncached |= set() if is_kept else {name}
            self._order.end(name, is_done=True)
        finally:
            self._searching.idle.append(worker)
        self._release()
        self.on_progress()
        if self._order.is_complete:
            await self._complete()

    def _release(self) -> None:
        """Queue held requests that can be answered now."""
        held, self._held = self._held, []
        for each in held:
            self._queue(*each)
        self._pump()

    async def _complete(self) -> None:
        """Note that all is compiled, and end the interpreter."""
        if not self._uncached:
            await asyncio.to_thread(record_compiled)
        interpreter, self._interpreter = self._interpreter, None
        self._stop_interpreting()
        if interpreter in self._interpreting.idle:
            self._interpreting.idle.clear()
            await asyncio.to_thread(interpreter.stop)
        self._is_complete.set()

    def _stop_interpreting(self) -> None:
        """Leave what waits for the interpreter to the workers."""
        self._interprets = False
        while len(self._interpreting):
            self._interpreting.take().answer.cancel()

    def want(self, name: str) -> None:
        """Compile a game before all that are not requested; interrupt one of those if necessary."""
        self._order.want(_family(name))
        self._pump()
        other = self._order.interruptible
        if other in self._compiling and not self._uncached:  # otherwise the results so far would be lost
            self._compiling.pop(other).interrupt()

    async def stop(self) -> None:
        """End all workers."""
        self._tasks.cancel()
        await self._tasks.ended()
        for worker in (*self._workers, *([self._interpreter] if self._interpreter else [])):
            await asyncio.to_thread(worker.stop)
        self._workers.clear()
        self._interpreter = None

    @property
    def is_on(self) -> bool:
        """Whether this server has workers."""
        return self._count > 0

    @property
    def ready(self) -> frozenset[str]:
        """The games of which all is compiled."""
        return frozenset(name for name in self.games if self._order.done(name) == len(Stage))

    @property
    def progress(self) -> tuple[int, int]:
        """How many games are compiled, and of how many."""
        return len(self.ready), len(self.games)

    def stages_of(self, name: str) -> tuple[int, int]:
        """Return how many stages of a game are compiled, and of how many."""
        return self._order.done(_family(name)), len(Stage)

    def is_ready_for(self, name: str, spec: str) -> bool:
        """Return whether a player can move without waiting for the compiler."""
        is_light = spec in LIGHT_PLAYERS or (_family(name), spec) in self._interpreted
        return self._has(name, stage_of(spec)) or (self._interprets and is_light)

    def _has(self, name: str, stage: Stage) -> bool:
        """Return whether a stage of a game is compiled."""
        return self._order.done(_family(name)) > stage

    @property
    def waiting(self) -> dict[User, int]:
        """How many requests each user has in the queue."""
        return self._searching.late.sizes() | self._searching.waiting.sizes()

    @property
    def queued(self) -> int:
        """How many requests wait for a worker."""
        return len(self._searching) + len(self._interpreting)

    async def choose(
        self,
        user: User,
        name: str,
        start: str,
        moves: Sequence[str],
        spec: str,
        seed: int,
        is_wanted: Callable[[], bool],
    ) -> ChosenMove | None:
        """Return the choice of a player, or None when it is not wanted any more; raise EngineError.

        user: of the queue.  name, start, moves, spec, seed: see `answer_request`.
        """
        request: WorkerRequest = (name, start, tuple(moves), spec, seed, "", {})
        is_served = self._has(name, stage_of(spec)) and bool(self._searching.idle)
        compiled = self._put(stage_of(spec), user, request, is_wanted)
        interpreted = self._interpret(user, request, is_wanted, is_served)
        try:
            await asyncio.wait({compiled, interpreted}, return_when=asyncio.FIRST_COMPLETED)
            if interpreted.done() and not interpreted.cancelled():
                if interpreted.exception() is None:
                    self._interpreted.add((_family(name), spec))
                    return interpreted.result()
                if spec not in LIGHT_PLAYERS:  # these fail for another reason, as a busy machine
                    self._too_slow.add((_family(name), spec))
            choice: ChosenMove | None = await compiled
            return choice
        finally:
            compiled.cancel()
            interpreted.cancel()

    async def find(
        self,
        user: User,
        name: str,
        start: str,
        moves: Sequence[str],
        task: str,
        is_wanted: Callable[[], bool] = lambda: True,
        **options: object,
    ) -> Any:
        """Return the result of a task of `engine.tasks`, or None when it is not wanted any more; raise EngineError."""
        request: WorkerRequest = (name, start, tuple(moves), "", 0, task, options)
        return await self._put(Stage.ANALYSIS, user, request, is_wanted)

    def _put(
        self, stage: Stage, user: User, request: WorkerRequest, is_wanted: Callable[[], bool]
    ) -> "asyncio.Future[Any]":
        """Return the future answer of a worker, which is asked as soon as a stage of the game is compiled."""
        job = _WorkerJob(user, request, SEARCH_TIMEOUT_S, is_wanted, asyncio.get_running_loop().create_future())
        self._queue(stage, job)
        if not self._has(request[0], stage):
            self.want(request[0])
        self._pump()
        return job.answer

    def _queue(self, stage: Stage, job: _WorkerJob) -> None:
        """Put a job into the queue, or hold it until a stage of its game is compiled."""
        if self._has(job.request[0], stage):
            self._append(self._searching, job)
        else:
            self._held.append((stage, job))

    def _append(self, lane: _Lane, job: _WorkerJob) -> None:
        """Put a job into the queue of its user."""
        is_late = self._quotas.is_overdrawn(job.user, "thinking")
        (lane.late if is_late else lane.waiting).put(job.user, job)

    def _interpret(
        self, user: User, request: WorkerRequest, is_wanted: Callable[[], bool], is_served: bool
    ) -> "asyncio.Future[ChosenMove | None]":
        """Return the future choice of the interpreter, which is cancelled where it is not asked.

        is_served: whether a worker has the request already; else all may be busy with compilation for a long time.
        """
        name, spec = request[0], request[3]
        seconds = SEARCH_TIMEOUT_S if spec in LIGHT_PLAYERS else INTERPRETATION_TIMEOUT_S
        job = _WorkerJob(user, request, seconds, is_wanted, asyncio.get_running_loop().create_future())
        is_slow = (_family(name), spec) in self._too_slow
        if not self._interprets or is_slow or is_served:
            job.answer.cancel()
        else:
            self._append(self._interpreting, job)
            self._pump()
        return job.answer

    def _pump(self) -> None:
        """Give waiting requests to idle workers; compilation comes last."""
        for lane in (self._interpreting, self._searching):
            while lane.idle and len(lane):
                job = lane.take()
                if job.answer.done():
                    continue
                if not job.is_wanted():
                    job.answer.set_result(None)
                    continue
                self._tasks.spawn(self._serve(lane, lane.idle.pop(), job))
        while self._searching.idle and (part := self._order.take()):
            self._tasks.spawn(self._compile(self._searching.idle.pop(), *part))

    async def _serve(self, lane: _Lane, worker: Worker, job: _WorkerJob) -> None:
        started = monotonic()
        exchange = asyncio.ensure_future(worker.ask(job.request, job.seconds))
        try:
            while not (await asyncio.wait({exchange}, timeout=WATCH_S))[0]:
                if job.answer.done() or not job.is_wanted():
                    worker.give_up()
            if not job.answer.done():
                job.answer.set_result(exchange.result())
        except EngineError as error:
            if not job.answer.done():
                job.answer.set_exception(error)
        finally:
            exchange.cancel()
            spent_s = monotonic() - started
            self._quotas.charge(job.user, "thinking", spent_s)
            lane.charge(job.user, spent_s)
            if lane is self._interpreting and worker is not self._interpreter:  # all is compiled meanwhile
                await asyncio.to_thread(worker.stop)
            else:
                lane.idle.append(worker)
            self._pump()


def _family(name: str) -> str:
    """Return the name of a game without its flags."""
    return name.partition(":")[0]
