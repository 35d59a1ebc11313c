"""Where the server reads the time; tests hand in a clock of their own."""

import time
from typing import Protocol


class Time(Protocol):
    """Two clocks, both in milliseconds: one that never jumps, and the one on the wall."""

    def now(self) -> int:
        """Return the time of a clock that never jumps."""
        ...

    def wall(self) -> int:
        """Return the time since 1970."""
        ...


class SystemTime:
    """The clocks of this machine."""

    def now(self) -> int:
        """Return the monotonic time."""
        return time.monotonic_ns() // 1_000_000

    def wall(self) -> int:
        """Return the time since 1970."""
        return time.time_ns() // 1_000_000
