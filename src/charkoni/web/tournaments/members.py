"""Members at events: by the entries for which they play, which they have entered themselves or claimed by a code.

An entry that bears the name of its member bears his present one: in a league every entry does; elsewhere on the
server's boards one that he entered under a name of his.  Any other name was given by him or an arbiter, and stays,
unless the owner of the server has withheld it: then nothing of it is left, at guests' entries neither.
Nobody is told of a new name, for programs of an administrator give some, too: every process compares names with its
open events, and with others when they are opened.

The events of a member, at tables too, stand in the value `events PERSON` of the house: ids, the latest last.
"""

import contextlib
from collections.abc import Sequence
from functools import partial

import sqlalchemy as sa

from charkoni.tournament.director import Director
from charkoni.tournament.leagues import SERVER
from charkoni.tournament.model.errors import TournamentError
from charkoni.web.live.hub import Hub
from charkoni.web.store import StoreError
from charkoni.web.store.store import set_value
from charkoni.web.store.tables import house
from charkoni.web.tournaments import permissions
from charkoni.web.tournaments.events import Events, OpenEvent

EVENTS = "events "
MOST_NOTED = 100
"""How many events of a member are noted, the latest."""


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
    """Note an event for its members, and give their entries their present names; raise StoreError."""
    players, persons = event.mapping("players"), hub.people.persons
    members = await persons.names_of(list(players)) if players else {}
    keys = [EVENTS + person for person in members]
    query = sa.select(house.c.name, house.c.value).where(house.c.name.in_(keys))
    noted = await hub.store.pairs(query)

    def note(connection: sa.Connection) -> None:
        # Read again: other events of a member may be noted at the same time.
        present = {row[0]: row[1] for row in connection.execute(query.with_for_update())}
        for key in keys:
            if event.id not in (known := present.get(key, "").split()):
                set_value(connection, key, " ".join([*known, event.id][-MOST_NOTED:]))

    if any(event.id not in noted.get(key, "").split() for key in keys):
        await hub.store.write(note)
    staff, state = event.mapping("staff"), event.state
    shown = {name for _, name in staff.values()} | {act.who for act in event.log}
    event.withheld = withheld = await persons.withheld(shown | {state.name(entry.id) for entry in state.entries})
    for person, entries in players.items() if state.settings.boards == "online" else ():
        for entry in entries:
            is_withheld, name = (known_as := state.name(entry)) in withheld, members.get(person, known_as)
            if is_withheld:
                name = await persons.present_name(person)
            if name in ("", known_as):
                continue
            if is_withheld or event.league or await persons.named(known_as) == person:
                with contextlib.suppress(TournamentError):  # a name that an event does not take
                    change = Director.withhold if is_withheld else Director.rename
                    await event.run(partial(change, entry=entry, name=name), SERVER, SERVER)
    for person, (role, known_as) in staff.items():
        if known_as in withheld:
            await event.set_item("staff", person, [role, await persons.present_name(person)])


async def played(
    hub: Hub, events: Events, person: str, ids: Sequence[str], name: str, most: int
) -> list[tuple[str, str]]:
    """Return address and title of tournaments in which a person has played, the latest; raise StoreError.

    ids: of those whose games on this server are shown, the latest first.  name: of the member, for others, who see of
    other tournaments those that he played under it: else it would say who he is; "" for himself.  most: how many
    tournaments are looked at.
    """
    noted = (await hub.store.value(EVENTS + person) or "").split()
    found = []
    for event in await events.readable([*dict.fromkeys([*reversed(noted), *ids])][:most]):
        state = event.public
        own = [
            entry
            for entry in permissions.entries_of(event, person)
            if any(round_.board_of(entry) for round_ in state.rounds)
            and (event.id in ids or name in ("", state.name(entry)))
        ]
        for entry in own:
            title = f"{state.settings.name} – {state.name(entry)}" if own[1:] else state.settings.name
            found.append((f"/t/{event.id}/entry/{entry}", title))
        if event.id in ids and not own:
            found.append((f"/t/{event.id}", state.settings.name))
    return found
