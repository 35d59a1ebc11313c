"""The queue of requests: pages, answers to programs and new boards are made in turn, fair to addresses and persons.

All of them share one CPU with the moves of players, which do not queue.  Without a queue, a hundred simultaneous
requests would be processed concurrently, and a move arriving with them would wait for all.
"""

import asyncio

from charkoni.web.http.fair_queue import FairQueue
from charkoni.web.http.quotas import User

# Requests share one processor: more at a time finish later, all of them.  Chosen, not measured.
MOST_ACTIVE = 2
"""How many requests are worked on at a time: while one waits for the database, another is worked on."""

LONGEST_TURN_S = 0.05  # chosen, not measured
"""After how many seconds a request has no turn any more, for it waits for something: an engine process, a thread."""


class RequestQueue:
    """The turns of requests."""

    def __init__(self, most_active: int = MOST_ACTIVE, longest_turn_s: float = LONGEST_TURN_S) -> None:
        self._most_active, self.longest_turn_s = most_active, longest_turn_s
        self._waiting = FairQueue[asyncio.Future[None]]()
        self._active = 0

    def __len__(self) -> int:
        """Return how many requests wait for their turn."""
        return len(self._waiting)

    def turn(self, user: User) -> "RequestTurn":
        """Return a turn of a user: a context manager."""
        return RequestTurn(self, user)

    def enter(self, user: User) -> "asyncio.Future[None]":
        """Return the callback for a user's turn."""
        comes: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.put(user, comes)
        self._admit()
        return comes

    def leave(self, user: User, seconds: float) -> None:
        """End a turn that has taken some seconds."""
        self._waiting.charge(user, seconds)
        self._active -= 1
        self._admit()

    def _admit(self) -> None:
        while self._active < self._most_active:
            try:
                comes = self._waiting.take()
            except KeyError:
                return
            if not comes.done():  # otherwise it is no longer awaited
                comes.set_result(None)
                self._active += 1


class RequestTurn:
    """The turn of a request: from its beginning to its end, or for as long as a request may have it."""

    def __init__(self, queue: RequestQueue, user: User) -> None:
        self._queue, self._user = queue, user
        self._since: float | None = None
        self._end: asyncio.TimerHandle | None = None

    async def __aenter__(self) -> "RequestTurn":
        """Wait for the turn."""
        await self.take()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.give_back()

    async def take(self) -> None:
        """Wait for the turn."""
        comes = self._queue.enter(self._user)
        if not comes.done():
            try:
                await comes
            except asyncio.CancelledError:
                # The turn came in the same moment as the end of the request: it is passed on.
                if comes.done() and not comes.cancelled():
                    self._queue.leave(self._user, 0)
                raise
        loop = asyncio.get_running_loop()
        self._since = loop.time()
        # A request that waits for an engine would hold its place for seconds.
        self._end = loop.call_later(self._queue.longest_turn_s, self.give_back)

    def give_back(self) -> None:
        """End the turn, if it has not ended."""
        if self._since is None or self._end is None:
            return
        self._end.cancel()
        seconds = asyncio.get_running_loop().time() - self._since
        self._since = self._end = None
        self._queue.leave(self._user, seconds)
