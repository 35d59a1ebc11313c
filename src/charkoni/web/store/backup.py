"""Backups: database and events of a server in one file, taken while it runs, restored on SQLite or PostgreSQL.

A backup is a tar archive, compressed by gzip:

    manifest.json       {"charkoni-backup": FORMAT, "version", "revision", "database", "taken"}: of the program and of
                        the tables, the kind of database, and when it was taken (ISO 8601, UTC)
    tables/NAME.jsonl   a table: first the names of the columns, then the rows, each a JSON array
    events/NAME         the files of the tournaments
    sums.json           {"tables": {NAME: rows}, "members": {MEMBER: SHA-256}}: the last member; without it the file is
                        cut off

The rows are a consistent snapshot, read in one transaction.  So is each event, a separate SQLite database; its anchor
is read first, since a file may hold more acts than its anchor, but not fewer.
"""

import contextlib
import gzip
import hashlib
import io
import json
import os
import shutil
import sqlite3
import tarfile
import tempfile
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from typing import IO, Any

from sqlalchemy import Connection, MetaData, Table, insert, inspect, select
from sqlalchemy.exc import SQLAlchemyError

from charkoni.core.errors import N_, BadText, Reason
from charkoni.core.files import atomic_files
from charkoni.web.store import migrate
from charkoni.web.store.database import Database, StoreError
from charkoni.web.store.tables import METADATA, results

FORMAT = 1
KIND = "charkoni-backup"
SPOOLED = 1 << 20
"""Bytes of a member that are kept in memory; larger ones go to a temporary file."""

EVENT = ".event"
"""The suffix of the files of events, SQLite databases."""

_BESIDE = (".lock", "-wal", "-shm", "-journal")
"""Ends of the names of files that belong to a running program."""

BATCH = 1000
"""Rows that are inserted together."""

_SENTENCES = {
    "NOT_BACKUP": N_("this is not a backup of Charkoni"),
    "CUT_OFF": N_("this backup is cut off: its end is missing"),
    "DAMAGED": N_("this backup is damaged: {member} has changed since it was written"),
    "NEWER": N_("a newer version of Charkoni, {version}, has made this backup; install that one or a later one"),
    "NOT_EMPTY": N_("there is something in this database already; a backup is restored into a new one"),
    "EVENT_THERE": N_("there is another event of this name in the folder already"),
    "NO_TABLES": N_("there is nothing to back up: no server has used this database yet"),
}


class BadBackup(BadText):
    """A file that is no whole backup, or that cannot be restored here."""

    def __init__(self, source: object, code: str, **args: object) -> None:
        """Take the file or database, and the code of the sentence about it with its arguments."""
        super().__init__(str(source), Reason(code, "", _SENTENCES[code], args))


@dataclass(frozen=True, slots=True)
class Content:
    """What a backup holds.  rows: by table.  events: how many files.  taken: when (ISO 8601)."""

    rows: dict[str, int]
    events: int
    taken: str
    version: str
    revision: str


def back_up(database: Database, events: Path, target: Path, uptime: int = 0) -> Content:
    """Write a backup into a new file; nothing is left of it on failure.

    uptime: of the server, in ms, where a file beside the database holds it.  Raises FileExistsError, OSError,
    StoreError, or BadBackup where there is nothing to back up.
    """
    if target.exists():
        raise FileExistsError(17, os.strerror(17), str(target))
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with draft.open("xb") as out:
            content = _write(database, events, out, uptime)
            out.flush()
            os.fsync(out.fileno())
        os.link(draft, target)  # never replaces a file
    finally:
        with contextlib.suppress(OSError):
            draft.unlink()
    return content


def _write(database: Database, events: Path, out: IO[bytes], uptime: int) -> Content:
    taken = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    sums: dict[str, str] = {}
    rows: dict[str, int] = {}
    with gzip.GzipFile(fileobj=out, mode="wb", mtime=0) as packed, tarfile.open(fileobj=packed, mode="w") as archive:
        with snapshot(database) as connection:
            if not inspect(connection).has_table("games"):
                raise BadBackup(database.engine.url.database, "NO_TABLES")
            revision = migrate.present(connection)
            manifest: dict[str, Any] = {
                KIND: FORMAT,
                "version": version("charkoni"),
                "revision": revision,
                "database": database.engine.dialect.name,
                "taken": taken,
            }
            _add(archive, "manifest.json", io.BytesIO(json.dumps(manifest).encode()), sums)
            metadata = MetaData()
            metadata.reflect(connection)
            for table in metadata.sorted_tables:
                if table.name not in {*METADATA.tables, *migrate.FORMER} - {results.name}:  # of other programs, too
                    continue
                with tempfile.TemporaryFile() as lines:
                    rows[table.name] = _write_rows(connection, table, lines, uptime)
                    _add(archive, f"tables/{table.name}.jsonl", lines, sums)
        files = _event_files(events)
        for path in files:
            with _copied(path) as content:
                _add(archive, f"events/{path.relative_to(events).as_posix()}", content, sums)
        end = {"tables": rows, "members": sums}
        _add(archive, "sums.json", io.BytesIO(json.dumps(end).encode()), {})
    return Content(rows, len(files), taken, manifest["version"], revision)


@contextlib.contextmanager
def snapshot(database: Database) -> Iterator[Connection]:
    """A connection on which all reads see one moment; raise StoreError."""
    try:
        with database.engine.connect() as connection:
            if database.is_shared:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
                connection.exec_driver_sql("SET TRANSACTION READ ONLY")
            else:
                connection.exec_driver_sql("BEGIN")  # Python's driver begins a transaction at the first write only
            yield connection
            connection.rollback()
    except SQLAlchemyError as error:
        raise StoreError(str(error).partition("\n")[0]) from error


def _write_rows(connection: Connection, table: Table, out: IO[bytes], uptime: int) -> int:
    """Write the rows of a table; return how many there are."""
    names = [column.name for column in table.columns]
    out.write(json.dumps(names).encode() + b"\n")
    count = 0
    for row in connection.execution_options(yield_per=BATCH).execute(select(table)):
        values = list(row)
        if table.name == "house" and values[names.index("name")] == "uptime":
            place = names.index("value")
            values[place] = str(max(int(values[place]), uptime))
        out.write(json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        count += 1
    return count


def _add(archive: tarfile.TarFile, name: str, content: IO[bytes], sums: dict[str, str]) -> None:
    """Add a member and note its SHA-256."""
    content.seek(0)
    sums[name] = hashlib.file_digest(content, "sha256").hexdigest()  # type: ignore[arg-type]  # any binary file
    info = tarfile.TarInfo(name)
    info.size, info.mode = content.seek(0, os.SEEK_END), 0o600
    content.seek(0)
    archive.addfile(info, content)


def _event_files(folder: Path) -> list[Path]:
    """Return the files of a folder with events, anchors before their events, but for locks, logs and drafts."""
    if not folder.is_dir():
        return []
    files = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    kept = [path for path in files if not path.name.startswith(".") and not path.name.endswith(_BESIDE)]
    return sorted(kept, key=lambda path: (path.suffix == EVENT, path))


@contextlib.contextmanager
def _copied(path: Path) -> Iterator[IO[bytes]]:
    """A copy of a file; of an event as it was at one moment; raise OSError."""
    if path.suffix != EVENT:
        yield io.BytesIO(path.read_bytes())
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        try:
            with (
                contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as source,
                contextlib.closing(sqlite3.connect(copy)) as target,
            ):
                source.backup(target)
                target.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.Error:  # damaged: as it is, for the program that opens it will say so
            shutil.copyfile(path, copy)
        with copy.open("rb") as content:
            yield content


@contextlib.contextmanager
def _as_backup(source: Path) -> Iterator[None]:
    """Raise BadBackup if a crafted file violates the format."""
    try:
        yield
    except BadBackup:
        raise
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError, AssertionError):
        raise BadBackup(source, "NOT_BACKUP") from None


def check(source: Path) -> Content:
    """Return what a backup holds, after all its sums have been compared; raise OSError or BadBackup."""
    manifest: dict[str, Any] = {}
    end: dict[str, Any] = {}
    sums: dict[str, str] = {}
    with _as_backup(source):
        for name, content in _members(source):
            if name == "manifest.json":
                manifest = _json(source, content.read())
            if name == "sums.json":
                end = _json(source, content.read())
                break
            content.seek(0)
            sums[name] = hashlib.file_digest(content, "sha256").hexdigest()  # type: ignore[arg-type]  # any binary file
        if manifest.get(KIND) != FORMAT:
            raise BadBackup(source, "NOT_BACKUP")
        if not end:
            raise BadBackup(source, "CUT_OFF")
        for name in sorted({*sums, *end["members"]}):
            if sums.get(name) != end["members"].get(name):
                raise BadBackup(source, "DAMAGED", member=name)
        if manifest["revision"] > migrate.newest():
            raise BadBackup(source, "NEWER", version=manifest["version"])
        events = sum(1 for name in sums if name.startswith("events/"))
        return Content(end["tables"], events, manifest["taken"], manifest["version"], manifest["revision"])


def _members(source: Path) -> Iterator[tuple[str, IO[bytes]]]:
    """Yield the members of a backup as files; raise OSError or BadBackup."""
    is_begun = False
    try:
        with tarfile.open(source, mode="r:gz") as archive:
            for info in archive:
                if not info.isfile() or ".." in PurePosixPath(info.name).parts or info.name.startswith("/"):
                    raise BadBackup(source, "NOT_BACKUP")
                packed = archive.extractfile(info)
                assert packed
                with tempfile.SpooledTemporaryFile(SPOOLED) as content:
                    shutil.copyfileobj(packed, content)  # here, so that damage is noticed here
                    content.seek(0)
                    yield info.name, content
                is_begun = True
    except (tarfile.TarError, gzip.BadGzipFile, zlib.error, EOFError):
        raise BadBackup(source, "CUT_OFF" if is_begun else "NOT_BACKUP") from None


def _json(source: Path, content: bytes) -> dict[str, Any]:
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise BadBackup(source, "NOT_BACKUP")
    return found


def restore(source: Path, database: Database, events: Path) -> Content:
    """Fill an empty database and a folder of events from a backup, then bring its tables up to date.

    All rows are written in one transaction, in which older ones are migrated; on failure nothing is left.  Events that
    are in the folder already with the same content stay.  Raises OSError, StoreError, BadBackup.
    """
    content = check(source)
    made: list[Path] = []
    try:
        with _as_backup(source), database.engine.begin() as connection:
            database.lock_setup(connection)
            if inspect(connection).has_table("games"):
                raise BadBackup(source, "NOT_EMPTY")
            migrate.create(connection, content.revision)
            metadata = MetaData()
            metadata.reflect(connection)
            for name, member in _members(source):
                kind, _, rest = name.partition("/")
                if kind == "tables":
                    _insert(connection, metadata.tables[rest.removesuffix(".jsonl")], member)
                elif kind == "events":
                    _write_event(source, events / rest, member.read(), made)
            migrate.bring_up_to_date(connection)
    except BaseException as error:
        for path in reversed(made):
            with contextlib.suppress(OSError):
                path.rmdir() if path.is_dir() else path.unlink()
        if isinstance(error, SQLAlchemyError):
            raise StoreError(str(error).partition("\n")[0]) from error
        raise
    return content


def make_folders(folder: Path) -> list[Path]:
    """Make a folder and those above it that are missing, and return them, the outermost first; raise OSError."""
    missing = [each for each in (folder, *folder.parents) if not os.path.lexists(each)]
    folder.mkdir(parents=True, exist_ok=True)
    return missing[::-1]


def _insert(connection: Connection, table: Table, lines: IO[bytes]) -> None:
    names = json.loads(lines.readline())
    absent = {*table.columns.keys()} - {*names}  # of an older table
    if {*names} - {*table.columns.keys()} or any(table.c[name].server_default is None for name in absent):
        raise ValueError(names)
    batch: list[dict[str, object]] = []
    for line in lines:
        batch.append(dict(zip(names, json.loads(line), strict=True)))
        if len(batch) == BATCH:
            connection.execute(insert(table), batch)
            batch = []
    if batch:
        connection.execute(insert(table), batch)


def _write_event(source: Path, path: Path, content: bytes, made: list[Path]) -> None:
    """Write the file of an event unless it is there; note it, and folders that it takes, in `made`."""
    made += make_folders(path.parent)
    if path.exists():
        if path.read_bytes() != content:
            raise BadBackup(source, "EVENT_THERE")
        return
    made.append(path)
    atomic_files.replace(path, content)
