"""Credentials: what members, and programs that act for somebody, are recognised by."""

import secrets
from dataclasses import asdict

from sqlalchemy import Connection, delete, insert, select, update

from charkoni.web.http.errors import Refused
from charkoni.web.http.sessions import digest, now_ms
from charkoni.web.people.persons import take_name
from charkoni.web.store.database import Database
from charkoni.web.store.tables import CredentialRow, credentials

PASSKEY, PASSPHRASE, TOKEN, CARD = "passkey", "passphrase", "token", "card"
PERSONAL = (PASSKEY, PASSPHRASE)
"""The kinds by which a member signs in; tokens are of programs, cards of pupils in classrooms."""


class Credentials:
    """The credentials of a server.  The first personal one makes a guest a member, and nothing else changes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: str) -> list[CredentialRow]:
        """Return the credentials of a person, the oldest first; raise StoreError."""
        query = select(credentials).where(credentials.c.person == person).order_by(credentials.c.created)
        return await self._database.rows(query, CredentialRow)

    async def find(self, id_: str) -> CredentialRow | None:
        """Return a credential, or None; raise StoreError."""
        rows = await self._database.rows(select(credentials).where(credentials.c.id == id_), CredentialRow)
        return rows[0] if rows else None

    async def token(self, digest: str) -> tuple[str, str] | None:
        """Return person and name of a program by the digest of its token, or None; raise StoreError."""
        found = await self.find(digest) if digest else None
        return (found.person, found.label) if found and found.kind == TOKEN else None

    async def new_token(self, person: str, name: str) -> str:
        """Store a new token by which a program acts for a person, under its own name; return it.  Raises StoreError."""
        token = secrets.token_urlsafe(32)
        await self.add(CredentialRow(digest(token), person, TOKEN, name, now_ms()))
        return token

    async def add(self, row: CredentialRow, name: str = "") -> None:
        """Store a credential, and a name of its person with it; raise StoreError, or Refused: NAME_TAKEN.

        A person has one passphrase: a new one replaces it.
        """

        def work(connection: Connection) -> None:
            if name:
                take_name(connection, row.person, name)
            if row.kind == PASSPHRASE:
                same = (credentials.c.person == row.person, credentials.c.kind == PASSPHRASE)
                connection.execute(delete(credentials).where(*same))
            connection.execute(insert(credentials), asdict(row))

        await self._database.write(work)

    async def note_use(self, row: CredentialRow, count: int = 0) -> bool:
        """Note a sign-in and the new count of a passkey; return False if another came first.  Raises StoreError."""
        same = (credentials.c.id == row.id, credentials.c.count == row.count)
        command = update(credentials).where(*same).values(count=count, used=now_ms())
        return await self._database.write(lambda connection: connection.execute(command).rowcount == 1)

    async def remove(self, person: str, id_: str) -> None:
        """Delete a credential of a person; raise StoreError, or Refused: LAST_CREDENTIAL."""
        personal = select(credentials.c.id).where(credentials.c.person == person, credentials.c.kind.in_(PERSONAL))

        def work(connection: Connection) -> None:
            if connection.execute(personal).scalars().all() == [id_]:
                raise Refused("LAST_CREDENTIAL")
            connection.execute(delete(credentials).where(credentials.c.person == person, credentials.c.id == id_))

        await self._database.write(work)
