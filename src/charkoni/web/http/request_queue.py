"""Queues that are fair to addresses, and at each address to persons, however many games and requests they have.

Service time is shared fairly, not the number of turns (start-time fair queueing): addresses, and the persons of each,
have a virtual time that advances by the cost of their requests, and the one furthest behind is next.  So a class whose
requests take milliseconds does not wait for one long search per request of somebody else.

Pages, answers to programs and new boards are made in turn by such a queue, since all of them share one CPU with the
moves of players, which do not queue.  Without it, a hundred simultaneous requests would be processed concurrently, and
a move arriving with them would wait for all.
"""

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import Generic, TypeVar

from charkoni.web.http.quotas import User, network_of

T = TypeVar("T")

TURN_S = 0.001
"""What a turn costs at once; the rest is charged when it is known, and several workers take turns meanwhile."""

# Requests share one processor: more at a time finish later, all of them.  Chosen, not measured.
MOST_ACTIVE = 2
"""How many requests are worked on at a time: while one waits for the database, another is worked on."""

LONGEST_TURN_S = 0.05  # chosen, not measured
"""After how many seconds a request has no turn any more, for it waits for something: an engine process, a thread."""


class _Shares:
    """The virtual times of the users of a service."""

    def __init__(self) -> None:
        self._times: dict[str, float] = {}
        self._now = 0.0

    def next(self, waiting: Iterable[str]) -> str:
        """Return the user furthest behind, the first of equal ones, and charge a turn."""
        # Start-time fair queueing: each user has a virtual time V, V += seconds of service; the least V is next, and
        # the clock of the queue is that V. Who comes back after a pause starts at the clock, so that idle time is not
        # saved up, and with n users waiting each gets 1 / n of the time, whatever a single request costs.
        name = min(waiting, key=self._time)
        self._now = self._time(name)
        # Those behind the clock are as good as new ones: nothing about them is kept.
        self._times = {each: time for each, time in self._times.items() if time > self._now}
        self.charge(name, TURN_S)
        return name

    def charge(self, name: str, seconds: float) -> None:
        """Add the cost of a service."""
        self._times[name] = self._time(name) + seconds

    def is_even(self, name: str) -> bool:
        """Return whether a name has had no more than others: then nothing about it need be kept."""
        return name not in self._times

    def _time(self, name: str) -> float:
        """Return a virtual time: idle time is not saved up."""
        return max(self._times.get(name, 0.0), self._now)


class _Address(Generic[T]):
    """The items of an address by person, and what its persons have had."""

    def __init__(self) -> None:
        self.shares = _Shares()
        self.waiting: dict[str, deque[T]] = {}


class FairQueue(Generic[T]):
    """Items by user; each user has his in order.  As one address counts what does so in the quotas."""

    def __init__(self) -> None:
        self._shares = _Shares()
        self._addresses: dict[str, _Address[T]] = {}

    def __len__(self) -> int:
        return sum(self.sizes().values())

    def put(self, user: User, item: T) -> None:
        """Append an item to those of a user."""
        address = self._addresses.setdefault(network_of(user.address), _Address())
        address.waiting.setdefault(user.person, deque()).append(item)

    def take(self) -> T:
        """Remove and return the next item; raise KeyError when there is none."""
        waiting = [name for name, each in self._addresses.items() if each.waiting]
        if not waiting:
            raise KeyError
        # Two levels: first addresses, then the persons of one, so that a school is not one person and a person with ten
        # browsers not ten.
        address = self._addresses[self._shares.next(waiting)]
        person = address.shares.next(address.waiting)
        item = address.waiting[person].popleft()
        if not address.waiting[person]:
            del address.waiting[person]
        return item

    def charge(self, user: User, seconds: float) -> None:
        """Add what serving a user has cost."""
        network = network_of(user.address)
        self._shares.charge(network, seconds)
        self._addresses.setdefault(network, _Address()).shares.charge(user.person, seconds)
        for name in [name for name, each in self._addresses.items() if not each.waiting and self._shares.is_even(name)]:
            del self._addresses[name]

    def sizes(self) -> dict[User, int]:
        """Return how many items each user has."""
        return {
            User(name, person): len(items)
            for name, address in self._addresses.items()
            for person, items in address.waiting.items()
        }


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
