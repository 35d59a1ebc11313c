"""Vacations: days, by UTC, on which the clocks of a person's games with days per move stand still."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, date, datetime, timedelta

import sqlalchemy as sa

from charkoni.web.http.errors import Refused
from charkoni.web.http.sessions import new_id
from charkoni.web.store.database import Database, rows_in
from charkoni.web.store.tables import VacationRow
from charkoni.web.store.tables import vacations as table

MOST_AT_ONCE, MOST_A_YEAR = 14, 28
"""The most days of a vacation, and of all in a calendar year."""

DAY_MS = 86_400_000


class Vacations:
    """Reads and writes the vacations: nothing else touches the table `vacations`.  Its methods raise StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: str) -> list[VacationRow]:
        """Return the vacations of a person, the last one first."""
        query = sa.select(table).where(table.c.person == person).order_by(table.c.begins.desc())
        return await self._database.rows(query, VacationRow)

    async def until(self, person: str, now: int) -> int:
        """Return until when a person is on vacation (ms since 1970), 0 when he is not."""
        is_now = (table.c.person == person, table.c.begins <= now, table.c.ends > now)
        return await self._database.scalar(sa.select(sa.func.max(table.c.ends)).where(*is_now)) or 0

    async def begun(self, now: int) -> set[str]:
        """Return the people whose vacation has begun since `note_begun`."""
        return {
            *await self._database.scalars(sa.select(table.c.person).where(table.c.begun == 0, table.c.begins <= now))
        }

    async def note_begun(self, now: int) -> None:
        """Note that the clocks of those are stopped whose vacation has begun."""
        await self._database.execute(sa.update(table).where(table.c.begun == 0, table.c.begins <= now).values(begun=1))

    async def add(self, person: str, first: date, last: date, now: int) -> None:
        """Add a vacation; one that begins today begins now.

        Refused: VACATION_DATES (in the past, or beside another one), VACATION_LONG, VACATION_DAYS (too many in a year).
        """
        begins, ends = max(now, _midnight(first)), _midnight(last + timedelta(1))

        def work(connection: sa.Connection) -> None:
            known = rows_in(connection, sa.select(table).where(table.c.person == person), VacationRow)
            # Two beside each other would be one that is too long.
            beside = [row for row in known if row.begins < ends + DAY_MS and row.ends > begins - DAY_MS]
            if beside or first > last or _midnight(first) <= now - DAY_MS:
                raise Refused("VACATION_DATES")
            if (last - first).days >= MOST_AT_ONCE:
                raise Refused("VACATION_LONG")
            new = VacationRow(new_id(16), person, begins, ends)
            if max(days_by_year([*known, new]).values()) > MOST_A_YEAR:
                raise Refused("VACATION_DAYS")
            connection.execute(sa.insert(table), asdict(new))

        await self._database.write(work)

    async def give_up(self, person: str, id_: str, now: int) -> None:
        """End a vacation now, or delete it before it has begun."""
        mine = (table.c.person == person, table.c.id == id_)
        await self._database.execute(
            sa.delete(table).where(*mine, table.c.begins > now),
            sa.update(table).where(*mine, table.c.ends > now).values(ends=now),
        )


def days_by_year(rows: Iterable[VacationRow]) -> Counter[int]:
    """Return how many days of some vacations are in each year; a day that has begun counts."""
    days = (each for row in rows for each in range(row.begins // DAY_MS, -(-row.ends // DAY_MS)))
    return Counter(day_of(each * DAY_MS).year for each in days)


def day_of(at: int) -> date:
    """Return the day of a time (ms since 1970) by UTC."""
    return datetime.fromtimestamp(at / 1000, UTC).date()


def _midnight(day: date) -> int:
    return (day - date(1970, 1, 1)).days * DAY_MS
