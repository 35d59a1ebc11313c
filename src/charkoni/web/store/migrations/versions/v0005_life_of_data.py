"""Flags of listable games, indexes for lists and for games with running clocks, and makers of analyses and events."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add column, indexes and table; games are listed whose people have all agreed."""
    op.add_column("games", sa.Column("listed", sa.Integer, nullable=False, server_default="0"))
    people = "SELECT 1 FROM seats WHERE seats.game = games.id AND seats.kind = 'human' AND seats.watch"
    op.execute(f"UPDATE games SET listed = 1 WHERE EXISTS ({people} = 1) AND NOT EXISTS ({people} = 0)")
    op.create_index("games_listed", "games", ["listed", "state", "changed"])
    op.create_index("games_by_clock", "games", ["state", "clock", "changed"])
    op.create_index("games_joinable", "games", ["state", "open", "changed"])
    op.create_table(
        "works",
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("guest", sa.String(40), nullable=False),
        sa.Column("address", sa.String(60), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("kind", "id"),
    )
    op.create_index("works_by_guest", "works", ["guest", "kind"])
    op.create_index("works_by_address", "works", ["address", "kind"])
