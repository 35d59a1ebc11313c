"""Torn, shortened and zeroed bytes in every kind of file that the program keeps.

A reader must refuse a damaged file in a sentence, or return what was in it.  A file with checksums may not be read as
something else; of kinds without any, the table tells how often that happened.
"""

import asyncio
import random
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from tests.chaos.experiments.place import Place
from tests.chaos.report import Row

import charkoni
from charkoni.arena import Match, MatchFile, read_match
from charkoni.arena.game import play_game
from charkoni.cli import records
from charkoni.core.errors import BadText, Refusal
from charkoni.core.files.atomic_files import create
from charkoni.core.record import Record
from charkoni.solve.tablebase_files import TablebaseTitle, in_memory, open_tablebase, write_tablebase
from charkoni.tournament.acts.log import LogEntry
from charkoni.tournament.director import Director
from charkoni.tournament.formats.trf import reader, writer
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.players import Person
from charkoni.tournament.store import archive, read_archive
from charkoni.web.config import Clock
from charkoni.web.live.uptime import Uptime, UptimeFile
from charkoni.web.store import GameRow, LogRow, SeatRow, Store, StoreError

TOLD = (Refusal, BadText, StoreError, OSError)
"""Errors that the program shows in one line."""
SECTOR = 512


@dataclass(frozen=True)
class Kind:
    """A kind of file.

    make: writes one.  read: returns all that it holds.  is_protected: the format has checksums.
    """

    make: Callable[[Path], None]
    read: Callable[[Path], Any]
    is_protected: bool = True


# --- damages ------------------------------------------------------------------------------------------------------


def _zeroed(content: bytearray, luck: random.Random) -> bytes:
    start = luck.randrange(len(content)) // SECTOR * SECTOR
    content[start : start + SECTOR] = bytes(len(content[start : start + SECTOR]))
    return bytes(content)


def _flipped(content: bytearray, luck: random.Random) -> bytes:
    content[luck.randrange(len(content))] ^= 1 << luck.randrange(8)
    return bytes(content)


def _garbled(content: bytearray, luck: random.Random) -> bytes:
    start = luck.randrange(len(content))
    content[start : start + 64] = luck.randbytes(len(content[start : start + 64]))
    return bytes(content)


def _without_a_part(content: bytearray, luck: random.Random) -> bytes:
    start = luck.randrange(len(content))
    del content[start : start + luck.randrange(1, SECTOR)]
    return bytes(content)


DAMAGES: dict[str, Callable[[bytearray, random.Random], bytes]] = {
    "all bytes zeroed": lambda content, _: bytes(len(content)),
    "emptied": lambda content, _: b"",
    "a sector zeroed": _zeroed,
    "shortened": lambda content, luck: bytes(content[: luck.randrange(len(content))]),
    "a bit flipped": _flipped,
    "64 bytes garbled": _garbled,
    "a part missing": _without_a_part,
}


# --- kinds of files -----------------------------------------------------------------------------------------------


def _record() -> Record:
    luck, record = random.Random(4), Record(charkoni.game("mangala"))
    while record.outcome is None:
        record.play(luck.choice(record.position.moves))
    return record


def make_event(path: Path) -> None:
    """Make an event with a closed round."""
    with Director.create(path, {"name": "Damaged", "system": "round-robin"}) as director:
        for name in ("Ada Lovelace", "Boris Spasski", "Çağla Yılmaz", "Dmitri Ivanov"):
            director.enter(Person(name))
        director.close_list()
        director.draft()
        director.publish()
        for board in (1, 2):
            director.result(board, "1")
        director.close_round()


def read_event(path: Path) -> tuple[list[LogEntry], Tournament]:
    """Return the log and the state of an event, verified."""
    with Director.open(path) as director:
        director.store.verify()
        return director.log, director.state


def _make_archive(path: Path) -> None:
    make_event(path.with_suffix(".tournament"))
    with Director.open(path.with_suffix(".tournament")) as director:
        path.write_text(archive(director.store), encoding="utf-8")


def _make_report(path: Path) -> None:
    make_event(path.with_suffix(".tournament"))
    with Director.open(path.with_suffix(".tournament")) as director:
        path.write_text(writer.write(director.state), encoding="utf-8", newline="")


MATCH = Match("mosty:size=2", "random", "random", 4, 1)


def _make_match(path: Path) -> None:
    with MatchFile(path, MATCH.header()) as match_file:
        for task in MATCH.tasks():
            match_file.add(play_game(task))


def _make_database(path: Path) -> None:
    async def work() -> None:
        store = Store(f"sqlite:///{path}")
        await store.open()
        now = 1_800_000_000_000
        for number in range(20):
            g = f"game{number:04}"
            row = GameRow(g, "mangala", clock="none", base=0, increment=0, invite=f"i{g}", open=1, dice_key="k",
                          created=now, changed=now)  # fmt: skip
            await store.add_game(row, [SeatRow(g, 0, "human", "Ada", "guest"), SeatRow(g, 1, "open")])
            for seq in range(20):
                await store.append(LogRow(g, seq, "move", seq % 2, "4", "", "1 2", 5), row)
        await store.close()
        with sqlite3.connect(path) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    asyncio.run(work())


def _read_database(path: Path) -> object:
    async def work() -> object:
        store = Store(f"sqlite:///{path}")
        try:
            await store.open()
            return [await store.game(f"game{number:04}") for number in range(20)]
        finally:
            await store.close()

    return asyncio.run(work())


def _database_of(uptime: Path) -> Path:
    return uptime.with_name(uptime.name.removesuffix("-uptime"))


def _make_uptime(path: Path) -> None:
    file, uptime = UptimeFile(_database_of(path)), Uptime(Clock())
    file.close(uptime)


def _read_uptime(path: Path) -> object:
    file = UptimeFile(_database_of(path))
    try:
        return file.read()
    finally:
        file.close(Uptime(Clock()))


def _make_tablebase(path: Path) -> None:
    title = TablebaseTitle("mangala", "rules", "cells of the chaos tests", 1)
    write_tablebase(in_memory(path, title, [50_000, 100_000], np.arange(100_000, dtype=np.uint8)))


def _read_tablebase(path: Path) -> object:
    table = open_tablebase(path)
    table.check_all()
    return table.title, bytes(table.section(0)), bytes(table.section(1))


KINDS: dict[str, Kind] = {
    "event.tournament": Kind(make_event, read_event),
    "archive.jsonl": Kind(_make_archive, lambda path: read_archive(records.read_text(path))),
    "match.jsonl": Kind(_make_match, lambda path: read_match(path, MATCH.header())),
    "table.table": Kind(_make_tablebase, _read_tablebase),
    "server.db": Kind(_make_database, _read_database, is_protected=False),
    "game.charkoni": Kind(
        lambda path: create(path, str(_record()).encode()), lambda path: str(records.load(path)), is_protected=False
    ),
    "game.json": Kind(
        lambda path: create(path, _record().json().encode()), lambda path: str(records.load(path)), is_protected=False
    ),
    "report.trf": Kind(_make_report, lambda path: reader.read(records.read_text(path)), is_protected=False),
    "server.db-uptime": Kind(_make_uptime, _read_uptime, is_protected=False),
}


async def damage(place: Place) -> Row:
    """Damage copies of all kinds of files again and again."""
    return await asyncio.to_thread(damage_files, place, asyncio.get_running_loop().time() + place.seconds)


def damage_files(place: Place, end: float, least: int = 1) -> Row:
    """Damage copies of all kinds of files until a time of the monotonic clock, each in each way at least some times."""
    row = Row("files damaged")
    originals = {}
    for name, kind in KINDS.items():
        folder = place.folder / name.replace(".", "-")
        folder.mkdir()
        path = folder / name
        kind.make(path)
        files = {each: each.read_bytes() for each in folder.iterdir()}
        originals[name] = (path, files[path], files, kind.read(path))
    told = unchanged = unnoticed = 0
    turn = 0
    while turn < least or time.monotonic() < end:
        turn += 1
        for name, kind in KINDS.items():
            path, content, files, wanted = originals[name]
            for how, change in DAMAGES.items():
                for each in path.parent.iterdir():
                    if each not in files:
                        each.unlink()
                for each, bytes_ in files.items():
                    each.write_bytes(bytes_)
                spoiled = change(bytearray(content), place.luck)
                if spoiled == content:
                    continue
                path.write_bytes(spoiled)
                row.injected += 1
                row.acknowledged += 1
                try:
                    found = kind.read(path)
                except TOLD:
                    told += 1
                except Exception as error:
                    row.faults.append(f"{name}, {how}: {type(error).__name__}: {error}"[:200])
                    continue
                else:
                    if found == wanted:
                        unchanged += 1
                    elif kind.is_protected and not _is_beginning(name, found, wanted):
                        row.lost += 1
                        row.faults.append(f"{name}, {how}: read as something else")
                    else:
                        unnoticed += 1
                row.survived += 1
    row.faults = sorted(set(row.faults))[:20]
    row.seen += [
        f"{told} refused in a sentence, {unchanged} read as they were",
        f"{unnoticed} read as something else, of kinds without checksums or journals cut after a whole line",
    ]
    return row


def _is_beginning(name: str, found: Any, wanted: Any) -> bool:
    """Return whether a journal was read that ends earlier: its work goes on from there."""
    if name != "match.jsonl":
        return False
    return found[1] == wanted[1][: len(found[1])] and found[0] in ({}, wanted[0])
