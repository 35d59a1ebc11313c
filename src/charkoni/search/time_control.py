"""Time control: node budgets between clock checks, and a deadline for the thread that waits.

Other programs may keep a busy thread from the processor for longer than an answer may be late.  So the search runs in a
thread of its own, while the caller sleeps until the deadline: a sleeping thread is scheduled at once, also on a busy
machine, and takes the result found by then.

A process that searches for others, one question after another, has a condition on which the present search is given up
(`interrupted_when`); the search then raises Interrupted wherever it looks at the clock.
"""

import _thread
import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence

from charkoni.search.result import Limits, Stop

# A chunk is what a kernel searches between two looks at the clock: short, so that a limit is met and Ctrl-C is heard;
# long enough that the call of a kernel does not count.  Together these numbers keep the promise of docs/strength.md: of
# 150 answers at 100 ms with eight other programs running, none was late (`bench/deadlines.py`, 2026-11-23).  The single
# numbers were chosen, not measured one by one.
CHUNK_SECONDS = 0.003
SMALLEST_CHUNK = 16
FIRST_CHUNK = 64  # nodes, before a speed is known
LARGEST_CHUNK = 1 << 16
CHUNK_SHARE = 0.03  # of a short time limit
CAUTION = 1.5  # the next chunk may be slower than the last one
DECAY = 0.5  # of the expected time: a chunk delayed by other programs predicts little
RESERVE_SHARE = 0.08  # of the limit, kept for what follows the search: the result is read and written down
LARGEST_RESERVE = 0.03
OVERSLEEP_DECAY = 0.93  # from answer to answer: a delay counts half after ten answers
LARGEST_SHARE = 0.5  # of the time limit reserved for oversleeping


class Interrupted(Exception):
    """The result of this search is no longer wanted."""


_is_unwanted: Stop | None = None


@contextlib.contextmanager
def interrupted_when(is_unwanted: Stop) -> Iterator[None]:
    """Let all searches of this process raise Interrupted as soon as a condition holds; it is checked every few ms."""
    global _is_unwanted
    _is_unwanted = is_unwanted
    try:
        yield
    finally:
        _is_unwanted = None


def raise_if_interrupted() -> None:
    """Raise Interrupted if the condition of this process holds."""
    if _is_unwanted and _is_unwanted():
        raise Interrupted


class TimeManager:
    """Computes node budgets: how many nodes a thread searches before the next check of the clock."""

    def __init__(
        self,
        limits: Limits,
        stop: Stop | None,
        clock: Callable[[], float] = time.perf_counter,
        started: float | None = None,
        ended: threading.Event | None = None,
    ) -> None:
        """Start the clock.  started, ended: of the main thread, for a helper."""
        self._limits = limits
        self._stop = stop
        # A helper thread has a processor time of its own, so that its clock starts with it; by the wall clock all
        # threads share one start.
        self._clock = time.thread_time if limits.cpu else clock
        self._started = self._clock() if started is None or limits.cpu else started
        self._ended = ended or threading.Event()
        self._is_helper = ended is not None
        self._last = self._started
        self._deadline = None
        if limits.seconds is not None:
            reserve = min(RESERVE_SHARE * limits.seconds, LARGEST_RESERVE)
            self._deadline = self._started + limits.seconds - reserve
        self._chunk = FIRST_CHUNK
        self._chunk_seconds = min(CHUNK_SECONDS, CHUNK_SHARE * (limits.seconds or 1.0))
        self._expected = 0.0  # seconds of the next chunk
        self._is_first = True
        self.threads = limits.threads

    def helper(self) -> "TimeManager":
        """Return the time manager of a helper thread; it ends with this one."""
        return TimeManager(self._limits, None, self._clock, self._started, self._ended)

    def end(self) -> None:
        """Stop all threads."""
        self._ended.set()

    @property
    def seconds(self) -> float:
        """The seconds since the start."""
        return self._clock() - self._started

    @property
    def left(self) -> float | None:
        """The seconds left until the answer is due; None without a limit of wall-clock time."""
        if self._limits.seconds is None or self._limits.cpu:
            return None
        return max(self._limits.seconds - self.seconds, 0.0)

    @property
    def share(self) -> float:
        """The share of the time limit that was used when the clock was read last; 0 without one."""
        return (self._last - self._started) / self._limits.seconds if self._limits.seconds else 0.0

    def node_budget(self, done: int) -> int:
        """Return how many nodes to search before the next call, 0 or less to stop; raise Interrupted.

        done: nodes searched so far.
        """
        # One thread asks: a condition may cost more than a look at the clock, and helpers end with the main thread.
        if not self._is_helper:
            raise_if_interrupted()
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
        """Adapt the chunk to the time that the last one took."""
        if seconds <= 0:
            wanted = 2 * self._chunk
        else:
            wanted = min(2 * self._chunk, int(self._chunk * self._chunk_seconds / seconds))
        last, self._chunk = self._chunk, max(SMALLEST_CHUNK, min(wanted, LARGEST_CHUNK))
        self._expected = max(CAUTION * seconds * self._chunk / last, DECAY * self._expected)


def run_together(works: Sequence[Callable[[TimeManager], None]], time_manager: TimeManager) -> None:
    """Run the first of some works in this thread, the others in threads of their own until the first has ended."""
    helpers = [threading.Thread(target=work, args=(time_manager.helper(),), daemon=True) for work in works[1:]]
    for helper in helpers:
        helper.start()
    try:
        works[0](time_manager)
    finally:
        time_manager.end()
        for helper in helpers:
            helper.join()


class DeadlineRunner:
    """Runs a function in a thread and waits for it until a deadline.

    On a busy machine a sleeping thread is woken a little late; the next deadline is set earlier by as much.
    """

    def __init__(self) -> None:
        """Begin without a job."""
        self._oversleeps = 0.0  # seconds
        self._job = _DeadlineJob(lambda: None)
        self._job.is_over.set()

    def join(self) -> None:
        """Wait until the job before, which may have been late, has stopped: it uses the same memory."""
        self._job.is_over.wait()

    def run(self, work: Callable[[], None], left: float | None, end: Callable[[], None]) -> bool:
        """Run the work, call `end` at the deadline or when it has finished; return whether it finished in time.

        left: seconds until the deadline; None: no deadline, in the calling thread.  Raises the exceptions of the work.
        """
        self.join()
        if left is None:
            try:
                work()
            finally:
                end()
            return True
        # The thread of the search is left alone when the time is up: what it has found by then is read, and the next
        # search waits in `join` until it has stopped.
        job = _DeadlineJob(work)
        try:
            _thread.start_new_thread(job.run, ())  # `Thread.start` waits until the thread has the processor
            self._job = job
            is_done = self._sleep(job, left)
        finally:
            end()
        if job.error is not None:
            raise job.error
        return is_done

    def _sleep(self, job: "_DeadlineJob", left: float) -> bool:
        """Wait until the job or the time is over; return whether the job is."""
        wanted = max(left - self._oversleeps, (1 - LARGEST_SHARE) * left)
        begin = time.perf_counter()
        is_done = job.is_over.wait(wanted)
        self._oversleeps *= OVERSLEEP_DECAY
        if not is_done:
            self._oversleeps = max(self._oversleeps, time.perf_counter() - begin - wanted)
        return is_done


class _DeadlineJob:
    def __init__(self, work: Callable[[], None]) -> None:
        self._work = work
        self.is_over = threading.Event()
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self._work()
        except BaseException as error:  # raised in the waiting thread
            self.error = error
        finally:
            self.is_over.set()
