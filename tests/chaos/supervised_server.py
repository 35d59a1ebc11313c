"""A server that the chaos tests kill, freeze and restart, always at the same port."""

import asyncio
import itertools
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx2
from tests.fork_server import Program

START_S = 180
WALL_CLOCK = Path(__file__).with_name("wall_clock.py")
LIMITS = {
    "CHARKONI_LANG": "en",
    "CHARKONI_SECRET": "for the chaos tests",
    "CHARKONI_NOTICES": "all",  # the webhooks are on this machine
    "CHARKONI_BUDGET_FACTOR": "5000",  # the crowd thinks a twentieth of a second
}


def free_port() -> int:
    """Return a port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """`charkoni serve` in a process of its own.

    skew: a file with the seconds by which its wall clock is wrong.  events: the folder of tournaments.  more: further
    options.
    """

    def __init__(
        self, folder: Path, *more: str, database: str = "", skew: Path | None = None, events: Path | None = None
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.port = free_port()
        self.origin = f"http://127.0.0.1:{self.port}"
        self.log = folder / "server.log"
        options = ["serve", "--port", str(self.port), "--database", database or str(folder / "server.db")]
        self._options = [*options, *(more or ("--workers", "0"))]
        self._skew = skew
        self._environment = LIMITS | ({"CHARKONI_EVENTS": str(events)} if events else {})
        self.process: Program | subprocess.Popen[bytes] | None = None

    def launch(self) -> None:
        """Start the process, without waiting for it."""
        with self.log.open("ab") as log:
            environment, stream = os.environ | self._environment, log.fileno()
            if self._skew is None:
                self.process = Program(*self._options, env=environment, stdout=stream, stderr=stream)
            else:
                command = [sys.executable, str(WALL_CLOCK), str(self._skew), *self._options]
                self.process = subprocess.Popen(
                    command, env=environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL
                )

    def start(self) -> None:
        """Start the process, and wait until it answers; raise RuntimeError when it does not."""
        self.launch()
        assert self.process
        end = time.monotonic() + START_S
        while time.monotonic() < end and self.process.poll() is None:
            try:
                if httpx2.get(f"{self.origin}/health", timeout=5).status_code in (200, 503):
                    return
            except httpx2.HTTPError:
                time.sleep(0.05)
        raise RuntimeError(f"the server does not start: {self.log.read_text()[-1000:]}")

    @property
    def pid(self) -> int:
        """The id of the process."""
        assert self.process
        return self.process.pid

    def kill(self) -> None:
        """End the process without a warning."""
        self.send(signal.SIGKILL)
        self._wait()

    def stop(self) -> None:
        """End the process as an administrator does."""
        self.send(signal.SIGTERM)
        self._wait()

    def _wait(self) -> None:
        assert self.process
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise

    def send(self, signal_: signal.Signals) -> None:
        """Send a signal, if the process runs."""
        assert self.process
        self.process.send_signal(signal_)

    async def restart(self) -> None:
        """Kill the process and start it again."""
        await asyncio.to_thread(self.kill)
        await asyncio.to_thread(self.start)

    def memory_mb(self) -> float:
        """Return the memory of the process without that of libraries, which processes share."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(re.findall(r"RssAnon:\s+(\d+)", status)[0]) / 1024

    def descriptors(self) -> int:
        """Return the number of open files."""
        return len(list(Path(f"/proc/{self.pid}/fd").iterdir()))

    def limit(self, kind: int, most: int) -> tuple[int, int]:
        """Set a limit of the operating system for the process, and return the one before."""
        before = resource.prlimit(self.pid, kind)
        resource.prlimit(self.pid, kind, (most, before[1]))
        return before

    def traces(self) -> list[str]:
        """Return the last lines of the tracebacks in the log: faults of the program."""
        if not self.log.exists():
            return []
        lines = self.log.read_text(errors="replace").splitlines()
        found = []
        for place, line in enumerate(lines):
            if "Traceback (most recent" in line:
                # In a line of JSON, or on lines of its own, which end with the exception.
                rest = itertools.takewhile(lambda each: each[:1].isspace(), lines[place + 1 :])
                own = [line, *rest]
                found.append(" / ".join([*own, *lines[place + len(own) : place + len(own) + 1]]))
        return [line[-500:] for line in found]
