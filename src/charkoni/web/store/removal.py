"""Deletion of expired data and of the data of people.

All deletions are in small batches, so that moves are not held up.
"""

from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import Connection, delete, func, insert, not_, select, union, update
from sqlalchemy.sql.elements import ColumnElement

from charkoni.web.store.database import Database
from charkoni.web.store.tables import (
    Work,
    challenges,
    complaints,
    conditional_moves,
    credentials,
    games,
    holders,
    log,
    names,
    notices,
    persons,
    seats,
    works,
)

BATCH = 50
"""How many games are deleted in one transaction."""

UNFINISHED = ("waiting", "open")
_OF_EVENTS = games.c.previous.startswith("t/")

AGED: dict[str, ColumnElement[bool]] = {
    "waiting": games.c.state == "waiting",
    "unstarted": (games.c.state == "open") & (games.c.ply == 0) & (games.c.clock != "daily"),
    "unfinished": (games.c.state == "open") & (games.c.clock != "daily"),
    "called-off": games.c.state == "called-off",
    "finished": games.c.state == "over",
}
"""By kind of the table of ages the games it means; those of tournaments are none of them."""

ROWS = {"token", "report", "name"}
"""The kinds of the table of ages that are rows of one table."""


class Removal:
    """Finds and deletes data that are not kept."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def aged(self, kind: str, before: int) -> list[str]:
        """Return the ids of the next games of a kind that have not changed since a time, at most `BATCH`."""
        is_aged = AGED[kind] & (games.c.changed < before) & not_(_OF_EVENTS)
        query = select(games.c.id).where(is_aged).order_by(games.c.changed).limit(BATCH)
        return await self._database.scalars(query)

    async def delete_games(self, ids: Sequence[str]) -> None:
        """Delete games with all that belongs to them, and notify all other processes."""

        if ids:
            await self._database.write(lambda connection: delete_games(self._database, connection, ids))

    async def delete_rows(self, kind: str, before: int) -> None:
        """Delete rows that are older than a time.

        kind: token (those that hold no seat; those of members stay), report (closed ones) or name (withheld ones).
        """
        unused = credentials.c.person.not_in(select(holders.c.person))
        is_free = credentials.c.person.not_in(select(persons.c.id).where(persons.c.name != ""))
        is_token = (credentials.c.kind == "token", credentials.c.created < before)
        commands = {
            "token": delete(credentials).where(*is_token, unused, is_free),
            "report": delete(complaints).where(complaints.c.closed == 1, complaints.c.at < before),
            "name": delete(names).where(names.c.person == "", names.c.since < before),
        }
        await self._database.execute(commands[kind])

    # --- works --------------------------------------------------------------------------------------------------------

    async def note_work(self, work: Work) -> None:
        """Store the maker of something; the last one counts."""
        earlier = delete(works).where(works.c.kind == work.kind, works.c.id == work.id)
        await self._database.execute(earlier, insert(works).values(asdict(work)))

    async def works_of(self, kind: str, **by: str) -> list[str]:
        """Return the ids of things made by a person or at an address, latest first.  by: person, address."""
        wanted = [works.c[name] == value for name, value in by.items()]
        query = select(works.c.id).where(works.c.kind == kind, *wanted).order_by(works.c.at.desc())
        return await self._database.scalars(query)

    async def delete_works(self, kind: str, ids: Sequence[str]) -> None:
        """Delete the makers of things."""
        await self._database.execute(delete(works).where(works.c.kind == kind, works.c.id.in_(ids)))

    # --- people -------------------------------------------------------------------------------------------------------

    async def unfinished(self, person: str) -> int:
        """Return in how many games that are not over a person holds a seat."""
        held = select(holders.c.game).where(holders.c.person == person)
        query = select(func.count()).select_from(games).where(games.c.id.in_(held), games.c.state.in_(UNFINISHED))
        return await self._database.scalar(query) or 0

    async def games_of(self, person: str, after: str = "", most: int = BATCH) -> list[str]:
        """Return the ids of games in which a person holds a seat, in order from one on, those of tournaments too."""
        query = (
            select(holders.c.game)
            .where(holders.c.person == person, holders.c.game > after)
            .distinct()
            .order_by(holders.c.game)
            .limit(most)
        )
        return await self._database.scalars(query)

    async def shared(self, ids: Sequence[str], person: str) -> set[str]:
        """Return the games among some in which other people hold or held a seat, too."""
        held = select(holders.c.game).where(holders.c.game.in_(ids), holders.c.person != person)
        owned = select(seats.c.game).where(seats.c.game.in_(ids), seats.c.owner.not_in(("", person)))
        return {*await self._database.scalars(union(held, owned))}

    async def leave(self, game: str, person: str) -> None:
        """Take a person and his name out of a game that goes on to belong to others."""

        def work(connection: Connection) -> None:
            connection.execute(delete(holders).where(holders.c.game == game, holders.c.person == person))
            connection.execute(delete(notices).where(notices.c.about == game, notices.c.person == person))
            mine = (seats.c.game == game, seats.c.owner == person)
            connection.execute(update(seats).where(*mine).values(owner="", name="", watch=0))
            connection.execute(update(games).where(games.c.id == game).values(listed=0))
            self._database.notify(connection, {"kind": "seats", "game": game})

        await self._database.write(work)


def delete_games(database: Database, connection: Connection, ids: Sequence[str]) -> None:
    """Delete games with all that belongs to them in a transaction, and notify all other processes."""
    for table in (log, holders, seats, conditional_moves, challenges):
        connection.execute(delete(table).where(table.c.game.in_(ids)))
    connection.execute(delete(notices).where(notices.c.about.in_(ids)))
    connection.execute(delete(games).where(games.c.id.in_(ids)))
    for name in ids:
        database.notify(connection, {"kind": "gone", "game": name})
