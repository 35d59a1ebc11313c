"""Numbers of rounds by the number of entries, plans of a day, timetables."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.games.match_format import FORMATS
from charkoni.tournament.model.errors import BadSetting, refusal

MOST_ROUNDS = 40
MOST_ENTRIES = 9999

_SHORT = N_(
    "A round may last {needed} minutes: games {games}, in each {clock} minutes for each player; only {minutes} are "
    "planned."
)
ONE_SITTING = 7
"""The most rounds without a long break."""


def fewest_rounds(count: int) -> int:
    """Return the fewest rounds that leave at most one perfect score: the logarithm to base 2, rounded up."""
    return (count - 1).bit_length()


def usual_rounds(count: int) -> int:
    """Return the usual number of Swiss rounds: the smallest odd number of at least one more than `fewest_rounds`."""
    wanted = fewest_rounds(count) + 1
    return min(wanted + (wanted % 2 == 0), max(count - 1, 1))


def round_robin_rounds(count: int) -> int:
    """Return the rounds of a single round robin."""
    return count - 1 + count % 2


def demand_two(count: int) -> None:
    """Raise BadSetting for fewer than two entries."""
    if count < 2:
        raise refusal(BadSetting, count, N_("a tournament needs at least two entries"))


def long_rounds(count: int) -> int:
    """Return the number of rounds of a long Swiss."""
    return min(usual_rounds(count) + 2, max(count - 1, 1))


@dataclass(frozen=True, slots=True)
class DaySchedule:
    """The times of a day in minutes.  round: with all its games.  pause: between rounds.  rest: of the long break.

    sitting: rounds before a long break; 0 for no break up to seven rounds, else one in the middle.
    """

    round: int = 30
    pause: int = 10
    sitting: int = 0
    rest: int = 60


USUAL_PACE = DaySchedule()
LAST_YEAR = 9000


@dataclass(frozen=True, slots=True)
class DayPlan:
    """The plan of a day.  rounds: begin and end of each.  boards, clocks: how many are needed.

    sittings: the first round of each.  end: with the pause after the last round.  minutes: of all rounds and pauses
    without long breaks.
    """

    rounds: tuple[tuple[datetime, datetime], ...]
    sittings: tuple[int, ...]
    end: datetime
    minutes: int
    boards: int
    clocks: int


def needed_minutes(clock: int, games: str) -> int:
    """Return the minutes after which the clocks of all games of a round have run down.  games: as in the settings."""
    match = FORMATS[games]
    return 2 * clock * (1 if match.boards else match.games)


def shortage(words: Words, clock: int, games: str, minutes: int) -> str:
    """Return a sentence that a round of so many minutes may be too short, else "".

    clock: the minutes of each player in a game.  games: of a round, as in the settings.
    """
    needed = needed_minutes(clock, games)
    if needed <= minutes:
        return ""
    return words._(_SHORT, needed=needed, games=FORMATS[games].games, clock=clock, minutes=minutes)


def plan(count: int, rounds: int, begin: datetime, pace: DaySchedule = USUAL_PACE) -> DayPlan:
    """Return the plan of a day for `count` entries; raise BadSetting."""
    if begin.year > LAST_YEAR:
        raise refusal(BadSetting, f"{begin:%Y-%m-%d %H:%M}", "plan-year", year=LAST_YEAR)
    length = timedelta(minutes=pace.round)
    slot = length + timedelta(minutes=pace.pause)
    sitting = pace.sitting or (rounds if rounds <= ONE_SITTING else -(-rounds // 2))
    times = []
    for place in range(rounds):
        start = begin + place * slot + (place // sitting) * timedelta(minutes=pace.rest)
        times.append((start, start + length))
    end = times[-1][1] + timedelta(minutes=pace.pause)
    minutes = rounds * int(slot.total_seconds()) // 60
    return DayPlan(tuple(times), tuple(range(1, rounds + 1, sitting)), end, minutes, count // 2, count // 2)


def timetable(times: Sequence[str], zone: str) -> list[datetime]:
    """Return the begins of rounds; raise BadSetting.  times: `2026-11-21 10:00`, increasing.  zone: `+06:00`."""
    if not re.fullmatch(r"[+-](0\d|1[0-4]):[0-5]\d", zone):
        raise refusal(BadSetting, zone, N_("a zone is written +06:00"))
    begins: list[datetime] = []
    for text in times:
        if not re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", text):
            raise refusal(BadSetting, text, "round-time")
        try:
            at = datetime.fromisoformat(f"{text}{zone}")
        except ValueError:
            raise refusal(BadSetting, text, "round-time") from None
        if begins and at <= begins[-1]:
            raise refusal(BadSetting, text, "round-time")
        begins.append(at)
    return begins
