"""The deadlines of games: an observer ends a game when its time is up, an alarm loads the game for that if need be."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from charkoni.web.engine.background import TaskSet
from charkoni.web.live.cluster import RETRY_S, OwnerObserver
from charkoni.web.store import StoreError

logger = logging.getLogger(__name__)


class ClockWatch(OwnerObserver):
    """The timer of a room's deadline.  When the room leaves the memory, the hub sets an alarm instead."""

    def advanced(self) -> None:
        """Set the timer to the next deadline; request the game when this process does not own it."""
        self.closed()
        due = self._room.next_deadline()
        if due is not None and self.owns_game():
            # A thousandth more: a timer that fires a moment early would find time left and set itself again.
            self.set_timer(max(0, due - self._room.host.time.now()) / 1000 + 0.001, self._room.enforce_deadline)


class Alarms:
    """The timers of games whose clocks run while their rooms are out of memory, by id."""

    def __init__(self, load: Callable[[str], Awaitable[object]]) -> None:
        """Take the function that loads a game."""
        self._load = load
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks = TaskSet()

    def __len__(self) -> int:
        return len(self._timers)

    def set(self, game: str, seconds: float) -> None:
        """Load a game after some seconds."""
        self.drop(game)
        # A timer instead of a room: some hundred bytes for a game whose clock runs and that nobody looks at.
        self._timers[game] = asyncio.get_running_loop().call_later(
            max(0.0, seconds), lambda: self._tasks.spawn(self._wake(game))
        )

    def drop(self, game: str) -> None:
        """Forget a game: it is in memory again, or deleted."""
        timer = self._timers.pop(game, None)
        if timer:
            timer.cancel()

    async def close(self) -> None:
        """Cancel all timers."""
        for game in list(self._timers):
            self.drop(game)
        self._tasks.cancel()
        await self._tasks.ended()

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
