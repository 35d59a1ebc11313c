"""How far long work is."""

import sys
import time
from collections.abc import Callable

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn


def progress_bar() -> Progress:
    """Return a bar on standard error; where that is no terminal, nothing is drawn."""
    console = Console(stderr=True, highlight=False)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed}/{task.total}"),
        TimeElapsedColumn(),
        console=console,
        disable=not console.is_terminal,
        redirect_stdout=sys.stdout.isatty(),  # results stay on standard output
    )


def log_line(every: float = 60.0) -> Callable[[str], None]:
    """Return what prints a line on standard error now and then, for hours of work that a log is kept of.

    every: seconds between two lines.  On a terminal, where a bar is drawn, nothing is printed.
    """
    last = time.monotonic()

    def say(line: str) -> None:
        nonlocal last
        if not sys.stderr.isatty() and time.monotonic() - last >= every:
            last = time.monotonic()
            print(line, file=sys.stderr, flush=True)

    return say
