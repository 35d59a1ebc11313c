"""Where the time of the tests goes: every part of `make test` adds its files to a log, and `make test-times` prints it.

    python -m tests.pace begin          start a new log
    python -m tests.pace run NAME COMMAND...      run a part, and log how long it took as a whole
    python -m tests.pace show           print the log

The log is `build/test-times.jsonl`.  Its first line is {"began": seconds since the epoch}; then comes a line for each
part and each test file: {"part", "file", "seconds", "tests"}.  Seconds of a file are those of its tests' set-up, call
and tear-down.  Those of a part, whose "file" is "", are by the wall clock, with other parts beside it; "processor" are
the seconds of processors used by the part and all processes that it started, which other load changes less.
"""

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
LOG = ROOT / "build" / "test-times.jsonl"
PART = "TESTED_PART"
SHOWN = 25
"""How many files are printed."""


class Stopwatch:
    """A plugin of pytest that sums the seconds of every test file, and logs them when the run ends."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self.tests: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a report; with several processes, those of all arrive in the first one."""
        self.seconds[report.location[0]] += report.duration
        self.tests[report.location[0]] += report.when == "call"

    def pytest_sessionfinish(self) -> None:
        """Log the sums."""
        part = os.environ.get(PART, "")
        if part:
            add({"part": part, "file": name, "seconds": round(self.seconds[name], 2), "tests": self.tests[name]}
                for name in self.seconds)  # fmt: skip


def begin() -> None:
    """Start a new log."""
    LOG.unlink(missing_ok=True)
    add([{"began": time.time()}])


def add(lines: Iterable[dict[str, Any]]) -> None:
    """Append lines to the log; other processes append theirs."""
    LOG.parent.mkdir(exist_ok=True)
    with LOG.open("a", encoding="utf-8") as log:
        log.write("".join(f"{json.dumps(line)}\n" for line in lines))


def run(part: str, command: list[str]) -> int:
    """Run a part of the checks, log its time and return its exit code."""
    if not LOG.exists():
        begin()
    began = time.monotonic()
    code = subprocess.run(command, env={**os.environ, PART: part}, check=False).returncode
    times = os.times()
    processor = round(times.children_user + times.children_system, 1)
    add([{"part": part, "file": "", "seconds": round(time.monotonic() - began, 1), "processor": processor}])
    return code


def show() -> None:
    """Print the time of each part, of all since the log began, and of the slowest files."""
    first, *lines = (json.loads(line) for line in LOG.read_text(encoding="utf-8").splitlines())
    parts = [line for line in lines if not line["file"]]
    files = sorted((line for line in lines if line["file"]), key=lambda line: -line["seconds"])
    print("  seconds  processor  tests")
    for line in parts:
        tests = sum(each["tests"] for each in files if each["part"] == line["part"])
        print(f"{line['seconds']:9.1f}  {line['processor']:9.1f} {tests or '':>6}  {line['part']}")
    elapsed, processor = LOG.stat().st_mtime - first["began"], sum(line["processor"] for line in parts)
    print(f"{elapsed:9.1f}  {processor:9.1f}         from beginning to end")
    for line in files[:SHOWN]:
        print(f"{line['seconds']:9.1f}            {line['tests']:6}  {line['part']}: {line['file']}")


if __name__ == "__main__":
    word, *rest = sys.argv[1:]
    if word == "begin":
        begin()
    elif word == "run":
        sys.exit(run(rest[0], rest[1:]))
    else:
        show()
