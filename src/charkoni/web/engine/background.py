"""Work in the background of the server's loop: sets of tasks, queues of work, locks, pages that wait for changes."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar
from weakref import WeakValueDictionary

T = TypeVar("T")


logger = logging.getLogger(__name__)


class TaskSet:
    """Tasks that run until they are done, or until all are cancelled."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[object]] = set()

    def spawn(self, work: Coroutine[object, object, T]) -> asyncio.Task[T]:
        """Run some work in a task of its own."""
        task = asyncio.create_task(work)
        # The loop holds tasks weakly: without the set a running one could be collected.
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def cancel(self) -> None:
        """Cancel all tasks."""
        for task in list(self._tasks):
            task.cancel()

    async def ended(self) -> None:
        """Wait until all tasks have ended, and those that are cancelled have cleaned up."""
        await asyncio.gather(*self._tasks, return_exceptions=True)


@dataclass
class AwaitedPages:
    """The version of pages that change, and the requests that wait for the next one.

    page_version: counts changes of the pages.
    """

    page_version: int = field(default=0, kw_only=True)
    _news: asyncio.Event = field(default_factory=asyncio.Event, kw_only=True)

    def notify(self) -> None:
        """Notify all pages of a change."""
        self.page_version += 1
        self.answer_waiting()

    def answer_waiting(self) -> None:
        """Answer the pages that wait for a change, whether there is one or not."""
        self._news.set()
        self._news = asyncio.Event()

    async def changed(self, after: int, seconds: float) -> int:
        """Return the version of the pages as soon as it differs from `after`, at the latest after some seconds."""
        if self.page_version == after:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._news.wait()
        return self.page_version


class KeyedLocks:
    """A lock for each key; one that nobody holds or waits for is forgotten."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def __getitem__(self, key: str) -> asyncio.Lock:
        return self._locks.setdefault(key, asyncio.Lock())


class Actor(TaskSet):
    """A queue of work, the task that executes it, and further tasks that end with the actor."""

    def __init__(self) -> None:
        super().__init__()
        self._queue: asyncio.Queue[tuple[Callable[[], Awaitable[object]], asyncio.Future[Any]]] = asyncio.Queue()
        self._has_ended = False
        self.spawn(self._run())  # not kept: a task that was cancelled refers to its frames, and so to the actor

    async def ask(self, work: Callable[[], Awaitable[T]]) -> T:
        """Queue some work, and return its result or raise its exception; CancelledError once the actor has ended."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        if self._has_ended:
            answer.cancel()
        await self._queue.put((work, answer))
        return await answer

    async def prepare(self) -> None:
        """Run before each piece of work; an exception is raised by the `ask` of that work."""

    def cancel(self) -> None:
        """Cancel all tasks, and all work that waits."""
        self._has_ended = True
        super().cancel()
        while not self._queue.empty():
            self._queue.get_nowait()[1].cancel()

    async def _run(self) -> None:
        while True:
            work, answer = await self._queue.get()
            try:
                await self.prepare()
                result = await work()
                # The caller may have been cancelled meanwhile; the work still counts.
                if not answer.done():
                    answer.set_result(result)
            except asyncio.CancelledError:
                # The actor ends: callers must not wait for ever.
                answer.cancel()
                raise
            except Exception as error:
                if answer.done():
                    logger.exception("nobody waits for this answer")
                else:
                    answer.set_exception(error)
