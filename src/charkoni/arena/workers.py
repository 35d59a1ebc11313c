"""Runners of match games: this process, several processes, or a Ray cluster.

A runner is called with tasks and yields the lines of finished games in the order of completion.  Closing the generator
stops the work.

Ctrl-C during games in several processes is noted by the handler and raised where no lock of the executor is held:
raised between two instructions of its code, it would leave a lock held for which the executor's thread waits for ever.
"""

import contextlib
import importlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import resource_tracker
from types import FrameType
from typing import Any, Self

from charkoni.arena.game import Line, Task, play_game
from charkoni.core.errors import BadText, Reason, mark

Lines = Generator[Line, None, None]
Runner = Callable[[Iterator[Task]], Lines]
"""Plays the games of tasks and yields their lines."""

DEATHS = 3
WATCH_SECONDS = 1.0
NOTICE_SECONDS = 0.1
"""How soon a noted Ctrl-C ends the wait for games."""

_NO_RAY = mark("many machines need Ray: pip install 'charkoni[ray]'")
_NO_CLUSTER = mark("no Ray cluster answers there: {problem}")


class BadCluster(BadText):
    """An address at which no games can be played."""


class WorkerDied(RuntimeError):
    """Worker processes died repeatedly, killed for memory for example."""


def play_here(tasks: Iterator[Task]) -> Lines:
    """Play one game after the other in this process."""
    for task in tasks:
        yield play_game(task)


class ProcessRunner:
    """Plays `count` games at a time, each in a single-threaded process."""

    def __init__(self, count: int) -> None:
        self.count = count

    def __call__(self, tasks: Iterator[Task]) -> Lines:
        """Yield the lines of finished games; raise WorkerDied when processes die DEATHS times."""
        with NotedInterrupt() as interrupt:
            yield from self._lines(tasks, interrupt)

    def _lines(self, tasks: Iterator[Task], interrupt: "NotedInterrupt") -> Lines:
        """Yield the lines of finished games until an interrupt is noted."""
        pool = _pool(self.count)
        running: dict[Future[Line], Task] = {}
        waiting: list[Task] = []
        deaths = 0
        try:
            while not interrupt.is_noted:
                while len(running) < self.count:
                    task = waiting.pop() if waiting else next(tasks, None)
                    if task is None:
                        break
                    with interrupts_blocked():
                        running[pool.submit(play_game, task)] = task
                if not running:
                    return
                try:
                    yield from _finished(running)
                except BrokenProcessPool:
                    deaths += 1
                    if deaths == DEATHS:
                        raise WorkerDied(f"processes died {DEATHS} times; was the memory used up?") from None
                    waiting = sorted([*waiting, *running.values()], key=lambda task: -task.number)
                    running.clear()
                    _stop(pool)
                    pool = _pool(self.count)
        finally:
            _stop(pool)


class NotedInterrupt:
    """A context in which Ctrl-C only sets `is_noted`; a noted signal is sent again to the old handler at the end.

    Outside the main thread and where Ctrl-C is ignored it does nothing.
    """

    def __init__(self) -> None:
        self.is_noted = False
        self._before: Any = None

    def __enter__(self) -> Self:
        is_main = threading.current_thread() is threading.main_thread()
        if is_main and callable(signal.getsignal(signal.SIGINT)):
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
            if self.is_noted:
                signal.raise_signal(signal.SIGINT)

    def _note(self, signum: int, frame: FrameType | None) -> None:
        self.is_noted = True


class RayRunner:
    """Plays `count` games at a time on a Ray cluster."""

    def __init__(self, address: str, count: int) -> None:
        """Connect to the cluster; raise BadCluster when Ray is not installed or no cluster answers."""
        try:
            self._cluster: Any = importlib.import_module("ray")
        except ImportError:
            raise BadCluster(address, Reason("NO_RAY", "", _NO_RAY)) from None
        try:
            self._cluster.init(address=address, log_to_driver=False)
        except Exception as error:  # Ray raises errors of many kinds here
            problem = {"problem": " ".join(str(error).split())}
            raise BadCluster(address, Reason("NO_CLUSTER", "", _NO_CLUSTER, problem)) from error
        self.count = count
        self._play = self._cluster.remote(num_cpus=1)(play_game)

    def __call__(self, tasks: Iterator[Task]) -> Lines:
        """Yield the lines of finished games."""
        running: list[Any] = []
        try:
            while True:
                while len(running) < self.count and (task := next(tasks, None)) is not None:
                    running.append(self._play.remote(task))
                if not running:
                    return
                done, running = self._cluster.wait(running, num_returns=1)
                yield self._cluster.get(done[0])
        finally:
            for each in running:
                self._cluster.cancel(each, force=True)


def _pool(count: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), _initialize, (os.getpid(),))


@contextlib.contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Block Ctrl-C in this thread: a process started meanwhile inherits that and is not interrupted as it starts."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # its own start, which the first process brings about, would unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _initialize(parent: int) -> None:
    """Leave Ctrl-C to the parent process, and exit when that process ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_after, args=(parent,), daemon=True).start()


def _exit_after(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(WATCH_SECONDS)
    os._exit(1)


def _finished(running: "dict[Future[Line], Task]") -> Lines:
    """Wait a moment for a game to end; yield the lines of all that have."""
    done, _ = wait(running, NOTICE_SECONDS, FIRST_COMPLETED)
    for future in done:
        line = future.result()
        del running[future]
        yield line


def _stop(pool: ProcessPoolExecutor) -> None:
    """Terminate the processes, even during a game."""
    workers = list((getattr(pool, "_processes", None) or {}).values())
    for worker in workers:
        with contextlib.suppress(OSError):
            worker.terminate()
    pool.shutdown(wait=True, cancel_futures=True)
