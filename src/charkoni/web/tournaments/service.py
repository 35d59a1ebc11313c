"""The tournaments of a server: their files, online rounds, and compiled templates."""

import asyncio

from charkoni.web.http.site import Site
from charkoni.web.live.hub import Hub
from charkoni.web.tournaments import page_cache
from charkoni.web.tournaments.event_quotas import sweep_regularly
from charkoni.web.tournaments.events import Events
from charkoni.web.tournaments.online.rounds import OnlineRounds


class Tournaments:
    """The tournaments of a server."""

    def __init__(self, hub: Hub, site: Site) -> None:
        self.site = site
        self.events = Events(hub.settings.events_folder, hub.settings.people)
        self.online = OnlineRounds(hub, self.events)
        self._hub = hub
        self._preparing: asyncio.Task[None] | None = None
        self._sweeping: asyncio.Task[None] | None = None

    @property
    def is_ready(self) -> bool:
        """Whether the templates are compiled."""
        return self._preparing is not None and self._preparing.done()

    async def open(self) -> None:
        """Compile the templates, watch the files, and run online rounds."""
        self.events.on_change = page_cache.warm
        self._preparing = asyncio.create_task(asyncio.to_thread(self.site.prepare, "tournaments/"))
        self.events.begin()
        self.online.begin()
        self._sweeping = asyncio.create_task(sweep_regularly(self._hub, self.events))

    async def close(self) -> None:
        """Stop everything, and close the files."""
        if self._sweeping:
            self._sweeping.cancel()
        if self._preparing:
            await self._preparing
        await self.online.close()
        await self.events.close()
