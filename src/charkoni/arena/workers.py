"""Where games are played: in this process, in several, or on many machines by Ray.

All yield the lines of finished games in whatever order they come.  Closing the generator stops the work.
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
from typing import Any

from charkoni.arena.game import Line, Task, play_game
from charkoni.core.errors import BadText, Reason, mark

Lines = Generator[Line, None, None]
Runner = Callable[[Iterator[Task]], Lines]

DEATHS = 3
WATCH_SECONDS = 1.0

_NO_RAY = mark("many machines need Ray: pip install 'charkoni[ray]'")
_NO_CLUSTER = mark("no Ray cluster answers there: {problem}")


class BadCluster(BadText):
    """An address at which no games can be played."""


class WorkerDied(RuntimeError):
    """Processes died again and again, killed for memory for example."""


def here(tasks: Iterator[Task]) -> Lines:
    """Play one game after the other in this process."""
    for task in tasks:
        yield play_game(task)


def processes(count: int) -> Runner:
    """Return a runner that plays `count` games at a time, each in a process that thinks on one core."""

    def run(tasks: Iterator[Task]) -> Lines:
        pool = _pool(count)
        running: dict[Future[Line], Task] = {}
        deaths = 0
        try:
            waiting: list[Task] = []
            while True:
                while len(running) < count:
                    task = waiting.pop() if waiting else next(tasks, None)
                    if task is None:
                        break
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
                    pool = _pool(count)
        finally:
            _stop(pool)

    return run


def _pool(count: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), _begin, (os.getpid(),))


def _begin(parent: int) -> None:
    """Leave Ctrl-C to the parent, and do not outlive it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, args=(parent,), daemon=True).start()


def _follow(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(WATCH_SECONDS)
    os._exit(1)


def _finished(running: "dict[Future[Line], Task]") -> Lines:
    """Wait for a game to end and yield the lines of all that have."""
    done, _ = wait(running, return_when=FIRST_COMPLETED)
    for future in done:
        line = future.result()
        del running[future]
        yield line


def _stop(pool: ProcessPoolExecutor) -> None:
    """End the processes, also in the middle of a game."""
    workers = list((getattr(pool, "_processes", None) or {}).values())
    for worker in workers:
        with contextlib.suppress(OSError):
            worker.terminate()
    pool.shutdown(wait=True, cancel_futures=True)


def ray(address: str, count: int) -> Runner:
    """Return a runner that plays `count` games at a time on a Ray cluster; raise BadCluster."""
    try:
        cluster: Any = importlib.import_module("ray")
    except ImportError:
        raise BadCluster(address, Reason("NO_RAY", "", _NO_RAY)) from None
    try:
        cluster.init(address=address, log_to_driver=False)
    except Exception as error:  # Ray raises errors of many kinds here
        problem = {"problem": " ".join(str(error).split())}
        raise BadCluster(address, Reason("NO_CLUSTER", "", _NO_CLUSTER, problem)) from error
    play = cluster.remote(num_cpus=1)(play_game)

    def run(tasks: Iterator[Task]) -> Lines:
        running: list[Any] = []
        try:
            while True:
                while len(running) < count and (task := next(tasks, None)) is not None:
                    running.append(play.remote(task))
                if not running:
                    return
                done, running = cluster.wait(running, num_returns=1)
                yield cluster.get(done[0])
        finally:
            for each in running:
                cluster.cancel(each, force=True)

    return run
