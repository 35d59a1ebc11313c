"""`charkoni engine`: searches for another program, lines of JSON in and out."""

import sys
from collections.abc import Iterator
from functools import partial
from typing import Annotated, BinaryIO

import typer

from charkoni.analysis.engine_service import LONGEST_LINE, EngineService
from charkoni.cli.exit_codes import INTERRUPTED
from charkoni.cli.parameters import option
from charkoni.cli.signals import Terminated, TerminationSignals
from charkoni.core.errors import N_


def engine(parallel: Annotated[int, option("K", N_("how many searches run at a time"), min=1, max=256)] = 1) -> None:
    """Answer the lines of standard input (see docs/engine.md), until it and all searches end."""
    service = EngineService(partial(print, flush=True), parallel)
    with TerminationSignals() as signals:
        try:
            for line in _lines(sys.stdin.buffer):
                service.handle_line(line)
            service.drain()
        except Terminated:
            signals.acknowledge()
            service.stop()
            service.drain()
            raise typer.Exit(INTERRUPTED) from None


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines; a line of more than LONGEST_LINE bytes is cut, and the service refuses it."""
    while line := stream.readline(LONGEST_LINE + 2):
        part = line
        while len(part) >= LONGEST_LINE and not part.endswith(b"\n"):
            part = stream.readline(LONGEST_LINE)
        yield line
