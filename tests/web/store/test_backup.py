"""Backups: what was written before one is there after it, on either database; what is no whole backup is refused."""

import asyncio
import contextlib
import gzip
import hashlib
import io
import json
import re
import sqlite3
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import inspect
from tests.web.postgres import Cluster
from tests.web.store import old_databases
from tests.web.store.test_store import game

from charkoni.tournament.store import Store as EventStore
from charkoni.web import administration
from charkoni.web.administration import examine
from charkoni.web.config import Settings
from charkoni.web.serve import BadDatabase
from charkoni.web.store import LogRow, SeatRow, Store, backup, migrate
from charkoni.web.store.backup import BadBackup
from charkoni.web.store.database import Database
from charkoni.web.store.tables import METADATA

GAMES = 40


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "postgres":
        return str(request.getfixturevalue("cluster").url)
    return f"sqlite:///{tmp_path / 'games.db'}"


@pytest.fixture(autouse=True)
def connections_are_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    opened = list[Database]()
    usual = Database.__init__
    monkeypatch.setattr(Database, "__init__", lambda self, url: (usual(self, url), opened.append(self))[0])
    yield
    for database in opened:
        database.engine.dispose()


def new(tmp_path: Path, name: str = "elsewhere.db") -> Database:
    return Database(f"sqlite:///{tmp_path / name}")


@pytest.fixture
def events(tmp_path: Path) -> Path:
    folder = tmp_path / "events"
    folder.mkdir()
    with EventStore(folder / "cup.event", create=True) as store, store.writing():
        store.keep_value("name", "Cup")
    (folder / "cup.event-anchor").write_text("0 -\n")
    (folder / "cup.event.lock").write_bytes(b"")
    (folder / "damaged.event").write_bytes(b"no database")
    return folder


def filled(url: str) -> Database:
    """Return a database with some games, as a server writes them."""

    async def work() -> None:
        store = Store(url)
        await store.open()
        for number in range(GAMES):
            name = f"kept{number}"
            await store.add_game(game(name), [SeatRow(name, 0, "human", "Зоя"), SeatRow(name, 1, "open")])
            await store.append(LogRow(name, 0, "move", 0, "4", at=number), game(name))
        await store.close()

    asyncio.run(work())
    return Database(url)


def rows(database: Database, table: str) -> list[tuple[object, ...]]:
    with backup.snapshot(database) as connection:
        return sorted(tuple(row) for row in connection.exec_driver_sql(f"SELECT * FROM {table}"))


def test_a_backup_restores_every_row_and_event(url: str, tmp_path: Path, events: Path) -> None:
    database, file = filled(url), tmp_path / "kept.backup"
    written = backup.back_up(database, events, file)
    assert written == backup.check(file)
    assert min(written.rows["games"], written.rows["log"]) >= GAMES  # others use the same PostgreSQL
    assert written.events == 3
    copy, folder = new(tmp_path), tmp_path / "other"
    backup.restore(file, copy, folder)
    for table in ("games", "seats", "log", "house"):
        assert rows(copy, table) == rows(database, table)
    assert sorted(path.name for path in folder.iterdir()) == ["cup.event", "cup.event-anchor", "damaged.event"]
    with contextlib.closing(sqlite3.connect(folder / "cup.event")) as event:
        assert ("name", "Cup") in event.execute("SELECT name, value FROM house").fetchall()
    assert (folder / "damaged.event").read_bytes() == b"no database"


def test_a_backup_of_sqlite_is_restored_on_postgresql(tmp_path: Path, events: Path, cluster: Cluster) -> None:
    database, file = filled(f"sqlite:///{tmp_path / 'games.db'}"), tmp_path / "kept.backup"
    backup.back_up(database, events, file)
    administrator = Database(cluster.url)
    with administrator.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("CREATE DATABASE restored")
    copy = Database(cluster.url.replace("/postgres", "/restored"))
    backup.restore(file, copy, tmp_path / "other")
    for table in ("games", "seats", "log", "house"):
        assert rows(copy, table) == rows(database, table)
    copy.engine.dispose()
    with administrator.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("DROP DATABASE restored")


def test_tables_of_other_programs_are_left_out(tmp_path: Path, events: Path) -> None:
    database, file = filled(f"sqlite:///{tmp_path / 'games.db'}"), tmp_path / "kept.backup"
    with database.engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE foreign_one (number INTEGER)")
    assert "foreign_one" not in backup.back_up(database, events, file).rows
    backup.restore(file, new(tmp_path), tmp_path / "other")


def test_what_is_written_during_a_backup_is_not_half_in_it(tmp_path: Path, events: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    database = filled(url)
    with backup.snapshot(database) as connection:
        before = connection.exec_driver_sql("SELECT count(*) FROM games").scalar()

        async def work() -> None:
            store = Store(url)
            await store.open()
            await store.add_game(game("late"), [SeatRow("late", 0, "open")])
            await store.close()

        asyncio.run(work())
        assert connection.exec_driver_sql("SELECT count(*) FROM seats WHERE game = 'late'").scalar() == 0
        assert connection.exec_driver_sql("SELECT count(*) FROM games").scalar() == before
    assert len(rows(database, "games")) == GAMES + 1


def test_the_uptime_in_the_file_beside_the_database_counts(tmp_path: Path, events: Path) -> None:
    database, file = filled(f"sqlite:///{tmp_path / 'games.db'}"), tmp_path / "kept.backup"
    with database.engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO house VALUES ('uptime', '7')")
    backup.back_up(database, events, file, uptime=4711)
    copy = new(tmp_path)
    backup.restore(file, copy, tmp_path / "other")
    assert ("uptime", "4711") in rows(copy, "house")


def test_a_backup_of_older_tables_is_brought_up_to_date(tmp_path: Path, events: Path) -> None:
    old, file = new(tmp_path, "old.db"), tmp_path / "kept.backup"
    with old.engine.begin() as connection:
        old_databases.make(connection, "0007")
        connection.exec_driver_sql("INSERT INTO tokens VALUES ('dig', 'program1', 'bot', 7)")
        connection.exec_driver_sql("INSERT INTO works VALUES ('event', 'e1', 'guest1', '192.0.2.1', 5)")
        names = "id, name, clock, base, increment, invite, open, dice_key, created, changed, state"
        connection.exec_driver_sql(
            f"INSERT INTO games ({names}) VALUES ('a','mangala','none',0,0,'i',0,'k',1,1,'over')"
        )
    assert backup.back_up(old, events, file).revision == "0007"
    copy = new(tmp_path)
    backup.restore(file, copy, tmp_path / "other")
    with backup.snapshot(copy) as connection:
        assert migrate.present(connection) == migrate.newest()
        assert connection.exec_driver_sql("SELECT id, turn FROM games").all() == [("a", -1)]
        assert connection.exec_driver_sql("SELECT id, person, label FROM credentials").all() == [
            ("dig", "program1", "bot")
        ]
        assert connection.exec_driver_sql("SELECT person FROM works").all() == [("guest1",)]
        tables = set(inspect(connection).get_table_names())
    assert tables == {*METADATA.tables, "alembic_version"}


def changed(file: Path, change: Callable[[str, bytes], bytes | None]) -> None:
    """Write a backup anew, each member as `change` returns it; None: without it."""
    with tarfile.open(file) as archive:
        members = [(info.name, archive.extractfile(info).read()) for info in archive]  # type: ignore[union-attr]
    with tarfile.open(file, "w:gz") as archive:
        for name, content in members:
            other = change(name, content)
            if other is not None:
                info = tarfile.TarInfo(name)
                info.size = len(other)
                archive.addfile(info, io.BytesIO(other))


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda file: file.write_bytes(b"hello"), "not a backup"),
        (lambda file: file.write_bytes(gzip.compress(b"hello")), "not a backup"),
        (lambda file: file.write_bytes(file.read_bytes()[: file.stat().st_size // 2]), "cut off"),
        (lambda file: changed(file, lambda name, old: None if name == "sums.json" else old), "cut off"),
        (lambda file: changed(file, lambda name, old: old.replace(b"mangala", b"banglag")), "damaged"),
        (lambda file: changed(file, lambda name, old: old.replace(b'"revision": "0', b'"revision": "9')), "damaged"),
        (lambda file: changed(file, lambda name, old: None if name == "manifest.json" else old), "not a backup"),
    ],
)
def test_what_is_no_whole_backup_is_refused(
    tmp_path: Path, events: Path, spoil: Callable[[Path], object], sentence: str
) -> None:
    file = tmp_path / "kept.backup"
    backup.back_up(filled(f"sqlite:///{tmp_path / 'games.db'}"), events, file)
    spoil(file)
    copy = new(tmp_path)
    with pytest.raises(BadBackup, match=sentence):
        backup.restore(file, copy, tmp_path / "other")
    assert not (tmp_path / "other").exists()
    with copy.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar() == 0


def crafted(file: Path, change: Callable[[str, bytes], bytes | None]) -> None:
    """Write a backup anew with sums that fit, as somebody who knows the format does."""
    sums: dict[str, str] = {}

    def noted(name: str, old: bytes) -> bytes | None:
        if name == "sums.json":
            end = json.loads(old)
            return change(name, json.dumps({**end, "members": sums}).encode())
        content = change(name, old)
        if content is not None:
            sums[name] = hashlib.sha256(content).hexdigest()
        return content

    changed(file, noted)


DEEP = b"[" * 100_000
CRAFTED: dict[str, Callable[[str, bytes], bytes | None]] = {
    "deep manifest": lambda name, old: DEEP if name == "manifest.json" else old,
    "deep sums": lambda name, old: DEEP if name == "sums.json" else old,
    "deep row": lambda name, old: old + DEEP + b"\n" if name == "tables/games.jsonl" else old,
    "deep names": lambda name, old: DEEP if name == "tables/games.jsonl" else old,
    "no version": lambda name, old: b'{"charkoni-backup": 1}' if name == "manifest.json" else old,
    "revision": lambda name, old: old.replace(b'"revision": "', b'"revision": "-') if name == "manifest.json" else old,
    "number": lambda name, old: re.sub(rb'("revision": )"\d+"', rb"\g<1>1", old) if "mani" in name else old,
    "no tables": lambda name, old: b'{"members": {}}' if name == "sums.json" else old,
    "list": lambda name, old: b'{"tables": [], "members": []}' if name == "sums.json" else old,
    "row too long": lambda name, old: old + b"[1]\n" if name == "tables/games.jsonl" else old,
    "no row": lambda name, old: old + b"7\n" if name == "tables/games.jsonl" else old,
    "no column": lambda name, old: old.replace(b'"id"', b'"idea"', 1) if name == "tables/games.jsonl" else old,
    "no text": lambda name, old: b"\xff\xfe" if name == "tables/games.jsonl" else old,
    "no key": lambda name, old: old + old.split(b"\n")[1] + b"\n" if name == "tables/games.jsonl" else old,
}


@pytest.mark.parametrize("kind", CRAFTED)
def test_a_crafted_backup_is_refused_in_one_line_and_leaves_nothing(kind: str, tmp_path: Path, events: Path) -> None:
    file, copy = tmp_path / "kept.backup", tmp_path / "house" / "deeper" / "games.db"
    backup.back_up(filled(f"sqlite:///{tmp_path / 'games.db'}"), events, file)
    crafted(file, CRAFTED[kind])
    with pytest.raises((BadBackup, BadDatabase)) as refused:
        administration.restore(Settings(database=f"sqlite:///{copy}"), file)
    assert "\n" not in str(refused.value) and len(str(refused.value)) < 2000
    assert not (tmp_path / "house").exists(), "neither folder nor database, lock or event"


@pytest.mark.parametrize("kind", [tarfile.LNKTYPE, tarfile.SYMTYPE, tarfile.FIFOTYPE], ids=["hard", "symbolic", "pipe"])
@pytest.mark.parametrize("target", ["manifest.json", "/etc/passwd", "events/loop.event"])
def test_links_in_a_backup_are_refused(kind: bytes, target: str, tmp_path: Path, events: Path) -> None:
    file = tmp_path / "kept.backup"
    backup.back_up(filled(f"sqlite:///{tmp_path / 'games.db'}"), events, file)
    with tarfile.open(file) as archive:
        members = [(info, archive.extractfile(info)) for info in archive]
        info = tarfile.TarInfo("events/loop.event")
        info.type, info.linkname = kind, target
        with tarfile.open(tmp_path / "links.backup", "w:gz") as other:
            for each, content in [*members[:1], (info, None), *members[1:]]:
                other.addfile(each, content)
    with pytest.raises(BadBackup, match="not a backup"):
        backup.restore(tmp_path / "links.backup", new(tmp_path), tmp_path / "other")
    assert not (tmp_path / "other").exists()


def test_a_loop_of_links_is_no_place_for_a_database(tmp_path: Path, events: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    for database in (tmp_path / "a", tmp_path / "a" / "games.db"):
        settings = Settings(database=f"sqlite:///{database}")
        with pytest.raises((OSError, BadDatabase)) as refused, administration.opened(settings):
            pass
        assert "\n" not in str(refused.value)
        assert [each for each in examine(settings) if each.subject == "database"]


def test_a_backup_of_a_newer_program_is_refused(tmp_path: Path, events: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "kept.backup"
    backup.back_up(filled(f"sqlite:///{tmp_path / 'games.db'}"), events, file)
    monkeypatch.setattr(migrate, "newest", lambda: "0001")
    with pytest.raises(BadBackup, match="newer version"):
        backup.check(file)


def test_a_database_that_holds_something_is_not_filled(tmp_path: Path, events: Path) -> None:
    database, file = filled(f"sqlite:///{tmp_path / 'games.db'}"), tmp_path / "kept.backup"
    backup.back_up(database, events, file)
    with pytest.raises(BadBackup, match="into a new one"):
        backup.restore(file, database, events)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "cup.event").write_text("{}\n")
    copy = new(tmp_path)
    with pytest.raises(BadBackup, match="another event"):
        backup.restore(file, copy, tmp_path / "other")
    assert [path.name for path in (tmp_path / "other").iterdir()] == ["cup.event"], "of 42 events none may stay"
    with copy.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar() == 0


def test_nothing_is_left_where_a_backup_cannot_be_written(tmp_path: Path, events: Path) -> None:
    file = tmp_path / "kept.backup"
    with pytest.raises(BadBackup, match="nothing to back up"):
        backup.back_up(new(tmp_path), events, file)
    file.write_text("mine")
    with pytest.raises(FileExistsError):
        backup.back_up(filled(f"sqlite:///{tmp_path / 'games.db'}"), events, file)
    assert file.read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir() if ".part" in path.name] == []


def test_members_are_named_as_the_format_says(tmp_path: Path, events: Path) -> None:
    file = tmp_path / "kept.backup"
    backup.back_up(filled(f"sqlite:///{tmp_path / 'games.db'}"), events, file)
    with tarfile.open(file) as archive:
        names = archive.getnames()
        manifest = json.loads(archive.extractfile("manifest.json").read())  # type: ignore[union-attr]
    assert (names[0], names[-1]) == ("manifest.json", "sums.json")
    assert {"tables/games.jsonl", "tables/log.jsonl", "events/cup.event"} <= set(names)
    assert manifest[backup.KIND] == backup.FORMAT and manifest["database"] == "sqlite"
