"""When a search has to stop: it asks before every few milliseconds of work."""

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


class Pace:
    """Says how many nodes to look at next; 0 or less: stop."""

    def __init__(
        self,
        limits: Limits,
        stop: Stop | None,
        clock: Callable[[], float] = time.perf_counter,
        started: float | None = None,
        ended: threading.Event | None = None,
    ) -> None:
        """Start the clock."""
        self._limits = limits
        self._stop = stop
        self._clock = time.thread_time if limits.cpu else clock
        self._started = self._clock() if started is None or limits.cpu else started
        self._ended = ended or threading.Event()
        self._last = self._started
        self._deadline = None
        if limits.seconds is not None:
            reserve = min(RESERVE_SHARE * limits.seconds, LARGEST_RESERVE)
            self._deadline = self._started + limits.seconds - reserve
        self._chunk = FIRST_CHUNK
        self._chunk_seconds = min(CHUNK_SECONDS, CHUNK_SHARE * (limits.seconds or 1.0))
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
        self._is_first = False
        self._last = now
        if self._deadline is not None and now + self._expected > self._deadline:
            return 0
        if self._limits.nodes is not None:
            return min(self._chunk, self._limits.nodes - done)
        return self._chunk

    def _adapt(self, seconds: float) -> None:
        """Take note of how long the last chunk took."""
        if seconds <= 0:
            wanted = 2 * self._chunk
        else:
            wanted = min(2 * self._chunk, int(self._chunk * self._chunk_seconds / seconds))
        last, self._chunk = self._chunk, max(SMALLEST_CHUNK, min(wanted, LARGEST_CHUNK))
        self._expected = max(CAUTION * seconds * self._chunk / last, FORGETTING * self._expected)
