"""The store: every read and write of the server, each method one transaction.

Failures of the database are raised as `StoreError`; the result of the last write is unknown then, and the caller has to
read again.  Times are in ms since 1970.
"""

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any, TypeVar

import sqlalchemy as sa

from charkoni.web.store.database import Conflict, Database, LogWriter, rows_in
from charkoni.web.store.migrate import bring_up_to_date
from charkoni.web.store.removal import Removal, delete_games
from charkoni.web.store.result_cache import ResultCache
from charkoni.web.store.tables import GameRow, LogRow, SeatRow, conditional_moves, games, holders, house, log, seats

V = TypeVar("V")
UPTIME = "uptime"
"""The name of the value that holds the uptime."""

TIMED = ("sudden", "fischer")
"""The kinds of clocks that run in minutes."""

MOST_LISTED = 60
"""The most games of a list."""

MOST_COUNTED = 1000
"""The most games of a person from which his page counts results, the latest."""

MOST_RESUMED = 2000
"""The most games that a process resumes at once."""


Arrival = Callable[[sa.Connection, str, str], None]
"""What it causes elsewhere that a person takes a seat, given the game and the person; in the transaction of that."""


def without_programs(mine: frozenset[int], at_table: Sequence[SeatRow]) -> frozenset[int]:
    """Return the seats of a person at which none of his programs plays."""
    return mine - {seat.seat for seat in at_table if seat.program}


class Store(Database):
    """The database of a server."""

    def __init__(self, url: str) -> None:
        """Take the address, sqlite:///path or postgresql://user@host/name."""
        super().__init__(url)
        self._log_writer = LogWriter(self)
        self.consequences = self._log_writer.consequences
        self.arrivals: list[Arrival] = []
        self.results = ResultCache(self)
        self.removal = Removal(self)

    async def send_note(self, note: dict[str, object]) -> None:
        """Send a note to all other processes; its fields: see `live.cluster`."""
        await self.write(lambda connection: self.notify(connection, note))

    async def open(self) -> None:
        """Bring the tables up to date; raise StoreError."""
        self.check_folder()

        def work(connection: sa.Connection) -> None:
            self.lock_setup(connection)
            bring_up_to_date(connection)

        await self.write(work)

    # --- games --------------------------------------------------------------------------------------------------------

    async def add_game(
        self,
        game: GameRow,
        places: Sequence[SeatRow],
        first: Sequence[LogRow] = (),
        also: Callable[[sa.Connection], None] | None = None,
    ) -> None:
        """Write a new game with its seats and first rows; the owner of a seat becomes its holder.

        also: writes what belongs to it, in the same transaction.
        """
        held = [{"game": p.game, "seat": p.seat, "person": p.owner} for p in places if p.owner]

        def work(connection: sa.Connection) -> None:
            # The link of a challenge to several opponents leads on to the next game, from one whose seats are taken.
            connection.execute(sa.update(games).where(games.c.invite == game.invite).values(invite=games.c.id))
            connection.execute(sa.insert(games), asdict(game))
            connection.execute(sa.insert(seats), [asdict(place) for place in places])
            if held:
                connection.execute(sa.insert(holders), held)
            if first:
                connection.execute(sa.insert(log), [asdict(row) for row in first])
            connection.execute(_update_listed(game.id))
            if also:
                also(connection)

        await self.write(work)

    async def game(self, game_id: str) -> tuple[GameRow, list[SeatRow], list[LogRow]] | None:
        """Return a game with its seats and its log, or None."""

        def work(connection: sa.Connection) -> tuple[GameRow, list[SeatRow], list[LogRow]] | None:
            found = rows_in(connection, sa.select(games).where(games.c.id == game_id), GameRow)
            return (found[0], *_since(connection, game_id, 0)) if found else None

        return await self.read(work)

    async def since(self, game_id: str, seq: int) -> tuple[list[SeatRow], list[LogRow]]:
        """Return the seats of a game, and its log from row number `seq` on."""
        return await self.read(lambda connection: _since(connection, game_id, seq))

    async def append(self, row: LogRow, game: GameRow) -> None:
        """Append a row to a log, with the state of the game after it; raise Conflict when the row's number is taken."""
        await self._log_writer.append(row, game)

    async def take_seat(self, who: SeatRow, leaving: str = "") -> bool:
        """Give an open seat to the person of a row, or his program; return False when it is taken.

        leaving: a game of his that waits, and is deleted then; False also if somebody has come there.
        """

        def work(connection: sa.Connection) -> bool:
            done = connection.execute(
                sa.update(seats)
                .where(seats.c.game == who.game, seats.c.seat == who.seat, seats.c.kind == "open")
                .values(kind="human", owner=who.owner, name=who.name, program=who.program)
            )
            if done.rowcount != 1:
                return False
            if leaving:
                # Who comes there takes this very seat: one of both transactions finds it gone.
                is_free = (seats.c.game == leaving, seats.c.kind == "open")
                if connection.execute(sa.delete(seats).where(*is_free)).rowcount == 0:
                    raise Conflict("somebody has come")
                delete_games(self, connection, [leaving])
            connection.execute(sa.insert(holders), {"game": who.game, "seat": who.seat, "person": who.owner})
            connection.execute(_update_listed(who.game))
            for arrival in self.arrivals:
                arrival(connection, who.game, who.owner)
            self.notify(connection, {"kind": "seats", "game": who.game})
            return True

        with contextlib.suppress(Conflict):
            return await self.write(work)
        return False

    async def hold(self, game_id: str, seat: int, person: str) -> None:
        """Make a further person (the same person on another device) a holder of a seat."""
        await self._first(sa.insert(holders).values(game=game_id, seat=seat, person=person))

    async def hand_over(self, game_id: str, seat: int, person: str) -> None:
        """Make a person the only holder of a seat: the same person on a new device."""
        await self.execute(
            sa.delete(holders).where(holders.c.game == game_id, holders.c.seat == seat),
            sa.insert(holders).values(game=game_id, seat=seat, person=person),
            sa.update(seats).where(seats.c.game == game_id, seats.c.seat == seat).values(owner=person),
        )

    async def _first(self, command: sa.Insert) -> None:
        """Insert rows unless equal ones are there."""
        with contextlib.suppress(Conflict):
            await self.execute(command)

    async def held(self, game_id: str, person: str) -> frozenset[int]:
        """Return the seats that a person holds."""
        query = sa.select(holders.c.seat).where(holders.c.game == game_id, holders.c.person == person)
        return frozenset(await self.scalars(query))

    async def rename(self, person: str, name: str) -> None:
        """Give a person another name at all his seats."""
        await self.execute(sa.update(seats).where(seats.c.owner == person).values(name=name))

    async def by_invite(self, code: str) -> str | None:
        """Return the id of the game of an invitation, or None."""
        return await self.scalar(sa.select(games.c.id).where(games.c.invite == code))

    async def _games(self, query: sa.Select[object]) -> list[GameRow]:
        return await self.rows(query.order_by(games.c.changed.desc()).limit(MOST_LISTED), GameRow)

    async def watched(self, state: str = "open", since: int = 0) -> list[GameRow]:
        """Return the games in a state that all people at the table have agreed to show, the latest first.

        since: games without days per move in which nothing has changed since then are left out.
        """
        is_alive = sa.or_(games.c.clock == "daily", games.c.changed >= since)
        return await self._games(sa.select(games).where(is_alive, games.c.listed == 1, games.c.state == state))

    async def agree(self, game_id: str, person: str, watch: int) -> None:
        """Write at all seats that a person holds in a game whether anybody may watch it."""
        held = sa.select(holders.c.seat).where(holders.c.game == game_id, holders.c.person == person)
        command = sa.update(seats).where(seats.c.game == game_id, seats.c.seat.in_(held)).values(watch=watch)
        await self.execute(command, _update_listed(game_id))

    async def named(self, ids: Sequence[str]) -> list[GameRow]:
        """Return the games with some ids."""
        return await self._games(sa.select(games).where(games.c.id.in_(ids)))

    async def mine(self, person: str) -> list[GameRow]:
        """Return the games in which a person holds a seat, the latest first."""
        held = sa.select(holders.c.game).where(holders.c.person == person)
        return await self._games(sa.select(games).where(games.c.id.in_(held)))

    async def unfinished(self, person: str) -> list[GameRow]:
        """Return the games of a person that wait for players or go on, at most `MOST_LISTED`.

        First those in which it is the person's move, and of these those with the least time; else the latest first.
        """
        is_due = sa.func.max(sa.case(((games.c.turn == holders.c.seat) & (seats.c.program == 0), 1), else_=0))
        query = (
            _held_by(sa.select(games), person)
            .where(games.c.state.in_(("waiting", "open")))
            .group_by(games.c.id)
            .order_by(is_due.desc(), games.c.due == 0, games.c.due, games.c.changed.desc())
            .limit(MOST_LISTED)
        )
        return await self.rows(query, GameRow)

    async def awaiting(self, person: str) -> list[str]:
        """Return the ids of the games with days per move that wait for a person, those with the least time first.

        Those that wait for one of his programs are none of them.
        """
        # Only open games with days per move have a time.  A sum, for which there is no index: by one SQLite would read
        # all such games instead of the person's.
        is_due = (games.c.due + 0 > 0) & (games.c.turn == holders.c.seat)
        held = _held_by(sa.select(games.c.id), person).where(seats.c.program == 0, is_due)
        return await self.scalars(held.order_by(games.c.due, games.c.id))

    async def played_by(self, person: str) -> dict[str, tuple[GameRow, frozenset[int]]]:
        """Return all games in which a person holds a seat, by id, the latest first.

        With the seats at which he plays himself, not a program of his.
        """
        query = _held_by(sa.select(games, holders.c.seat, seats.c.program), person).order_by(games.c.changed.desc())
        found: dict[str, tuple[GameRow, frozenset[int]]] = {}
        for row in await self.rows(query, dict[str, Any]):
            seat, is_program = row.pop("seat"), row.pop("program")
            known = found[row["id"]][1] if row["id"] in found else frozenset()
            found[row["id"]] = (GameRow(**row), known if is_program else known | {seat})
        return found

    async def opponents(
        self, person: str, is_public: bool = False
    ) -> list[tuple[GameRow, frozenset[int], list[SeatRow]]]:
        """Return the latest finished games of a person, at most `MOST_COUNTED`, with his seats and all seats.

        is_public: only those that anybody may watch.  Games of his programs are none of his.
        """
        held = sa.select(holders.c.game).where(holders.c.person == person)
        query = sa.select(games).where(games.c.id.in_(held), games.c.state == "over")
        if is_public:
            query = query.where(games.c.listed == 1)
        rows = await self.rows(query.order_by(games.c.changed.desc()).limit(MOST_COUNTED), GameRow)
        ids = [row.id for row in rows]
        at_tables, mine = await self.seats_of(ids), await self.held_in(ids, person)
        own = {row.id: without_programs(mine[row.id], at_tables[row.id]) for row in rows}
        return [(row, own[row.id], at_tables[row.id]) for row in rows if own[row.id]]

    async def seats_of(self, ids: Sequence[str]) -> dict[str, list[SeatRow]]:
        """Return the seats of some games."""
        query = sa.select(seats).where(seats.c.game.in_(ids)).order_by(seats.c.game, seats.c.seat)
        by_game: dict[str, list[SeatRow]] = {name: [] for name in ids}
        for row in await self.rows(query, SeatRow):
            by_game[row.game].append(row)
        return by_game

    async def ticking(self) -> list[str]:
        """Return the ids of open games that need an owner even without visitors.

        Those with clocks of minutes, and those in which a conditional move is due.
        """
        query = (
            sa.select(games.c.id)
            .where(games.c.state == "open", games.c.clock.in_(TIMED))
            .order_by(games.c.changed.desc())
            .limit(MOST_RESUMED)
        )
        is_due = sa.select(conditional_moves.c.game).where(conditional_moves.c.due == 1).limit(MOST_RESUMED)
        return [*await self.scalars(query), *await self.scalars(is_due)]

    async def overdue(self, now: int) -> list[str]:
        """Return the ids of open games with days per move in which the time for this move is over."""
        is_late = (games.c.clock == "daily") & (games.c.due > 0) & (games.c.due < now)
        query = sa.select(games.c.id).where(games.c.state == "open", is_late).order_by(games.c.due).limit(MOST_RESUMED)
        return await self.scalars(query)

    async def held_in(self, ids: Sequence[str], person: str) -> dict[str, frozenset[int]]:
        """Return the seats that a person holds in some games."""
        query = sa.select(holders.c.game, holders.c.seat).where(holders.c.game.in_(ids), holders.c.person == person)
        by_game: dict[str, frozenset[int]] = {name: frozenset() for name in ids}
        for game, seat in await self.read(lambda connection: list(connection.execute(query))):
            by_game[game] |= {seat}
        return by_game

    async def counted(self) -> dict[str, int]:
        """Return the number of games in each state."""
        query = sa.select(games.c.state, sa.func.count()).group_by(games.c.state)
        return await self.pairs(query)

    async def throws(self, name: str, most: int) -> tuple[int, dict[str, int]]:
        """Return the number of the latest finished games of a name, at most `most`, and of their throws by text."""
        latest = (
            sa.select(games.c.id)
            .where(games.c.state == "over", games.c.name == name)
            .order_by(games.c.changed.desc())
            .limit(most)
        )

        def work(connection: sa.Connection) -> tuple[int, dict[str, int]]:
            # The ids as values: with a subquery SQLite reads the whole log instead of these games' parts of it.
            ids = connection.execute(latest).scalars().all()
            query = (
                sa.select(log.c.text, sa.func.count())
                .where(log.c.game.in_(ids), log.c.kind == "throw")
                .group_by(log.c.text)
            )
            return len(ids), {row[0]: row[1] for row in connection.execute(query)}

        return await self.read(work)

    # --- values -------------------------------------------------------------------------------------------------------

    async def value(self, name: str) -> str | None:
        """Return a single value by name, or None."""
        return await self.scalar(sa.select(house.c.value).where(house.c.name == name))

    async def keep_value(self, name: str, value: str) -> None:
        """Store a single value by name."""
        await self.write(lambda connection: set_value(connection, name, value))

    async def values_of(self, prefix: str) -> dict[str, str]:
        """Return the single values whose names begin with a prefix, by the rest of their names."""
        query = sa.select(house.c.name, house.c.value).where(house.c.name.startswith(prefix, autoescape=True))
        return {name.removeprefix(prefix): value for name, value in (await self.pairs(query)).items()}

    async def drop_value(self, name: str) -> None:
        """Delete a single value by name."""
        await self.execute(sa.delete(house).where(house.c.name == name))

    async def record_uptime(self, uptime: int) -> None:
        """Store the uptime of the server unless a later one is stored; a power failure may undo it."""

        def work(connection: sa.Connection) -> None:
            if self.is_shared:
                connection.execute(sa.text("SET LOCAL synchronous_commit TO OFF"))
            known = connection.execute(sa.select(house.c.value).where(house.c.name == UPTIME)).scalar()
            if known is None:
                connection.execute(sa.insert(house), {"name": UPTIME, "value": str(uptime)})
            elif int(known) < uptime:
                connection.execute(sa.update(house).where(house.c.name == UPTIME).values(value=str(uptime)))

        await self.write(work)

    async def uptime(self) -> int:
        """Return the stored uptime."""
        return int(await self.value(UPTIME) or 0)

    async def first_value(self, name: str, value: str) -> str:
        """Store a value unless there is one already; return the stored one."""
        if await self.value(name) is None:
            await self._first(sa.insert(house).values(name=name, value=value))
        kept = await self.value(name)
        assert kept is not None
        return kept


def set_value(connection: sa.Connection, name: str, value: str) -> None:
    """Store a single value by name."""
    connection.execute(sa.delete(house).where(house.c.name == name))
    connection.execute(sa.insert(house), {"name": name, "value": value})


def _held_by(query: sa.Select[V], person: str) -> sa.Select[V]:
    """Return a query of games as one of the seats that a person holds in them."""
    is_held = (seats.c.game == holders.c.game) & (seats.c.seat == holders.c.seat)
    return query.join(holders, holders.c.game == games.c.id).join(seats, is_held).where(holders.c.person == person)


def _since(connection: sa.Connection, game_id: str, seq: int) -> tuple[list[SeatRow], list[LogRow]]:
    """Return the seats of a game, and its log from row number `seq` on."""
    places = sa.select(seats).where(seats.c.game == game_id).order_by(seats.c.seat)
    rows = sa.select(log).where(log.c.game == game_id, log.c.seq >= seq).order_by(log.c.seq)
    return rows_in(connection, places, SeatRow), rows_in(connection, rows, LogRow)


def _update_listed(game_id: str) -> sa.Update:
    """Return the command that notes whether all people at the table of a game agree that anybody may watch."""
    humans = sa.select(seats.c.game).where(seats.c.game == game_id, seats.c.kind == "human")
    agree, refuse = humans.where(seats.c.watch == 1), humans.where(seats.c.watch == 0)
    is_listed = sa.and_(agree.exists(), sa.not_(refuse.exists()))
    return sa.update(games).where(games.c.id == game_id).values(listed=sa.case((is_listed, 1), else_=0))
