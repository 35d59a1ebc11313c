"""Everything that the database holds of a person: exported, moved to another person, erased.

Which rows these are follows from the tables, see `store.tables.PERSON`; and values whose name ends with a person's id
are his.
"""

from sqlalchemy import Column, Connection, Table, and_, delete, exists, insert, select, update

from charkoni.web.store.database import Database
from charkoni.web.store.tables import (
    METADATA,
    PERSON,
    channels,
    credentials,
    holders,
    house,
    names,
    persons,
    rating_changes,
    seats,
    sessions,
    tickets,
)

STAYING = (persons, names, sessions, tickets)
"""The tables whose rows do not follow a guest who turns out to be a member: they say who the member is."""

SHARED = (seats, rating_changes)
"""The tables whose rows belong to others, too: an erased person leaves them without a name."""

ENTRIES = (credentials, sessions, tickets, channels)
"""The tables by whose rows a person, or a program of his, comes in or hears of his games."""


def columns() -> list[Column[str]]:
    """Return the columns that hold persons, table by table."""
    return [column for table in METADATA.sorted_tables for column in table.c if column.type is PERSON]


def owners() -> dict[Table, Column[str]]:
    """Return the columns with those to whom rows belong, by table."""
    return {column.table: column for column in reversed(columns())}


async def export(database: Database, person: str) -> dict[str, list[dict[str, object]]]:
    """Return all rows of a person by table, without what is secret; raise StoreError."""

    def work(connection: Connection) -> dict[str, list[dict[str, object]]]:
        found: dict[str, list[dict[str, object]]] = {}
        for table, column in owners().items():
            shown = [each for each in table.c if not each.info.get("is_secret")]
            rows = connection.execute(select(*shown).where(column == person)).mappings()
            found[table.name] = [dict(row) for row in rows]
        values = connection.execute(select(house).where(house.c.name.endswith(person))).mappings()
        return found | {house.name: [dict(row) for row in values]}

    return await database.read(work)


async def move(database: Database, guest: str, person: str) -> list[str]:
    """Give everything of a guest to another person, and return the ids of the games; raise StoreError.

    The seats get the person's name.  All processes hear of it.
    """

    from charkoni.web.ratings.rated_games import replay  # with Glicko-2, without which a server starts

    def work(connection: Connection) -> list[str]:
        ids = list(connection.execute(select(holders.c.game).where(holders.c.person == guest).distinct()).scalars())
        for column in columns():
            table = column.table
            if table in STAYING:
                connection.execute(delete(table).where(column == guest))
                continue
            if column.primary_key:  # what both have is the person's
                other = table.alias()
                same = [other.c[each.name] == each for each in table.primary_key if each is not column]
                both = exists().where(and_(other.c[column.name] == person, *same))
                connection.execute(delete(table).where(column == guest, both))
            connection.execute(update(table).where(column == guest).values({column: person}))
        for name, value in connection.execute(select(house).where(house.c.name.endswith(guest))).all():
            theirs = house.c.name == name.replace(guest, person)
            if not connection.execute(select(house.c.value).where(theirs)).scalar():
                connection.execute(delete(house).where(theirs))
                connection.execute(insert(house), {"name": name.replace(guest, person), "value": value})
        connection.execute(delete(house).where(house.c.name.endswith(guest)))
        name = connection.execute(select(persons.c.name).where(persons.c.id == person)).scalar()
        theirs = (seats.c.game.in_(ids), seats.c.owner == person, seats.c.program == 0)
        connection.execute(update(seats).where(*theirs).values(name=name))
        replay(connection, person)
        for game in ids:
            database.notify(connection, {"kind": "seats", "game": game})
        return ids

    return await database.write(work)


async def erase(database: Database, person: str) -> None:
    """Delete all rows of a person but those that others share, which lose their person.  Raises StoreError."""

    def work(connection: Connection) -> None:
        for column in columns():
            table, mine = column.table, column == person
            connection.execute(
                update(table).where(mine).values({column: ""}) if table in SHARED else delete(table).where(mine)
            )
        connection.execute(delete(house).where(house.c.name.endswith(person)))

    await database.write(work)


def shut_out(connection: Connection, person: str) -> None:
    """Delete all by which a person, or a program of his, comes in or hears of his games."""
    for table in ENTRIES:
        connection.execute(delete(table).where(owners()[table] == person))
