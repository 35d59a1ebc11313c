"""The clocks of a game: sudden death, Fischer increment, days per move, or none.

All times are ms of a monotonic clock, and arguments: nothing here reads a clock.  One person has one clock for all his
seats on a side.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isfinite
from statistics import median
from typing import Literal

from charkoni.core.translations import Words
from charkoni.web.store import GameRow

Kind = Literal["none", "sudden", "fischer", "daily"]

LAG_PER_MOVE = 100
"""The ms by which each move refills a clock's bucket of lag credit."""

MOST_LAG = 250
"""The most ms of lag credit for one move, and the size of the bucket."""

MINUTE, HOUR, DAY = 60_000, 3_600_000, 24 * 3_600_000
LONGEST_BASE = DAY  # for a game; longer ones are played by days for a move
MOST_DAYS = 14  # for a move; longer games are hardly finished
SHORT_MS = 12 * HOUR
"""With less than this left for a move, or this part of the days, the player is warned."""

SHORT_PART = 4

LONGEST_INCREMENT = 600 * 1000  # ten minutes


@dataclass(frozen=True, slots=True)
class Control:
    """A time control: `base` ms at the start, `increment` ms after every move.  daily: `base` for each move."""

    kind: Kind = "none"
    base: int = 0
    increment: int = 0

    def __post_init__(self) -> None:
        if self.kind == "none":
            is_right = self.base == self.increment == 0
        elif self.kind == "daily":
            is_right = DAY <= self.base <= MOST_DAYS * DAY and self.increment == 0
        else:
            # A second at least: less would be over before the first move is shown.
            is_right = 1000 <= self.base <= LONGEST_BASE and 0 <= self.increment <= LONGEST_INCREMENT
            is_right = is_right and (self.kind == "fischer" or self.increment == 0)
        if not is_right:
            raise ValueError(f"no such time control: {self}")

    @classmethod
    def parse(cls, text: str) -> "Control":
        """Parse a time control; raise ValueError.

        "none", "15" (minutes), "5+3" (minutes and seconds), "3d" (days for every move).
        """
        if text in ("", "none"):
            return cls()
        if text.endswith("d"):
            return cls("daily", int(text[:-1]) * DAY)
        minutes, plus, seconds = text.partition("+")
        # float reads "inf" and "nan", too.
        if not all(isfinite(float(number)) for number in (minutes, seconds or "0")):
            raise ValueError(f"no such time control: {text}")
        base = round(float(minutes) * 60_000)
        return cls("fischer", base, round(float(seconds) * 1000)) if plus else cls("sudden", base)

    @property
    def text(self) -> str:
        """The time control as `parse` reads it."""
        if self.kind == "none":
            return "none"
        if self.kind == "daily":
            return f"{self.base // DAY}d"
        minutes = f"{self.base / 60_000:g}"
        return f"{minutes}+{self.increment / 1000:g}" if self.kind == "fischer" else minutes


@dataclass
class Clocks:
    """The clocks of a game.

    of_seat: the clock of each seat.  left: the time left on each clock, at first the full time; at `since` for the one
    that runs.  since may lie in the future: the clock starts then.
    """

    control: Control
    of_seat: Sequence[int]
    left: list[int] = field(init=False)
    running: int | None = None
    since: int = 0

    def __post_init__(self) -> None:
        self.left = [self.control.base] * (max(self.of_seat, default=-1) + 1)
        self._trips: list[list[float]] = [[] for _ in self.left]
        self._bucket = [float(MOST_LAG)] * len(self.left)

    def shown(self, now: int) -> list[int]:
        """Return the time left per clock."""
        # `since` may lie ahead, while the pieces move: until then nothing is spent.
        spent = max(0, now - self.since)
        return [max(0, left - spent * (clock == self.running)) for clock, left in enumerate(self.left)]

    def seats_left(self, now: int) -> list[int]:
        """Return the time left per seat."""
        shown = self.shown(now)
        return [shown[clock] for clock in self.of_seat]

    def seats_running(self) -> list[int]:
        """Return the seats whose clock runs."""
        return [seat for seat, clock in enumerate(self.of_seat) if clock == self.running]

    def run(self, seat: int | None, now: int, delay: int = 0) -> None:
        """Start the clock of a seat (None: none) now or `delay` later, and stop the one that ran."""
        self.left = self.shown(now)
        before = self.running
        self.running = None if seat is None or self.control.kind == "none" else self.of_seat[seat]
        # A turn that goes on does not start its clock anew: the delay of an animation is still running.
        if self.running != before or delay or now > self.since:
            self.since = now + delay

    def after_move(self, seat: int, now: int, goes_on: bool) -> list[int]:
        """Return the time left per clock after a move of a seat, with lag credit and increment.

        goes_on: the turn goes to another clock; only then there is an increment.  Days are for each move.
        """
        clock = self.of_seat[seat]
        left = self.shown(now)
        if self.running == clock:
            # Lag credit: the time a move was on its way is given back,
            #
            #     credit = min(median of the last nine round trips, 250, bucket, time spent)
            #     bucket = min(250, bucket - credit + 100)
            #
            # so that a slow line is made good up to 100 ms a move on the mean and 250 at a time; a client that reports
            # more than it has gains no more than that.
            # The median: one packet that was lost and sent again says nothing about the line.
            lag = median(self._trips[clock]) if self._trips[clock] else 0.0
            credit = round(min(lag, MOST_LAG, self._bucket[clock], max(0, now - self.since)))
            self._bucket[clock] = min(float(MOST_LAG), self._bucket[clock] - credit + LAG_PER_MOVE)
            # Fischer: the increment is for a turn, however many moves it has.
            left[clock] += credit + (self.control.increment if goes_on else 0)
        if self.control.kind == "daily":
            left[clock] = self.control.base
        return left

    def set_left(self, left: list[int], now: int) -> None:
        """Set the time left per clock, as of now."""
        self.left = left
        self.since = now

    def add_round_trip(self, seat: int, ms: float) -> None:
        """Add a measured round trip of the person at a seat; the last nine count."""
        trips = self._trips[self.of_seat[seat]]
        trips.append(ms)
        del trips[:-9]

    def deadline(self) -> int | None:
        """Return when the running clock runs out, or None."""
        return None if self.running is None else self.since + self.left[self.running]


def control_text(words: Words, control: Control) -> str:
    """Return a time control in words, "" without one."""
    if control.kind == "none":
        return ""
    if control.kind == "daily":
        return words.ngettext("{n} day for each move", "{n} days for each move", control.base // DAY)
    minutes = words.number(control.base / MINUTE)
    if control.kind == "fischer":
        return words._("{minutes} min + {seconds} s", minutes=minutes, seconds=words.number(control.increment / 1000))
    return words._("{minutes} min", minutes=minutes)


def is_short(control: Control, left: int) -> bool:
    """Return whether the player is to be warned of the time left for a move (ms), in a game with days for each."""
    return control.kind == "daily" and left < min(SHORT_MS, control.base // SHORT_PART)


def control_of(row: GameRow) -> Control:
    """Return the time control of a game."""
    return Control(row.clock, row.base, row.increment)  # type: ignore[arg-type]  # written by us


def time_text(words: Words, ms: int) -> str:
    """Return a time that is left: days and hours, below a day hours and minutes, below an hour as a clock shows it."""
    left = max(0, ms)
    if left >= DAY:
        days, hours = divmod(left // HOUR, 24)
        text = words.ngettext("{n} day", "{n} days", days)
        return f"{text} {words.ngettext('{n} hour', '{n} hours', hours)}" if hours else text
    if left >= HOUR:
        hours, minutes = divmod(left // MINUTE, 60)
        text = words.ngettext("{n} hour", "{n} hours", hours)
        return f"{text} {words._('{n} min', n=minutes)}" if minutes else text
    return f"{left // MINUTE}:{left // 1000 % 60:02}"
