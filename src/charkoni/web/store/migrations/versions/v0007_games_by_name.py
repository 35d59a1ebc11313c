"""An index by which the latest finished games of a name are found among many others."""

from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the index."""
    op.create_index("games_by_name", "games", ["name", "state", "changed"])
