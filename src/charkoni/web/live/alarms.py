"""Alarms: games whose clocks run while their rooms are out of memory are loaded again when their time is up."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from charkoni.web.store import StoreError

RETRY_S = 1.0
"""The pause before a game that the store did not return is loaded again."""

logger = logging.getLogger(__name__)


class Alarms:
    """The timers of games out of memory, by id."""

    def __init__(self, load: Callable[[str], Awaitable[object]]) -> None:
        """Take the function that loads a game."""
        self._load = load
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._timers)

    def set(self, game: str, seconds: float) -> None:
        """Load a game after some seconds."""
        self.drop(game)
        # A timer instead of a room: some hundred bytes for a game whose clock runs and that nobody looks at.
        self._timers[game] = asyncio.get_running_loop().call_later(max(0.0, seconds), self._ring, game)

    def drop(self, game: str) -> None:
        """Forget a game: it is in memory again, or deleted."""
        timer = self._timers.pop(game, None)
        if timer:
            timer.cancel()

    async def close(self) -> None:
        """Cancel all timers."""
        for game in list(self._timers):
            self.drop(game)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _ring(self, game: str) -> None:
        task = asyncio.create_task(self._wake(game))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _wake(self, game: str) -> None:
        try:
            await self._load(game)
        except StoreError as error:
            logger.error("a clock may have run out, and the store does not return its game: %s", error)
            # A flag is late, not lost: the clock stopped at its time, whenever it is written.
            self.set(game, RETRY_S)
        except Exception:
            logger.exception("the game %s cannot be taken up again", game)
        else:
            self.drop(game)
