"""All addresses of tournaments."""

import asyncio

from charkoni.web.http.site import Site
from charkoni.web.tournaments import page_cache
from charkoni.web.tournaments.arbiter import arbiter_calls, broadcast_admin, game_interventions, imports
from charkoni.web.tournaments.arbiter import pages as arbiter_pages
from charkoni.web.tournaments.events import Events
from charkoni.web.tournaments.online import presence
from charkoni.web.tournaments.online.rounds import Online
from charkoni.web.tournaments.page_base import Frame, Route
from charkoni.web.tournaments.player import pages as player_pages
from charkoni.web.tournaments.public import explanations, live_boards, planner, printouts
from charkoni.web.tournaments.public import pages as public_pages


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
        self.events.on_change = page_cache.warm
        self._preparing = asyncio.create_task(asyncio.to_thread(self.site.prepare, "tournaments/"))
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
                planner,
                imports,
                public_pages,
                printouts,
                explanations,
                player_pages,
                live_boards,
                game_interventions,
                arbiter_calls,
                broadcast_admin,
                presence,
                arbiter_pages,
            )
            for route in part.routes(self.frame)
        ]
