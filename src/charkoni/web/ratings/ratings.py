"""The ratings of people, and their change in the transaction that ends a rated game."""

import logging
from collections.abc import Collection

import sqlalchemy as sa

from charkoni.web.ratings.conditions import PROGRAMS
from charkoni.web.store.database import Database, rows_in
from charkoni.web.store.tables import GameRow, LogRow, RatingChange, RatingRow, SeatRow, persons, seats
from charkoni.web.store.tables import rating_changes as changes
from charkoni.web.store.tables import ratings as table

logger = logging.getLogger(__name__)

SURE_DEVIATION = 110.0
"""Up to this deviation a rating is shown without the mark "provisional".

Chosen: as on the large chess servers; reached after some 12 games between equals.
"""

MOST_LEADERS = 100
"""The most people of a list."""

MOST_CHANGES = 500
"""The most games of a graph, the latest."""

YEAR_MS = 365 * 24 * 3_600_000
"""Who has not played for so long is on no list."""


class Ratings:
    """Reads and writes the ratings: nothing else touches the tables `ratings` and `rating_changes`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- reading ------------------------------------------------------------------------------------------------------

    async def of(self, person: str) -> list[RatingRow]:
        """Return the ratings of a person, the most played first."""
        query = sa.select(table).where(table.c.person == person).order_by(table.c.played.desc(), table.c.name)
        return await self._database.rows(query, RatingRow)

    async def among(self, people: Collection[str], names: Collection[str]) -> dict[tuple[str, str, str], RatingRow]:
        """Return the ratings of some people in games of some names, by person, name and time class."""
        query = sa.select(table).where(table.c.person.in_(people), table.c.name.in_(names))
        return {(row.person, row.name, row.time_class): row for row in await self._database.rows(query, RatingRow)}

    async def nearest(self, person: str, name: str, pace: str) -> RatingRow | None:
        """Return the rating of a person that says most about a game: of its time class, else of the most played.

        Those of his programs say nothing.
        """
        rows = [row for row in await self.of(person) if row.name == name and not row.time_class.startswith(PROGRAMS)]
        return next((row for row in rows if row.time_class == pace), next(iter(rows), None))

    async def changes(self, person: str, name: str, pace: str) -> list[RatingChange]:
        """Return what rated games of a name and time class changed for a person, the latest first."""
        query = (
            sa.select(changes)
            .where(changes.c.person == person, changes.c.name == name, changes.c.time_class == pace)
            .order_by(changes.c.at.desc(), changes.c.game)
            .limit(MOST_CHANGES)
        )
        return await self._database.rows(query, RatingChange)

    async def changes_of(self, game: str) -> list[RatingChange]:
        """Return what a game changed for the people at its table."""
        query = sa.select(changes).where(changes.c.game == game).order_by(changes.c.seat)
        return await self._database.rows(query, RatingChange)

    async def leaders(self, name: str, pace: str, now: int) -> list[RatingRow]:
        """Return the members with a rating in a game and time class: first the sure ratings, the highest first."""
        query = (
            sa.select(table)
            .where(table.c.name == name, table.c.time_class == pace)
            .where(table.c.person.in_(sa.select(persons.c.id).where(persons.c.name != "")))
            .where(table.c.at > now - YEAR_MS)
            .order_by(table.c.deviation > SURE_DEVIATION, table.c.rating.desc(), table.c.person)
            .limit(MOST_LEADERS)
        )
        return await self._database.rows(query, RatingRow)

    async def listed(self) -> list[tuple[str, str, int]]:
        """Return the games and time classes with rated people, and how many they are, the most first."""
        count = sa.func.count()
        query = sa.select(table.c.name, table.c.time_class, count).group_by(table.c.name, table.c.time_class)
        return await self._database.read(
            lambda connection: [tuple(row) for row in connection.execute(query.order_by(count.desc(), table.c.name))]
        )

    # --- rated games --------------------------------------------------------------------------------------------------

    def consequence(self, connection: sa.Connection, row: LogRow, game: GameRow) -> None:
        """Rate a game with the row that ends it: a `store.database.Consequence`."""
        if not game.rated or game.state != "over":
            return
        # A server starts without what tournaments need, among it Glicko-2.
        from charkoni.web.ratings.rated_games import rate

        at_table = rows_in(connection, sa.select(seats).where(seats.c.game == game.id).order_by(seats.c.seat), SeatRow)
        try:
            with connection.begin_nested():
                rate(connection, game, at_table)
        except (ArithmeticError, LookupError, ValueError):
            # The end of the game must be kept whatever happens here; ratings can be computed again.
            logger.exception("the game %s is not rated; `charkoni admin ratings` does it", game.id)
