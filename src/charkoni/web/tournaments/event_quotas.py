"""The quotas of events: the number of tournaments per user, and their retention."""

import asyncio
import logging
import time
from collections.abc import Sequence

from charkoni.core.errors import Reason
from charkoni.core.files.atomic_files import remove_drafts
from charkoni.tournament.model.event import CHIEF
from charkoni.web.allowances import ADDRESS_EVENTS, ALL_EVENTS, GUEST_EVENTS, RESERVED_SHARE
from charkoni.web.http import texts
from charkoni.web.http.errors import Refused
from charkoni.web.http.quotas import network_of
from charkoni.web.live.hub import Hub
from charkoni.web.pages.visits import Visit
from charkoni.web.store.tables import Work
from charkoni.web.tournaments import ENDING, permissions
from charkoni.web.tournaments.events import Events, OpenEvent

FIRST_S, EVERY_S, PAUSE_S = 600.0, 3600.0, 0.5
DAY_S = 86_400

logger = logging.getLogger(__name__)


async def pay(visit: Visit, events: Events) -> None:
    """Pay for a new event; raise Refused: RateLimited, or QUOTA when there are too many already."""
    user, guest, removal = visit.user, visit.person, visit.hub.store.removal
    at_address = len(await removal.works_of("event", address=network_of(user.address)))
    of_guest = len(await removal.works_of("event", person=guest)) if guest else 0
    most_of_all = ALL_EVENTS if not (at_address or of_guest) else int(ALL_EVENTS * (1 - RESERVED_SHARE))
    for count, most in (
        (len(await asyncio.to_thread(events.ids)), most_of_all),
        (at_address, ADDRESS_EVENTS),
        (of_guest, GUEST_EVENTS),
    ):
        if count >= most:
            raise Refused("QUOTA", Reason("QUOTA", "", texts.TOO_MANY_EVENTS, {"most": most}))
    visit.site.quotas.spend(user, "event")


async def give(visit: Visit, event: OpenEvent, author: str) -> None:
    """Make the visitor the chief arbiter of an event that he has created, and store that; raise StoreError."""
    await permissions.appoint(event, visit.person, CHIEF, author)
    address, hub = network_of(visit.user.address), visit.hub
    await hub.store.removal.note_work(Work("event", event.id, visit.person, address, hub.time.wall()))


async def sweep_regularly(hub: Hub, events: Events) -> None:
    """Delete old events, and drafts of killed programs, once an hour, in one process of a server."""

    async def work() -> None:
        await asyncio.to_thread(remove_drafts, hub.settings.events_folder)
        if deleted := await sweep(hub, events, time.time()):
            logger.info("deleted old events: %s", " ".join(deleted))

    await hub.cluster.regularly(EVERY_S, work, "old events could not be deleted", FIRST_S)


async def sweep(hub: Hub, events: Events, now: float, pause_s: float = PAUSE_S) -> Sequence[str]:
    """Delete the events that are older than the table of ages allows, and return their ids."""
    ages = {name: hub.settings.ages[name] for name in ("event", "empty-event")}
    least = min((days for days in ages.values() if days), default=0)
    deleted: list[str] = []
    changes = await asyncio.to_thread(events.changes) if least else {}
    for id_ in [id_ for id_, at in reversed(changes.items()) if at < now - least * DAY_S]:
        event = await events.peek(id_)
        days = ages["event" if event is None or event.state.entries else "empty-event"]
        status = await asyncio.to_thread((events.folder / f"{id_}{ENDING}").stat)
        if days and now - status.st_mtime > days * DAY_S:
            await events.delete(id_)
            await hub.store.removal.delete_works("event", [id_])
            deleted.append(id_)
        await asyncio.sleep(pause_s)
    return deleted
