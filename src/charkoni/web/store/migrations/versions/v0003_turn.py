"""Whose turn it is in a game, and with days per move until when."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the columns; whose turn it is becomes known with the next move."""
    op.add_column("games", sa.Column("turn", sa.Integer, nullable=False, server_default="-1"))
    op.add_column("games", sa.Column("due", sa.BigInteger, nullable=False, server_default="0"))
    op.execute("UPDATE games SET due = changed + base WHERE state = 'open' AND clock = 'daily'")
