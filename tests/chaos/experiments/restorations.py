"""A backup is taken while people play, the server is killed, and another one goes on from the backup."""

import asyncio
from pathlib import Path

from tests.chaos.crowd import Crowd
from tests.chaos.experiments.place import Place, is_over, running
from tests.chaos.report import Row
from tests.chaos.supervised_server import Server

from charkoni.web import administration
from charkoni.web.config import Settings

PAIRS = 50
MOVES = 100
"""How many moves are acknowledged before a backup."""


async def elsewhere(place: Place) -> Row:
    """Every move that was acknowledged before a backup is on the server that is restored from it."""
    row = Row(f"backup while {PAIRS} tables play, killed, restored elsewhere")
    end = place.until()
    while not row.injected or not is_over(end):
        row.injected += 1
        folder = place.folder / str(row.injected)
        crowd, promised = await backed_up(place, Server(folder / "here"), folder / "kept.backup")
        copy = await asyncio.to_thread(restored, folder / "kept.backup", folder / "there")
        async with running(copy):
            lost = await missing(crowd, promised, copy)
        row.acknowledged += sum(map(len, promised.values()))
        row.lost += len(lost)
        row.survived += not lost
        row.faults += [] if any(promised.values()) else ["nobody had played when the backup began"]
        row.faults += lost[:5] + [f"a traceback in the log: {line}" for line in copy.traces()[:3]]
    row.seen.append("games go on from the backup")
    return row


async def backed_up(place: Place, server: Server, file: Path) -> tuple[Crowd, dict[str, dict[int, str]]]:
    """Let a crowd play, take a backup, kill the server.

    Returns the crowd, and by table the moves that were acknowledged when the backup began.
    """
    crowd = place.crowd(server.origin, PAIRS, clock="30")
    async with running(server), crowd:
        await crowd.moves(MOVES)
        promised = {table.g: dict(table.acknowledged) for table in crowd.tables}
        await asyncio.to_thread(administration.back_up, settings(server.folder), file)
        await asyncio.to_thread(server.kill)
    return crowd, promised


async def missing(crowd: Crowd, promised: dict[str, dict[int, str]], server: Server) -> list[str]:
    """Return a sentence for each promised move that a server does not have."""
    crowd.origins = lambda _: server.origin
    crowd.tables = [table for table in crowd.tables if table.g in promised]
    for table in crowd.tables:
        table.acknowledged = promised[table.g]
    return await crowd.lost()


def settings(folder: Path) -> Settings:
    """Return the settings by which an administrator finds the data of a server."""
    return Settings.from_environment(database=str(folder / "server.db"))


def restored(file: Path, folder: Path) -> Server:
    """Return a server that has not begun, with the data of a backup."""
    folder.mkdir()
    administration.restore(settings(folder), file)
    return Server(folder)
