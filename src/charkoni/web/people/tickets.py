"""Tickets: what may be done once, until a time, by one person or in one browser.

Challenges of passkeys, sign-ins that another device has to allow, confirmations of addresses, and the owner's entry are
tickets.  They stand in the database, so that any process of a server may redeem one, and no two of them the same.
"""

from dataclasses import asdict

from sqlalchemy import Delete, Update, delete, insert, select, update

from charkoni.web.http.sessions import new_id, now_ms
from charkoni.web.store.database import Database
from charkoni.web.store.tables import TicketRow, tickets

OWNER, OWNER_S = "owner", 600
"""The kind of tickets that let the owner of the server in, and how long one is good."""


class Tickets:
    """The tickets of a server: issued, changed by those whom they concern, and redeemed once."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def issue(self, kind: str, lasts_s: int, person: str = "", browser: str = "", data: str = "") -> TicketRow:
        """Return a new ticket for a person, a browser, or whoever has its id; raise StoreError."""
        now = now_ms()
        ticket = TicketRow(new_id(32), kind, person, browser, data, now + lasts_s * 1000)
        expired = delete(tickets).where(tickets.c.expires < now)
        await self._database.execute(expired, insert(tickets).values(asdict(ticket)))
        return ticket

    async def find(self, kind: str, id_: str) -> TicketRow | None:
        """Return a ticket that can still be used, or None; raise StoreError."""
        query = select(tickets).where(tickets.c.id == id_, tickets.c.kind == kind, tickets.c.expires >= now_ms())
        return next(iter(await self._database.rows(query, TicketRow)), None)

    async def change(self, ticket: TicketRow, changed: TicketRow) -> bool:
        """Put a ticket in place of one; return False if that was changed or redeemed since it was read.

        Raises StoreError.
        """
        return await self._is_done(update(tickets).values(asdict(changed)), ticket)

    async def redeem(self, ticket: TicketRow) -> bool:
        """Use a ticket up; return whether this is its first use, unchanged since it was read.  Raises StoreError."""
        return await self._is_done(delete(tickets), ticket)

    async def _is_done(self, command: Update | Delete, ticket: TicketRow) -> bool:
        # Of two who read the same ticket one finds it no more.
        same = [tickets.c[name] == value for name, value in asdict(ticket).items()]
        command = command.where(*same)
        return await self._database.write(lambda connection: connection.execute(command).rowcount == 1)
