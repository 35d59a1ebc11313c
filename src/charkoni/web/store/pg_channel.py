"""The way from process to process of one server: PostgreSQL's notifications and locks, over one connection of its own.

What is written to the log is told by NOTIFY in the transaction that writes it.  Locks belong to the connection: when a
process dies, the database lets them go at once.  The connection has a thread; when it is lost, everything that was
locked is lost with it, `on_lost` is called, and it is opened again until it is closed for good.
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
from typing import Any

from sqlalchemy import make_url

from charkoni.web.store.database import CHANNEL, StoreError

logger = logging.getLogger(__name__)

HEARTBEAT_S = 2.0
"""How often the connection is tried when nothing comes over it."""

AGAIN_S = 0.5
LISTENER = "charkoni listens"
"""How the connection is called in the database's own lists."""

_ALIVE: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "application_name": LISTENER,
}
"""A database that has gone without a word is noticed after about ten seconds."""


def key_of(name: str) -> int:
    """Return the number by which something is locked: 63 bits, so that two names never share one."""
    return int.from_bytes(hashlib.sha256(f"{CHANNEL} {name}".encode()).digest()[:8], "big") >> 1


class Channel:
    """A connection that listens.  Everything handed in is called in the loop that opened it.

    on_note: with every note.  on_open: whenever the connection is there (again).  on_lost: when it is gone.
    """

    def __init__(
        self, url: str, on_note: Callable[[str], None], on_open: Callable[[], None], on_lost: Callable[[], None]
    ) -> None:
        found = make_url(url)
        self._address: dict[str, Any] = {
            "host": found.host,
            "port": found.port,
            "user": found.username,
            "password": found.password,
            "dbname": found.database,
        }
        self._address |= _ALIVE | {name: str(value) for name, value in found.query.items()}
        self._on_note, self._on_open, self._on_lost = on_note, on_open, on_lost
        self._loop = asyncio.get_running_loop()
        self._orders: queue.SimpleQueue[tuple[Callable[[Any], Any], asyncio.Future[Any]]] = queue.SimpleQueue()
        self._bell, self._ear = socket.socketpair()
        self._ear.setblocking(False)
        self._is_closed = False
        self.is_open = False
        self._thread = threading.Thread(target=self._live, name=LISTENER, daemon=True)
        self._thread.start()

    async def close(self) -> None:
        """Let the connection and all locks go."""
        self._is_closed = True
        self._ring()
        await asyncio.to_thread(self._thread.join)
        self._bell.close()
        self._ear.close()

    # --- asking -------------------------------------------------------------------------------------------------------

    async def lock(self, name: str) -> bool:
        """Return whether something belongs to this process from now on, until it lets it go or the connection is lost.

        Ask once: who asks again must let go again.
        """
        return bool(await self._ask(lambda wire: wire.execute("SELECT pg_try_advisory_lock(%s)", (key_of(name),))))

    async def unlock(self, name: str) -> None:
        """Let something go."""
        await self._ask(lambda wire: wire.execute("SELECT pg_advisory_unlock(%s)", (key_of(name),)))

    async def locked(self, names: Sequence[str]) -> frozenset[str]:
        """Return what of this belongs to any process."""
        found = await self._ask(
            lambda wire: wire.execute(
                "SELECT coalesce(array_agg((classid::bigint << 32) | objid::bigint), '{}') FROM pg_locks"
                " WHERE locktype = 'advisory' AND objsubid = 1 AND granted"
                " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
            )
        )
        keys = set(found)
        return frozenset(name for name in names if key_of(name) in keys)

    async def _ask(self, order: Callable[[Any], Any]) -> Any:
        """Return the first value of an answer; raise StoreError when there is no connection."""
        if not self.is_open:
            raise StoreError("the database is not there")
        answer: asyncio.Future[Any] = self._loop.create_future()
        self._orders.put((order, answer))
        self._ring()
        return await answer

    def _ring(self) -> None:
        with contextlib.suppress(OSError):
            self._bell.send(b"!")

    # --- in the thread ------------------------------------------------------------------------------------------------

    def _live(self) -> None:
        """Open the connection and stay with it, again and again."""
        import psycopg  # a database in a file needs none of it

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
                select.select([self._ear], [], [], AGAIN_S)
                self._hush()

    def _serve(self, wire: Any) -> None:
        """Do what is asked and hear what is told, until the connection fails."""
        while not self._is_closed:
            ready, _, _ = select.select([wire.fileno(), self._ear], [], [], HEARTBEAT_S)
            if self._ear in ready:
                self._hush()
            while not self._orders.empty():
                order, answer = self._orders.get()
                try:
                    found = order(wire).fetchone()[0]
                except BaseException as error:
                    self._call(_told, answer, StoreError(str(error).partition("\n")[0]))
                    raise
                self._call(_told, answer, found)
            if self._ear not in ready:
                wire.execute("SELECT 1")  # takes in what has come; fails when nobody is there

    def _hush(self) -> None:
        """Stop the bell."""
        with contextlib.suppress(OSError):
            self._ear.recv(4096)

    def _refuse(self) -> None:
        """Tell who waits that nothing will come."""
        while not self._orders.empty():
            self._call(_told, self._orders.get()[1], StoreError("the database is not there"))

    def _call(self, work: Callable[..., None], *arguments: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(work, *arguments)


def _told(answer: "asyncio.Future[Any]", found: Any) -> None:
    if answer.done():
        return
    if isinstance(found, StoreError):
        answer.set_exception(found)
    else:
        answer.set_result(found)
