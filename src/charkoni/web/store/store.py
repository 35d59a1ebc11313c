"""The store: everything the server asks of its database.

Every method is one transaction.  What goes wrong in the database comes out as `StoreError`, after which the caller
reads anew: whether the last write got through is not known then.
"""

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, delete, event, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from charkoni.web.store.migrate import upgrade
from charkoni.web.store.tables import GameRow, LogRow, SeatRow, games, holders, house, log, seats, tokens

MOST_LISTED = 60


class StoreError(Exception):
    """The database did not do it, or nobody knows whether it did."""


def _with_driver(url: str) -> str:
    """Return a database address with the driver that speaks asyncio."""
    if url.startswith("sqlite:"):
        return url.replace("sqlite:", "sqlite+aiosqlite:", 1)
    return re.sub(r"^postgres(ql)?:", "postgresql+psycopg:", url)


def _make_engine(url: str) -> AsyncEngine:
    address = _with_driver(url)
    if address.startswith("sqlite"):
        engine = create_async_engine(address, connect_args={"timeout": 5})
        event.listen(engine.sync_engine, "connect", _set_up_sqlite)
        return engine
    return create_async_engine(address, pool_pre_ping=True, pool_size=5, pool_timeout=5)


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


class Store:
    """The database of a server."""

    def __init__(self, url: str) -> None:
        """Take the address: sqlite:///path or postgresql://user@host/name."""
        self._engine = _make_engine(url)

    async def open(self) -> None:
        """Bring the tables up to date."""
        self._look_for_folder()
        async with self._begin() as connection:
            await connection.run_sync(_upgraded)

    def _look_for_folder(self) -> None:
        """Refuse a file in a folder that is not there, in words clearer than the database's own."""
        url = self._engine.url
        if url.get_backend_name() == "sqlite" and url.database and not Path(url.database).absolute().parent.is_dir():
            raise StoreError(f"there is no folder {Path(url.database).absolute().parent}")

    async def close(self) -> None:
        """Let go of all connections."""
        await self._engine.dispose()

    @asynccontextmanager
    async def _begin(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._engine.begin() as connection:
                yield connection
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(str(error).partition("\n")[0]) from error

    # --- games --------------------------------------------------------------------------------------------------------

    async def add_game(self, game: GameRow, places: Sequence[SeatRow], first: Sequence[LogRow] = ()) -> None:
        """Write a new game with its seats; owned seats are held by their owners."""
        async with self._begin() as connection:
            await connection.execute(insert(games), asdict(game))
            await connection.execute(insert(seats), [asdict(place) for place in places])
            held = [{"game": p.game, "seat": p.seat, "guest": p.owner} for p in places if p.owner]
            if held:
                await connection.execute(insert(holders), held)
            if first:
                await connection.execute(insert(log), [asdict(row) for row in first])

    async def game(self, game_id: str) -> tuple[GameRow, list[SeatRow], list[LogRow]] | None:
        """Return a game with its seats and all that happened, or None."""
        async with self._begin() as connection:
            row = (await connection.execute(select(games).where(games.c.id == game_id))).mappings().first()
            if row is None:
                return None
            places = await connection.execute(select(seats).where(seats.c.game == game_id).order_by(seats.c.seat))
            rows = await connection.execute(select(log).where(log.c.game == game_id).order_by(log.c.seq))
            return (
                GameRow(**row),
                [SeatRow(**place) for place in places.mappings()],
                [LogRow(**found) for found in rows.mappings()],
            )

    async def append(self, row: LogRow, game: GameRow) -> None:
        """Write what happened, and how the game stands then; raise StoreError, also when the number is taken."""
        async with self._begin() as connection:
            await connection.execute(insert(log), asdict(row))
            await connection.execute(
                update(games)
                .where(games.c.id == game.id)
                .values(
                    state=game.state,
                    result=game.result,
                    reason=game.reason,
                    ply=game.ply,
                    changed=game.changed,
                    open=game.open,
                )
            )

    async def take_seat(self, game_id: str, seat: int, guest: str, name: str) -> bool:
        """Let a guest sit down on an open seat; return False when somebody was faster."""
        async with self._begin() as connection:
            done = await connection.execute(
                update(seats)
                .where(seats.c.game == game_id, seats.c.seat == seat, seats.c.kind == "open")
                .values(kind="human", owner=guest, name=name)
            )
            if done.rowcount != 1:
                return False
            await connection.execute(insert(holders), {"game": game_id, "seat": seat, "guest": guest})
            return True

    async def hold(self, game_id: str, seat: int, guest: str) -> None:
        """Let a further guest (the same person on another device) decide for a seat."""
        try:
            async with self._begin() as connection:
                await connection.execute(insert(holders), {"game": game_id, "seat": seat, "guest": guest})
        except StoreError as error:
            if not isinstance(error.__cause__, IntegrityError):
                raise

    async def held(self, game_id: str, guest: str) -> frozenset[int]:
        """Return the seats that a guest may decide for."""
        async with self._begin() as connection:
            query = select(holders.c.seat).where(holders.c.game == game_id, holders.c.guest == guest)
            return frozenset((await connection.execute(query)).scalars())

    async def rename(self, guest: str, name: str) -> None:
        """Give a guest another name at all his seats."""
        async with self._begin() as connection:
            await connection.execute(update(seats).where(seats.c.owner == guest).values(name=name))

    async def by_invite(self, code: str) -> str | None:
        """Return the game that an invitation leads to, or None."""
        async with self._begin() as connection:
            found: str | None = (await connection.execute(select(games.c.id).where(games.c.invite == code))).scalar()
            return found

    async def listed(self, states: Sequence[str], *, only_open: bool = False) -> list[GameRow]:
        """Return the games in some states that anybody may see, the latest first."""
        query = select(games).where(games.c.state.in_(states))
        if only_open:
            query = query.where(games.c.open == 1)
        async with self._begin() as connection:
            rows = await connection.execute(query.order_by(games.c.changed.desc()).limit(MOST_LISTED))
            return [GameRow(**row) for row in rows.mappings()]

    async def mine(self, guest: str) -> list[GameRow]:
        """Return the games in which a guest holds a seat, the latest first."""
        held = select(holders.c.game).where(holders.c.guest == guest)
        query = select(games).where(games.c.id.in_(held)).order_by(games.c.changed.desc()).limit(MOST_LISTED)
        async with self._begin() as connection:
            return [GameRow(**row) for row in (await connection.execute(query)).mappings()]

    async def seats_of(self, ids: Sequence[str]) -> dict[str, list[SeatRow]]:
        """Return the seats of some games."""
        found: dict[str, list[SeatRow]] = {name: [] for name in ids}
        async with self._begin() as connection:
            query = select(seats).where(seats.c.game.in_(ids)).order_by(seats.c.game, seats.c.seat)
            for row in (await connection.execute(query)).mappings():
                found[row["game"]].append(SeatRow(**row))
        return found

    async def ticking(self) -> list[str]:
        """Return the open games that somebody has to watch: with clocks, or waiting for a computer."""
        computers = select(seats.c.game).where(seats.c.kind == "computer")
        wanted = or_(games.c.clock != "none", games.c.id.in_(computers))
        async with self._begin() as connection:
            query = select(games.c.id).where(games.c.state == "open", wanted).order_by(games.c.changed.desc())
            return list((await connection.execute(query.limit(2000))).scalars())

    async def counted(self) -> dict[str, int]:
        """Return how many games are in which state."""
        async with self._begin() as connection:
            query = select(games.c.state, func.count()).group_by(games.c.state)
            return {row[0]: row[1] for row in await connection.execute(query)}

    # --- guests, values -----------------------------------------------------------------------------------------------

    async def add_token(self, digest: str, guest: str, name: str, now: int) -> None:
        """Keep the digest of a program's token."""
        async with self._begin() as connection:
            values = {"digest": digest, "guest": guest, "name": name, "created": now}
            await connection.execute(insert(tokens), values)

    async def token(self, digest: str) -> tuple[str, str] | None:
        """Return the guest and the name that a token stands for, or None."""
        async with self._begin() as connection:
            query = select(tokens.c.guest, tokens.c.name).where(tokens.c.digest == digest)
            row = (await connection.execute(query)).first()
            return (row[0], row[1]) if row else None

    async def value(self, name: str) -> str | None:
        """Return a single value, or None."""
        async with self._begin() as connection:
            found: str | None = (await connection.execute(select(house.c.value).where(house.c.name == name))).scalar()
            return found

    async def keep_value(self, name: str, value: str) -> None:
        """Keep a single value."""
        async with self._begin() as connection:
            await connection.execute(delete(house).where(house.c.name == name))
            await connection.execute(insert(house), {"name": name, "value": value})

    async def first_value(self, name: str, value: str) -> str:
        """Keep a value unless there is one already; return the one that is kept."""
        try:
            if await self.value(name) is None:
                async with self._begin() as connection:
                    await connection.execute(insert(house), {"name": name, "value": value})
        except StoreError as error:
            if not isinstance(error.__cause__, IntegrityError):
                raise
        kept = await self.value(name)
        assert kept is not None
        return kept


def _upgraded(connection: Connection) -> None:
    upgrade(connection)
