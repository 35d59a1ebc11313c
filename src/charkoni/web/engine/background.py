"""Tasks in the background of the server's loop."""

import asyncio
from collections.abc import Coroutine
from typing import TypeVar

T = TypeVar("T")


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
