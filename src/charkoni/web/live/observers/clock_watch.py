"""The clock watch of a room: an observer with a timer that ends the game when its deadline passes.

When the room leaves the memory, the hub sets an alarm instead (see `alarms`).
"""

import asyncio
import logging

from charkoni.web.live.cluster import Cluster
from charkoni.web.live.room import Room, RoomObserver, WriteConflict
from charkoni.web.store import StoreError

RETRY_S = 1.0
"""The pause before a flag that the store refused is written again."""

logger = logging.getLogger(__name__)


class ClockWatch(RoomObserver):
    """The timer of a room's deadline.  Only the process that owns the game sets it."""

    def __init__(self, room: Room, cluster: Cluster) -> None:
        self._room = room
        self._cluster = cluster
        self._timer: asyncio.TimerHandle | None = None

    def advanced(self) -> None:
        """Set the timer to the next deadline; request the game when this process does not own it."""
        self._cancel()
        due = self._room.next_deadline()
        if due is None:
            return
        # Two processes with a timer would both write the flag; one of the rows would be refused.
        if not self._cluster.owns(self._room.id):
            self._cluster.request_ownership(self._room.id)
            return
        # A thousandth more: a timer that fires a moment early would find time left and set itself again.
        wait_s = max(0, due - self._room.host.time.now()) / 1000 + 0.001
        self._timer = asyncio.get_running_loop().call_later(wait_s, self.expire)

    def ownership_changed(self) -> None:
        """Set or cancel the timer."""
        self.advanced()

    def closed(self) -> None:
        """Cancel the timer."""
        self._cancel()

    def expire(self) -> None:
        """Enforce the deadline, now that its timer has run out."""
        self._room.spawn(self._enforce())

    async def _enforce(self) -> None:
        """End the game if its time is up; retry later when the store fails."""
        try:
            has_ended = await self._room.ask(self._room.enforce_deadline)
        except WriteConflict:
            return
        except StoreError as error:
            logger.error("a clock has run out, and the store does not take it: %s", error)
            self._timer = asyncio.get_running_loop().call_later(RETRY_S, self.expire)
            return
        # A move came first, or the clock was set: the next deadline.
        if not has_ended:
            self.advanced()

    def _cancel(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
