"""Work in the background of the server's loop: sets of tasks, and queues of work."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

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


class Actor(TaskSet):
    """A queue of work, the task that executes it, and further tasks that end with the actor."""

    def __init__(self) -> None:
        super().__init__()
        self._queue: asyncio.Queue[tuple[Callable[[], Awaitable[object]], asyncio.Future[Any]]] = asyncio.Queue()
        self.spawn(self._run())

    async def ask(self, work: Callable[[], Awaitable[T]]) -> T:
        """Queue some work, and return its result or raise its exception."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        await self._queue.put((work, answer))
        return await answer

    async def prepare(self) -> None:
        """Run before each piece of work; an exception is raised by the `ask` of that work."""

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
