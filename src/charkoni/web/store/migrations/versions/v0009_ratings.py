"""Rated games, ratings and what changed them."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add column and tables; no older game is rated."""
    op.add_column("games", sa.Column("rated", sa.Integer, nullable=False, server_default="0"))
    of_a_rating = ("person", sa.String(40)), ("name", sa.String(120)), ("time_class", sa.String(8))
    values = ("rating", sa.Double), ("deviation", sa.Double), ("volatility", sa.Double)
    before = ("was", sa.Double), ("was_deviation", sa.Double), ("was_volatility", sa.Double)
    op.create_table(
        "ratings",
        *(sa.Column(name, kind, nullable=False) for name, kind in (*of_a_rating, *values)),
        sa.Column("played", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "name", "time_class"),
    )
    op.create_index("ratings_by_rating", "ratings", ["name", "time_class", "rating"])
    op.create_table(
        "rating_changes",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        *(sa.Column(name, kind, nullable=False) for name, kind in of_a_rating),
        sa.Column("at", sa.BigInteger, nullable=False),
        *(sa.Column(name, kind, nullable=False) for name, kind in (*values, *before)),
        sa.PrimaryKeyConstraint("game", "seat"),
    )
    op.create_index("rating_changes_by_person", "rating_changes", ["person", "name", "time_class", "at"])
