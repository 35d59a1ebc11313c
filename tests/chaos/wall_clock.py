"""The program with a wall clock that is wrong by the seconds in a file: python wall_clock.py FILE ARGUMENTS.

The monotonic clock is left alone, as it is when somebody sets the clock of a machine.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path


def skewed(clock: Callable[[], float], seconds: Callable[[], float]) -> Callable[[], float]:
    """Return a clock that is wrong by some seconds."""
    return lambda: clock() + seconds()


def main() -> None:
    """Run the program."""
    file = Path(sys.argv[1])

    def seconds() -> float:
        return float(file.read_text() or 0)

    exact, exact_ns = time.time, time.time_ns
    time.time = skewed(exact, seconds)
    time.time_ns = lambda: exact_ns() + int(seconds() * 1e9)
    sys.argv = ["charkoni", *sys.argv[2:]]
    from charkoni.cli.main import main as run

    run()


if __name__ == "__main__":
    main()
