"""Databases as old versions of the program made them, by the statements of their migrations."""

from pathlib import Path

from sqlalchemy import Connection, text

_FILE = Path(__file__).with_name("migrations.sql")
PARTS = {part[:4]: part[5:] for part in _FILE.read_text(encoding="utf-8").split("\n-- ")[1:]}
"""By their numbers the migrations as SQL, a statement a line."""


def make(connection: Connection, revision: str) -> None:
    """Make the tables as they were after a migration, in an empty database."""
    for number, part in PARTS.items():
        for statement in part.splitlines() if number <= revision else ():
            if connection.dialect.name == "postgresql":
                statement = statement.replace(" DOUBLE ", " DOUBLE PRECISION ").replace(" WITHOUT ROWID", "")
            connection.execute(text(statement))
    connection.exec_driver_sql("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
    connection.exec_driver_sql(f"INSERT INTO alembic_version VALUES ('{revision}')")
