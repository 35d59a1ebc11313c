"""What rated games change: each when it ends, all again in the order of their ends, or those of one person."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from fractions import Fraction
from statistics import fmean

import sqlalchemy as sa

from charkoni.core.game import Outcome
from charkoni.core.registry import named
from charkoni.tournament.standings.game_ratings import RatedSeat, after_game, rating_at
from charkoni.tournament.standings.glicko2 import Rating
from charkoni.web.ratings.anchors import anchors
from charkoni.web.ratings.conditions import obstacle, time_class
from charkoni.web.store.database import rows_in
from charkoni.web.store.tables import GameRow, RatingChange, RatingRow, SeatRow, games, seats
from charkoni.web.store.tables import rating_changes as changes
from charkoni.web.store.tables import ratings as table

BATCH = 1000
"""How many games are read at a time when all ratings are computed again."""


def rate(connection: sa.Connection, game: GameRow, at_table: Sequence[SeatRow], only: str = "") -> None:
    """Change the ratings of the people of a finished game, whose end is `game.changed`.

    only: the one person whose rating changes.  All others, and people who have left the server since then, count with
    the ratings that they had, which the changes keep.
    """
    pace, is_known = time_class(game, at_table), sa.select(changes).where(changes.c.game == game.id)
    earlier = {each.seat: each for each in rows_in(connection, is_known, RatingChange)}
    if obstacle(game, at_table):  # as when one person has turned out to hold seats of both sides
        connection.execute(sa.delete(changes).where(changes.c.game == game.id))
        return
    people = {seat.owner for seat in at_table if seat.kind == "human" and seat.owner and only in ("", seat.owner)}
    rows = {person: _row(connection, person, game.name, pace) for person in people}
    before = []
    for seat in at_table:
        row, kept = rows.get(seat.owner), earlier.get(seat.seat)
        if seat.kind == "computer":
            before.append(RatedSeat(anchors(game.name)[seat.level], is_fixed=True))
        elif seat.owner not in people:
            frozen = Rating(kept.was, kept.was_deviation, kept.was_volatility) if kept else Rating()
            before.append(RatedSeat(frozen, is_fixed=True))
        else:
            before.append(RatedSeat(_at(row, game.changed) if row else Rating()))
    outcome = Outcome(tuple(Fraction(each) for each in game.result.split(":")), game.reason)
    after = after_game(before, named(game.name).sides, outcome)
    for person in people:
        held = [place for place, seat in enumerate(at_table) if seat.owner == person]
        # At two seats of a team: one person with one result.
        new = _mean([after[place] for place in held])
        row = rows[person]
        parts = new.rating, new.deviation, new.volatility
        played = row.played + 1 if row else 1
        _write(connection, RatingRow(person, game.name, pace, *parts, played, game.changed))
        for place in held:
            old = before[place].rating
            was = old.rating, old.deviation, old.volatility
            change = RatingChange(game.id, place, person, game.name, pace, game.changed, *parts, *was)
            connection.execute(sa.delete(changes).where(changes.c.game == game.id, changes.c.seat == place))
            connection.execute(sa.insert(changes), asdict(change))


def _mean(held: Sequence[Rating]) -> Rating:
    mean = (fmean(getattr(rating, part) for rating in held) for part in ("rating", "deviation", "volatility"))
    return Rating(*mean)


def _at(row: RatingRow, now: int) -> Rating:
    return rating_at(Rating(row.rating, row.deviation, row.volatility), row.at, now)


def _row(connection: sa.Connection, person: str, name: str, pace: str) -> RatingRow | None:
    is_it = (table.c.person == person, table.c.name == name, table.c.time_class == pace)
    return next(iter(rows_in(connection, sa.select(table).where(*is_it), RatingRow)), None)


def _write(connection: sa.Connection, row: RatingRow) -> None:
    is_it = (table.c.person == row.person, table.c.name == row.name, table.c.time_class == row.time_class)
    connection.execute(sa.delete(table).where(*is_it))
    connection.execute(sa.insert(table), asdict(row))


# --- people -----------------------------------------------------------------------------------------------------------


def replay(connection: sa.Connection, person: str) -> None:
    """Compute the ratings of a person again, from all his rated games in the order in which they ended.

    As when the games of another device have become his.  The ratings of others stay.
    """
    connection.execute(sa.delete(table).where(table.c.person == person))
    own = sa.select(changes.c.game).where(changes.c.person == person)
    for game, at_table in _rated_games(connection, games.c.id.in_(own)):
        rate(connection, game, at_table, only=person)


def recompute(connection: sa.Connection) -> int:
    """Compute all ratings again from the rated games in the order in which they ended; return how many these are."""
    connection.execute(sa.delete(table))
    count = 0
    for game, at_table in _rated_games(connection):
        rate(connection, game, at_table)
        count += 1
    return count


def _rated_games(connection: sa.Connection, *which: sa.ColumnElement[bool]) -> Iterator[tuple[GameRow, list[SeatRow]]]:
    """Yield the finished rated games with their seats, in the order in which they ended.  which: only these."""
    last = (-1, "")
    while True:
        is_later = sa.tuple_(games.c.changed, games.c.id) > sa.tuple_(*last)
        query = sa.select(games).where(games.c.rated == 1, games.c.state == "over", is_later, *which)
        batch = rows_in(connection, query.order_by(games.c.changed, games.c.id).limit(BATCH), GameRow)
        if not batch:
            return
        of_games = sa.select(seats).where(seats.c.game.in_([game.id for game in batch])).order_by(seats.c.seat)
        by_game: dict[str, list[SeatRow]] = {}
        for seat in rows_in(connection, of_games, SeatRow):
            by_game.setdefault(seat.game, []).append(seat)
        yield from ((game, by_game[game.id]) for game in batch)
        last = (batch[-1].changed, batch[-1].id)
