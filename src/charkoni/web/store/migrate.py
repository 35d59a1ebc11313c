"""Set-up and migration of a database: an empty one gets the present tables, an older one is migrated by Alembic.

Alembic is imported only for a migration: it takes 10 MB of memory.
"""

from pathlib import Path

from sqlalchemy import Column, Connection, MetaData, String, Table, insert, inspect, select

from charkoni.web.store.database import StoreError
from charkoni.web.store.tables import METADATA

FOLDER = Path(__file__).resolve().parent / "migrations"

_stamp = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
"""Alembic's own table, which holds the number of the last migration."""


def newest() -> str:
    """Return the number of the newest migration, from the names of the files: v0001_games.py."""
    return max(path.name[1:5] for path in (FOLDER / "versions").glob("v*.py"))


def present(connection: Connection) -> str:
    """Return the number of the last migration of a database that has tables."""
    return str(connection.execute(select(_stamp.c.version_num)).scalar())


def missing(revision: str) -> dict[str, str]:
    """Return the migrations after one: number and first line of the docstring of each, in their order."""
    files = {path.name[1:5]: path for path in sorted((FOLDER / "versions").glob("v*.py"))}
    return {
        number: path.read_text(encoding="utf-8").partition("\n")[0].strip('"')
        for number, path in files.items()
        if number > revision
    }


def create(connection: Connection, revision: str) -> None:
    """Create the tables as they were after a migration, in an empty database; raise StoreError."""
    if revision == newest():
        METADATA.create_all(connection)
        _stamp.create(connection)
        connection.execute(insert(_stamp), {"version_num": revision})
    else:
        upgrade(connection, revision)


def bring_up_to_date(connection: Connection) -> None:
    """Create or migrate the tables; raise StoreError when a newer version of the program has made them."""
    if not inspect(connection).has_table("games"):
        create(connection, newest())
    elif present(connection) != newest():
        upgrade(connection)


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Apply the migrations that are missing, as far as one, by default all; raise StoreError."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, revision)
    except CommandError as error:
        raise StoreError(str(error)) from error
