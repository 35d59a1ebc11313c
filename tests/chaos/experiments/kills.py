"""Servers, their engines and their databases are killed or frozen at random moments under load."""

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

from tests.chaos.crowd import Crowd
from tests.chaos.experiments.place import PAIRS, LackingError, Place, close_books, is_over, pause, running
from tests.chaos.report import Row
from tests.chaos.supervised_server import Server, free_port
from tests.web import postgres, proxies

CROWD = 12
"""Pairs behind a proxy."""

GOES_ON = 4
"""How many moves after a fault show that play goes on."""


async def sqlite(place: Place) -> Row:
    """One server with a database in a file."""
    row = Row("server killed, SQLite")
    async with running(Server(place.folder)) as server:
        await _kill_and_restart(place, row, server)
    return row


async def postgresql(place: Place) -> Row:
    """One server with PostgreSQL."""
    row = Row("server killed, PostgreSQL")
    async with own_cluster() as cluster, running(Server(place.folder, database=cluster.url)) as server:
        await _kill_and_restart(place, row, server)
    return row


async def _kill_and_restart(place: Place, row: Row, server: Server) -> None:
    """Kill a server again and again."""
    crowd = place.crowd(server.origin, clock="30")
    async with crowd:
        end = place.until()
        while not is_over(end):
            await pause(place, 0.1, 2.0)
            row.injected += 1
            await server.restart()
            row.survived += await crowd.moves(GOES_ON)
    await close_books(row, crowd, server)


async def two_nodes(place: Place) -> Row:
    """Two servers with one database: people whose server dies go to the other."""
    row = Row("one of two servers killed, PostgreSQL")
    async with own_cluster() as cluster:
        servers = [Server(place.folder / name, database=cluster.url) for name in ("one", "two")]
        async with running(servers[0]), running(servers[1]):

            def origin(person: int) -> str:
                chosen = servers[person % 2]
                is_there = chosen.process is not None and chosen.process.poll() is None
                return (chosen if is_there else servers[1 - person % 2]).origin

            crowd = place.crowd(origin, clock="30")
            async with crowd:
                await _kill_either(place, row, crowd, servers, 0.1)
            await close_books(row, crowd, *servers)
    return row


async def _kill_either(place: Place, row: Row, crowd: Crowd, servers: list[Server], least_s: float) -> None:
    """Kill one of two servers again and again, and start it again.  least_s: the shortest pause."""
    end = place.until()
    while not is_over(end):
        await pause(place, least_s, 2.0)
        row.injected += 1
        victim = place.luck.choice(servers)
        await asyncio.to_thread(victim.kill)
        went_on = await crowd.moves(GOES_ON)
        await asyncio.to_thread(victim.start)
        row.survived += went_on and await crowd.moves(GOES_ON)


async def behind_nginx(place: Place) -> Row:
    """People who know the address of nginx."""
    return await _behind(place, "nginx", "nginx")


async def behind_caddy(place: Place) -> Row:
    """People who know the address of Caddy."""
    return await _behind(place, "caddy", "Caddy")


async def _behind(place: Place, proxy: str, title: str) -> Row:
    """People who know one address; whoever was at the killed server is brought to the other."""
    row = Row(f"one of two servers behind {title} killed, PostgreSQL")
    program = await asyncio.to_thread(proxies.install, proxy)
    if program is None:
        raise LackingError(f"{title} is not installed")
    async with own_cluster() as cluster:
        options = ("--workers", "0", "--proxy", "127.0.0.1")
        servers = [Server(place.folder / name, *options, database=cluster.url) for name in ("one", "two")]
        async with running(servers[0]), running(servers[1]):
            ports = [each.port for each in servers]
            context = proxies.running(proxy, program, place.folder / proxy, free_port(), ports)
            address = await asyncio.to_thread(context.__enter__)
            try:
                crowd = place.crowd(address, CROWD, clock="30")
                async with crowd:
                    await _kill_either(place, row, crowd, servers, 0.5)
                await close_books(row, crowd, *servers)
            finally:
                await asyncio.to_thread(context.__exit__, None, None, None)
    return row


async def database(place: Place) -> Row:
    """PostgreSQL ends and comes back."""
    row = Row("database ends and comes back, PostgreSQL")
    async with own_cluster() as cluster, running(Server(place.folder, database=cluster.url)) as server:
        crowd = place.crowd(server.origin, clock="30")
        async with crowd:
            end = place.until()
            while not is_over(end):
                await pause(place, 0.5, 2.0)
                row.injected += 1
                await asyncio.to_thread(cluster.stop)
                await pause(place, 0.1, 3.0)
                await asyncio.to_thread(cluster.start)
                row.survived += await crowd.moves(GOES_ON)
        await close_books(row, crowd, server)
    return row


async def engines(place: Place) -> Row:
    """The processes that search for the computer are killed while people play against it."""
    row = Row("engine processes killed")
    async with running(Server(place.folder, "--workers", "1")) as server:
        crowd = Crowd(lambda _: server.origin, PAIRS, games=("mangala",), seats=("me", "1"))
        async with crowd:
            end = place.until()
            while not is_over(end):
                await pause(place, 0.2, 2.0)
                for pid in children(server.pid):
                    row.injected += 1
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                    row.survived += await crowd.moves(GOES_ON)
        await close_books(row, crowd, server)
    return row


async def freezes(place: Place) -> Row:
    """The server stands still for seconds, as on a machine that sleeps or swaps."""
    row = Row("server frozen")
    async with running(Server(place.folder)) as server:
        crowd = place.crowd(server.origin, clock="30")
        async with crowd:
            end = place.until()
            while not is_over(end):
                await pause(place, 0.2, 1.0)
                row.injected += 1
                server.send(signal.SIGSTOP)
                await pause(place, 0.5, 4.0)
                server.send(signal.SIGCONT)
                row.survived += await crowd.moves(GOES_ON)
        await close_books(row, crowd, server)
    return row


def children(pid: int) -> list[int]:
    """Return the ids of the processes that a process has started and that play for the computer."""
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in map(int, (task / "children").read_text().split()):
            command = Path(f"/proc/{child}/cmdline").read_bytes()
            if b"resource_tracker" not in command:
                found.append(child)
    return found


@contextlib.asynccontextmanager
async def own_cluster() -> AsyncIterator[postgres.Cluster]:
    """A PostgreSQL server of its own."""
    programs = await asyncio.to_thread(postgres.install)
    if programs is None:
        raise LackingError("PostgreSQL is not installed")
    context = postgres.running(programs)
    cluster = await asyncio.to_thread(context.__enter__)
    try:
        yield cluster
    finally:
        await asyncio.to_thread(context.__exit__, None, None, None)
