"""When a search has to stop: it asks before every few milliseconds of work."""

import os
import threading
import time
from collections.abc import Callable

from charkoni.search.found import Limits, Stop

CHUNK_SECONDS = 0.003
SMALLEST_CHUNK = 16
FIRST_CHUNK = 64
LARGEST_CHUNK = 1 << 16
CHUNK_SHARE = 0.03  # of a short budget
CAUTION = 1.5
FORGETTING = 0.5  # a chunk that others delayed says little about the next but one
RESERVE_SHARE = 0.08
LARGEST_RESERVE = 0.03

TOLERANCE = 0.03
"""Seconds of a delay that are left to chance: an answer may be that much late."""
DELAY_PER_RIVAL = 0.01
"""How long, to begin with, each program that waits for the same core is taken to keep it."""
HALF_LIFE = 20.0  # seconds, of what is known about delays
LEAST_SECONDS = 0.0005
"""Processor time that a search gets even where a delay may come at any moment: systems give a millisecond or so at a
time, so that as much is mostly done before others have their turn."""


class Delays:
    """How long others have kept the processor from the searches of an engine; what was long ago counts less."""

    def __init__(self, load: Callable[[], float] | None = None, clock: Callable[[], float] = time.perf_counter) -> None:
        """Take what tells how many programs want to run for each core."""
        self._load = load or rivals
        self._clock = clock
        self._since = clock()
        self.longest = 0.0

    def begin(self) -> float:
        """Forget a little, and return how long the next search may be held up, in seconds."""
        before, self._since = self._since, self._clock()
        self.longest *= 0.5 ** ((self._since - before) / HALF_LIFE)
        return max(self.longest, DELAY_PER_RIVAL * max(self._load() - 1.0, 0.0))

    def note(self, seconds: float) -> None:
        """Take note of a delay."""
        self.longest = max(self.longest, seconds)


def rivals() -> float:
    """Return how many programs wanted to run for each core in the last minute, 0 where the system does not tell."""
    if not hasattr(os, "getloadavg"):
        return 0.0
    return os.getloadavg()[0] / (os.cpu_count() or 1)


class Pace:
    """Says how many nodes to look at next; 0 or less: stop."""

    def __init__(
        self,
        limits: Limits,
        stop: Stop | None,
        clock: Callable[[], float] = time.perf_counter,
        started: float | None = None,
        ended: threading.Event | None = None,
        *,
        delays: Delays | None = None,
        processor: Callable[[], float] = time.thread_time,
    ) -> None:
        """Start the clock.  delays: what earlier searches met with.  processor: the time the thread has worked."""
        self._limits = limits
        self._stop = stop
        self._clock = processor if limits.cpu else clock
        self._started = self._clock() if started is None or limits.cpu else started
        self._ended = ended or threading.Event()
        self._last = self._started
        self._deadline = None
        self._delays = None if limits.cpu or limits.seconds is None else delays
        self._delay = self._delays.begin() if self._delays else 0.0
        self._processor = processor
        self._worked = self._worked_first = processor() if self._delays else 0.0
        if limits.seconds is not None:
            reserve = min(RESERVE_SHARE * limits.seconds, LARGEST_RESERVE)
            self._deadline = self._started + limits.seconds - reserve
        self._chunk = FIRST_CHUNK
        self._chunk_seconds = min(CHUNK_SECONDS, CHUNK_SHARE * (limits.seconds or 1.0))
        if self._delay > TOLERANCE:
            self._chunk_seconds = min(self._chunk_seconds, LEAST_SECONDS / 4)
        self._expected = 0.0  # how long the next chunk may take
        self._is_first = True
        self.threads = limits.threads

    def helper(self) -> "Pace":
        """Return the pace of another thread: it ends with this one."""
        return Pace(self._limits, None, self._clock, self._started, self._ended)

    def end(self) -> None:
        """Let all threads stop."""
        self._ended.set()

    @property
    def seconds(self) -> float:
        """The time since the start."""
        return self._clock() - self._started

    def next(self, done: int) -> int:
        """Return how many nodes to look at before the next question.  done: nodes looked at so far."""
        if self._ended.is_set() or (self._stop is not None and self._stop()):
            return 0
        now = self._clock()
        if not self._is_first:
            self._adapt(now - self._last)
        if self._delays is not None:
            self._watch(self._delays, now)
        self._is_first = False
        self._last = now
        if self._is_time_up(now):
            return 0
        if self._limits.nodes is not None:
            return min(self._chunk, self._limits.nodes - done)
        return self._chunk

    def _is_time_up(self, now: float) -> bool:
        """Return whether the next chunk would come too late, also when others take the processor meanwhile."""
        if self._deadline is None:
            return False
        late = now + self._expected - self._deadline
        if late > 0 or self._delay <= TOLERANCE:
            return late > 0
        return late + self._delay > TOLERANCE and self._worked - self._worked_first >= LEAST_SECONDS

    def _watch(self, delays: Delays, now: float) -> None:
        """Find out how long others had the processor since the last question."""
        worked = self._processor()
        delay = (now - self._last) - (worked - self._worked)
        self._worked = worked
        delays.note(delay)
        self._delay = max(self._delay, delay)

    def _adapt(self, seconds: float) -> None:
        """Take note of how long the last chunk took."""
        if seconds <= 0:
            wanted = 2 * self._chunk
        else:
            wanted = min(2 * self._chunk, int(self._chunk * self._chunk_seconds / seconds))
        last, self._chunk = self._chunk, max(SMALLEST_CHUNK, min(wanted, LARGEST_CHUNK))
        self._expected = max(CAUTION * seconds * self._chunk / last, FORGETTING * self._expected)
