"""An actor: does one thing at a time, in the order in which it is asked."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

logger = logging.getLogger(__name__)


class Actor:
    """A queue of work, and the task that does it."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[tuple[Callable[[], Awaitable[Any]], asyncio.Future[Any]]] = asyncio.Queue()
        self._tasks: set[asyncio.Task[Any]] = set()
        self.spawn(self._run())

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Let some work run beside the actor, until it is closed."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def ask(self, work: Callable[[], Awaitable[T]]) -> T:
        """Let the actor do some work when its turn comes, and return what that returns."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        await self._queue.put((work, answer))
        return await answer

    async def ready(self) -> None:
        """Get ready for the next work."""

    async def _run(self) -> None:
        while True:
            work, answer = await self._queue.get()
            try:
                await self.ready()
                result = await work()
                if not answer.done():
                    answer.set_result(result)
            except asyncio.CancelledError:
                answer.cancel()
                raise
            except Exception as error:
                if answer.done():
                    logger.exception("nobody waits for this answer")
                else:
                    answer.set_exception(error)

    def close(self) -> None:
        """Stop everything that the actor does."""
        for task in list(self._tasks):
            task.cancel()

    async def ended(self) -> None:
        """Wait until what was stopped has ended."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
