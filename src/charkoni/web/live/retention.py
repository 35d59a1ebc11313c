"""Retention: a sweep deletes games, analyses and tokens that are older than the table of ages allows.

One process of a server does it, once an hour, in small batches with pauses.  Games that somebody has open stay.
"""

import asyncio
import logging
from collections.abc import Sequence

from charkoni.web.live.hub import Hub
from charkoni.web.store import StoreError
from charkoni.web.store.removal import AGED, BATCH

FIRST_S = 300.0
EVERY_S = 3600.0
PAUSE_S = 0.2
"""The pause between two batches, in which moves are written."""

RECORD_PART = -1
"""The part of a stored analysis that is written first."""

DAY_MS = 86_400_000

logger = logging.getLogger(__name__)


async def sweep_regularly(hub: Hub) -> None:
    """Sweep once an hour."""
    await asyncio.sleep(FIRST_S)
    while True:
        if hub.cluster.is_leader:
            try:
                await sweep(hub)
            except StoreError as error:
                logger.warning("old games could not be deleted: %s", error)
        await asyncio.sleep(EVERY_S)


async def sweep(hub: Hub, pause_s: float = PAUSE_S) -> int:
    """Delete what is too old; return how many games were deleted.  Raises StoreError."""
    count = 0
    for kind in AGED:
        count += await _sweep_games(hub, kind, pause_s)
    before = _limit(hub, "analysis")
    while before is not None and (names := await hub.store.results.aged(RECORD_PART, before, BATCH)):
        await hub.store.results.delete(names)
        await hub.store.removal.delete_works("analysis", names)
        await asyncio.sleep(pause_s)
    before = _limit(hub, "token")
    if before is not None:
        await hub.store.removal.delete_tokens(before)
    if count:
        logger.info("deleted %d old games", count)
    return count


async def _sweep_games(hub: Hub, kind: str, pause_s: float) -> int:
    before, count = _limit(hub, kind), 0
    while before is not None:
        ids = await hub.store.removal.aged(kind, before)
        unused = await let_go(hub, ids)
        if not unused:  # none is left, or all of them are open on somebody's screen
            break
        await hub.store.removal.delete_games(unused)
        count += len(unused)
        await asyncio.sleep(pause_s)
    return count


async def let_go(hub: Hub, ids: Sequence[str]) -> list[str]:
    """Take games out of the memory; return those that nobody has open."""
    unused = [game for game in ids if game not in hub.rooms or not hub.rooms[game].subscribers]
    for game in unused:
        hub.forget(game)
    return unused


def _limit(hub: Hub, kind: str) -> int | None:
    """Return the time of the last change before which something is deleted, None when it is kept for ever."""
    days = hub.settings.ages[kind]
    return hub.time.wall() - days * DAY_MS if days else None
