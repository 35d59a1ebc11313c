"""What moves cause elsewhere, through kills: notices once or not at all, and the ratings that the games make."""

import asyncio
import contextlib
import time
from collections import Counter

import sqlalchemy as sa
from tests.chaos.crowd import Crowd
from tests.chaos.experiments.kills import GOES_ON, own_cluster
from tests.chaos.experiments.place import PAIRS, Place, close_books, is_over, pause, running
from tests.chaos.report import Row
from tests.chaos.supervised_server import Server
from tests.web.notices.endpoint import Endpoint, endpoint
from tests.web.notices.test_outbox import Table, channel

from charkoni.web.administration import recompute_ratings
from charkoni.web.config import Settings
from charkoni.web.notices.channels import Channels
from charkoni.web.notices.games import GameNotices
from charkoni.web.notices.outbox import Outbox
from charkoni.web.store import Store
from charkoni.web.store.tables import NoticeRow, notices, rating_changes, ratings

PEOPLE = 400
"""How many people have a notice that waits."""

RATED = ("mosty:size=2",)
"""The games of the crowd, over after a few moves."""

HOUR_MS = 3_600_000
REST_S = 120.0
"""How long what is left may take after the last fault."""

SENDS_S = 6.0
"""How long a server has to send something before it is killed: it begins after three seconds."""


PAUSE_S = 0.4
"""How long the webhook takes, so that servers die while they wait for it."""


async def sqlite(place: Place) -> Row:
    """One server with a database in a file."""
    row = Row("server killed, notices and ratings, SQLite")
    await _run(place, row, [Server(place.folder)], f"sqlite:///{place.folder / 'server.db'}")
    return row


async def two_nodes(place: Place) -> Row:
    """Two servers with one database, of which either is killed: it may be the one that sends."""
    row = Row("one of two servers killed, notices and ratings, PostgreSQL")
    async with own_cluster() as cluster:
        servers = [Server(place.folder / name, database=cluster.url) for name in ("one", "two")]
        await _run(place, row, servers, cluster.url)
    return row


async def _run(place: Place, row: Row, servers: list[Server], url: str) -> None:
    """Kill servers while they send notices and people play rated games, and compare both with what is stored."""
    store = Store(url)
    await store.open()
    async with endpoint() as hook:
        hook.pause_s = PAUSE_S
        await _fill(store, hook)
        async with contextlib.AsyncExitStack() as stack:
            for server in servers:
                await stack.enter_async_context(running(server))
            seed = place.luck.randrange(1 << 30)

            def origin(person: int) -> str:
                return servers[person % len(servers)].origin

            crowd = Crowd(origin, PAIRS, games=RATED, clock="30", is_rated=True, seed=seed)
            async with crowd:
                end = place.until()
                while not is_over(end):
                    before = len(hook.requests)
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(SENDS_S):
                            while len(hook.requests) == before:
                                await asyncio.sleep(0.005)
                    await pause(place, 0.0, 2 * PAUSE_S)
                    row.injected += 1
                    await place.luck.choice(servers).restart()
                    row.survived += await crowd.moves(GOES_ON)
                async with asyncio.timeout(REST_S):
                    while sum(table.is_over for table in crowd.tables) < PAIRS:
                        await asyncio.sleep(0.1)
            async with asyncio.timeout(REST_S):
                while await store.scalar(sa.select(sa.func.count()).where(notices.c.due > 0)):
                    await asyncio.sleep(0.5)
            await close_books(row, crowd, *servers)
        _compare_notices(row, hook, await store.rows(sa.select(notices), NoticeRow))
    await store.close()
    row.acknowledged += await demand_same_ratings(row, url)


async def demand_same_ratings(row: Row, url: str) -> int:
    """Compute all ratings again as an administrator does, note where they are others, and return of how many games."""
    store = Store(url)
    await store.open()
    before = await _ratings(store)
    games = await asyncio.to_thread(recompute_ratings, Settings(database=url))
    row.seen.append(f"{games} rated games")
    if before != await _ratings(store):
        row.lost += 1
        row.faults.append("the ratings computed again are others")
    await store.close()
    return games


async def _fill(store: Store, hook: Endpoint) -> None:
    """Begin games over days, with a notice that is due for each person, and a webhook of his own."""
    outbox = Outbox(store, lambda: round(time.time() * 1000) - HOUR_MS)
    GameNotices(store, outbox)
    for number in range(PEOPLE):
        await Channels(store).add(channel(f"p{number}", f"{hook.url}/{number}"))
        await Table(store, f"p{number}", "bob").begin()


def _compare_notices(row: Row, hook: Endpoint, rows: list[NoticeRow]) -> None:
    """Note which notices came twice, or neither came nor were given out."""
    told = Counter(path for path, _, _ in hook.requests)
    given = {each.person for each in rows if each.sent}
    twice = [path for path, count in told.items() if count > 1]
    lost = [f"p{number}" for number in range(PEOPLE) if f"p{number}" not in given]
    strange = [path for path in told if f"p{path.rpartition('/')[2]}" not in given]
    row.lost += len(twice) + len(lost) + len(strange)
    row.faults += [f"twice: {path}" for path in twice[:3]] + [f"not given out: {who}" for who in (lost + strange)[:3]]
    row.acknowledged += len(told)
    row.seen.append(f"{len(told)} of {PEOPLE} notices came once, {PEOPLE - len(told)} were cut off and came never")


async def _ratings(store: Store) -> list[dict[str, object]]:
    """Return all ratings and what games changed, in a fixed order."""
    queries = (sa.select(table).order_by(*table.primary_key) for table in (ratings, rating_changes))
    return [row for query in queries for row in await store.rows(query, dict)]
