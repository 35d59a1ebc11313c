"""Bans: a no-show of an online event cannot enter others for a while; a finished game lifts the ban."""

import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime

from charkoni.core.errors import N_
from charkoni.tournament.model.errors import WrongPhase, refusal
from charkoni.tournament.model.times import local_time
from charkoni.web.store import Store

HOUR = 3_600_000
FIRST_HOURS = 24
MOST_HOURS = 30 * 24
_NAME = "absent:"
"""How the names of the values begin that hold bans, before the guest."""

_BANNED = N_("you missed a game of {event}; you cannot enter online events until {until}; ask its arbiter")


@dataclass(frozen=True, slots=True)
class Ban:
    """A ban.  until: ms since 1970.  event: its name.  id: of the event, whose arbiters hear appeals."""

    until: int
    hours: int
    event: str
    id: str = ""

    def end(self, zone: str) -> str:
        """Return the end by the clock of a zone: 2026-11-21 10:00 UTC+06:00."""
        return f"{local_time(zone, datetime.fromtimestamp(self.until / 1000, UTC)):%Y-%m-%d %H:%M} UTC{zone}"


async def _stored(store: Store, guest: str) -> Ban | None:
    text = await store.value(_NAME + guest) if guest else None
    return Ban(**json.loads(text)) if text else None


async def current(store: Store, guest: str, now: int) -> Ban | None:
    """Return the ban that holds for a guest, or None.  now: ms since 1970."""
    stored = await _stored(store, guest)
    return stored if stored and stored.until > now else None


async def demand_none(store: Store, guest: str, now: int, zone: str) -> None:
    """Raise WrongPhase while a ban holds.  zone: of the event that is to be entered."""
    present = await current(store, guest, now)
    if present:
        raise refusal(WrongPhase, guest[:4], _BANNED, event=present.event, until=present.end(zone))


async def ban(store: Store, guest: str, event: str, id_: str, now: int) -> Ban:
    """Ban a guest: 24 hours, each time twice as long, at most 30 days."""
    before = await _stored(store, guest)
    hours = min(MOST_HOURS, 2 * before.hours if before else FIRST_HOURS)
    new = Ban(now + hours * HOUR, hours, event, id_)
    await store.keep_value(_NAME + guest, json.dumps(asdict(new)))
    return new


async def lift(store: Store, guest: str) -> None:
    """Lift all bans of a guest; the next one is as short as the first."""
    if await _stored(store, guest):
        await store.keep_value(_NAME + guest, "")
