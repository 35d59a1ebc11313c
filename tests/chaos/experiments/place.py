"""Where and how long an experiment runs, and what all experiments with a server have in common."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from tests.chaos.crowd import Crowd, Origins
from tests.chaos.report import Row
from tests.chaos.supervised_server import Server

GAMES = ("mangala", "chaupar", "mosty")
"""The games of the crowd: one without dice, one with, and one of many moves to choose from."""
PAIRS = 6
"""Tables of the crowd."""


class LackingError(Exception):
    """Something that an experiment needs is not on this machine."""


@dataclass(frozen=True)
class Place:
    """The place of an experiment.

    folder: empty, for its files.  seconds: how long faults are injected.  luck: the source of all chance.
    """

    folder: Path
    seconds: float
    luck: random.Random

    def until(self) -> float:
        """Return the time of the event loop at which the faults end."""
        return asyncio.get_running_loop().time() + self.seconds

    def crowd(self, origins: Origins | str, pairs: int = PAIRS, clock: str = "none") -> Crowd:
        """Return people who play all games, at one address or each at his own."""
        of_person = (lambda _: origins) if isinstance(origins, str) else origins
        return Crowd(of_person, pairs, games=GAMES, clock=clock, seed=self.luck.randrange(1 << 30))


async def pause(place: Place, shortest: float, longest: float) -> None:
    """Wait for a random time."""
    await asyncio.sleep(place.luck.uniform(shortest, longest))


def is_over(end: float) -> bool:
    """Return whether a time of the event loop has come."""
    return asyncio.get_running_loop().time() >= end


@contextlib.asynccontextmanager
async def running(server: Server) -> AsyncIterator[Server]:
    """Start a server, and end it as an administrator does."""
    await asyncio.to_thread(server.start)
    try:
        yield server
    finally:
        if server.process and server.process.poll() is None:
            await asyncio.to_thread(server.stop)


async def close_books(row: Row, crowd: Crowd, *servers: Server) -> None:
    """Compare what the crowd remembers with what the servers have kept, and look for faults in their logs."""
    lost = await crowd.lost()
    row.lost += len(lost)
    row.faults += lost[:5] + crowd.faults()
    row.acknowledged += crowd.acknowledged
    row.seen += crowd.seen()
    for server in servers:
        row.faults += [f"a traceback in the log: {line}" for line in server.traces()[:3]]
