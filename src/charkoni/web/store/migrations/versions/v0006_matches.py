"""The match to which a game belongs."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the column; older games are single ones."""
    op.add_column("games", sa.Column("match", sa.String(40), nullable=False, server_default=""))
