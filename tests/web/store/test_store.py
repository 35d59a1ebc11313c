"""The store, on SQLite and on PostgreSQL."""

import asyncio
import hashlib
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, event, inspect, select
from sqlalchemy.schema import CreateIndex, CreateTable
from tests.web.conftest import Work
from tests.web.store import old_databases

from charkoni.web.store import GameRow, LogRow, SeatRow, Store, StoreError, migrate
from charkoni.web.store.database import Database
from charkoni.web.store.tables import METADATA, credentials, games, holders, house, log, seats, session_ends, works


def game(name: str, **more: Any) -> GameRow:
    values: dict[str, Any] = {
        "id": name,
        "name": "mangala",
        "clock": "none",
        "base": 0,
        "increment": 0,
        "invite": f"i{name}",
        "open": 1,
        "dice_key": "k",
        "created": 1_800_000_000_000,
        "changed": 1_800_000_000_000,
    }
    return GameRow(**(values | more))


def test_a_game_is_read_as_it_was_written(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store) -> None:
        row, before = game("g1"), (await store.counted()).get("waiting", 0)  # PostgreSQL holds games of other tests
        seats = [SeatRow("g1", 0, "human", "Ада ☃", "guest1"), SeatRow("g1", 1, "open")]
        await store.add_game(row, seats)
        assert await store.game("g1") == (row, seats, [])
        assert await store.game("g2") is None
        assert await store.by_invite("ig1") == "g1"
        assert await store.held("g1", "guest1") == {0}
        assert [found.id for found in await store.mine("guest1")] == ["g1"]
        assert await store.seats_of(["g1"]) == {"g1": seats}
        assert (await store.counted())["waiting"] == before + 1

    inside(work)


def test_a_number_is_taken_once(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store) -> None:
        row = game("g3")
        await store.add_game(row, [SeatRow("g3", 0, "open")])
        first = LogRow("g3", 0, "move", 0, "4", "", "1 2", 5)
        await store.append(first, row)
        with pytest.raises(StoreError):
            await store.append(LogRow("g3", 0, "move", 0, "5"), row)
        found = await store.game("g3")
        assert found is not None
        assert found[2] == [first]

    inside(work)


def test_a_seat_is_taken_once(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store) -> None:
        await store.add_game(game("g4"), [SeatRow("g4", 0, "open")])
        taken = await asyncio.gather(
            *(store.take_seat(SeatRow("g4", 0, "human", "x", f"guest{n}")) for n in range(5)), return_exceptions=True
        )
        assert taken.count(True) == 1
        await store.hold("g4", 0, "phone")
        await store.hold("g4", 0, "phone")
        assert await store.held("g4", "phone") == {0}

    inside(work)


def test_only_games_whose_people_all_agree_are_watched(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store) -> None:
        now = 1_900_000_000_000
        await store.add_game(
            game("w1", state="open", changed=now),
            [SeatRow("w1", 0, "human", "", "ann", watch=1), SeatRow("w1", 1, "human", "", "bob")],
        )
        await store.add_game(
            game("w2", state="open", changed=now),
            [SeatRow("w2", 0, "computer"), SeatRow("w2", 1, "human", "", "ann", watch=1)],
        )
        await store.add_game(game("w3", state="open", changed=now), [SeatRow("w3", 0, "computer")])

        async def watched(since: int = now) -> set[str]:
            return {row.id for row in await store.watched("open", since)}

        assert await watched() == {"w2"}
        await store.agree("w1", "bob", 1)
        assert await watched() == {"w1", "w2"}
        await store.agree("w1", "ann", 0)
        await store.agree("w2", "bob", 0)  # he holds no seat there
        assert await watched() == {"w2"}
        assert await watched(now + 1) == set()

    inside(work)


def test_values(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store) -> None:
        assert await store.value("v") is None
        assert await store.first_value("v", "1") == "1"
        assert await store.first_value("v", "2") == "1"
        await store.keep_value("v", "3")
        assert await store.value("v") == "3"
        await store.keep_value("v", "1")

    inside(work)


@pytest.mark.parametrize("revision", old_databases.PARTS)
def test_a_database_of_any_version_gets_the_tables_of_the_program(database_url: str, revision: str) -> None:
    engine = Store(database_url).engine
    with engine.begin() as connection:
        METADATA.drop_all(connection)
        connection.exec_driver_sql("DROP TABLE IF EXISTS alembic_version")
        old_databases.make(connection, revision)
        columns = "id, name, clock, base, increment, invite, open, dice_key, created, changed, state"
        values = "('g1', 'mangala', 'daily', 60, 0, 'i1', 0, '', 5, 7, 'open')"
        connection.exec_driver_sql(f"INSERT INTO games ({columns}) VALUES {values}")
        connection.exec_driver_sql(
            "INSERT INTO log VALUES ('g1', 0, 'move', 0, '4', '', '', 7%s)" % (", 0" * (revision > "0003"))
        )
        assert _columns_without_value(connection) == [], "rows of before could not get them"
        migrate.bring_up_to_date(connection)
        assert _differences(connection) == []
        assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars().all() == [
            migrate.newest()
        ]
        [found] = connection.execute(select(games)).all()
        assert (found.id, found.turn, found.match, found.rated, found.due) == (
            "g1",
            -1,
            "",
            0,
            67 * (revision < "0003"),
        )
        assert [row.text for row in connection.execute(select(log))] == ["4"]
        migrate.bring_up_to_date(connection)
        METADATA.drop_all(connection)
        METADATA.create_all(connection)
    engine.dispose()


def _columns_without_value(connection: Connection) -> list[str]:
    """Return the columns that tables of an old database lack, and that have no default of the server."""
    inspector = inspect(connection)
    return [
        str(column)
        for table in METADATA.sorted_tables
        if inspector.has_table(table.name)
        for column in table.columns
        if column.name not in {each["name"] for each in inspector.get_columns(table.name)}
        and column.server_default is None
        and not any(
            (table.name, column.name) == renamed[:2]
            for each in migrate.migrations().values()
            for renamed in each.renamed
        )
    ]


def test_changed_tables_have_a_new_migration() -> None:
    """Databases that note the newest number are not looked at: add a migration, and note it here with the digest."""
    tables = METADATA.sorted_tables
    indexes = sorted((index for table in tables for index in table.indexes), key=lambda index: str(index.name))
    text = "".join(map(str, (*map(CreateTable, tables), *map(CreateIndex, indexes))))
    assert (migrate.newest(), hashlib.sha256(text.encode()).hexdigest()[:8]) == ("0019", "7f5e4216")


def test_a_migration_that_was_killed_goes_on(tmp_path: Path) -> None:
    """Tables that are there already, and columns that are renamed already, are no obstacle."""
    engine = Store(f"sqlite:///{tmp_path}/old.db").engine
    with engine.begin() as connection:
        old_databases.make(connection, "0007")
        connection.exec_driver_sql("ALTER TABLE holders RENAME COLUMN guest TO person")
        for name in ("persons", "kept"):  # the second was made when it was first needed
            METADATA.tables[name].create(connection)
        connection.exec_driver_sql("ALTER TABLE games ADD COLUMN rated INTEGER DEFAULT '0' NOT NULL")
        migrate.bring_up_to_date(connection)
        assert _differences(connection) == []


def test_tokens_and_ended_sessions_of_older_versions_stay(database_url: str) -> None:
    """Migration 0008 moves them; the seats that a guest holds are his as before, and programs are known."""
    engine = Store(database_url).engine
    with engine.begin() as connection:
        METADATA.drop_all(connection)
        connection.exec_driver_sql("DROP TABLE IF EXISTS alembic_version")
        old_databases.make(connection, "0007")
        connection.exec_driver_sql("INSERT INTO tokens VALUES ('dig', 'program1', 'bot', 7)")
        connection.exec_driver_sql("INSERT INTO house VALUES ('ended abc', '1800000000000'), ('secret', 's')")
        connection.exec_driver_sql("INSERT INTO works VALUES ('event', 'e1', 'guest1', '192.0.2.1', 5)")
        columns = "id, name, clock, base, increment, invite, open, dice_key, created, changed, state"
        connection.exec_driver_sql(
            f"INSERT INTO games ({columns}) VALUES ('g1', 'm', 'none', 0, 0, 'i', 0, '', 5, 7, 'over')"
        )
        seats_of_g1 = "('g1', 0, 'human', 'bot', 'program1', 0, 0), ('g1', 1, 'human', 'Ann', 'guest1', 0, 0)"
        connection.exec_driver_sql(f"INSERT INTO seats VALUES {seats_of_g1}")
        connection.exec_driver_sql("INSERT INTO holders VALUES ('g1', 1, 'guest1')")
        migrate.bring_up_to_date(connection)
        assert [*connection.execute(select(credentials))] == [("dig", "program1", "token", "bot", 7, "", 0, 0)]
        assert [*connection.execute(select(session_ends))] == [("abc", 1_800_000_000_000, "")]
        assert [*connection.execute(select(house))] == [("secret", "s")]
        assert [*connection.execute(select(works.c.person, works.c.id))] == [("guest1", "e1")]
        assert [*connection.execute(select(holders.c.person, holders.c.seat))] == [("guest1", 1)]
        assert [*connection.execute(select(seats.c.owner, seats.c.program).order_by(seats.c.seat))] == [
            ("program1", 1), ("guest1", 0),
        ]  # fmt: skip
        METADATA.drop_all(connection)
        METADATA.create_all(connection)
    engine.dispose()


def test_an_empty_database_gets_the_tables_of_the_newest_migration(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store) -> None:
        with store.engine.begin() as connection:
            assert _differences(connection) == []
            assert MigrationContext.configure(connection).get_current_revision() == migrate.newest()
            migrate.bring_up_to_date(connection)

    inside(work)


def test_a_database_of_a_newer_program_is_refused(inside: Callable[[Work], Any], database_url: str) -> None:
    async def work(store: Store) -> None:
        with store.engine.begin() as connection:
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
        again = Store(database_url)
        try:
            with pytest.raises(StoreError, match="9999"):
                await again.open()
        finally:
            await again.close()
            with store.engine.begin() as connection:
                connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{migrate.newest()}'")

    inside(work)


def test_rows_that_wait_are_written_together_and_a_bad_one_harms_no_other(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store) -> None:
        for number in range(20):
            await store.add_game(game(f"m{number}"), [SeatRow(f"m{number}", 0, "open")])
        await store.append(LogRow("m3", 0, "move", 0, "taken"), game("m3"))
        commits = []
        event.listen(store.engine, "commit", commits.append)
        rows = [LogRow(f"m{number}", 0, "move", 0, "4", "", "", 5) for number in range(20)]
        results = await asyncio.gather(*(store.append(row, game(row.game)) for row in rows), return_exceptions=True)
        assert [place for place, answer in enumerate(results) if answer is not None] == [3]
        assert isinstance(results[3], StoreError)
        for row in rows:
            found = await store.game(row.game)
            assert found is not None
            assert [each.text for each in found[2]] == ["taken" if row.game == "m3" else "4"]
        commits.clear()
        more = [LogRow(f"m{number}", 1, "move", 0, "5", "", "", 5) for number in range(20)]
        await asyncio.gather(*(store.append(row, game(row.game)) for row in more))
        assert len(commits) <= 2

    inside(work)


def _differences(connection: Any) -> Any:
    return compare_metadata(MigrationContext.configure(connection), METADATA)


def test_a_database_that_cannot_be_reached_is_an_error_with_a_message(tmp_path: Path) -> None:
    async def work() -> None:
        for url in (f"sqlite:///{tmp_path}/no/such/folder/x.db", "postgresql://x@127.0.0.1:1/x"):
            store = Store(url)
            with pytest.raises(StoreError):
                await store.open()
            await store.close()

    asyncio.run(work())


def test_closing_waits_for_a_transaction_that_has_begun(tmp_path: Path) -> None:
    begun, released = threading.Event(), threading.Event()

    def read_slowly(_connection: Any) -> bool:
        begun.set()
        return released.wait(60)

    async def work() -> None:
        database = Database(f"sqlite:///{tmp_path}/slow.db")
        reading = asyncio.create_task(database.read(read_slowly))
        await asyncio.to_thread(begun.wait)
        closing = asyncio.create_task(database.close())
        await asyncio.wait({closing}, timeout=0.1)  # long enough for a `close` that would not wait
        assert not closing.done()
        released.set()
        await closing
        assert await reading

    asyncio.run(work())
