"""Set-up and migration of a database: it gets what the tables of the program have and its own lack.

A table is defined once, in `tables`: new tables, columns (with a default of the server) and indexes of an older
database follow from there.  What they do not say, such as the values of a new column, is in `migrations.toml`, under
the number that a database notes when it is up to date.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sqlalchemy import Column, Connection, MetaData, String, Table, insert, inspect, select, text, update
from sqlalchemy.schema import CreateColumn

from charkoni.core.files.data_files import read_file
from charkoni.web.store.database import StoreError
from charkoni.web.store.tables import METADATA

_stamp = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
"""The table that holds the number of the last migration; Alembic made it, which migrated up to version 1.0."""


FORMER = frozenset(["tokens"])
"""Tables that older databases have."""


@dataclass(frozen=True, slots=True)
class Migration:
    """A change of the tables.

    what: a sentence.  renamed: table, present and former name of a column.  steps: SQL that runs when all tables,
    columns and indexes are there.  restored: SQL that adds to the present tables what rows from before need.
    """

    what: str
    renamed: tuple[tuple[str, ...], ...] = ()
    steps: tuple[str, ...] = ()
    restored: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _File:
    migrations: Mapping[str, Migration]


@cache
def migrations() -> Mapping[str, Migration]:
    """Return all migrations by number, in order."""
    return read_file(_File, Path(__file__).with_name("migrations.toml")).migrations


def newest() -> str:
    """Return the number of the newest migration."""
    return max(migrations())


def present(connection: Connection) -> str:
    """Return the number of the last migration of a database that has tables."""
    return str(connection.execute(select(_stamp.c.version_num)).scalar())


def missing(revision: str) -> dict[str, Migration]:
    """Return the migrations after one, in their order."""
    return {number: migration for number, migration in migrations().items() if number > revision}


def create(connection: Connection, revision: str) -> None:
    """Create the tables in an empty database; for rows as they were after a migration, the rest by `bring_up_to_date`.

    Columns that these rows do not have get the default of the server.
    """
    METADATA.create_all(connection)
    _stamp.create(connection)
    connection.execute(insert(_stamp), {"version_num": revision})
    for migration in missing(revision).values():
        for name, now, former in migration.renamed:
            _rename(connection, name, now, former)
        for step in migration.restored:
            connection.execute(text(step))


def bring_up_to_date(connection: Connection) -> None:
    """Create or migrate the tables; raise StoreError when a newer version of the program has made them."""
    if not inspect(connection).has_table("games"):
        create(connection, newest())
    elif present(connection) != newest():
        upgrade(connection)


def upgrade(connection: Connection) -> None:
    """Add what the tables lack, and take the steps of the migrations that are missing; raise StoreError."""
    revision = present(connection)
    if revision not in migrations():
        raise StoreError(f"Can't locate revision {revision}")
    for migration in missing(revision).values():
        for name, now, former in migration.renamed:
            _rename(connection, name, former, now)
    inspector = inspect(connection)
    for table in METADATA.sorted_tables:
        if not inspector.has_table(table.name):
            table.create(connection)
            continue
        known = {column["name"] for column in inspector.get_columns(table.name)}
        for column in table.columns:
            if column.name not in known:
                definition = CreateColumn(column).compile(dialect=connection.dialect)
                connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {definition}")
        indexed = {index["name"] for index in inspector.get_indexes(table.name)}
        for index in table.indexes:
            if index.name not in indexed:
                index.create(connection)
    for migration in missing(revision).values():
        for step in migration.steps:
            connection.execute(text(step))
    connection.execute(update(_stamp).values(version_num=newest()))


def _rename(connection: Connection, table: str, old: str, new: str) -> None:
    """Rename a column of a table, if there is one of that name."""
    inspector = inspect(connection)
    if inspector.has_table(table) and old in {column["name"] for column in inspector.get_columns(table)}:
        connection.exec_driver_sql(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}")
