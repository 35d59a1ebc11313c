"""A league: its kind, its pace, and the times of its seasons, rounds and games."""

import json
import time
from dataclasses import dataclass
from datetime import datetime, timedelta

from charkoni.core.registry import named
from charkoni.tournament.model.serialization import STRICT, load, with_config
from charkoni.tournament.model.times import local_time

LADDER, DIVISIONS, DAYS, HOUR = "ladder", "divisions", "days", "hour"

LATEST_DAY = 14
"""The last day of a month on which its divisions may begin, when there were too few entrants on the first one."""

SLOT_MINUTES = 45
"""From the begin of a round to that of the next one in the same hour: two clocks of 15 minutes, and a pause."""

WEEK = timedelta(days=7)


@with_config(STRICT)
@dataclass(frozen=True, slots=True)
class League:
    """A league.  kind, pace: of KINDS and PACES.  game: full name.  hour: weekly, `sun 18:00`.  zone: `+06:00`."""

    kind: str
    game: str
    pace: str
    hour: str = "sun 18:00"
    zone: str = "+00:00"

    @property
    def is_rated(self) -> bool:
        """Whether its games may be rated: nobody can look up their endgames while he plays."""
        return self.pace == HOUR or not named(self.game).family.catalog.public_endgames

    def week(self, at: datetime) -> datetime:
        """Return when the present week began: on Monday, or with the weekly hour of a league that has one."""
        hour = time.strptime(self.hour if self.pace == HOUR else "mon 00:00", "%a %H:%M")
        local = local_time(self.zone, at)
        begin = local.replace(hour=hour.tm_hour, minute=hour.tm_min, second=0, microsecond=0)
        begin += timedelta(days=hour.tm_wday - local.weekday())
        return begin if begin <= local else begin - WEEK

    def season(self, at: datetime) -> str:
        """Return the season to which a time belongs: 2026-12, of a ladder 2026."""
        return f"{self.week(at):%G}" if self.kind == LADDER else f"{local_time(self.zone, at):%Y-%m}"

    def may_begin(self, at: datetime) -> bool:
        """Return whether a season may begin: of a ladder always, of divisions in the first half of a month."""
        return self.kind == LADDER or local_time(self.zone, at).day <= LATEST_DAY

    def deadline(self, began: datetime) -> datetime | None:
        """Return when the games of a round that has begun end at the latest, None where their clocks see to it."""
        if self.pace == HOUR:
            return None
        if self.kind == LADDER:
            return self.week(began) + WEEK
        first = local_time(self.zone, began).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
        return (first + timedelta(days=31)).replace(day=1)

    def times(self, at: datetime, rounds: int) -> list[datetime]:
        """Return when the rounds of divisions at a weekly hour begin: in the weeks of the month that are left."""
        hours = [begin for n in range(1, 6) if self.season(begin := self.week(at) + n * WEEK) == self.season(at)]
        each = -(-rounds // len(hours))
        slots = [begin + timedelta(minutes=SLOT_MINUTES * n) for begin in hours for n in range(each)]
        return slots[:rounds]


def league_of(text: str) -> League | None:
    """Return the league of which an event is a season, from the value `league` beside its log; None without one."""
    return load(League, json.loads(text)) if text else None
