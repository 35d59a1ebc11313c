"""A cache of results of long computations, in parts, in a table of its own that is created on first use.

It may be dropped: all results can be computed again.
"""

import asyncio
from collections.abc import Iterable, Sequence

import sqlalchemy as sa

from charkoni.web.store.database import Database

_METADATA = sa.MetaData()
_results = sa.Table(
    "kept",
    _METADATA,
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("part", sa.Integer, nullable=False),
    sa.Column("value", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.PrimaryKeyConstraint("name", "part"),
)
_by_age = sa.Index("kept_by_age", _results.c.part, _results.c.at)


class ResultCache:
    """Results in numbered parts, by name."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._is_created = False
        self._creation = asyncio.Lock()

    async def _ready(self) -> None:
        def make(connection: sa.Connection) -> None:
            self._database.lock_setup(connection)
            _METADATA.create_all(connection, checkfirst=True)
            _by_age.create(connection, checkfirst=True)

        async with self._creation:
            if not self._is_created:
                await self._database.write(make)
                self._is_created = True

    async def parts(self, name: str) -> dict[int, str]:
        """Return all parts of a result; raise StoreError."""
        await self._ready()
        query = sa.select(_results.c.part, _results.c.value).where(_results.c.name == name).order_by(_results.c.part)
        return await self._database.pairs(query)

    async def keep(self, name: str, parts: Iterable[tuple[int, str]], at: int) -> None:
        """Store some parts in place of older ones; raise StoreError."""
        await self._ready()
        rows = [{"name": name, "part": part, "value": value, "at": at} for part, value in parts]
        earlier = sa.delete(_results).where(_results.c.name == name, _results.c.part.in_([row["part"] for row in rows]))
        if rows:
            await self._database.execute(earlier, sa.insert(_results).values(rows))

    async def aged(self, part: int, before: int, most: int) -> list[str]:
        """Return the names of results one part of which is older than a time; raise StoreError."""
        await self._ready()
        query = sa.select(_results.c.name).where(_results.c.part == part, _results.c.at < before).limit(most)
        return await self._database.scalars(query)

    async def delete(self, names: Sequence[str]) -> None:
        """Delete some results; raise StoreError."""
        await self._ready()
        await self._database.execute(sa.delete(_results).where(_results.c.name.in_(names)))
