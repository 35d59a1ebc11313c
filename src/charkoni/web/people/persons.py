"""Persons: their rows, and the names of members.

A name belongs to the first who takes it, with all names that look like it; also after he has taken another one.  The
owner of the server may take it from him, and nobody gets it for a year.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict

from sqlalchemy import Connection, Select, delete, func, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from charkoni.web.http.errors import Refused
from charkoni.web.http.sessions import ended_name, now_ms
from charkoni.web.people.complaints import BLOCK
from charkoni.web.people.names import checked, key_of
from charkoni.web.people.personal_data import shut_out
from charkoni.web.store.database import Database
from charkoni.web.store.tables import NameRow, PersonRow, complaints, names, persons, seats, session_ends

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

    async def withheld(self, shown: Iterable[str]) -> set[str]:
        """Return which of some names are withheld; raise StoreError."""
        keys = {name: key_of(name) for name in shown}
        query = select(names.c.key).where(names.c.key.in_(set(keys.values())), names.c.person == "")
        found = set(await self._database.scalars(query))
        return {name for name, key in keys.items() if key in found}

    async def present_name(self, person: str) -> str:
        """Return the name of a member, or that under which a guest sits at a table; raise StoreError."""
        at_seats = select(seats.c.name).where(*_own_seats(person)).limit(1)
        return (await self.find(person)).name or await self._database.scalar(at_seats) or ""

    async def require_free(self, name: str, person: str) -> None:
        """Raise Refused: NAME_TAKEN where a name, or one that looks like it, is not for a person; raise StoreError."""
        await self._database.read(lambda connection: _require_free(connection, key_of(name), person))

    async def names_of(self, people: Sequence[str]) -> dict[str, str]:
        """Return the names of members among some people; raise StoreError."""
        is_one = persons.c.id.in_(people) & (persons.c.name != "")
        return await self._database.pairs(select(persons.c.id, persons.c.name).where(is_one))

    async def names_stamp(self) -> object:
        """Return what changes whenever a member takes another name; raise StoreError."""
        return await self._database.scalar(select(func.sum(names.c.since)))

    async def keep(self, person: str, **values: object) -> None:
        """Store values of a person, who gets a row if there is none; raise StoreError."""
        await self._database.write(lambda connection: keep(connection, person, values))

    async def change_kept(self, person: str, change: Callable[[str], str]) -> str:
        """Store what is kept of a person, as `change` returns it from what was kept before; return it."""

        def work(connection: Connection) -> str:
            query = select(persons.c.kept).where(persons.c.id == person).with_for_update()
            before = connection.execute(query).scalar() or ""
            after = change(before)
            if after != before:
                keep(connection, person, {"kept": after})
            return after

        return await self._database.write(work)

    async def rename(self, person: str, name: str, is_forced: bool = False) -> str:
        """Give a person another name, and return it; raise StoreError, or Refused: NAME_TAKEN, BAD_NAME.

        Cookies of other browsers hold the name of before: it is replaced when they are read.  is_forced: by the owner
        of the server, who does so with guests, too; names of before are withheld.
        """
        name = checked(name)

        def work(connection: Connection) -> None:
            is_block = complaints.c.kind == BLOCK  # others are about the name of then
            if is_forced:
                withhold_names(connection, person)
                connection.execute(update(complaints).where(complaints.c.about == person, is_block).values(name=name))
            if is_forced and not connection.execute(select(persons.c.name).where(persons.c.id == person)).scalar():
                _require_free(connection, key_of(name), person)
                connection.execute(update(seats).where(*_own_seats(person)).values(name=name))
            else:
                take_name(connection, person, name)
            ended = ended_name(f"name {person}")
            connection.execute(delete(session_ends).where(session_ends.c.name == ended))
            connection.execute(insert(session_ends), {"name": ended, "at": now_ms(), "renamed": name})
            self._database.notify(connection, {"kind": "sessions"})

        await self._database.write(work)
        return name

    async def remove(self, person: str) -> None:
        """Take from a person all by which he comes in; raise StoreError.

        His name stays at his seats, and is withheld.
        """

        def work(connection: Connection) -> None:
            withhold_names(connection, person)
            shut_out(connection, person)
            keep(connection, person, {"name": ""})

        await self._database.write(work)


def matching(connection: Connection, text: str) -> list[str]:
    """Return whom a text means, at most two people: by a name, or the beginning of the id."""
    at_seats = select(seats.c.owner).where(seats.c.owner != "").distinct().limit(2)
    # What has an index first.
    queries: list[Select[str]] = [
        select(names.c.person).where(names.c.key == key_of(text), names.c.person != ""),
        select(persons.c.id).where(persons.c.id == text),
        at_seats.where(seats.c.owner == text),
        at_seats.where(seats.c.name == text),
        at_seats.where(seats.c.owner.startswith(text, autoescape=True)),
    ]
    for query in queries if text else ():
        if found := list(connection.scalars(query)):
            return found
    return []


def keep(connection: Connection, person: str, values: Mapping[str, object]) -> None:
    """Store values of a person, who gets a row if there is none."""
    if connection.execute(update(persons).where(persons.c.id == person).values(values)).rowcount == 0:
        now = now_ms()
        connection.execute(insert(persons), asdict(PersonRow(person, created=now, seen=now)) | dict(values))


def take_name(connection: Connection, person: str, name: str) -> None:
    """Make a name that of a person, also at all seats; raise Refused: NAME_TAKEN."""
    key, mine = key_of(name), names.c.person == person
    _require_free(connection, key, person)
    connection.execute(delete(names).where(names.c.key == key))
    # Of two who take it at once one fails here, for the key is unique.
    connection.execute(insert(names), asdict(NameRow(key, person, name, now_ms())))
    last = connection.execute(select(names.c.key).where(mine).order_by(names.c.since.desc()).limit(MOST_NAMES))
    connection.execute(delete(names).where(mine, names.c.key.not_in(last.scalars().all())))
    keep(connection, person, {"name": name})
    connection.execute(update(seats).where(*_own_seats(person)).values(name=name))


def withhold_names(connection: Connection, person: str) -> None:
    """Keep the names of a person from everybody for a year, also from himself."""
    nobodys = {"person": "", "name": "", "since": now_ms()}
    connection.execute(update(names).where(names.c.person == person).values(nobodys))
    # A guest has names at his seats alone.
    known = select(names.c.key)
    keys = {key_of(name) for name in connection.scalars(select(seats.c.name).where(*_own_seats(person)).distinct())}
    keys -= {"", *connection.scalars(known.where(names.c.key.in_(keys)))}
    if keys:
        connection.execute(insert(names), [nobodys | {"key": key} for key in keys])


def _require_free(connection: Connection, key: str, person: str) -> None:
    holder = connection.execute(select(names.c.person).where(names.c.key == key)).scalar()
    # "" is nobody's, also for visitors who are no persons yet.
    if holder is not None and (holder == "" or holder != person):
        raise Refused("NAME_TAKEN")


def _own_seats(person: str) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions of the seats at which a person plays himself, not a program of his."""
    return seats.c.owner == person, seats.c.program == 0
