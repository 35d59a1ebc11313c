"""Channels: the ways on which people are told, and when they want their rest."""

from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import sqlalchemy as sa

from charkoni.web.http.errors import Refused
from charkoni.web.http.sessions import now_ms
from charkoni.web.notices.kinds import KINDS
from charkoni.web.store import Store
from charkoni.web.store.store import set_value
from charkoni.web.store.tables import ChannelRow, channels

FEED, HOOK, PUSH, MAIL = "feed", "webhook", "push", "mail"
MOST_CHANNELS = 12
"""The most channels of a person."""

MINUTE_MS = 60_000
DIGEST_MS = 4 * 60 * MINUTE_MS
"""How long a channel of e-mail rests after a letter: what comes up meanwhile is in the next one."""

MOST_PAUSE_MS = 24 * 60 * MINUTE_MS
MOST_FAILURES = 20  # with pauses of up to a day, nine days
"""After how many failures in a row a channel is removed."""


@dataclass(frozen=True, slots=True)
class QuietHours:
    """The hours in which nothing is sent, from and until a time of the day in a time zone; equal: none."""

    start: time = time(22)
    end: time = time(22)
    zone: str = "UTC"

    def __str__(self) -> str:
        """Return the text that `quiet_hours` reads."""
        return f"{self.start:%H:%M} {self.end:%H:%M} {self.zone}"

    def until(self, now: int) -> int:
        """Return when the quiet hours end in which a time lies (ms since 1970), 0 where it lies in none."""
        zone = ZoneInfo(self.zone)
        here = datetime.fromtimestamp(now / 1000, UTC).astimezone(zone)
        clock = here.time().replace(tzinfo=None)
        if self.start <= self.end:
            is_quiet = self.start <= clock < self.end
        else:
            is_quiet = clock >= self.start or clock < self.end
        if not is_quiet:
            return 0
        day = here.date() if clock < self.end else here.date() + timedelta(days=1)
        # When clocks are put back, the end may be an hour ago and yet to come.
        return max(now + MINUTE_MS, round(datetime.combine(day, self.end, zone).timestamp() * 1000))


def quiet_hours(text: str) -> QuietHours:
    """Return quiet hours from a text "22:00 08:00 Europe/Istanbul", none for any other text."""
    try:
        start, end, zone = text.split(" ", 2)
        return QuietHours(time.fromisoformat(start[:5]), time.fromisoformat(end[:5]), ZoneInfo(zone).key)
    except (ValueError, ZoneInfoNotFoundError, OSError):
        return QuietHours()


class Channels:
    """The channels of a server: nothing else touches the table `channels`."""

    def __init__(self, store: Store, now: Callable[[], int] = now_ms) -> None:
        """Take the store, and the clock, in ms since 1970."""
        self._store = store
        self._now = now

    async def of(self, person: str) -> list[ChannelRow]:
        """Return the channels of a person, the oldest first; raise StoreError."""
        query = sa.select(channels).where(channels.c.person == person).order_by(channels.c.created, channels.c.id)
        return await self._store.rows(query, ChannelRow)

    async def find(self, id_: str) -> ChannelRow | None:
        """Return a channel, or None; raise StoreError."""
        return next(iter(await self._store.rows(sa.select(channels).where(channels.c.id == id_), ChannelRow)), None)

    async def add(self, row: ChannelRow) -> None:
        """Store a channel, in place of one of the person with the same kind and address.

        Raises StoreError, or Refused: NOT_NOW where there are too many.
        """
        mine = channels.c.person == row.person
        same = (mine, channels.c.kind == row.kind, channels.c.address == row.address)

        def work(connection: sa.Connection) -> None:
            connection.execute(sa.delete(channels).where(*same))
            count = connection.execute(sa.select(sa.func.count()).select_from(channels).where(mine)).scalar() or 0
            if count >= MOST_CHANNELS:
                raise Refused("NOT_NOW")
            connection.execute(sa.insert(channels), asdict(row))

        await self._store.write(work)

    async def choose(self, person: str, id_: str, kinds: Collection[str]) -> None:
        """Store which kinds a channel of a person carries; raise StoreError."""
        mine = (channels.c.person == person, channels.c.id == id_)
        off = " ".join(kind for kind in KINDS if kind not in kinds)
        await self._store.execute(sa.update(channels).where(*mine).values(off=off))

    async def remove(self, person: str, id_: str) -> None:
        """Delete a channel of a person; raise StoreError."""
        await self._store.execute(sa.delete(channels).where(channels.c.person == person, channels.c.id == id_))

    async def succeeded(self, row: ChannelRow) -> None:
        """Note that a channel works; raise StoreError."""
        if row.failures or row.kind == MAIL:
            paused = self._now() + DIGEST_MS if row.kind == MAIL else 0
            changed = sa.update(channels).where(channels.c.id == row.id)
            await self._store.execute(changed.values(failures=0, paused=paused))

    async def failed(self, row: ChannelRow) -> None:
        """Let a channel rest, the longer the more often it has failed; raise StoreError."""
        if row.failures + 1 >= MOST_FAILURES:
            await self.remove(row.person, row.id)
            return
        pause = min(MOST_PAUSE_MS, MINUTE_MS << row.failures)
        changed = sa.update(channels).where(channels.c.id == row.id)
        await self._store.execute(changed.values(failures=row.failures + 1, paused=self._now() + pause))

    # --- quiet hours --------------------------------------------------------------------------------------------------

    async def quiet_hours(self, person: str) -> QuietHours:
        """Return the quiet hours of a person; raise StoreError."""
        return quiet_hours(await self._store.value(f"quiet {person}") or "")

    async def set_quiet_hours(self, person: str, hours: QuietHours) -> None:
        """Store the quiet hours of a person; raise StoreError."""
        await self._store.write(lambda connection: set_value(connection, f"quiet {person}", str(hours)))
