"""Search of finished games that anybody may see: by player, game, result, date and position."""

from dataclasses import dataclass

import sqlalchemy as sa

from charkoni.core.game import Position
from charkoni.core.registry import named
from charkoni.web.explorer.positions import key_of
from charkoni.web.live.results import outcome_for
from charkoni.web.store.database import Database, rows_in
from charkoni.web.store.tables import GameRow, SeatRow, explored, games, seats

MOST_FOUND = 60
"""The most games of an answer, the latest."""

MOST_EXAMINED = 2000
"""The most games that are read for an answer: a result is not in an index."""


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for; empty parts fit every game.

    player: a name, exactly.  game: a name, with or without flags.  outcome: of the player, see `live.results.RESULTS`.
    since, until: when it ended, ms since 1970, the second not included; 0: any time.
    """

    player: str = ""
    game: str = ""
    outcome: str = ""
    since: int = 0
    until: int = 0
    position: Position | None = None


async def find(database: Database, query: Query) -> list[GameRow]:
    """Return the games that fit, at most `MOST_FOUND`, the latest first."""

    def work(connection: sa.Connection) -> list[GameRow]:
        rows = rows_in(connection, _statement(query).limit(MOST_EXAMINED if query.outcome else MOST_FOUND), GameRow)
        if not query.outcome:
            return rows
        of = sa.select(seats).where(seats.c.game.in_([row.id for row in rows]), seats.c.name == query.player)
        mine: dict[str, set[int]] = {}
        for seat in rows_in(connection, of.where(seats.c.kind == "human"), SeatRow):
            mine.setdefault(seat.game, set()).add(seat.seat)
        fits = (row for row in rows if outcome_for(row, frozenset(mine.get(row.id, ()))) == query.outcome)
        return [row for row, _ in zip(fits, range(MOST_FOUND), strict=False)]

    return await database.read(work)


def _statement(query: Query) -> sa.Select[object]:
    """Return the statement of a search: each begins with an index, that of the position, the name, or the time."""
    statement = sa.select(games).where(games.c.state == "over", games.c.listed == 1)
    if query.position is not None:
        at = sa.select(explored.c.game).where(explored.c.position == key_of(query.position))
        statement = statement.where(games.c.id.in_(at.order_by(explored.c.at.desc()).limit(MOST_EXAMINED)))
    if query.player:
        of = sa.select(seats.c.game).where(seats.c.name == query.player, seats.c.kind == "human")
        statement = statement.where(games.c.id.in_(of))
    if query.game:
        exact = games.c.name == named(query.game).name
        with_flags = games.c.name.startswith(f"{query.game}:", autoescape=True)
        statement = statement.where(exact if ":" in query.game else sa.or_(exact, with_flags))
    if query.since:
        statement = statement.where(games.c.changed >= query.since)
    if query.until:
        statement = statement.where(games.c.changed < query.until)
    return statement.order_by(games.c.changed.desc(), games.c.id)
