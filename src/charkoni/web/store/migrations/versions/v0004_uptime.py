"""The uptime of the server at each row of a log."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the column; 0 in older rows, whose clocks are charged nothing over the restart."""
    op.add_column("log", sa.Column("uptime", sa.BigInteger, nullable=False, server_default="0"))
