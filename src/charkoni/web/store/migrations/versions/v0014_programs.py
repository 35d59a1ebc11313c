"""Seats at which programs play."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add the column; until now whoever had a token was a program and nothing else."""
    op.add_column("seats", sa.Column("program", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE seats SET program = 1 WHERE owner IN (SELECT person FROM credentials WHERE kind = 'token')")
