"""The outbox: notices, written in the transaction of their cause, and marked before they are sent.

    cause, as a row of a log --> notice, due soon --> given to a channel (its id in `sent`) --> sent
    the cause is gone, as when the move is made: the notice is gone, also unsent

Sources write notices by `Outbox.tell`, and say later which of them are still true, and what they say (`Source`).

The mark is committed before anything is sent.  So whatever dies in between, a channel gets a notice once or not at all.
A mark is taken back only when it is certain that nothing has arrived.
"""

from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import asdict

import sqlalchemy as sa

from charkoni.web.http.sessions import now_ms
from charkoni.web.notices.kinds import KINDS, LASTS_MS, Waiting, ends
from charkoni.web.store import Store
from charkoni.web.store.tables import NoticeRow, notices

DELAY_MS = 15_000
"""How long a notice waits: the person may be about to look, and others may come to be sent with it."""

BATCH = 500
"""How many notices are looked at, at a time."""

MOST_OF_A_PERSON = 300
"""The most notices of a person that are read, the latest."""


Source = Callable[[str, Sequence[NoticeRow]], Awaitable[dict[NoticeRow, Waiting]]]
"""Returns those among the notices of a person that come from this source and are still true; raises StoreError."""


class Outbox:
    """The notices of a server: nothing else adds or changes rows of the table `notices`."""

    def __init__(self, store: Store, now: Callable[[], int] = now_ms) -> None:
        """Take the store, and the clock, in ms since 1970."""
        self._store = store
        self._now = now
        self.sources: list[Source] = []

    # --- causes -------------------------------------------------------------------------------------------------------

    def tell(self, connection: sa.Connection, people: Iterable[str], kind: str, about: str, at: int = 0) -> None:
        """Note something for people in a transaction, in place of an earlier notice of the same kind and cause.

        kind: one of `kinds.KINDS`.  about: the id of its cause, by which its source finds it.  at: when it came up (ms
        since 1970), of a cause that is told from several places, once, perhaps before it comes up; 0 for now.
        """
        people, now = sorted(people), self._now()
        same = (notices.c.kind == kind, notices.c.about == about, notices.c.person.in_(people))
        if people:
            # What comes up now is later than what is there, also where the clock was set back.
            connection.execute(sa.delete(notices).where(*same, *([notices.c.at < at] if at else [])))
            known = set(connection.execute(sa.select(notices.c.person).where(*same)).scalars())
            rows = (NoticeRow(each, kind, about, at or now, max(at, now) + DELAY_MS) for each in people)
            new = [asdict(row) for row in rows if row.person not in known]
            if new:
                connection.execute(sa.insert(notices), new)

    # --- sending ------------------------------------------------------------------------------------------------------

    async def people_due(self, but: Collection[str] = ()) -> list[str]:
        """Return people with notices that are due, but not some; raise StoreError."""
        is_due = notices.c.due.between(1, self._now())
        query = sa.select(notices.c.person).where(is_due, notices.c.person.not_in(but)).limit(BATCH)
        return list(dict.fromkeys(await self._store.scalars(query)))

    async def due(self, person: str) -> list[NoticeRow]:
        """Return the notices of a person that are due; raise StoreError."""
        is_due = (notices.c.person == person, notices.c.due.between(1, self._now()))
        query = sa.select(notices).where(*is_due).order_by(notices.c.at.desc()).limit(MOST_OF_A_PERSON)
        return await self._store.rows(query, NoticeRow)

    async def waiting(self, person: str, rows: Sequence[NoticeRow] | None = None) -> dict[NoticeRow, Waiting]:
        """Return the notices of a person, or those among some, that are still true, the oldest first.

        Raises StoreError.
        """
        if rows is None:
            query = sa.select(notices).where(notices.c.person == person).order_by(notices.c.at.desc())
            rows = await self._store.rows(query.limit(MOST_OF_A_PERSON), NoticeRow)
        now = self._now()
        rows = [row for row in sorted(rows, key=lambda each: each.at) if row.kind in KINDS and not 0 < ends(row) <= now]
        found: dict[NoticeRow, Waiting] = {}
        for source in self.sources:
            found |= await source(person, rows)
        return {row: found[row] for row in rows if row in found}

    async def give(self, rows: Sequence[NoticeRow], channel: str) -> list[NoticeRow]:
        """Mark notices as given to a channel; return those that were not before, and are still there.

        Only these may be sent.  Raises StoreError, after which nothing may be sent either.
        """

        def work(connection: sa.Connection) -> list[NoticeRow]:
            # Of two processes that do so one finds the mark of the other.
            command = sa.update(notices).values(sent=notices.c.sent.concat(f" {channel}"))
            is_new = ~notices.c.sent.contains(channel)
            return [row for row in rows if connection.execute(command.where(*_is(row), is_new)).rowcount == 1]

        return await self._store.write(work) if rows else []

    async def take_back(self, rows: Sequence[NoticeRow], channel: str) -> None:
        """Undo the marks of notices of which it is certain that they have not arrived; raise StoreError."""
        command = sa.update(notices).values(sent=sa.func.replace(notices.c.sent, f" {channel}", ""))
        await self._store.execute(*(command.where(*_is(row)) for row in rows))

    async def look_again(self, person: str) -> None:
        """Look at once at what a person is still to be told, whatever it waits for; raise StoreError."""
        is_over = notices.c.due == notices.c.at + LASTS_MS  # news that are told or seen
        waits = (notices.c.person == person, notices.c.due > 0, ~is_over)
        await self._store.execute(sa.update(notices).where(*waits).values(due=self._now()))

    async def put_off(self, rows: Sequence[NoticeRow], due: int) -> None:
        """Look at notices again at a time (ms since 1970), 0 for never; raise StoreError."""
        if rows:
            await self._store.execute(*(sa.update(notices).where(*_is(row)).values(due=due) for row in rows))

    async def drop(self, rows: Sequence[NoticeRow]) -> None:
        """Delete notices whose cause is gone; raise StoreError."""
        if rows:
            await self._store.execute(*(sa.delete(notices).where(*_is(row)) for row in rows))


def _is(row: NoticeRow) -> list[sa.ColumnElement[bool]]:
    """Return the conditions for a notice; a later one of the same cause has another time."""
    return [notices.c[name] == getattr(row, name) for name in ("person", "kind", "about", "at")]
