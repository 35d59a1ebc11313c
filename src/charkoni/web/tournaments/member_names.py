"""Names of members at events: an entry that bears the name of the member who plays for it bears his present one.

In a league every entry does; elsewhere on the server's boards one that he entered under a name of his.  Any other name
was given by him or an arbiter, and stays.  Nobody is told of a new name, for programs of an administrator give some,
too: every process compares names with its open events, and with others when they are opened.
"""

import contextlib
from functools import partial

from charkoni.tournament.director import Director
from charkoni.tournament.leagues import SERVER
from charkoni.tournament.model.errors import TournamentError
from charkoni.web.live.hub import Hub
from charkoni.web.store import StoreError
from charkoni.web.tournaments.events import Events, OpenEvent


class MemberNames:
    """The names of members at the open events of a process."""

    def __init__(self, hub: Hub, events: Events) -> None:
        self._hub = hub
        self._events = events
        self._stamp: object = None

    async def look(self) -> None:
        """Follow the members who have other names than at the last look."""
        with contextlib.suppress(StoreError):  # the next look is soon
            stamp = await self._hub.people.persons.names_stamp()
            for id_ in self._events.open_ids() if stamp != self._stamp else ():
                event = await self._events.peek(id_)
                if event is not None:
                    await follow(self._hub, event)
            self._stamp = stamp


async def follow(hub: Hub, event: OpenEvent) -> None:
    """Give the entries of an event the present names of their members; raise StoreError."""
    players, persons = event.mapping("players"), hub.people.persons
    if event.state.settings.boards != "online" or not players:
        return
    for person, name in (await persons.names_of(list(players))).items():
        for entry in players[person]:
            known = event.state.name(entry)
            if known != name and (event.league or await persons.named(known) == person):
                with contextlib.suppress(TournamentError):  # a name that an event does not take
                    await event.run(partial(Director.rename, entry=entry, name=name), SERVER, SERVER)
