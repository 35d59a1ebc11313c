"""Sessions: the browsers in which members are signed in, and the ends of sessions of everybody.

A session is in its cookie, so that no request needs the database.  Only ends are known by all processes: a note brings
them at once to the others, and whoever missed it reads them within a minute.
"""

from dataclasses import asdict

from sqlalchemy import Connection, delete, insert, select, update

from charkoni.web.http.sessions import Access, ended_name, new_id, now_ms
from charkoni.web.store.database import Database
from charkoni.web.store.tables import SessionEnd, SessionRow, persons, session_ends, sessions

OVERLAP_MS = 3_600_000
"""How far back ends are read again: the clocks of two processes may differ, and a transaction takes its time."""


class Sessions:
    """The sessions of a server."""

    def __init__(self, database: Database, access: Access) -> None:
        self._database = database
        self._access = access
        self._read_until = 0

    async def begin(self, person: str, label: str) -> str:
        """Begin a session of a member and return its id.  label: the device in words.  Raises StoreError."""
        now = now_ms()
        row = SessionRow(new_id(20), person, now, now, label)
        await self._database.execute(insert(sessions).values(asdict(row)))
        return row.id

    async def of(self, person: str) -> list[SessionRow]:
        """Return the sessions of a member, the last seen first; raise StoreError."""
        query = select(sessions).where(sessions.c.person == person).order_by(sessions.c.seen.desc())
        return await self._database.rows(query, SessionRow)

    async def end(self, person: str, session: str = "") -> None:
        """Void the cookies of one session, or all cookies of a person that were issued until now; raise StoreError.

        Sockets end with their next message.
        """
        mine = [sessions.c.person == person, *([sessions.c.id == session] if session else [])]
        row = SessionEnd(ended_name(session or person), now_ms())

        def work(connection: Connection) -> None:
            if connection.execute(delete(sessions).where(*mine)).rowcount == 0 and session:
                return  # a session of somebody else
            # At once in this process, even if others do not hear of it.
            self._access.end(row.name, row.at)
            connection.execute(delete(session_ends).where(session_ends.c.name == row.name))
            connection.execute(insert(session_ends), asdict(row))
            self._database.notify(connection, {"kind": "sessions"})

        await self._database.write(work)

    async def read_ends(self) -> None:
        """Learn which sessions were ended, and which members renamed, by other processes; raise StoreError."""
        query = select(session_ends).where(session_ends.c.at >= self._read_until - OVERLAP_MS)
        for row in await self._database.rows(query, SessionEnd):
            self._access.end(row.name, row.at, row.renamed)
            self._read_until = max(self._read_until, row.at)

    async def note_seen(self) -> None:
        """Store when sessions were last seen, as far as the cookies of this process tell; raise StoreError."""
        seen, self._access.seen = self._access.seen, {}

        def work(connection: Connection) -> None:
            for (person, session), at in seen.items():
                connection.execute(update(sessions).where(sessions.c.id == session).values(seen=at))
                connection.execute(update(persons).where(persons.c.id == person).values(seen=at))

        if seen:
            await self._database.write(work)
