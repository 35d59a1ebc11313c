"""People with names, credentials and sessions; tokens of programs become credentials, guests are called persons."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

PERSON = sa.String(40)
NAME = sa.String(60)
TABLES: dict[str, dict[str, sa.String | sa.BigInteger]] = {
    "persons": {
        "id": PERSON,
        "name": NAME,
        "created": sa.BigInteger(),
        "seen": sa.BigInteger(),
        "kept": sa.Text(),
    },
    "names": {"key": NAME, "person": PERSON, "name": NAME, "since": sa.BigInteger()},
    "credentials": {
        "id": sa.String(64),
        "person": PERSON,
        "kind": sa.String(12),
        "label": NAME,
        "created": sa.BigInteger(),
        "secret": sa.Text(),
        "count": sa.BigInteger(),
        "used": sa.BigInteger(),
    },
    "sessions": {
        "id": sa.String(20),
        "person": PERSON,
        "created": sa.BigInteger(),
        "seen": sa.BigInteger(),
        "label": NAME,
    },
    "tickets": {
        "id": sa.String(64),
        "kind": sa.String(12),
        "person": PERSON,
        "browser": sa.String(40),
        "data": sa.Text(),
        "expires": sa.BigInteger(),
    },
    "session_ends": {"name": sa.String(24), "at": sa.BigInteger(), "renamed": NAME},
}
"""The columns by table; the first is the primary key, and none holds NULL."""


def upgrade() -> None:
    """Add the tables, move tokens and ends of sessions into them, and rename the columns that hold persons."""
    for table, columns in TABLES.items():
        first = next(iter(columns))
        op.create_table(
            table, *(sa.Column(name, kind, primary_key=name == first, nullable=False) for name, kind in columns.items())
        )
    op.create_index("names_by_person", "names", ["person"])
    op.create_index("credentials_by_person", "credentials", ["person", "kind"])
    op.create_index("sessions_by_person", "sessions", ["person"])
    op.create_index("tickets_by_person", "tickets", ["person"])
    op.create_index("session_ends_by_time", "session_ends", ["at"])
    op.execute(
        "INSERT INTO credentials (id, person, kind, label, created, secret, count, used) "
        "SELECT digest, guest, 'token', name, created, '', 0, 0 FROM tokens"
    )
    op.drop_table("tokens")
    op.execute(
        "INSERT INTO session_ends (name, at, renamed) "
        "SELECT substr(name, 7), CAST(value AS BIGINT), '' FROM house WHERE name LIKE 'ended %'"
    )
    op.execute("DELETE FROM house WHERE name LIKE 'ended %'")
    for table, indexed in (("holders", ["person"]), ("works", ["person", "kind"])):
        op.drop_index(f"{table}_by_guest", table)
        op.execute(f"ALTER TABLE {table} RENAME COLUMN guest TO person")
        op.create_index(f"{table}_by_person", table, indexed)
