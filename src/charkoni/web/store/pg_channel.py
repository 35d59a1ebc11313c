"""A channel between the processes of one server: PostgreSQL's notifications and advisory locks.

It has a connection and a thread of its own.  Rows of logs are notified in the transaction that writes them.  Locks
belong to the connection: when a process dies, the database releases them at once.  When the connection is lost, all
locks are lost with it, `on_lost` is called, and it is opened again until the channel is closed.
"""

import asyncio
import contextlib
import hashlib
import logging
import queue
import select
import socket
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any

from sqlalchemy import make_url

from charkoni.web.store.database import CHANNEL, StoreError

logger = logging.getLogger(__name__)

HEARTBEAT_S = 2.0
"""How often an idle connection is tested."""

RETRY_S = 0.5
"""The pause before a lost connection is opened again."""

LISTENER = "charkoni listens"
"""The name of the connection in the database's own lists."""

_KEEPALIVE: dict[str, object] = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "application_name": LISTENER,
}
"""A database that vanishes silently is detected after about ten seconds."""


def key_of(name: str) -> int:
    """Return the number of a lock's name: 63 bits of a digest, so that no two names share one."""
    return int.from_bytes(hashlib.sha256(f"{CHANNEL} {name}".encode()).digest()[:8], "big") >> 1


class Channel:
    """A listening connection.  The callbacks run in the loop that made the channel.

    on_note: with the text of every notification.  on_open: whenever the connection is open (again).  on_lost: when
    it is lost.
    """

    def __init__(
        self, url: str, on_note: Callable[[str], None], on_open: Callable[[], None], on_lost: Callable[[], None]
    ) -> None:
        parsed = make_url(url)
        self._address: dict[str, Any] = {
            "host": parsed.host,
            "port": parsed.port,
            "user": parsed.username,
            "password": parsed.password,
            "dbname": parsed.database,
        }
        self._address |= _KEEPALIVE | {name: str(value) for name, value in parsed.query.items()}
        self._on_note, self._on_open, self._on_lost = on_note, on_open, on_lost
        self._loop = asyncio.get_running_loop()
        self._queries: queue.SimpleQueue[tuple[Callable[[object], Any], Future[Any]]] = queue.SimpleQueue()
        self._wake_sender, self._wake_receiver = socket.socketpair()
        self._wake_receiver.setblocking(False)
        self._is_closed = False
        self.is_open = False
        self._thread = threading.Thread(target=self._run, name=LISTENER, daemon=True)
        self._thread.start()

    async def close(self) -> None:
        """Close the connection, which releases all locks."""
        self._is_closed = True
        self._wake()
        await asyncio.to_thread(self._thread.join)
        self._wake_sender.close()
        self._wake_receiver.close()

    # --- locks --------------------------------------------------------------------------------------------------------

    async def lock(self, name: str) -> bool:
        """Try to take a lock, and return whether it belongs to this process now; raise StoreError.

        It is held until it is released or the connection is lost.  Locks count: one taken twice must be released twice.
        """
        return bool(await self._query(lambda wire: wire.execute("SELECT pg_try_advisory_lock(%s)", (key_of(name),))))

    async def unlock(self, name: str) -> None:
        """Release a lock; raise StoreError."""
        await self._query(lambda wire: wire.execute("SELECT pg_advisory_unlock(%s)", (key_of(name),)))

    async def locked(self, names: Sequence[str]) -> frozenset[str]:
        """Return which of some locks are held by any process; raise StoreError."""
        held = await self._query(
            lambda wire: wire.execute(
                "SELECT coalesce(array_agg((classid::bigint << 32) | objid::bigint), '{}') FROM pg_locks"
                " WHERE locktype = 'advisory' AND objsubid = 1 AND granted"
                " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
            )
        )
        keys = set(held)
        return frozenset(name for name in names if key_of(name) in keys)

    async def _query(self, query: Callable[[Any], Any]) -> Any:
        """Return the first value of a query's first row; raise StoreError when there is no connection."""
        if not self.is_open:
            raise StoreError("the database is not there")
        answer: Future[Any] = Future()
        self._queries.put((query, answer))
        self._wake()
        return await asyncio.wrap_future(answer)

    def _wake(self) -> None:
        with contextlib.suppress(OSError):
            self._wake_sender.send(b"!")

    # --- in the thread ------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        """Open the connection and serve it until the channel is closed."""
        import psycopg  # SQLite does not need it

        while not self._is_closed:
            try:
                with psycopg.connect(autocommit=True, **self._address) as wire:
                    wire.add_notify_handler(lambda note: self._call(self._on_note, note.payload))
                    wire.execute(f"LISTEN {CHANNEL}")
                    self.is_open = True
                    self._call(self._on_open)
                    self._serve(wire)
            except (psycopg.Error, OSError) as error:
                if self.is_open:
                    logger.warning("the way to the other processes is lost: %s", str(error).partition("\n")[0])
            if self.is_open:
                self.is_open = False
                self._call(self._on_lost)
            self._refuse()
            if not self._is_closed:
                select.select([self._wake_receiver], [], [], RETRY_S)
                self._drain()

    def _serve(self, wire: Any) -> None:
        """Execute queries and receive notifications, until the connection fails."""
        while not self._is_closed:
            ready, _, _ = select.select([wire.fileno(), self._wake_receiver], [], [], HEARTBEAT_S)
            if self._wake_receiver in ready:
                self._drain()
            while not self._queries.empty():
                query, answer = self._queries.get()
                if not answer.set_running_or_notify_cancel():
                    continue
                try:
                    answer.set_result(query(wire).fetchone()[0])
                except BaseException as error:
                    answer.set_exception(StoreError(str(error).partition("\n")[0]))
                    raise
            if self._wake_receiver not in ready:
                wire.execute("SELECT 1")  # receives notifications; fails when the server is gone

    def _drain(self) -> None:
        """Empty the pipe that wakes this thread."""
        with contextlib.suppress(OSError):
            self._wake_receiver.recv(4096)

    def _refuse(self) -> None:
        """Fail all waiting queries."""
        while not self._queries.empty():
            answer = self._queries.get()[1]
            if answer.set_running_or_notify_cancel():
                answer.set_exception(StoreError("the database is not there"))

    def _call(self, work: Callable[..., None], *arguments: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(work, *arguments)
