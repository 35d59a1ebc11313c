"""Conditional moves, and an index of the games with days per move by their time."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add table and index."""
    op.create_index("games_by_due", "games", ["state", "clock", "due"])
    op.create_table(
        "conditional_moves",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("tree", sa.Text, nullable=False),
        sa.Column("due", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat"),
    )
    op.create_index("conditional_moves_by_person", "conditional_moves", ["person"])
    op.create_index("conditional_moves_due", "conditional_moves", ["due"])
