"""The file of an event, an SQLite database: the log of acts, chained by SHA-256, and persons outside the log.

An act is written in one transaction and synced before it is acknowledged; after a crash the file is in the state before
or after the act.  The anchor reveals acts missing at its end.

Tables: `acts`, a row for each `acts.log.LogEntry`, `data` as compact JSON, `level` its severity; `people`, persons by
key as JSON; `house`, single values by name.  Format 1, in `user_version`.
"""

import contextlib
import errno
import json
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, NamedTuple

from charkoni.core.errors import N_
from charkoni.core.files import atomic_files
from charkoni.tournament.acts.log import LogEntry
from charkoni.tournament.model.errors import BadFile, refusal
from charkoni.tournament.model.event import SHOWN
from charkoni.tournament.model.players import Person
from charkoni.tournament.model.serialization import compact_json, dump, load

FORMAT = 1
APPLICATION = 0x43687254
"""The application id in the header of the file (`ChrT`), which the command `file` shows."""

_TABLES = """
CREATE TABLE acts (number INTEGER PRIMARY KEY, at TEXT NOT NULL, who TEXT NOT NULL, role TEXT NOT NULL,
    kind TEXT NOT NULL, data TEXT NOT NULL, key TEXT NOT NULL UNIQUE, reason TEXT NOT NULL, level INTEGER NOT NULL,
    previous TEXT NOT NULL, hash TEXT NOT NULL);
CREATE TABLE people (key TEXT PRIMARY KEY, data TEXT NOT NULL);
CREATE TABLE house (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""

_OUT_OF_REACH = {
    "SQLITE_BUSY": errno.EBUSY,
    "SQLITE_LOCKED": errno.EBUSY,
    "SQLITE_FULL": errno.ENOSPC,
    "SQLITE_IOERR": errno.EIO,
    "SQLITE_READONLY": errno.EACCES,
    "SQLITE_CANTOPEN": errno.EACCES,
}
"""Errors of the operating system by the beginnings of SQLite's names for them: they say nothing about the contents."""

_LEAST_ROOM = 1 << 16
"""The bytes that SQLite needs at least to open a file."""


class Anchor(NamedTuple):
    """The number of acts in an event's file, and the hash of the last one.

    A hash chain detects a changed act, but neither a missing end nor a replaced chain.  The anchor is the file
    NAME-anchor in the same folder as the event's, written after every act: one line, `12 9f86d0...`.  A file that is
    older than its anchor, or has another chain, is refused; one without an anchor, as received by mail, isn't compared.
    """

    acts: int
    digest: str

    @staticmethod
    def path_of(event: Path) -> Path:
        """Return the path of the anchor of an event's file."""
        return event.with_name(f"{event.name}-anchor")

    @classmethod
    def read(cls, event: Path) -> "Anchor | None":
        """Return the anchor of an event's file; None without one that can be read."""
        try:
            acts, digest = cls.path_of(event).read_text("ascii").split()
            return cls(int(acts), digest)
        except (OSError, ValueError):
            return None

    def write(self, event: Path) -> None:
        """Write the anchor of an event's file; raise OSError."""
        atomic_files.replace(self.path_of(event), f"{self.acts} {self.digest}\n".encode("ascii"))


class Store:
    """The file of one event."""

    def __init__(self, path: Path, *, create: bool = False) -> None:
        """Open the file, or create it; raise OSError, BadFile for a file of another program or a newer format."""
        self.path = path
        self.used = time.monotonic()
        """When the file was last read or written, in seconds of the monotonic clock."""
        self._is_closed = False
        self._opened: sqlite3.Connection | None = None
        self._last: Anchor | None = None
        """The anchor of the acts of the present transaction."""
        if create:
            path.open("xb").close()
            Anchor.path_of(path).unlink(missing_ok=True)  # of an older file of this name
        try:
            self._opened = self._connect(create)
        except BaseException:
            if create:
                path.unlink(missing_ok=True)
            raise

    @property
    def _connection(self) -> sqlite3.Connection:
        """The connection to the file, opened again after `release`; raises as `__init__` does."""
        if self._is_closed:
            raise ValueError("the file is closed")
        if self._opened is None:
            self._opened = self._connect(create=False)
        self.used = time.monotonic()
        return self._opened

    def _connect(self, create: bool) -> sqlite3.Connection:
        if not self.path.is_file():
            self.path.open("rb").close()  # raises the error of the operating system
        connection = sqlite3.connect(self.path, isolation_level=None, timeout=30, check_same_thread=False)
        try:
            self._start(connection, create)
            if not create:
                self._demand_anchored(connection)
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            connection.close()
            if isinstance(error, sqlite3.DatabaseError) and (reason := self._out_of_reach(error)):
                raise reason from error
            raise self._not_ours() from error
        except BaseException:
            connection.close()
            raise
        return connection

    def _start(self, connection: sqlite3.Connection, create: bool) -> None:
        application, format_ = (
            connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
        )
        if not create and application != APPLICATION:
            raise self._not_ours()
        if format_ > FORMAT:
            raise refusal(BadFile, self.path.name, "file-newer", format=format_)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        if create:
            connection.executescript(
                f"BEGIN; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORMAT}; {_TABLES} COMMIT;"
            )

    def _not_ours(self) -> BadFile:
        """Return the refusal of a file that is none of an event, or no longer."""
        known = Anchor.read(self.path)
        if known is None:
            return refusal(BadFile, self.path.name, N_("this is not a tournament file"))
        return refusal(BadFile, self.path.name, "file-emptied", acts=known.acts, digest=known.digest[:SHOWN])

    def _demand_anchored(self, connection: sqlite3.Connection) -> None:
        """Raise BadFile if the log is shorter than its anchor, or a different one."""
        known = Anchor.read(self.path)
        if known is None:
            return
        row = connection.execute("SELECT hash FROM acts WHERE number = ?", (known.acts,)).fetchone()
        if row is not None and row[0] == known.digest:
            return
        shown = {"acts": known.acts, "digest": known.digest[:SHOWN], "anchor": Anchor.path_of(self.path).name}
        if row is None:
            found = connection.execute("SELECT count(*) FROM acts").fetchone()[0]
            raise refusal(BadFile, self.path.name, "log-shortened", found=found, **shown)
        raise refusal(BadFile, self.path.name, "log-replaced", found=str(row[0])[:SHOWN], **shown)

    @property
    def is_released(self) -> bool:
        """Whether the file is not open at the moment."""
        return self._opened is None

    def release(self) -> None:
        """Close the file until it is used again: an open one takes three file descriptors."""
        if self._opened is not None:
            self._opened.close()
            self._opened = None

    def close(self) -> None:
        """Close the file for good; SQLite removes its -wal and -shm files."""
        self.release()
        self._is_closed = True

    def discard(self) -> None:
        """Close the file and remove it: what it should hold could not be written."""
        self.close()
        for path in (self.path, Anchor.path_of(self.path)):
            path.unlink(missing_ok=True)

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the write lock for a transaction, rolled back on an error; raise OSError, of a lock after 30 s."""
        with self._reading():
            self._connection.execute("BEGIN IMMEDIATE")
        self._last = None
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException as error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.DatabaseError):
                raise self._damage(error) from None
            raise
        if self._last is not None:
            with contextlib.suppress(OSError):  # the acts are safe, and an older anchor stays true
                self._last.write(self.path)

    def log(self, after: int = 0) -> list[LogEntry]:
        """Return the entries of the log after a number; raise BadFile for a damaged file."""
        with self._reading():
            rows = self._connection.execute(
                "SELECT number, at, who, role, kind, data, key, reason, level, previous FROM acts WHERE number > ? "
                "ORDER BY number",
                (after,),
            ).fetchall()
            return [_entry(row) for row in rows]

    @contextlib.contextmanager
    def _reading(self) -> Iterator[None]:
        """Raise BadFile for the effects of a damaged byte: invalid pages, invalid texts, wrong types."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise self._damage(error) from None
        except (TypeError, KeyError, UnicodeError, json.JSONDecodeError) as error:
            raise refusal(BadFile, self.path.name, "file-damaged", why=error) from None

    def _damage(self, error: sqlite3.DatabaseError) -> Exception:
        """Return the refusal of a damaged file; an OSError where the file or the disk is only out of reach."""
        return self._out_of_reach(error) or refusal(BadFile, self.path.name, "file-damaged", why=error)

    def _out_of_reach(self, error: sqlite3.DatabaseError) -> OSError | None:
        """Return the error of the operating system behind one of SQLite's, None for one of the contents."""
        name = getattr(error, "sqlite_errorname", "")
        number = next((number for start, number in _OUT_OF_REACH.items() if name.startswith(start)), None)
        if number is None:
            return None
        if number in (errno.EIO, errno.EACCES) and self._is_disk_full():  # SQLite cannot create its index
            number = errno.ENOSPC
        return OSError(number, os.strerror(number), str(self.path))

    def _is_disk_full(self) -> bool:
        try:
            return shutil.disk_usage(self.path.parent).free < _LEAST_ROOM
        except OSError:
            return False

    def people(self) -> dict[str, Person]:
        """Return all people by their keys; raise BadFile for a damaged file."""
        with self._reading():
            rows = self._connection.execute("SELECT key, data FROM people").fetchall()
            return {key: load(Person, json.loads(data)) for key, data in rows}

    def by_key(self, key: str) -> int | None:
        """Return the number of the act with an idempotency key, or None."""
        with self._reading():
            row = self._connection.execute("SELECT number FROM acts WHERE key = ?", (key,)).fetchone()
            return None if row is None else int(row[0])

    def last_hash(self) -> str:
        """Return the hash of the last act, empty for an empty log."""
        with self._reading():
            row = self._connection.execute("SELECT hash FROM acts ORDER BY number DESC LIMIT 1").fetchone()
            return str(row[0]) if row else ""

    def append(self, entry: LogEntry, people: Mapping[str, Person]) -> None:
        """Append an entry to the log, with the new people of its act by their keys; only inside `writing`."""
        values = {field.name: getattr(entry, field.name) for field in fields(entry)} | {
            "data": compact_json(entry.data)
        }
        insert = f"INSERT INTO acts VALUES (?{', ?' * len(values)})"
        self._connection.execute(insert, (*values.values(), entry.hash))
        self._last = Anchor(entry.number, entry.hash)
        for key, person in people.items():
            self._connection.execute("INSERT INTO people VALUES (?, ?)", (key, compact_json(dump(person))))

    def erase(self, keys: "list[str] | tuple[str, ...]") -> None:
        """Delete persons by their keys, also from free pages of the file; the hash chain of the log stays valid."""
        with self.writing():
            self._connection.executemany("DELETE FROM people WHERE key = ?", [(key,) for key in keys])
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._connection.execute("VACUUM")

    def value(self, name: str) -> str:
        """Return a named value stored outside the log, or an empty text."""
        with self._reading():
            row = self._connection.execute("SELECT value FROM house WHERE name = ?", (name,)).fetchone()
            return str(row[0]) if row else ""

    def values(self) -> dict[str, str]:
        """Return all named values stored outside the log."""
        with self._reading():
            return dict(self._connection.execute("SELECT name, value FROM house").fetchall())

    def keep_value(self, name: str, value: str) -> None:
        """Store a named value outside the log."""
        self._connection.execute("INSERT OR REPLACE INTO house VALUES (?, ?)", (name, value))

    def copy_to(self, target: Path) -> None:
        """Write a consistent copy, which replaces an older file atomically; raise OSError."""
        part = target.with_name(f".{target.name}.part")
        part.unlink(missing_ok=True)
        try:
            copy = sqlite3.connect(part)
            try:
                self._connection.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
            finally:
                copy.close()
        except sqlite3.Error as error:
            part.unlink(missing_ok=True)
            reason = self._out_of_reach(error) if isinstance(error, sqlite3.DatabaseError) else None
            raise OSError(reason.errno if reason else 0, str(error), str(target)) from error
        part.replace(target)

    def verify(self) -> int:
        """Verify the hash chain, and return the number of acts; raise BadFile, which names the first broken one."""
        previous, count = "", 0
        with self._reading():
            hashes = dict(self._connection.execute("SELECT number, hash FROM acts").fetchall())
        for entry in self.log():
            count += 1
            if entry.number != count or entry.previous != previous or hashes.get(entry.number) != entry.hash:
                raise refusal(BadFile, self.path.name, "chain-broken", number=count)
            previous = entry.hash
        return count


def _entry(row: tuple[Any, ...]) -> LogEntry:
    number, at, who, role, kind, data, key, reason, severity, previous = row
    texts = (at, who, role, kind, data, key, reason, previous)
    if not isinstance(number, int) or not isinstance(severity, int) or not all(isinstance(t, str) for t in texts):
        raise TypeError(f"{number} is no act")
    return LogEntry(number, at, who, role, kind, json.loads(data), key, reason, severity, previous)


@dataclass(frozen=True, slots=True)
class Archive:
    """The contents of an archive."""

    log: tuple[LogEntry, ...]
    people: Mapping[str, Person]


def archive(store: Store) -> str:
    """Return the archive of an event: its whole log as lines of compact JSON, from which `restore` makes a file.

    Line 1: {"charkoni": "tournament-archive", "format": 1, "people": {key: person}}.  Each other line: a LogEntry
    with its hash.  Named values are left out.
    """
    people = {key: dump(person) for key, person in sorted(store.people().items())}
    lines = [compact_json({"charkoni": "tournament-archive", "format": FORMAT, "people": people})]
    lines += [compact_json(dump(entry) | {"hash": entry.hash}) for entry in store.log()]
    return "\n".join(lines) + "\n"


def restore(text: str, path: Path) -> Store:
    """Create a file from an archive, and return its store; raise OSError, BadFile, and then no file is left."""
    contents = read_archive(text)
    store = Store(path, create=True)
    try:
        with store.writing():
            for entry in contents.log:
                store.append(entry, {})
            for key, person in contents.people.items():
                store._connection.execute("INSERT INTO people VALUES (?, ?)", (key, compact_json(dump(person))))
        store.verify()
    except BaseException:
        store.discard()
        raise
    return store


def read_archive(text: str) -> Archive:
    """Return the contents of an archive; raise BadFile with the line, also where the hash chain breaks."""
    log: list[LogEntry] = []
    people: dict[str, Person] = {}
    previous = ""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
            if number == 1:
                if data.get("charkoni") != "tournament-archive" or data.get("format", 0) > FORMAT:
                    raise ValueError
                people = {key: load(Person, person) for key, person in data["people"].items()}
                continue
            written = data.pop("hash")
            entry = load(LogEntry, data)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            error = refusal(BadFile, line[:60], "archive-line")
            raise error.having(line=number, column=1, quoted=line[:120]) from None
        if entry.number != len(log) + 1 or entry.previous != previous or written != entry.hash:
            raise refusal(BadFile, line[:60], "chain-broken", number=len(log) + 1)
        log.append(entry)
        previous = written
    if not log and not people and not text.strip():
        raise refusal(BadFile, "", "archive-line")
    return Archive(tuple(log), people)
