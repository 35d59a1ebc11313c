"""A machine without descriptors, without disk, and with a wrong clock."""

import asyncio
import contextlib
import os
import resource
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx2
from tests.chaos.crowd import Crowd
from tests.chaos.experiments.place import Place, close_books, is_over, pause, running
from tests.chaos.report import Row
from tests.chaos.supervised_server import Server

GOES_ON = 4
FEW_DESCRIPTORS = 4
DISK_MB = 24
JUMPS_S = (-86_400, -3_600, -5, 5, 3_600, 86_400)
CLOCK = "5"
"""Minutes per player: a jump of an hour would end every game, if it counted."""

CHARGED_MS = 250
"""By how much more than the elapsed time a clock may fall."""


async def descriptors(place: Place) -> Row:
    """The server may open no more files (EMFILE), while people come; then it may again."""
    row = Row("no file descriptors left")
    async with running(Server(place.folder)) as server:
        crowd = place.crowd(server.origin)
        async with crowd:
            end = place.until()
            while not is_over(end):
                row.injected += 1
                before = server.limit(resource.RLIMIT_NOFILE, server.descriptors() + FEW_DESCRIPTORS)
                wires = []
                for _ in range(60):
                    with contextlib.suppress(OSError):
                        wires.append(socket.create_connection(("127.0.0.1", server.port), timeout=1))
                await pause(place, 0.5, 3.0)
                for wire in wires:
                    wire.close()
                server.limit(resource.RLIMIT_NOFILE, before[0])
                row.survived += await crowd.moves(GOES_ON) and await _answers(server)
        await close_books(row, crowd, server)
    return row


async def _answers(server: Server) -> bool:
    """Return whether a new visitor gets a page within ten seconds."""
    async with httpx2.AsyncClient(timeout=10) as web:
        try:
            return (await web.get(server.origin + "/")).status_code == 200
        except httpx2.HTTPError:
            return False


async def full_disk(place: Place) -> Row:
    """The file system of the database is full, and has room again."""
    row = Row("disk full, SQLite")
    with small_disk(place.folder) as disk:
        async with running(Server(place.folder, database=str(disk.folder / "server.db"))) as server:
            crowd = place.crowd(server.origin, clock="30")
            async with crowd:
                end = place.until()
                while not is_over(end):
                    await pause(place, 0.2, 1.0)
                    row.injected += 1
                    refused = crowd.codes["NOT_STORED"]
                    disk.fill(server)
                    for _ in range(100):
                        if crowd.codes["NOT_STORED"] > refused:
                            break
                        await asyncio.sleep(0.1)
                    else:
                        row.faults.append("nobody was refused while the disk was full")
                    disk.free(server)
                    row.survived += await crowd.moves(GOES_ON)
            await close_books(row, crowd, server)
            if "could not be stored" not in server.log.read_text():
                row.faults.append("the log does not tell of moves that were refused")
    return row


class SmallDisk:
    """A file system of a few MB; where none can be mounted, a folder in which a server's files cannot grow."""

    def __init__(self, folder: Path, is_mounted: bool) -> None:
        self.folder = folder
        self.is_mounted = is_mounted
        self._before: tuple[int, int] | None = None

    def fill(self, server: Server | None = None) -> None:
        """Leave no room."""
        if not self.is_mounted:
            assert server
            self._before = server.limit(resource.RLIMIT_FSIZE, 0)
            return
        with contextlib.suppress(OSError), (self.folder / "filler").open("wb", buffering=0) as filler:
            for size in (1 << 20, 1 << 12, 1):
                with contextlib.suppress(OSError):
                    while True:
                        if filler.write(bytes(size)) < size:
                            break

    def free(self, server: Server) -> None:
        """Make room again."""
        if self._before:
            server.limit(resource.RLIMIT_FSIZE, self._before[0])
        (self.folder / "filler").unlink(missing_ok=True)


@contextlib.contextmanager
def small_disk(folder: Path, megabytes: int = DISK_MB) -> Iterator[SmallDisk]:
    """Mount a file system of a few MB, which only root may do."""
    place = folder / "disk"
    place.mkdir()
    options = ["-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(place)]
    is_mounted = os.geteuid() == 0 and subprocess.run(["mount", *options], capture_output=True).returncode == 0
    try:
        yield SmallDisk(place, is_mounted)
    finally:
        if is_mounted:
            subprocess.run(["umount", str(place)], capture_output=True, check=True)


async def clock_jumps(place: Place) -> Row:
    """The wall clock jumps both ways while clocks run, also while the server is down."""
    row = Row("wall clock jumps")
    skew = place.folder / "skew"
    skew.write_text("0")
    async with running(Server(place.folder, skew=skew)) as server:
        crowd = place.crowd(server.origin, clock=CLOCK)
        async with crowd:
            end = place.until()
            loop = asyncio.get_running_loop()
            while not is_over(end):
                row.injected += 1
                before, since = await _clocks(server, crowd), loop.time()
                draft = place.folder / "draft"
                draft.write_text(str(place.luck.choice(JUMPS_S)))
                draft.replace(skew)
                if place.luck.random() < 0.3:
                    await server.restart()
                went_on = await crowd.moves(GOES_ON)
                after, passed = await _clocks(server, crowd), (loop.time() - since) * 1000
                wrong = _wrong_clocks(before, after, passed)
                row.faults += wrong[:3]
                row.survived += went_on and not wrong
                await pause(place, 0.1, 0.5)
        await close_books(row, crowd, server)
    return row


def _wrong_clocks(before: dict[str, list[int]], after: dict[str, list[int]], passed: float) -> list[str]:
    """Return a sentence for each clock that has lost more than the time that passed, or has gained any."""
    found = []
    for g in before.keys() & after.keys():
        for seat, (left, now) in enumerate(zip(before[g], after[g], strict=True)):
            if not left - passed - CHARGED_MS <= now <= left + CHARGED_MS:
                found.append(f"{g}: seat {seat} had {left} ms, {passed:.0f} ms later {now} ms")
    return found


async def _clocks(server: Server, crowd: Crowd) -> dict[str, list[int]]:
    """Return what is left to each seat in ms, by game, of games that are going on."""
    found = {}
    async with httpx2.AsyncClient(base_url=server.origin, timeout=30) as web:
        for table in crowd.tables:
            if not table.is_over:
                head = {"authorization": f"Bearer {table.tokens[0]}"}
                game = (await web.get(f"/api/v1/games/{table.g}", headers=head)).json()
                if game["status"]["state"] == "open":
                    found[table.g] = game["clocks"]["left"]
                elif "time" in game["status"].get("reason", ""):
                    raise AssertionError(f"{table.g} ended on time: {game['status']}")
    return found
