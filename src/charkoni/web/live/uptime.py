"""The time for which a server has run, over all its starts: what clocks are charged for.

Wall clocks jump, and monotonic clocks restart with the machine.  So every row of a log stores the uptime at which it
was written, and the uptime itself is recorded ten times a second while games are in memory: after a crash a player gets
back the time since the last record, and downtime is not deducted from any clock.

With SQLite it is recorded in a small file beside the database, which the system keeps when the process is killed; every
two seconds the database itself gets it, too, which also survives a power failure.  With PostgreSQL, where processes
share their uptime, the database gets it each time.
"""

import contextlib
import logging
import os
import threading
from collections.abc import Callable
from pathlib import Path

from charkoni.web.config import Clock

RECORD_S = 0.1
"""How often the uptime is recorded while games are in memory."""

SUFFIX = "-uptime"  # beside the database, as SQLite names its own files

logger = logging.getLogger(__name__)


class Uptime:
    """The uptime in ms, counted by a monotonic clock from the last record on.

    started: the uptime at the start of this process.  is_resuming: whether games are loaded that went on before it.
    """

    def __init__(self, time: Clock) -> None:
        self._time = time
        self._base = 1 - time.now()  # 0 is that of rows which know none
        self.started = 0
        self.is_resuming = True

    def now(self) -> int:
        """Return the uptime."""
        return self._base + self._time.now()

    def advance(self, uptime: int) -> None:
        """Take a record of an earlier run, or of another process: the uptime is at least so much."""
        # Never backwards: of several records, and of several processes, the largest is right.
        self._base = max(self._base, uptime - self._time.now())

    def since(self, uptime: int) -> int:
        """Return for how many ms the server has run since a row was written, 0 for rows without uptime."""
        if not uptime:
            return 0
        self.advance(uptime)
        # Games are loaded one after the other after a start: the last one must not pay for the loading of the first.
        is_earlier = self.is_resuming and uptime <= self.started  # loading is not charged
        return (self.started if is_earlier else self.now()) - uptime

    def start(self) -> None:
        """Note the start of this process, after the records of earlier runs."""
        self.started = self.now()


class UptimeFile:
    """The uptime in a file beside a database, recorded by a thread."""

    def __init__(self, database: Path) -> None:
        """Take the path of the database; raise OSError."""
        path = database.with_name(database.name + SUFFIX)
        self._handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        self._end = threading.Event()
        self._thread: threading.Thread | None = None

    def read(self) -> int:
        """Return the recorded uptime, 0 when there is none that can be read."""
        text = os.pread(self._handle, 32, 0)
        return int(text) if text.strip().isdigit() else 0

    def write(self, uptime: int) -> None:
        """Record an uptime; raise OSError."""
        # One write of fixed length at place 0: a kill leaves the old number or the new one. Not synced: the system
        # keeps the page, and the database has a record of its own for power failures.
        os.pwrite(self._handle, f"{uptime:020d}\n".encode(), 0)

    def record(self, uptime: Uptime, is_needed: Callable[[], bool]) -> None:
        """Record the uptime regularly, while that is needed, until `close`."""

        def run() -> None:
            has_failed = False
            while not self._end.wait(RECORD_S):
                try:
                    if is_needed():
                        self.write(uptime.now())
                    has_failed = False
                except OSError as error:
                    if not has_failed:
                        logger.error("the uptime cannot be recorded: %s", error)
                    has_failed = True

        # A thread, not a task: a loop that is busy for a second would record no second.
        self._thread = threading.Thread(target=run, name="charkoni uptime", daemon=True)
        self._thread.start()

    def close(self, uptime: Uptime) -> None:
        """Record the uptime a last time and close the file."""
        self._end.set()
        if self._thread:
            self._thread.join()
        with contextlib.suppress(OSError):
            self.write(uptime.now())
        os.close(self._handle)
