"""The clocks of a game: sudden death, Fischer increment, days per move, or none.  Time is handed in, never read.

All times are milliseconds of a monotonic clock.  One person has one clock, whatever number of seats he has on a side.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Literal

Kind = Literal["none", "sudden", "fischer", "daily"]

LAG_PER_MOVE = 100
MOST_LAG = 250
DAY = 24 * 3600 * 1000
LONGEST_BASE = DAY
MOST_DAYS = 14
LONGEST_INCREMENT = 600 * 1000


@dataclass(frozen=True, slots=True)
class Control:
    """How much time there is: at the beginning, and more after every move.  daily: `base` anew for every move."""

    kind: Kind = "none"
    base: int = 0
    increment: int = 0

    def __post_init__(self) -> None:
        if self.kind == "none":
            is_right = self.base == self.increment == 0
        elif self.kind == "daily":
            is_right = DAY <= self.base <= MOST_DAYS * DAY and self.increment == 0
        else:
            is_right = 1000 <= self.base <= LONGEST_BASE and 0 <= self.increment <= LONGEST_INCREMENT
            is_right = is_right and (self.kind == "fischer" or self.increment == 0)
        if not is_right:
            raise ValueError(f"no such time control: {self}")

    @classmethod
    def parse(cls, text: str) -> "Control":
        """Return the control of a text; raise ValueError.

        "none", "15" (minutes), "5+3" (minutes and seconds), "3d" (days for every move).
        """
        if text in ("", "none"):
            return cls()
        if text.endswith("d"):
            return cls("daily", int(text[:-1]) * DAY)
        minutes, plus, seconds = text.partition("+")
        base = round(float(minutes) * 60_000)
        return cls("fischer", base, round(float(seconds) * 1000)) if plus else cls("sudden", base)


@dataclass
class Clocks:
    """The clocks of a game.

    of_seat: the clock of each seat.  left: what each clock shows, as of `since` for the one that runs.  since may lie
    in the future: the clock begins then.
    """

    control: Control
    of_seat: list[int]
    left: list[int]
    running: int | None = None
    since: int = 0
    _trips: list[list[float]] = field(default_factory=list)
    _bucket: list[float] = field(default_factory=list)

    @classmethod
    def fresh(cls, control: Control, of_seat: Sequence[int]) -> "Clocks":
        """Return clocks with all the time on them."""
        return cls(control, list(of_seat), [control.base] * (max(of_seat, default=-1) + 1))

    def __post_init__(self) -> None:
        self._trips = [[] for _ in self.left]
        self._bucket = [float(MOST_LAG)] * len(self.left)

    def shown(self, now: int) -> list[int]:
        """Return what is left per clock."""
        return [self._left(clock, now) for clock in range(len(self.left))]

    def seats_left(self, now: int) -> list[int]:
        """Return what is left per seat."""
        shown = self.shown(now)
        return [shown[clock] for clock in self.of_seat]

    def seats_running(self) -> list[int]:
        """Return the seats whose clock runs."""
        return [seat for seat, clock in enumerate(self.of_seat) if clock == self.running]

    def _left(self, clock: int, now: int) -> int:
        spent = max(0, now - self.since) if clock == self.running else 0
        return max(0, self.left[clock] - spent)

    def run(self, seat: int | None, now: int, delay: int = 0) -> None:
        """Let the clock of a seat run (None: none) from now, or a little later; the one that ran stops."""
        self.left = self.shown(now)
        before = self.running
        self.running = None if seat is None or self.control.kind == "none" else self.of_seat[seat]
        if self.running != before or delay or now > self.since:
            self.since = now + delay

    def after_move(self, seat: int, now: int, goes_on: bool) -> list[int]:
        """Return what the clocks show when a seat has moved: with credit for the way of the message, and the increment.

        goes_on: the turn goes to somebody else; only then there is an increment.
        """
        clock = self.of_seat[seat]
        left = self.shown(now)
        if self.running == clock:
            credit = round(min(self._lag(clock), self._bucket[clock], max(0, now - self.since)))
            self._bucket[clock] = min(float(MOST_LAG), self._bucket[clock] - credit + LAG_PER_MOVE)
            left[clock] += credit + (self.control.increment if goes_on else 0)
        if self.control.kind == "daily" and goes_on:
            left[clock] = self.control.base
        return left

    def set_left(self, left: list[int], now: int) -> None:
        """Take over what the clocks show."""
        self.left = left
        self.since = now

    def trip(self, seat: int, ms: float) -> None:
        """Note a round trip of who sits at a seat."""
        trips = self._trips[self.of_seat[seat]]
        trips.append(ms)
        del trips[:-9]

    def _lag(self, clock: int) -> float:
        return min(median(self._trips[clock]), MOST_LAG) if self._trips[clock] else 0.0

    def deadline(self) -> int | None:
        """Return when the running clock shows nothing any more, or None."""
        return None if self.running is None else self.since + self.left[self.running]

    def is_out(self, seat: int, now: int) -> bool:
        """Return whether the time of a seat is up."""
        clock = self.of_seat[seat]
        return self.running == clock and self._left(clock, now) <= 0
