"""Unlucky ends: during the migration of a database, during backups, and while files are being replaced."""

import asyncio
import multiprocessing
import os
import signal
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import create_engine, inspect
from tests.chaos.experiments.damage import MATCH, make_event, read_event
from tests.chaos.experiments.place import Place, close_books, is_over, pause, running
from tests.chaos.report import Row
from tests.chaos.supervised_server import Server
from tests.web.store import old_databases

from charkoni.arena import MatchFile, read_match
from charkoni.arena.game import play_game
from charkoni.cli import records
from charkoni.core.record import Record
from charkoni.core.registry import named
from charkoni.tournament.acts.event import ChangeSettings
from charkoni.tournament.director import Director
from charkoni.web.store import migrate

OLD_GAMES = 3000
LONGEST_START_S = 3.0


async def migrations(place: Place) -> Row:
    """A server is killed while it migrates the database of the first version."""
    row = Row("killed while a database is migrated")
    old = place.folder / "old.db"
    await asyncio.to_thread(_make_first_version, old)
    path, end = place.folder / "server.db", place.until()
    longest = LONGEST_START_S
    while not is_over(end):
        path.write_bytes(old.read_bytes())
        server = Server(place.folder, database=str(path))
        for _ in range(3):
            row.injected += 1
            await asyncio.to_thread(server.launch)
            await pause(place, 0.0, longest)
            await asyncio.to_thread(server.kill)
        began = time.monotonic()
        await asyncio.to_thread(server.start)
        longest = min(LONGEST_START_S, time.monotonic() - began)
        await asyncio.to_thread(server.stop)
        lost = _missing(path)
        row.acknowledged += OLD_GAMES
        row.lost += len(lost)
        row.survived += 0 if lost else 3
        row.faults += [*lost[:3], *(f"a traceback in the log: {line}" for line in server.traces()[:3])]
    row.seen.append("the server starts as if nothing had happened")
    return row


def _make_first_version(path: Path) -> None:
    """Make a database of the first version, with games."""
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        old_databases.make(connection, "0001")
        columns = {each["name"] for each in inspect(connection).get_columns("games")}
        values = {"id": "", "name": "mangala", "clock": "none", "state": "open", "start": "", "next": ""}
        names = [name for name in columns if name not in values]
        texts = {"id", "name", "clock", "state", "start", "next", "invite", "dice_key", "result", "reason"}
        for number in range(OLD_GAMES):
            row = {name: ("" if name in texts else 0) for name in names} | values
            row |= {"id": f"game{number:04}", "invite": f"i{number}", "dice_key": "k"}
            row = {name: value for name, value in row.items() if name in columns}
            marks = ", ".join(f":{name}" for name in row)
            connection.exec_driver_sql(f"INSERT INTO games ({', '.join(row)}) VALUES ({marks})", row)
    engine.dispose()


def _missing(path: Path) -> list[str]:
    """Return what is wrong with a database after its migration."""
    connection = sqlite3.connect(path)
    try:
        version = connection.execute("SELECT version_num FROM alembic_version").fetchall()
        count = connection.execute("SELECT count(*) FROM games").fetchone()[0]
    finally:
        connection.close()
    wrong = [f"the version is {version}"] if version != [(migrate.newest(),)] else []
    return wrong + [f"{OLD_GAMES - count} games are missing"] * (count != OLD_GAMES)


async def backups(place: Place) -> Row:
    """Backups are taken while people play, and the server is killed meanwhile; another server starts from them."""
    row = Row("backup under load, server killed")
    async with running(Server(place.folder)) as server:
        crowd = place.crowd(server.origin)
        copies: list[tuple[Path, dict[str, dict[int, str]]]] = []
        async with crowd:
            end = place.until()
            while not is_over(end):
                row.injected += 1
                before = {table.g: dict(table.acknowledged) for table in crowd.tables}
                copy = place.folder / f"copy-{len(copies)}.db"
                taking = asyncio.to_thread(_back_up, place.folder / "server.db", copy)
                await asyncio.gather(taking, server.restart())
                copies.append((copy, before))
                await crowd.moves(4)
        await close_books(row, crowd, server)
    for copy, before in copies:
        lost = await asyncio.to_thread(_lost_in_copy, copy, before)
        row.lost += len(lost)
        row.faults += lost[:3]
        row.survived += not lost
    return row


def _back_up(source: Path, target: Path) -> None:
    """Copy a database as `sqlite3 server.db ".backup target"` does."""
    one, two = sqlite3.connect(source), sqlite3.connect(target)
    try:
        one.backup(two, pages=1)
    finally:
        one.close()
        two.close()


def _lost_in_copy(copy: Path, before: dict[str, dict[int, str]]) -> list[str]:
    """Return a sentence for each move that was acknowledged before a backup began and that the copy lacks."""
    connection = sqlite3.connect(copy)
    try:
        found = connection.execute("SELECT game, text FROM log WHERE kind IN ('move', 'throw')").fetchall()
        sound = connection.execute("PRAGMA integrity_check").fetchall()
    finally:
        connection.close()
    moves: dict[str, int] = {}
    for game, _ in found:
        moves[game] = moves.get(game, 0) + 1
    lost = [f"{g}: {len(acked)} acknowledged, {moves.get(g, 0)} in the copy" for g, acked in before.items()
            if moves.get(g, 0) < max(acked, default=-1) + 1]  # fmt: skip
    return lost + ([] if sound == [("ok",)] else [f"the copy is damaged: {sound[:2]}"])


# --- writers ------------------------------------------------------------------------------------------------------


async def writers(place: Place) -> Row:
    """Programs are killed while they write events, copies of events, matches and records."""
    return await asyncio.to_thread(_kill_writers, place, asyncio.get_running_loop().time() + place.seconds)


def _write_event(folder: Path, told: int) -> None:
    with Director.open(folder / "event.tournament") as director:
        while True:
            director.do(ChangeSettings(settings={"name": f"Event {len(director.log)}"}))
            os.write(told, b".")


def _write_copies(folder: Path, told: int) -> None:
    with Director.open(folder / "event.tournament") as director:
        while True:
            director.store.copy_to(folder / "copy.tournament")
            os.write(told, b".")


def _write_match(folder: Path, told: int) -> None:
    line = play_game(next(MATCH.tasks()))
    with MatchFile(folder / "match.jsonl", MATCH.header()) as match_file:
        while True:
            match_file.add(line | {"game": len(match_file.rows)})
            os.write(told, b".")


def _write_record(folder: Path, told: int) -> None:
    autosave, record = records.Autosave(named("mangala"), folder / "game.charkoni", may_overwrite=True), _new_record()
    while True:
        if record.outcome is not None:
            record = _new_record()
        record.play(record.position.moves[0])
        autosave.save(record)
        os.write(told, b".")


def _new_record() -> Record:
    return Record(named("mangala"))


def _acts(folder: Path) -> int:
    log, _ = read_event(folder / "event.tournament")
    return len(log)


def _copied(folder: Path) -> int:
    if (folder / "copy.tournament").exists():
        read_event(folder / "copy.tournament")
    return 1 << 60  # only the last copy is there


def _games(folder: Path) -> int:
    path = folder / "match.jsonl"
    if path.exists():
        with MatchFile(path, MATCH.header()):
            pass  # drops half a last line
        return len(read_match(path, MATCH.header())[1])
    return 0


def _recorded(folder: Path) -> int:
    if (folder / "game.charkoni").exists():
        records.load(folder / "game.charkoni")
    return 1 << 60


WRITERS: dict[str, tuple[Callable[[Path, int], None], Callable[[Path], int]]] = {
    "acts of an event": (_write_event, _acts),
    "copies of an event": (_write_copies, _copied),
    "games of a match": (_write_match, _games),
    "a game being saved": (_write_record, _recorded),
}
"""By what is written: the endless writer, which tells of each completed write, and the number of writes in the file."""


def _kill_writers(place: Place, end: float) -> Row:
    row = Row("killed while a file is written")
    forks = multiprocessing.get_context("fork")
    turn = 0
    while turn < 1 or time.monotonic() < end:
        turn += 1
        for name, (write, count) in WRITERS.items():
            folder = place.folder / f"{turn}-{name.replace(' ', '-')}"
            folder.mkdir()
            if "event" in name:
                make_event(folder / "event.tournament")
            before = count(folder) if name == "acts of an event" else 0
            reading, telling = os.pipe()
            process = forks.Process(target=write, args=(folder, telling), daemon=True)
            process.start()
            os.close(telling)
            written = len(os.read(reading, 1 << 16))
            time.sleep(place.luck.uniform(0, 0.1))
            assert process.pid
            os.kill(process.pid, signal.SIGKILL)
            process.join()
            while more := os.read(reading, 1 << 16):
                written += len(more)
            os.close(reading)
            row.injected += 1
            row.acknowledged += written
            try:
                kept = count(folder) - before
            except Exception as error:
                row.faults.append(f"{name}: {type(error).__name__}: {error}"[:200])
                continue
            row.lost += max(0, written - kept)
            row.survived += 1
            left = [each.name for each in folder.iterdir() if each.name.endswith(".part")]
            row.seen += [f"drafts left over: {', '.join(left)}"] if left and len(row.seen) < 1 else []
    return row
