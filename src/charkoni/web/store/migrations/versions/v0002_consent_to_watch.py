"""The consent of a seat's holder that anybody may watch the game."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column, without consent."""
    op.add_column("seats", sa.Column("watch", sa.Integer, nullable=False, server_default="0"))
