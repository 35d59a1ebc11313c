"""The outbox: notices, written in the transaction of their cause, and marked before they are sent.

    row of a log --> notice, due soon --> given to a channel (its id in `sent`) --> sent
    the move is made, or the game over: the notice is gone, also unsent

The mark is committed before anything is sent.  So whatever dies in between, a channel gets a notice once or not at all.
A mark is taken back only when it is certain that nothing has arrived.
"""

import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict

import sqlalchemy as sa

from charkoni.web.http.sessions import now_ms
from charkoni.web.live.game.clocks import SHORT_MS, SHORT_PART
from charkoni.web.notices.kinds import KINDS, MOVE, SHORT, Waiting
from charkoni.web.store import Store
from charkoni.web.store.database import rows_in
from charkoni.web.store.tables import GameRow, LogRow, NoticeRow, SeatRow, games, holders, notices, seats

logger = logging.getLogger(__name__)

DELAY_MS = 15_000
"""How long a notice waits: the person may be about to look, and others may come to be sent with it."""

BATCH = 500
"""How many notices are looked at, at a time."""

MOST_OF_A_PERSON = 300
"""The most notices of a person that are read, the latest."""


class Outbox:
    """The notices of a server: nothing else touches the table `notices`."""

    def __init__(self, store: Store, now: Callable[[], int] = now_ms) -> None:
        """Take the store, and the clock, in ms since 1970."""
        self._store = store
        self._now = now

    # --- causes -------------------------------------------------------------------------------------------------------

    def consequence(self, connection: sa.Connection, row: LogRow, game: GameRow) -> None:
        """Note whose move it is in a game over days, and drop what is so no more: a `store.database.Consequence`."""
        if game.clock != "daily":
            return
        known = set(connection.execute(sa.select(notices.c.person).where(notices.c.about == game.id)).scalars())
        people = _people_to_move(connection, game) if game.state == "open" and game.turn >= 0 else set()
        gone = known - people
        if gone:
            connection.execute(sa.delete(notices).where(notices.c.about == game.id, notices.c.person.in_(gone)))
        at = self._now()
        new = [asdict(NoticeRow(person, MOVE, game.id, at, at + DELAY_MS)) for person in sorted(people - known)]
        if new:
            connection.execute(sa.insert(notices), new)

    async def warn(self) -> int:
        """Add notices for games over days in which little time is left; return how many.  Raises StoreError."""
        now = self._now()
        ends_soon = [
            games.c.state == "open",
            games.c.clock == "daily",
            games.c.due.between(now + 1, now + SHORT_MS - 1),  # as `clocks.is_short`
            games.c.due - games.c.base // SHORT_PART < now,
        ]
        warned = sa.select(notices.c.about).where(notices.c.about == games.c.id, notices.c.kind == SHORT)

        def work(connection: sa.Connection) -> int:
            query = sa.select(games).where(*ends_soon, ~warned.exists()).order_by(games.c.due).limit(BATCH)
            new = [
                asdict(NoticeRow(person, SHORT, game.id, now, now))
                for game in rows_in(connection, query, GameRow)
                for person in sorted(_people_to_move(connection, game))
            ]
            if new:
                connection.execute(sa.insert(notices), new)
            return len(new)

        return await self._store.write(work)

    # --- sending ------------------------------------------------------------------------------------------------------

    async def people_due(self, but: Collection[str] = ()) -> list[str]:
        """Return people with notices that are due, but not some; raise StoreError."""
        is_due = notices.c.due.between(1, self._now())
        query = sa.select(notices.c.person).where(is_due, notices.c.person.not_in(but)).limit(BATCH)
        return list(dict.fromkeys(await self._store.scalars(query)))

    async def due(self, person: str) -> list[NoticeRow]:
        """Return the notices of a person that are due; raise StoreError."""
        is_due = (notices.c.person == person, notices.c.due.between(1, self._now()))
        query = sa.select(notices).where(*is_due).order_by(notices.c.at.desc()).limit(MOST_OF_A_PERSON)
        return await self._store.rows(query, NoticeRow)

    async def waiting(self, person: str, rows: Sequence[NoticeRow] | None = None) -> dict[NoticeRow, Waiting]:
        """Return the notices of a person, or those among some, that are still true, the oldest first.

        Raises StoreError.
        """
        now = self._now()

        def work(connection: sa.Connection) -> dict[NoticeRow, Waiting]:
            query = sa.select(notices).where(notices.c.person == person).order_by(notices.c.at.desc())
            found = rows_in(connection, query.limit(MOST_OF_A_PERSON), NoticeRow) if rows is None else rows
            ids = [row.about for row in found]
            by_id = {
                game.id: game for game in rows_in(connection, sa.select(games).where(games.c.id.in_(ids)), GameRow)
            }
            places = rows_in(connection, sa.select(seats).where(seats.c.game.in_(ids)).order_by(seats.c.seat), SeatRow)
            is_held = (holders.c.game.in_(ids), holders.c.person == person)
            places_held = connection.execute(sa.select(holders.c.game, holders.c.seat).where(*is_held))
            held = {(row[0], row[1]) for row in places_held}
            answer = {}
            for row in sorted(found, key=lambda each: each.at):
                game = by_id.get(row.about)
                if game is None or game.state != "open" or (game.id, game.turn) not in held:
                    continue
                if row.kind in KINDS and KINDS[row.kind].is_true(game, now):
                    mine = frozenset(seat for name, seat in held if name == game.id)
                    at_table = [seat for seat in places if seat.game == game.id]
                    answer[row] = Waiting(row.kind, game, at_table, mine, row.at)
            return answer

        return await self._store.read(work)

    async def give(self, rows: Sequence[NoticeRow], channel: str) -> list[NoticeRow]:
        """Mark notices as given to a channel; return those that were not before, and are still there.

        Only these may be sent.  Raises StoreError, after which nothing may be sent either.
        """

        def work(connection: sa.Connection) -> list[NoticeRow]:
            # Of two processes that do so one finds the mark of the other.
            command = sa.update(notices).values(sent=notices.c.sent.concat(f" {channel}"))
            is_new = ~notices.c.sent.contains(channel)
            return [row for row in rows if connection.execute(command.where(*_is(row), is_new)).rowcount == 1]

        return await self._store.write(work) if rows else []

    async def take_back(self, rows: Sequence[NoticeRow], channel: str) -> None:
        """Undo the marks of notices of which it is certain that they have not arrived; raise StoreError."""
        command = sa.update(notices).values(sent=sa.func.replace(notices.c.sent, f" {channel}", ""))
        await self._store.execute(*(command.where(*_is(row)) for row in rows))

    async def put_off(self, rows: Sequence[NoticeRow], due: int) -> None:
        """Look at notices again at a time (ms since 1970), 0 for never; raise StoreError."""
        if rows:
            await self._store.execute(*(sa.update(notices).where(*_is(row)).values(due=due) for row in rows))

    async def drop(self, rows: Sequence[NoticeRow]) -> None:
        """Delete notices whose cause is gone; raise StoreError."""
        if rows:
            await self._store.execute(*(sa.delete(notices).where(*_is(row)) for row in rows))


def _is(row: NoticeRow) -> list[sa.ColumnElement[bool]]:
    """Return the conditions for a notice; a later one of the same cause has another time."""
    return [notices.c[name] == getattr(row, name) for name in ("person", "kind", "about", "at")]


def _people_to_move(connection: sa.Connection, game: GameRow) -> set[str]:
    """Return the people for whom a game waits, not a program of theirs, but who plays against nobody else."""
    held = connection.execute(sa.select(holders.c.person, holders.c.seat).where(holders.c.game == game.id)).all()
    at_table = rows_in(connection, sa.select(seats).where(seats.c.game == game.id), SeatRow)
    programs = {seat.seat for seat in at_table if seat.program}
    people = {person for person, seat in held if seat == game.turn and seat not in programs}
    return {person for person in people if len({seat for other, seat in held if other == person}) != len(at_table)}
