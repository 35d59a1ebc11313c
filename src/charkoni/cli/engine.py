"""`charkoni engine`: lines of JSON in, lines of JSON out."""

import signal
import sys
from collections.abc import Iterator
from typing import BinaryIO

from charkoni.analysis.engine_service import LONGEST_LINE, Service

INTERRUPTED = 130


def engine(parallel: int) -> int:
    """Answer the lines of standard input until it ends and all searches have; return the exit code."""
    service = Service(_write, parallel)
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        for line in _lines(sys.stdin.buffer):
            service.take(line)
        service.drain()
    except KeyboardInterrupt:
        service.stop()
        service.drain()
        return INTERRUPTED
    return 0


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _interrupt(signum: int, frame: object) -> None:
    raise KeyboardInterrupt


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines; of one that is far too long only its beginning."""
    while line := stream.readline(LONGEST_LINE + 2):
        part = line
        while len(part) >= LONGEST_LINE and not part.endswith(b"\n"):
            part = stream.readline(LONGEST_LINE)
        yield line
