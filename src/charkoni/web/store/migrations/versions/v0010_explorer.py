"""Positions of finished games, counts of their moves, and an index of names."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add index and tables; the server takes the games in that are over."""
    op.create_index("seats_by_name", "seats", ["name", "kind"])
    op.create_table(
        "explored",
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("move", sa.String(40), nullable=False),
        sa.Column("winner", sa.SmallInteger, nullable=False),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("position", "at", "game", "ply"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "move_counts",
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("move", sa.String(40), nullable=False),
        sa.Column("winner", sa.SmallInteger, nullable=False),
        sa.Column("games", sa.BigInteger, nullable=False),
        sa.Column("ratings", sa.BigInteger, nullable=False),
        sa.Column("rated", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("position", "move", "winner"),
        sqlite_with_rowid=False,
    )
