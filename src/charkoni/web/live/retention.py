"""Retention: a sweep deletes games, analyses and tokens that are older than the table of ages allows.

One process of a server does this once an hour, in small batches with pauses.  Open games are kept.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial

from charkoni.web.live.hub import Hub
from charkoni.web.store import Store
from charkoni.web.store.removal import AGED, BATCH, ROWS

FIRST_S = 300.0  # not at once: a server that has just started has better things to do
EVERY_S = 3600.0  # ages are in days: an hour more or less does not matter
MINUTE_S = 60.0
PAUSE_S = 0.2
"""The pause between two batches, in which moves are written."""

RECORD_PART = -1
"""The part of a stored analysis that is written first."""

DAY_MS = 86_400_000

logger = logging.getLogger(__name__)

Unused = Callable[[Sequence[str]], Awaitable[list[str]]]
"""Returns the unused ones of some games, by their ids."""


async def sweep_regularly(hub: Hub) -> None:
    """Sweep once an hour, and every minute for challenges whose time is over."""
    failed = "old games could not be deleted"
    challenges = hub.cluster.regularly(MINUTE_S, partial(delete_unanswered, hub), failed)
    await asyncio.gather(challenges, hub.cluster.regularly(EVERY_S, partial(sweep, hub), failed, FIRST_S))


async def delete_unanswered(hub: Hub) -> None:
    """Delete the games of challenges whose time is over; raise StoreError."""
    await hub.store.removal.delete_games(await let_go(hub, await hub.challenges.expired()))


async def sweep(hub: Hub, pause_s: float = PAUSE_S) -> int:
    """Delete expired data not in use; return the number of deleted games.  Raises StoreError."""
    count = await delete_aged(hub.store, hub.settings.ages, hub.time.wall(), partial(let_go, hub), pause_s)
    if count:
        logger.info("deleted %d old games", count)
    return count


async def delete_aged(store: Store, ages: Mapping[str, int], now: int, unused: Unused, pause_s: float = PAUSE_S) -> int:
    """Delete data older than a table of ages allows; return the number of deleted games.  Raises StoreError.

    now: ms since 1970.  unused: returns the unused ones of some games.  pause_s: between two batches.
    """
    count = 0
    limits = {kind: now - days * DAY_MS for kind, days in ages.items() if days}
    for kind in AGED:
        # Until none are left, or all of them are in use.
        while kind in limits and (ids := await unused(await store.removal.aged(kind, limits[kind]))):
            await store.removal.delete_games(ids)
            count += len(ids)
            await asyncio.sleep(pause_s)
    # In batches: one large deletion would hold the lock of the database for seconds.
    while "analysis" in limits and (names := await store.results.aged(RECORD_PART, limits["analysis"], BATCH)):
        await store.results.delete(names)
        await store.removal.delete_works("analysis", names)
        await asyncio.sleep(pause_s)
    for kind in ROWS & limits.keys():
        await store.removal.delete_rows(kind, limits[kind])
    return count


async def let_go(hub: Hub, ids: Sequence[str]) -> list[str]:
    """Remove games from memory; return those not in use."""
    unused = [game for game in ids if game not in hub.rooms or not hub.rooms[game].subscribers]
    for game in unused:
        # Out of memory first: a room whose rows are gone could still write to them.
        hub.forget(game)
    return unused
