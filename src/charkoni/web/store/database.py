"""Transactions in threads, and a writer that commits many rows at once (group commit).

The server's loop never waits for the disk: every transaction runs in a thread.  `LogWriter` commits the rows of logs:
those that have queued while the disk was busy in one transaction, so a hundred tables cost the disk hardly more than
one, and no two transactions of this server wait for each other's locks.  Between other writes, however many wait, every
second turn is theirs: a move waits for no crowd that makes games.
"""

import asyncio
import json
import os
import re
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine, Executable, bindparam, create_engine, event, func, insert, select, update
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.sql.selectable import TypedReturnsRows

from charkoni.web.store.tables import GameRow, LogRow, games, log

T = TypeVar("T")
K = TypeVar("K")
CHANNEL = "charkoni"
"""The PostgreSQL channel on which the processes of a server notify each other."""

READERS = 4
"""The number of threads that read."""

TIMEOUT_S = 5
"""The longest wait for a locked or silent database."""

PAGES_KB = 256
"""The page cache of each connection to SQLite, small: the system caches the file for all of them."""

_SETUP_LOCK = int.from_bytes(b"charkoni", "big") >> 1
"""The advisory lock of a process that changes tables."""

_STATE_COLUMNS = ("state", "result", "reason", "ply", "changed", "open", "turn", "due")

# Made once: most of the processor time of a small write goes into making its statement.
_INSERT_ROW = insert(log)
_UPDATE_STATE = (
    update(games)
    .where(games.c.id == bindparam("of"))
    .values({name: bindparam(f"new_{name}") for name in _STATE_COLUMNS})
)


Consequence = Callable[[Connection, LogRow, GameRow], None]
"""What a row of a log causes elsewhere, given the state of its game after it; in the transaction that writes it.

It must be quick where the row causes nothing: moves wait for it.
"""


class StoreError(Exception):
    """The database failed, or the result of a write is unknown."""


class Conflict(StoreError):
    """A unique value is taken: the number of a row, a seat, a name."""


def rows_in(connection: Connection, query: Executable, kind: Callable[..., T]) -> list[T]:
    """Return the rows that a query finds in a transaction.  kind: makes one from its columns by name."""
    return [kind(**row) for row in connection.execute(query).mappings()]


def _make_engine(url: str) -> Engine:
    address = re.sub(r"^postgres(ql)?:", "postgresql+psycopg:", url)
    if address.startswith("sqlite"):
        engine = create_engine(address, connect_args={"timeout": TIMEOUT_S})
        event.listen(engine, "connect", _set_up_sqlite)
        return engine
    options = {"connect_timeout": TIMEOUT_S}
    return create_engine(
        address, pool_pre_ping=True, pool_size=READERS + 1, pool_timeout=TIMEOUT_S, connect_args=options
    )


def _set_up_sqlite(connection: DBAPIConnection, _record: object) -> None:
    cursor = connection.cursor()
    timeout, pages = f"busy_timeout={TIMEOUT_S * 1000}", f"cache_size=-{PAGES_KB}"
    # secure_delete: what is deleted does not stay readable in the file.
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON", timeout, pages):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


class Database:
    """Transactions in threads."""

    def __init__(self, url: str) -> None:
        """Take the address, sqlite:///path or postgresql://user@host/name."""
        self.engine = _make_engine(url)
        self.origin = secrets.token_hex(6)
        self._readers = ThreadPoolExecutor(READERS, "charkoni reads")
        self._writer = ThreadPoolExecutor(1, "charkoni writes")
        self._turn = asyncio.Lock()
        # Of each kind one write at a time waits for its turn, so that both have every second one.
        self._kinds = {True: asyncio.Lock(), False: asyncio.Lock()}

    @property
    def file(self) -> Path | None:
        """The file of the database, through all links; None when it is in no file."""
        url = self.engine.url
        is_file = url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:")
        return Path(os.path.realpath(str(url.database))) if is_file else None

    def check_folder(self) -> None:
        """Raise StoreError for a file in a folder that does not exist; the database's own error is unclear."""
        url = self.engine.url
        if url.get_backend_name() == "sqlite" and url.database and not Path(url.database).absolute().parent.is_dir():
            raise StoreError(f"there is no folder {Path(url.database).absolute().parent}")

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Return the result of some work in a transaction of its own; raise StoreError."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._transact, work)

    async def write(self, work: Callable[[Connection], T], goes_first: bool = False) -> T:
        """Return the result of some work that changes rows; raise StoreError.

        goes_first: it waits for at most one of the writes that do not, and they for one of these.
        """
        async with self._kinds[goes_first], self._turn:
            return await asyncio.get_running_loop().run_in_executor(self._writer, self._transact, work)

    async def scalars(self, query: TypedReturnsRows[T]) -> list[T]:
        """Return the first column of the rows that a query finds; raise StoreError."""
        return await self.read(lambda connection: list(connection.execute(query).scalars()))

    async def scalar(self, query: TypedReturnsRows[T]) -> T | None:
        """Return the first value that a query finds, None without one; raise StoreError."""
        return await self.read(lambda connection: connection.execute(query).scalar())

    async def pairs(self, query: "TypedReturnsRows[K, T]") -> dict[K, T]:
        """Return the second column of the rows that a query finds, by the first; raise StoreError."""
        return await self.read(lambda connection: {row[0]: row[1] for row in connection.execute(query)})

    async def rows(self, query: Executable, kind: Callable[..., T]) -> list[T]:
        """Return the rows that a query finds.  kind: makes one from its columns by name.  Raise StoreError."""
        return await self.read(lambda connection: rows_in(connection, query, kind))

    async def execute(self, *commands: Executable) -> None:
        """Execute commands in one transaction; raise StoreError."""

        def work(connection: Connection) -> None:
            for command in commands:
                connection.execute(command)

        await self.write(work)

    async def forget_deleted(self) -> None:
        """Empty the log of SQLite, in which rows that are deleted are still readable; raise StoreError."""
        if not self.is_shared:
            await self.write(lambda connection: connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)"))

    def _transact(self, work: Callable[[Connection], T]) -> T:
        try:
            with self.engine.begin() as connection:
                return work(connection)
        except IntegrityError as error:
            raise Conflict(str(error).partition("\n")[0]) from error
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(str(error).partition("\n")[0]) from error

    @property
    def is_shared(self) -> bool:
        """Whether several processes may use this database at the same time."""
        return self.engine.dialect.name == "postgresql"

    def lock_setup(self, connection: Connection) -> None:
        """Take the lock for changes of tables until the transaction ends, which are made all or none."""
        if self.is_shared:
            connection.execute(select(func.pg_advisory_xact_lock(_SETUP_LOCK)))
        else:
            connection.exec_driver_sql("BEGIN")  # else SQLite's driver commits each of them at once

    def notify(self, connection: Connection, note: dict[str, object]) -> None:
        """Notify all processes when this transaction is committed.

        note: a JSON object (see `live.cluster`), to which `from`, the name of this process, is added.
        """
        if self.is_shared:
            text = json.dumps({"from": self.origin} | note, separators=(",", ":"))
            connection.execute(select(func.pg_notify(CHANNEL, text)))

    async def close(self) -> None:
        """Close all connections, when the transactions that have begun are done."""
        async with self._kinds[True], self._kinds[False], self._turn:
            pass
        await asyncio.to_thread(self._writer.shutdown)
        await asyncio.to_thread(self._readers.shutdown, wait=True, cancel_futures=True)
        self.engine.dispose()


class LogWriter:
    """Appends rows to the logs of games; all queued rows are written in one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.consequences: list[Consequence] = []
        self._waiting: list[tuple[LogRow, GameRow, asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None

    async def append(self, row: LogRow, game: GameRow) -> None:
        """Write a row and the state of its game after it; raise StoreError, or Conflict for a used number."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((row, game, done))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())
        await done

    async def _work(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            if not await self._written(batch) and len(batch) > 1:
                for each in batch:  # one of them failed; the others are written on their own
                    await self._written([each])

    async def _written(self, batch: list[tuple[LogRow, GameRow, "asyncio.Future[None]"]]) -> bool:
        """Write rows together and resolve their futures; return False when several failed together."""
        rows = [(row, game) for row, game, _ in batch]
        try:
            await self._database.write(lambda connection: self._append(connection, rows), goes_first=True)
        except StoreError as error:
            if len(batch) > 1:
                return False
            _resolve(batch, error)
            return True
        except BaseException as error:
            _resolve(batch, StoreError(f"the server ends: {error!r}"))
            raise
        _resolve(batch, None)
        return True

    def _append(self, connection: Connection, rows: list[tuple[LogRow, GameRow]]) -> None:
        connection.execute(_INSERT_ROW, [asdict(row) for row, _ in rows])
        connection.execute(
            _UPDATE_STATE,
            [{"of": game.id, **{f"new_{name}": getattr(game, name) for name in _STATE_COLUMNS}} for _, game in rows],
        )
        for row, game in rows:
            for consequence in self.consequences:
                consequence(connection, row, game)
            self._database.notify(connection, {"kind": "rows", "game": game.id, "seq": row.seq + 1})


def _resolve(batch: list[tuple[LogRow, GameRow, "asyncio.Future[None]"]], error: StoreError | None) -> None:
    for _, _, done in batch:
        if done.done():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)
