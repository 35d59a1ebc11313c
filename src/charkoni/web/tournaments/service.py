"""The tournaments of a server: their files, and online rounds."""

import asyncio

from charkoni.web.live.hub import Hub
from charkoni.web.tournaments import page_cache
from charkoni.web.tournaments.event_quotas import sweep_regularly
from charkoni.web.tournaments.events import Events
from charkoni.web.tournaments.online.rounds import OnlineRounds


class Tournaments:
    """The tournaments of a server."""

    def __init__(self, hub: Hub) -> None:
        self.events = Events(hub.settings.events_folder, hub.settings.people)
        self.online = OnlineRounds(hub, self.events)
        self._hub = hub
        self._sweeping: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Watch the files, and run online rounds."""
        self.events.on_change = page_cache.warm
        self.events.begin()
        self.online.begin()
        self._sweeping = asyncio.create_task(sweep_regularly(self._hub, self.events))

    async def close(self) -> None:
        """Stop everything, and close the files."""
        if self._sweeping:
            self._sweeping.cancel()
        await self.online.close()
        await self.events.close()
