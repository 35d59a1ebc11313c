"""All addresses of tournaments."""

import asyncio

from charkoni.web.desk import (
    calls,
    casting,
    clocks,
    desk_pages,
    explaining,
    keeping,
    live,
    papers,
    planning,
    players,
    presence,
    public,
    taking,
)
from charkoni.web.desk.events import Events
from charkoni.web.desk.frame import Frame
from charkoni.web.desk.online import Online
from charkoni.web.pages import Route
from charkoni.web.site import Site


class Tournaments:
    """The tournaments of a server: their files and their pages."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._preparing: asyncio.Task[None] | None = None
        self.events = Events(site.hub.settings.events_folder)
        self.frame = Frame(site, self.events)
        self.online = Online(site.hub, self.events)

    @property
    def is_ready(self) -> bool:
        """Whether the pages are compiled."""
        return self._preparing is not None and self._preparing.done()

    async def open(self) -> None:
        """Begin to watch the files."""
        self.events.on_change = keeping.warm
        self._preparing = asyncio.create_task(asyncio.to_thread(self.site.prepare, "tournament_"))
        self.events.begin()
        self.online.begin()

    async def close(self) -> None:
        """Let everything go."""
        if self._preparing:
            await self._preparing
        await self.online.close()
        await self.events.close()

    def routes(self) -> list[Route]:
        """Return the addresses."""
        return [
            route
            for part in (
                planning,
                taking,
                public,
                papers,
                explaining,
                players,
                live,
                clocks,
                calls,
                casting,
                presence,
                desk_pages,
            )
            for route in part.routes(self.frame)
        ]
