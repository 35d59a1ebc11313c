"""When a search has to stop: it asks before every few milliseconds of work, and who waits for it has a clock, too.

A thread at work may be kept from the processor by other programs for longer than an answer may be late.  So the work
is done by a thread of its own: who sleeps until the time is over is woken at once, also on a busy machine, and takes
what was found by then.
"""

import _thread
import threading
import time
from collections.abc import Callable

from charkoni.search.result import Limits, Stop

CHUNK_SECONDS = 0.003
SMALLEST_CHUNK = 16
FIRST_CHUNK = 64
LARGEST_CHUNK = 1 << 16
CHUNK_SHARE = 0.03  # of a short budget
CAUTION = 1.5
FORGETTING = 0.5  # a chunk that others delayed says little about the next but one
RESERVE_SHARE = 0.08
LARGEST_RESERVE = 0.03
REMEMBERED = 0.93  # from answer to answer
LARGEST_SHARE = 0.5  # of a budget that a late awakening may cost


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

    @property
    def left(self) -> float | None:
        """How many seconds of the clock an answer may still take; None where they are not counted."""
        if self._limits.seconds is None or self._limits.cpu:
            return None
        return max(self._limits.seconds - self.seconds, 0.0)

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


class DeadlineRunner:
    """Lets a thread work and waits for it no longer than the time allows.

    Where many programs want the processor, who sleeps is woken a little late; the next time it is so much earlier.
    """

    def __init__(self) -> None:
        """Begin without work."""
        self._oversleeps = 0.0  # seconds
        self._job = _Job(lambda: None)
        self._job.is_over.set()

    def settle(self) -> None:
        """Wait until the work before, which may have been late, has stopped: it uses the same memory."""
        self._job.is_over.wait()

    def wait_for(self, work: Callable[[], None], left: float | None, end: Callable[[], None]) -> bool:
        """Let the work be done, tell it to end when its time is over, and return whether it was done by then.

        left: seconds; None: as long as it takes, in the thread that calls.  What the work raises is raised here.
        """
        self.settle()
        if left is None:
            try:
                work()
            finally:
                end()
            return True
        job = _Job(work)
        try:
            _thread.start_new_thread(job.run, ())  # `Thread.start` would wait until the thread has the processor
            self._job = job
            is_done = self._sleep(job, left)
        finally:
            end()
        if job.error is not None:
            raise job.error
        return is_done

    def _sleep(self, job: "_Job", left: float) -> bool:
        """Wait until the job is over or the time is; return whether it is over."""
        wanted = max(left - self._oversleeps, (1 - LARGEST_SHARE) * left)
        begin = time.perf_counter()
        is_done = job.is_over.wait(wanted)
        self._oversleeps *= REMEMBERED
        if not is_done:
            self._oversleeps = max(self._oversleeps, time.perf_counter() - begin - wanted)
        return is_done


class _Job:
    def __init__(self, work: Callable[[], None]) -> None:
        self._work = work
        self.is_over = threading.Event()
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self._work()
        except BaseException as error:  # who waits shall have it, whatever it is
            self.error = error
        finally:
            self.is_over.set()
