"""Complaints: whom a person blocks, and what he reports to the owner of the server.

A blocked person gets no seat at the tables of the other, challenges him to no game, and says nothing that he hears.
"""

from dataclasses import asdict

from sqlalchemy import Delete, Select, delete, insert, select, update

from charkoni.core.errors import N_
from charkoni.web.store.database import Database
from charkoni.web.store.tables import ComplaintRow, complaints

BLOCK = "block"
"""The kind of complaint that is no report."""

REPORTS = {
    "abandons": N_("Abandons games"),
    "name": N_("Offensive or false name"),
    "computer": N_("Computer help"),
}
"""The kinds of reports, in words."""

MOST_OPEN = 200
"""The most reports that the owner of a server is shown at once, the oldest."""

_ARE_REPORTS = complaints.c.kind.in_(REPORTS)


class Complaints:
    """Reads and writes the complaints: nothing else touches the table `complaints`.  Its methods raise StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, row: ComplaintRow) -> None:
        """Store a complaint; the same one of before is replaced, and open again."""
        await self._database.execute(_deleted(row), insert(complaints).values(asdict(row)))

    async def withdraw(self, row: ComplaintRow) -> None:
        """Delete a complaint."""
        await self._database.execute(_deleted(row))

    async def of(self, person: str) -> list[ComplaintRow]:
        """Return the complaints of a person, the latest first."""
        query = select(complaints).where(complaints.c.person == person).order_by(complaints.c.at.desc())
        return await self._database.rows(query, ComplaintRow)

    async def blocks(self, person: str) -> list[ComplaintRow]:
        """Return whom a person blocks, the latest first."""
        return [row for row in await self.of(person) if row.kind == BLOCK]

    async def reports(self, about: str = "") -> list[ComplaintRow]:
        """Return the reports about a person, the latest first, or the oldest open ones about everybody."""
        query = select(complaints).where(_ARE_REPORTS)
        if about:
            query = query.where(complaints.c.about == about).order_by(complaints.c.at.desc())
        else:
            query = query.where(complaints.c.closed == 0).order_by(complaints.c.at).limit(MOST_OPEN)
        return await self._database.rows(query, ComplaintRow)

    async def close(self, about: str) -> None:
        """Note that the owner of the server has dealt with the reports about a person."""
        await self._database.execute(
            update(complaints).where(complaints.c.about == about, _ARE_REPORTS).values(closed=1)
        )

    async def is_blocked(self, person: str, by: str) -> bool:
        """Return whether a person is blocked by another one."""
        return await self._database.scalar(_blockers(person).where(complaints.c.person == by)) is not None

    async def blockers(self, person: str) -> set[str]:
        """Return the people who block a person."""
        return {*await self._database.scalars(_blockers(person))}


def _blockers(person: str) -> Select[str]:
    # Not himself: a guest may have blocked the member who he turns out to be.
    is_block = (complaints.c.kind == BLOCK, complaints.c.person != person)
    return select(complaints.c.person).where(complaints.c.about == person, *is_block)


def _deleted(row: ComplaintRow) -> Delete:
    key = [column == getattr(row, column.name) for column in complaints.primary_key]
    return delete(complaints).where(*key)
