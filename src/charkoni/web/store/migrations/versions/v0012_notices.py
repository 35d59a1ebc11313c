"""Notices, and the channels on which they are sent."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add tables; of games that wait already nobody is told before their next move."""
    op.create_table(
        "notices",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("kind", sa.String(12), primary_key=True),
        sa.Column("about", sa.String(32), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("sent", sa.Text, nullable=False),
    )
    op.create_index("notices_by_due", "notices", ["due"])
    op.create_index("notices_by_cause", "notices", ["about"])
    op.create_table(
        "channels",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("origin", sa.String(120), nullable=False),
        sa.Column("lang", sa.String(8), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("off", sa.String(120), nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("paused", sa.BigInteger, nullable=False),
    )
    op.create_index("channels_by_person", "channels", ["person"])
