"""One SQLite file per event: the log of its acts, chained by SHA-256, and its persons outside the log.

An act is written in one transaction and synced before it is acknowledged; a killed process leaves the file as it was
before the act or as it is after.

Tables: `acts`, a row for each `acts.log.LogEntry`, `data` as compact JSON, `level` its severity; `people`, persons by
key as JSON; `house`, single values by name.  Format 1, in `user_version`.
"""

import contextlib
import json
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from charkoni.core.errors import mark
from charkoni.tournament.acts.log import LogEntry, compact_json
from charkoni.tournament.model.errors import BadFile, refusal
from charkoni.tournament.model.players import Person
from charkoni.tournament.model.serialization import dump, load

FORMAT = 1
APPLICATION = 0x43687254
"""Written into the head of the file, so that programs and `file` know what it is."""

_TABLES = """
CREATE TABLE acts (number INTEGER PRIMARY KEY, at TEXT NOT NULL, who TEXT NOT NULL, role TEXT NOT NULL,
    kind TEXT NOT NULL, data TEXT NOT NULL, key TEXT NOT NULL UNIQUE, reason TEXT NOT NULL, level INTEGER NOT NULL,
    previous TEXT NOT NULL, hash TEXT NOT NULL);
CREATE TABLE people (key TEXT PRIMARY KEY, data TEXT NOT NULL);
CREATE TABLE house (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""

_NOT_OURS = mark("this is no file of a tournament")
_NEWER = mark("this file is of a newer Charkoni (format {format})")
_BROKEN = mark("act {number} has been changed or is missing: the chain of the log breaks there")
_DAMAGED = mark("the file is damaged: {why}; go back to a copy of it")
_LINE = mark("this line of the archive cannot be read")


class Store:
    """The file of one event."""

    def __init__(self, path: Path, *, create: bool = False) -> None:
        """Open the file, or make a new one; raise OSError or BadFile."""
        self.path = path
        if create:
            path.open("xb").close()
        elif not path.is_file():
            path.open("rb").close()  # raises the error of the operating system
        self._base = sqlite3.connect(path, isolation_level=None, timeout=30, check_same_thread=False)
        try:
            self._start(create)
        except sqlite3.DatabaseError as error:
            self._base.close()
            raise refusal(BadFile, path.name, _NOT_OURS) from error
        except BaseException:
            self._base.close()
            raise

    def _start(self, create: bool) -> None:
        found, format_ = (
            self._base.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
        )
        if not create and found != APPLICATION:
            raise refusal(BadFile, self.path.name, _NOT_OURS)
        if format_ > FORMAT:
            raise refusal(BadFile, self.path.name, _NEWER, format=format_)
        self._base.execute("PRAGMA journal_mode = WAL")
        self._base.execute("PRAGMA synchronous = FULL")
        if create:
            self._base.executescript(
                f"BEGIN; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORMAT}; {_TABLES} COMMIT;"
            )

    def close(self) -> None:
        """Close the file; SQLite deletes its helper files."""
        self._base.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the right to write; what is written inside is kept whole or not at all."""
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._base.execute("COMMIT")
        except BaseException:
            if self._base.in_transaction:
                self._base.execute("ROLLBACK")
            raise

    def log(self, after: int = 0) -> list[LogEntry]:
        """Return the entries of the log after a number; raise BadFile for a damaged file."""
        try:
            rows = self._base.execute(
                "SELECT number, at, who, role, kind, data, key, reason, level, previous FROM acts WHERE number > ? "
                "ORDER BY number",
                (after,),
            ).fetchall()
            return [_entry(row) for row in rows]
        except (sqlite3.DatabaseError, ValueError) as error:
            raise refusal(BadFile, self.path.name, _DAMAGED, why=error) from None

    def people(self) -> dict[str, Person]:
        """Return all people by their keys."""
        rows = self._base.execute("SELECT key, data FROM people").fetchall()
        return {key: load(Person, json.loads(data)) for key, data in rows}

    def by_key(self, key: str) -> int | None:
        """Return the number of the act that was asked for with a key, or None."""
        row = self._base.execute("SELECT number FROM acts WHERE key = ?", (key,)).fetchone()
        return None if row is None else int(row[0])

    def last_hash(self) -> str:
        """Return the hash of the last act, nothing for an empty log."""
        row = self._base.execute("SELECT hash FROM acts ORDER BY number DESC LIMIT 1").fetchone()
        return str(row[0]) if row else ""

    def append(self, entry: LogEntry, people: Mapping[str, Person]) -> None:
        """Append an entry to the log, with the people of its act by their keys; only inside `writing`."""
        self._base.execute(
            "INSERT INTO acts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                entry.number, entry.at, entry.who, entry.role, entry.kind, compact_json(entry.data), entry.key,
                entry.reason, entry.severity, entry.previous, entry.hash,
            ),
        )  # fmt: skip
        for key, person in people.items():
            self._base.execute("INSERT INTO people VALUES (?, ?)", (key, compact_json(dump(person))))

    def erase(self, keys: "list[str] | tuple[str, ...]") -> None:
        """Delete persons by their keys; the chain of the log stays valid."""
        with self.writing():
            self._base.executemany("DELETE FROM people WHERE key = ?", [(key,) for key in keys])
        self._base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._base.execute("VACUUM")

    def value(self, name: str) -> str:
        """Return a single value kept beside the log."""
        row = self._base.execute("SELECT value FROM house WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else ""

    def values(self) -> dict[str, str]:
        """Return all values kept beside the log."""
        return dict(self._base.execute("SELECT name, value FROM house").fetchall())

    def keep_value(self, name: str, value: str) -> None:
        """Keep a single value beside the log."""
        self._base.execute("INSERT OR REPLACE INTO house VALUES (?, ?)", (name, value))

    def copy_to(self, target: Path) -> None:
        """Put a consistent copy into a file, replacing an older one at once; raise OSError."""
        draft = target.with_name(f".{target.name}.part")
        draft.unlink(missing_ok=True)
        try:
            copy = sqlite3.connect(draft)
            try:
                self._base.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
            finally:
                copy.close()
        except sqlite3.Error as error:
            draft.unlink(missing_ok=True)
            raise OSError(0, str(error), str(target)) from error
        draft.replace(target)

    def verify(self) -> int:
        """Return the number of acts; raise BadFile where the chain of hashes breaks."""
        previous, count = "", 0
        hashes = dict(self._base.execute("SELECT number, hash FROM acts").fetchall())
        for entry in self.log():
            count += 1
            if entry.number != count or entry.previous != previous or hashes[entry.number] != entry.hash:
                raise refusal(BadFile, self.path.name, _BROKEN, number=count)
            previous = entry.hash
        return count


def _entry(row: tuple[Any, ...]) -> LogEntry:
    number, at, who, role, kind, data, key, reason, severity, previous = row
    return LogEntry(number, at, who, role, kind, json.loads(data), key, reason, severity, previous)


@dataclass(frozen=True, slots=True)
class Archive:
    """A whole log as lines of JSON, and its people."""

    log: tuple[LogEntry, ...]
    people: Mapping[str, Person]


def archive(store: Store) -> str:
    """Return the archive of an event: a line for the people, a line for each act; another machine goes on from it."""
    people = {key: dump(person) for key, person in sorted(store.people().items())}
    lines = [compact_json({"charkoni": "tournament-archive", "format": FORMAT, "people": people})]
    lines += [compact_json(dump(entry) | {"hash": entry.hash}) for entry in store.log()]
    return "\n".join(lines) + "\n"


def restore(text: str, path: Path) -> Store:
    """Return a new file made from an archive; raise BadFile, and then there is no file."""
    found = read_archive(text)
    store = Store(path, create=True)
    try:
        with store.writing():
            for entry in found.log:
                store.append(entry, {})
            for key, person in found.people.items():
                store._base.execute("INSERT INTO people VALUES (?, ?)", (key, compact_json(dump(person))))
        store.verify()
    except BaseException:
        store.close()
        path.unlink(missing_ok=True)
        raise
    return store


def read_archive(text: str) -> Archive:
    """Return what an archive holds; raise BadFile with the line."""
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
            error = refusal(BadFile, line[:60], _LINE)
            raise BadFile(error.text, error.reason, line=number, column=1, quoted=line[:120]) from None
        if entry.number != len(log) + 1 or entry.previous != previous or written != entry.hash:
            raise refusal(BadFile, line[:60], _BROKEN, number=len(log) + 1)
        log.append(entry)
        previous = written
    if not log and not people and not text.strip():
        raise refusal(BadFile, "", _LINE)
    return Archive(tuple(log), people)
