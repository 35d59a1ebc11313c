"""Tasks done in this process, or in several that work at the same time.

Ctrl-C during tasks in several processes is noted by the handler and raised where no lock of an executor is held: raised
between two instructions of its code, it would leave a lock held for which the executor's thread waits for ever.
"""

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import resource_tracker
from types import FrameType
from typing import Generic, NamedTuple, Protocol, Self, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Runner(Protocol):
    """Applies a function to tasks and yields the results as they are ready."""

    def __call__(self, do: Callable[[T], R], tasks: Iterator[T | None], /) -> Generator[R, None, None]:
        """Yield the results; a task None means: wait for a result first."""


DEATHS = 3
"""How many workers a task may kill."""
WATCH_SECONDS = 1.0
NOTICE_SECONDS = 0.1
"""How soon a noted Ctrl-C ends the wait for results."""
AHEAD = 256
"""Tasks handed out at most before the first unfinished one is done."""


class WorkerDied(RuntimeError):
    """Worker processes died repeatedly, for example for lack of memory."""


def run_here(do: Callable[[T], R], tasks: Iterator[T | None], /) -> Generator[R, None, None]:
    """Run the tasks one after the other in this process."""
    for task in tasks:
        if task is not None:
            yield do(task)


def in_order(runner: Runner, do: Callable[[T], R], tasks: Iterable[T], ahead: int = AHEAD) -> Generator[R, None, None]:
    """Yield the results in the order of the tasks, whatever the order in which they are done."""
    done: dict[int, R] = {}
    first = 0

    def numbered() -> Iterator[tuple[Callable[[T], R], int, T] | None]:
        for number, task in enumerate(tasks):
            while number >= first + ahead:
                yield None  # the runner waits for a result
            yield do, number, task

    with contextlib.closing(runner(_numbered, numbered())) as results:
        for number, result in results:
            done[number] = result
            while first in done:
                yield done.pop(first)
                first += 1


def _numbered(task: tuple[Callable[[T], R], int, T]) -> tuple[int, R]:
    do, number, content = task
    return number, do(content)


class ProcessRunner:
    """Runs `count` tasks at a time, each in its own process, so that a killed process loses only one task."""

    def __init__(self, count: int) -> None:
        self.count = count

    def __call__(self, do: Callable[[T], R], tasks: Iterator[T | None], /) -> Generator[R, None, None]:
        """Yield the results as they are ready; raise WorkerDied when a task kills DEATHS processes."""
        with DeferredInterrupt() as interrupt:
            yield from self._results(do, tasks, interrupt)

    def _results(
        self, do: Callable[[T], R], tasks: Iterator[T | None], interrupt: "DeferredInterrupt"
    ) -> Generator[R, None, None]:
        """Yield the results of finished tasks until an interrupt is noted."""
        idle = [_executor() for _ in range(self.count)]
        running: dict[Future[R], _Running[T]] = {}
        again: list[tuple[T, int]] = []
        try:
            while not interrupt.is_pending:
                while idle:
                    task, deaths = again.pop() if again else (next(tasks, None), 0)
                    if task is None:
                        break
                    executor = idle.pop()
                    try:
                        with interrupts_blocked():
                            running[executor.submit(do, task)] = _Running(executor, task, deaths)
                    except BrokenProcessPool:  # it was killed while it had nothing to do
                        _stop(executor)
                        idle.append(_executor())
                        again.append((task, deaths))
                if not running:
                    return
                done, _ = wait(running, NOTICE_SECONDS, FIRST_COMPLETED)
                for future in done:
                    executor, task, deaths = running.pop(future)
                    try:
                        result = future.result()
                    except BrokenProcessPool:
                        _stop(executor)
                        idle.append(_executor())
                        if deaths + 1 == DEATHS:
                            raise WorkerDied(f"processes died {DEATHS} times at the same task; "
                                             "was the memory used up?") from None  # fmt: skip
                        again.append((task, deaths + 1))
                    else:
                        idle.append(executor)
                        yield result
        finally:
            for executor in [*idle, *(each.executor for each in running.values())]:
                _stop(executor)


class _Running(NamedTuple, Generic[T]):
    """A task that a process does.  deaths: of processes that did it before."""

    executor: ProcessPoolExecutor
    task: T
    deaths: int


class DeferredInterrupt:
    """A context in which Ctrl-C only sets `is_pending`; a noted signal is sent again to the old handler at the end.

    Outside the main thread and where Ctrl-C is ignored it does nothing.
    """

    def __init__(self) -> None:
        self.is_pending = False
        self._before: Callable[[int, FrameType | None], object] | int | None = None

    def __enter__(self) -> Self:
        is_main = threading.current_thread() is threading.main_thread()
        if is_main and callable(signal.getsignal(signal.SIGINT)):
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
            if self.is_pending:
                signal.raise_signal(signal.SIGINT)

    def _note(self, signum: int, frame: FrameType | None) -> None:
        self.is_pending = True


def _executor() -> ProcessPoolExecutor:
    """Return a process that does one task at a time; it is started with its first."""
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _initialize, (os.getpid(),))


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


def _stop(pool: ProcessPoolExecutor) -> None:
    """Terminate the process, even during a task."""
    workers = list((getattr(pool, "_processes", None) or {}).values())
    for worker in workers:
        with contextlib.suppress(OSError):
            worker.terminate()
    pool.shutdown(wait=True, cancel_futures=True)
