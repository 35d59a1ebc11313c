"""Who did not come to an online event may not enter the next ones for a while; a finished game clears it."""

import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime

from charkoni.core.errors import mark
from charkoni.tournament.model.errors import NotNow, refusal
from charkoni.web.store import Store

HOUR = 3_600_000
FIRST_HOURS = 24
MOST_HOURS = 30 * 24
_BANNED = mark(
    "you did not come to a game of {event}; you cannot enter online events until {until} UTC; ask its arbiter"
)


@dataclass(frozen=True, slots=True)
class Ban:
    """Until when (ms since 1970), how many hours it is, and because of which event; id: its address, for appeals."""

    until: int
    hours: int
    event: str
    id: str = ""

    @property
    def end(self) -> str:
        """The end as people read it, in UTC."""
        return datetime.fromtimestamp(self.until / 1000, UTC).strftime("%Y-%m-%d %H:%M")


def _name(guest: str) -> str:
    return f"absent:{guest}"


async def _kept(store: Store, guest: str) -> Ban | None:
    text = await store.value(_name(guest)) if guest else None
    return Ban(**json.loads(text)) if text else None


async def until(store: Store, guest: str, now: int) -> Ban | None:
    """Return the ban that holds for a guest now, or None."""
    found = await _kept(store, guest)
    return found if found and found.until > now else None


async def demand(store: Store, guest: str, now: int) -> None:
    """Raise NotNow while a ban holds."""
    found = await until(store, guest, now)
    if found:
        raise refusal(NotNow, guest[:4], _BANNED, event=found.event, until=found.end)


async def ban(store: Store, guest: str, event: str, id_: str, now: int) -> Ban:
    """Ban a guest: 24 hours, each time twice as long, at most 30 days."""
    before = await _kept(store, guest)
    hours = min(MOST_HOURS, 2 * before.hours if before else FIRST_HOURS)
    found = Ban(now + hours * HOUR, hours, event, id_)
    await store.keep_value(_name(guest), json.dumps(asdict(found)))
    return found


async def clear(store: Store, guest: str) -> None:
    """Forget all bans of a guest: he has played a game to its end, or an arbiter has heard him."""
    if await _kept(store, guest):
        await store.keep_value(_name(guest), "")
