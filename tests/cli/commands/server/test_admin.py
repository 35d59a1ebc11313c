"""`charkoni admin`: backups that a new server starts from, upgrades that are said first, examinations, old games."""

import asyncio
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Cli, cli
from tests.web.store import old_databases
from tests.web.store.test_store import game

from charkoni.tournament.store import Store as EventStore
from charkoni.web import administration
from charkoni.web.http.sessions import ended_name
from charkoni.web.store import LogRow, SeatRow, Store
from charkoni.web.store.database import Database

__all__ = ["cli"]
pytestmark = pytest.mark.compiled_only
NOW = 1_800_000_000_000
GAMES = 12


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The database of a server with some games and an event, which the commands use."""
    path = tmp_path / "house" / "games.db"
    path.parent.mkdir()

    async def work() -> None:
        store = Store(f"sqlite:///{path}")
        await store.open()
        for number in range(GAMES):
            name = f"g{number}"
            await store.add_game(game(name), [SeatRow(name, 0, "human", "Зоя"), SeatRow(name, 1, "open")])
            await store.append(LogRow(name, 0, "move", 0, "4", at=NOW), game(name))
        await store.close()

    asyncio.run(work())
    (path.parent / "events").mkdir()
    EventStore(path.parent / "events" / "cup.event", create=True).close()
    monkeypatch.setenv("CHARKONI_DATABASE", str(path))
    return path


def counted(path: Path, table: str) -> int:
    with sqlite3.connect(path) as connection:
        number: int = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    connection.close()
    return number


def test_a_backup_is_restored_elsewhere(cli: Cli, database: Path, tmp_path: Path) -> None:
    file, copy = tmp_path / "monday.backup", tmp_path / "other" / "games.db"
    copy.parent.mkdir()
    assert f"games: {GAMES}," in cli("admin", "backup", file).out
    assert file.stat().st_mode & 0o077 == 0, "others can read the backup"
    assert "files of tournaments: 1" in cli("admin", "restore", file, "--database", copy).out
    assert counted(copy, "log") == GAMES
    assert (copy.parent / "events" / "cup.event").is_file()
    assert copy.stat().st_mode & 0o077 == 0


def test_nothing_is_overwritten(cli: Cli, database: Path, tmp_path: Path) -> None:
    file = tmp_path / "monday.backup"
    cli("admin", "backup", file)
    again = cli("admin", "backup", file)
    assert (again.code, again.err) == (2, f"charkoni: {file}: it exists already\n")
    into_the_same = cli("admin", "restore", file)
    assert into_the_same.code == 2 and "a backup is restored into a new one" in into_the_same.err
    assert counted(database, "games") == GAMES


def test_a_restoration_that_fails_leaves_nothing(cli: Cli, database: Path, tmp_path: Path) -> None:
    file, copy = tmp_path / "monday.backup", tmp_path / "other.db"
    cli("admin", "backup", file)
    file.write_bytes(file.read_bytes()[:-200])
    refused = cli("admin", "restore", file, "--database", copy)
    assert refused.code == 2 and "cut off" in refused.err and "Traceback" not in refused.err
    assert not copy.exists()


def test_what_is_not_there_is_one_line(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHARKONI_DATABASE", str(tmp_path / "none.db"))
    for command in (("backup", tmp_path / "a"), ("upgrade",), ("vacuum",), ("restore", tmp_path / "none")):
        result = cli("admin", *command)
        assert result.code == 2 and result.err.count("\n") == 1, result.err
    assert list(tmp_path.iterdir()) == []


def test_an_upgrade_is_said_before_it_is_done(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database: Path
) -> None:
    assert cli("admin", "upgrade").out == "the tables are up to date\n"
    path = tmp_path / "old.db"
    old = Database(f"sqlite:///{path}")
    with old.engine.begin() as connection:
        old_databases.make(connection, "0002")
    old.engine.dispose()
    monkeypatch.setenv("CHARKONI_DATABASE", str(path))
    said = cli("admin", "upgrade")
    assert said.code == 1 and "0003  Whose turn it is in a game" in said.out and "0001" not in said.out
    assert cli("admin", "doctor").out.count("charkoni admin upgrade") == 1
    assert cli("admin", "upgrade", "--yes").code == 0
    assert cli("admin", "upgrade").out == "the tables are up to date\n"


def test_an_upgrade_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "old.db"
    old = Database(f"sqlite:///{path}")
    with old.engine.begin() as connection:
        old_databases.make(connection, "0002")
    old.engine.dispose()
    kept = tuple(sqlite3.connect(path).iterdump())
    monkeypatch.setenv("CHARKONI_DATABASE", str(path))
    killed = (
        "import os; from charkoni.web import administration; from charkoni.web.config import Settings; "
        "from charkoni.web.store import migrate; usual = migrate.bring_up_to_date; "
        "migrate.bring_up_to_date = lambda c: (usual(c), os._exit(9)); "
        "administration.upgrade(Settings.from_environment())"
    )
    assert subprocess.run([sys.executable, "-c", killed]).returncode == 9
    assert tuple(sqlite3.connect(path).iterdump()) == kept


def test_the_administrator_ends_the_sessions_of_a_guest(cli: Cli, database: Path) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE seats SET owner = 'abcdefgh' WHERE game = 'g1' AND seat = 0")
        connection.execute("UPDATE seats SET owner = 'abcxyz' WHERE game = 'g2' AND seat = 0")
    connection.close()
    assert cli("admin", "end-sessions", "abc").code == 2, "two begin so"
    assert cli("admin", "end-sessions", "abcd").out == "the sessions of abcdefgh are ended\n"
    with sqlite3.connect(database) as connection:
        (name,) = connection.execute("SELECT name FROM session_ends").fetchone()
    assert name == ended_name("abcdefgh")
    connection.close()


def test_the_doctor_finds_what_is_damaged(cli: Cli, database: Path) -> None:
    before = cli("admin", "doctor")
    assert (before.code, "! " in before.out) == (0, True), "warnings alone are no failure"
    assert cli("admin", "doctor", "--strict").code == 1
    assert "✓ database: it can be written, and its tables are up to date" in before.out
    assert "✓ events: files: 1, all whole" in before.out
    assert "✓ fonts: those of print-outs are there" in before.out
    assert "✓ proxies: none: visitors" in before.out and "✓ clock: " in before.out and " GB are free in " in before.out
    with sqlite3.connect(database) as connection:
        connection.execute("INSERT INTO house VALUES ('alive', ?)", [str(4_000_000_000_000)])
    assert re.search(
        r"! clock: it shows [-\d: ]+ UTC, but a server was running at 2096-10-02 07:06", cli("admin", "doctor").out
    )
    (database.parent / "events" / "cup.event").write_bytes(b"nonsense")
    after = cli("admin", "doctor")
    assert after.code == 1 and "✗ events: cup.event: " in after.out
    database.write_bytes(b"nonsense")
    assert (
        "✗ database: this database cannot be used: the file is not a database of SQLite" in cli("admin", "doctor").out
    )


def test_the_doctor_tells_a_database_that_no_file_can_be(cli: Cli) -> None:
    result = cli("admin", "doctor", "--database", "a" * 5000)
    assert (result.code, result.err) == (1, "")
    assert "✗ database: this database cannot be used: File name too long" in result.out
    assert "✓ fonts:" in result.out  # the rest is examined, too


def test_old_games_are_deleted_and_their_room_given_back(cli: Cli, database: Path) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE games SET state = 'over', changed = 1 WHERE id <> 'g3'")
        connection.execute("UPDATE log SET text = ?", ("x" * 50_000,))
    connection.close()
    before = database.stat().st_size
    result = cli("admin", "vacuum")
    assert f"{GAMES - 1} old games deleted" in result.out, result.err
    assert counted(database, "games") == 1
    assert database.stat().st_size < before / 2


def test_a_database_in_use_is_left_alone(cli: Cli, database: Path) -> None:
    with administration.claimed(f"sqlite:///{database}"):
        for command in (("upgrade", "--yes"), ("vacuum",)):
            result = cli("admin", *command)
            assert result.out == "the tables are up to date\n" or "another server uses this database" in result.err
        assert cli("admin", "backup", database.parent / "while-it-runs.backup").code == 0
