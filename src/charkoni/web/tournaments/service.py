"""The tournaments of a server: their files, and online rounds.

Their code is imported if the server has a tournament, on the first request for one, or after the first pages.
"""

import asyncio
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from charkoni.web.live.hub import Hub
from charkoni.web.notices.kinds import Waiting
from charkoni.web.notices.outbox import Outbox
from charkoni.web.store.tables import NoticeRow
from charkoni.web.tournaments import ENDING, PREFIX

if TYPE_CHECKING:
    from charkoni.web.tournaments.events import Events, OpenEvent
    from charkoni.web.tournaments.online.rounds import OnlineRounds


class Tournaments:
    """The tournaments of a server."""

    def __init__(self, hub: Hub, outbox: Outbox) -> None:
        self._hub = hub
        self._outbox = outbox
        outbox.sources.append(self._notices)
        self._sweeping: asyncio.Task[None] | None = None

    @cached_property
    def events(self) -> "Events":
        """The events."""
        from charkoni.web.tournaments.events import Events

        return Events(self._hub.settings.events_folder, self._hub.settings.people)

    @cached_property
    def online(self) -> "OnlineRounds":
        """The rounds that are played on this server."""
        from charkoni.web.tournaments.online.rounds import OnlineRounds

        return OnlineRounds(self._hub, self.events)

    @property
    def are_there(self) -> bool:
        """Whether there is any tournament."""
        return any(self._hub.settings.events_folder.glob(f"*{ENDING}"))

    async def open(self) -> None:
        """Begin, if there is a tournament to run."""
        if self.are_there:
            self.begin()

    def begin(self) -> "Events":
        """Watch the files and run online rounds, from the first call on; return the events."""
        if self._sweeping is None:
            from charkoni.web.tournaments.event_quotas import sweep_regularly

            self.events.on_change = self._show
            self.events.begin()
            self.online.begin()
            self._sweeping = asyncio.create_task(sweep_regularly(self._hub, self.events))
        return self.events

    async def _show(self, event: "OpenEvent") -> None:
        """Tell the people of an event that has changed, compute its pages, and publish them where it wants them."""
        from charkoni.web.tournaments import members, page_cache, round_notices, static_pages

        await members.follow(self._hub, event)
        await page_cache.warm(event)
        await round_notices.follow(self._hub, self._outbox, event)
        await static_pages.publish_after_round(self.events, event)

    async def _notices(self, person: str, rows: Sequence[NoticeRow]) -> dict[NoticeRow, Waiting]:
        """Return the notices of events that are true: a `notices.outbox.Source`."""
        if not any(row.about.startswith(PREFIX) for row in rows):
            return {}
        from charkoni.web.tournaments import round_notices

        return await round_notices.waiting(self._hub, self.begin(), person, rows)

    async def played(self, person: str, ids: Sequence[str], name: str, most: int) -> list[tuple[str, str]]:
        """Return address and title of tournaments in which a person has played: see `members.played`."""
        if not self.are_there:
            return []
        from charkoni.web.tournaments import members

        return await members.played(self._hub, self.begin(), person, ids, name, most)

    async def hand_over(self, guest: str, person: str) -> None:
        """Give the roles and entries of a guest in all events to a person, or to nobody ("")."""
        if self.are_there:
            from charkoni.web.tournaments import members, permissions

            events = self.begin()
            for event in await events.readable(events.ids()):
                if permissions.entries_of(event, guest) or permissions.member(event, guest).role:
                    await permissions.hand_over(event, guest, person)
                    await members.follow(self._hub, event)

    def open_ids(self) -> list[str]:
        """Return the ids of the events that are open."""
        return self.events.open_ids() if self._sweeping else []

    def answer_waiting(self) -> None:
        """Answer all pages that wait for a change: the server is about to end."""
        if self._sweeping:
            self.events.answer_waiting()

    async def close(self) -> None:
        """Stop everything, and close the files."""
        if self._sweeping:
            self._sweeping.cancel()
            await self.online.close()
            await self.events.close()
