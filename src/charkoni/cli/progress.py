"""Progress of long work, on standard error."""

import sys
import time
from collections.abc import Callable

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn


def progress_bar() -> Progress:
    """Return a progress bar on standard error; it is invisible where that is no terminal."""
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


def progress_log(every: float = 60.0) -> Callable[[str], None]:
    """Return a function that prints a line on standard error, at most one in `every` seconds, for the log of long work.

    On a terminal, where a bar is drawn, it prints nothing.
    """
    last = time.monotonic()

    def log(line: str) -> None:
        nonlocal last
        if not sys.stderr.isatty() and time.monotonic() - last >= every:
            last = time.monotonic()
            print(line, file=sys.stderr, flush=True)

    return log
