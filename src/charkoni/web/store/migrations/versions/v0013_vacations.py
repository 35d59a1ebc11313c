"""Vacations of people who play games over days."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "vacations",
        sa.Column("id", sa.String(20), nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("begins", sa.BigInteger, nullable=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
        sa.Column("begun", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("vacations_by_person", "vacations", ["person", "ends"])
    op.create_index("vacations_begun", "vacations", ["begun", "begins"])
