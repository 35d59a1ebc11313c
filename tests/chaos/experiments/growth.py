"""Memory over a long time: many sockets, games that begin and end, pages."""

import asyncio

from tests.chaos.crowd import Crowd
from tests.chaos.experiments.place import Place, close_books, is_over, running
from tests.chaos.report import Row
from tests.chaos.supervised_server import Server

SOCKETS = 400
ADDRESSES = 8
"""From how many addresses of this machine people come: one may have 400 connections, and makes 100 tokens at once."""
WARM_UP = 0.3
"""The share of the time after which memory may no longer grow."""
MOST_GROWTH = 1.05
THINK_S = 10.0
"""So long that two hundred tables do not take a whole processor: else one sees how long people wait, not how memory
grows."""
STAGGER_S = 0.25
ANSWER_S = 60.0
"""How long people wait: on a busy machine all of them would come again and again, and nobody would play."""
LEAST_MOVES = 5
"""How many moves for each socket show that they have played at all."""
SAMPLE_S = 2.0


async def growth(place: Place) -> Row:
    """Memory after warm-up stays within five percent while 400 sockets play; the faults are the moves of time."""
    row = Row(f"{SOCKETS} sockets for {place.seconds / 60:.0f} min")
    async with running(Server(place.folder)) as server:
        crowd = Crowd(lambda _: server.origin, SOCKETS // 2, seed=place.luck.randrange(1 << 30))
        crowd.think_s = THINK_S
        crowd.addresses, crowd.stagger_s, crowd.answer_s = ADDRESSES, STAGGER_S, ANSWER_S
        async with crowd:
            samples: list[float] = []
            end = place.until()
            while not is_over(end):
                await asyncio.sleep(SAMPLE_S)
                samples.append(server.memory_mb())
        warm = samples[int(len(samples) * WARM_UP) :]
        part = max(1, len(warm) // 4)
        first, last = sum(warm[:part]) / part, sum(warm[-part:]) / part
        row.injected, row.survived = 1, int(last <= first * MOST_GROWTH)
        if crowd.acknowledged < LEAST_MOVES * SOCKETS:
            row.faults.append(f"{crowd.acknowledged} moves in all show nothing")
        row.seen.append(f"{first:.1f} MB after warm-up, {last:.1f} MB at the end ({(last / first - 1) * 100:+.1f} %)")
        await close_books(row, crowd, server)
    return row
