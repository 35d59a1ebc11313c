"""Persons: their rows, and the names of members.

A name belongs to the first who takes it, with all names that look like it; also after he has taken another one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from sqlalchemy import Connection, delete, insert, select, update

from charkoni.web.http.errors import Refused
from charkoni.web.http.sessions import ended_name, now_ms
from charkoni.web.people.names import checked, key_of
from charkoni.web.store.database import Database
from charkoni.web.store.tables import NameRow, PersonRow, names, persons, seats, session_ends

MOST_NAMES = 5
"""How many names of a member nobody else may take: the present one, and the last before it."""


class Persons:
    """The rows of persons.  Guests need none: without a row a person is as one with the default values says."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, person: str) -> PersonRow:
        """Return a person; raise StoreError."""
        rows = await self._database.rows(select(persons).where(persons.c.id == person), PersonRow)
        return rows[0] if rows else PersonRow(person)

    async def named(self, name: str) -> str:
        """Return the id of the member who has a name, or had it; "" without one.  Raises StoreError."""
        return await self._database.scalar(select(names.c.person).where(names.c.key == key_of(name))) or ""

    async def names_of(self, people: Sequence[str]) -> dict[str, str]:
        """Return the names of members among some people; raise StoreError."""
        is_one = persons.c.id.in_(people) & (persons.c.name != "")
        return await self._database.pairs(select(persons.c.id, persons.c.name).where(is_one))

    async def keep(self, person: str, **values: object) -> None:
        """Store values of a person, who gets a row if there is none; raise StoreError."""
        await self._database.write(lambda connection: keep(connection, person, values))

    async def rename(self, person: str, name: str) -> str:
        """Give a member another name, and return it; raise StoreError, or Refused: NAME_TAKEN, BAD_NAME.

        Cookies of other browsers hold the name of before: it is replaced when they are read.
        """
        name = checked(name)

        def work(connection: Connection) -> None:
            take_name(connection, person, name)
            ended = ended_name(f"name {person}")
            connection.execute(delete(session_ends).where(session_ends.c.name == ended))
            connection.execute(insert(session_ends), {"name": ended, "at": now_ms(), "renamed": name})
            self._database.notify(connection, {"kind": "sessions"})

        await self._database.write(work)
        return name


def keep(connection: Connection, person: str, values: Mapping[str, object]) -> None:
    """Store values of a person, who gets a row if there is none."""
    if connection.execute(update(persons).where(persons.c.id == person).values(values)).rowcount == 0:
        now = now_ms()
        connection.execute(insert(persons), asdict(PersonRow(person, created=now, seen=now)) | dict(values))


def take_name(connection: Connection, person: str, name: str) -> None:
    """Make a name that of a person, also at all seats; raise Refused: NAME_TAKEN."""
    key, mine = key_of(name), names.c.person == person
    if connection.execute(select(names.c.person).where(names.c.key == key)).scalar() not in (None, person):
        raise Refused("NAME_TAKEN")
    connection.execute(delete(names).where(names.c.key == key))
    # Of two who take it at once one fails here, for the key is unique.
    connection.execute(insert(names), asdict(NameRow(key, person, name, now_ms())))
    last = connection.execute(select(names.c.key).where(mine).order_by(names.c.since.desc()).limit(MOST_NAMES))
    connection.execute(delete(names).where(mine, names.c.key.not_in(last.scalars().all())))
    keep(connection, person, {"name": name})
    connection.execute(update(seats).where(seats.c.owner == person, seats.c.program == 0).values(name=name))
