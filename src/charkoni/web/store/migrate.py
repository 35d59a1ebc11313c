"""Brings a database up to date (Alembic), also from inside the program."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

FOLDER = Path(__file__).resolve().parent / "migrations"


def upgrade(connection: Connection) -> None:
    """Apply all migrations that are missing."""
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
