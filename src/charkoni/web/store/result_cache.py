"""A cache of results of long computations, in parts.  It may be dropped: all results can be computed again."""

from collections.abc import Iterable, Sequence

from sqlalchemy import delete, insert, select

from charkoni.web.store.database import Database
from charkoni.web.store.tables import results


class ResultCache:
    """Results in numbered parts, by name."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def parts(self, name: str) -> dict[int, str]:
        """Return all parts of a result; raise StoreError."""
        query = select(results.c.part, results.c.value).where(results.c.name == name).order_by(results.c.part)
        return await self._database.pairs(query)

    async def keep(self, name: str, parts: Iterable[tuple[int, str]], at: int) -> None:
        """Store some parts in place of older ones; raise StoreError."""
        rows = [{"name": name, "part": part, "value": value, "at": at} for part, value in parts]
        earlier = delete(results).where(results.c.name == name, results.c.part.in_([row["part"] for row in rows]))
        if rows:
            await self._database.execute(earlier, insert(results).values(rows))

    async def aged(self, part: int, before: int, most: int) -> list[str]:
        """Return the names of results one part of which is older than a time; raise StoreError."""
        query = select(results.c.name).where(results.c.part == part, results.c.at < before).limit(most)
        return await self._database.scalars(query)

    async def delete(self, names: Sequence[str]) -> None:
        """Delete some results; raise StoreError."""
        await self._database.execute(delete(results).where(results.c.name.in_(names)))
