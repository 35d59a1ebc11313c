"""The tables of games, seats, logs, tokens and single values."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("start", sa.Text, nullable=False, server_default=""),
        sa.Column("clock", sa.String(12), nullable=False),
        sa.Column("base", sa.Integer, nullable=False),
        sa.Column("increment", sa.Integer, nullable=False),
        sa.Column("invite", sa.String(32), nullable=False, unique=True),
        sa.Column("open", sa.Integer, nullable=False),
        sa.Column("dice_key", sa.String(64), nullable=False),
        sa.Column("previous", sa.String(32), nullable=False, server_default=""),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("result", sa.String(60), nullable=False, server_default=""),
        sa.Column("reason", sa.String(40), nullable=False, server_default=""),
        sa.Column("ply", sa.Integer, nullable=False, server_default="0"),
    )
    op.create_index("games_by_state", "games", ["state", "changed"])
    op.create_table(
        "seats",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("owner", sa.String(40), nullable=False),
        sa.Column("level", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat"),
    )
    op.create_index("seats_by_owner", "seats", ["owner"])
    op.create_table(
        "holders",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("guest", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("game", "seat", "guest"),
    )
    op.create_index("holders_by_guest", "holders", ["guest"])
    op.create_table(
        "log",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("salt", sa.String(32), nullable=False),
        sa.Column("clocks", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "seq"),
    )
    op.create_table(
        "tokens",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("guest", sa.String(40), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "house",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
