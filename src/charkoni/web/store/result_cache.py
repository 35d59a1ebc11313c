"""Results that took long and could be had again: kept, but no part of what must last.

They have a table of their own, made when it is first needed.  Who loses it loses time, nothing else.
"""

import asyncio
from collections.abc import Iterable

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    delete,
    insert,
    select,
)

from charkoni.web.store.database import Database

DAYS_MS = 24 * 3600 * 1000
KEPT_DAYS = 90

_METADATA = MetaData()
_kept = Table(
    "kept",
    _METADATA,
    Column("name", String(64), nullable=False),
    Column("part", Integer, nullable=False),
    Column("value", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("name", "part"),
)


class Kept:
    """Results in parts, by the name of what they belong to."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._is_made = False
        self._making = asyncio.Lock()

    async def _ready(self) -> None:
        async with self._making:
            if not self._is_made:
                await self._database.write(self._make)
                self._is_made = True

    def _make(self, connection: Connection) -> None:
        self._database.in_turn(connection)
        _METADATA.create_all(connection, checkfirst=True)

    async def parts(self, name: str) -> dict[int, str]:
        """Return all parts of a result; raise StoreError."""
        await self._ready()
        query = select(_kept.c.part, _kept.c.value).where(_kept.c.name == name).order_by(_kept.c.part)
        return await self._database.read(lambda connection: {row[0]: row[1] for row in connection.execute(query)})

    async def keep(self, name: str, parts: Iterable[tuple[int, str]], at: int) -> None:
        """Keep some parts, instead of older ones; results that are too old are dropped.  Raises StoreError."""
        await self._ready()
        rows = [{"name": name, "part": part, "value": value, "at": at} for part, value in parts]

        def work(connection: Connection) -> None:
            numbers = [row["part"] for row in rows]
            connection.execute(delete(_kept).where(_kept.c.name == name, _kept.c.part.in_(numbers)))
            connection.execute(insert(_kept), rows)
            connection.execute(delete(_kept).where(_kept.c.at < at - KEPT_DAYS * DAYS_MS))

        if rows:
            await self._database.write(work)
