"""Progress of long work, on standard error."""

import sys
import threading
from datetime import timedelta

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeElapsedColumn
from rich.text import Text

FIRST_S = 4.0
"""Seconds after which long work whose output is no terminal prints its first line."""
INTERVAL_S = 60.0
"""Seconds between two lines."""


def pace(task: Task) -> str:
    """Return the parts done a minute and the time left, "" before the first is done.

    Its field `already` is the number of parts that were done before the work began.
    """
    done = task.completed - task.fields.get("already", 0)
    if not task.total or not task.elapsed or done <= 0 or task.finished:
        return ""
    left = timedelta(seconds=round((task.total - task.completed) * task.elapsed / done))
    return f"{60 * done / task.elapsed:.3g}/min, -{left}"


class PaceColumn(ProgressColumn):
    """The parts done a minute, and the time left."""

    def render(self, task: Task) -> Text:
        """Return the cell of a task."""
        return Text(pace(task), "progress.remaining")


class PlainProgress(Progress):
    """Progress as lines on standard error where that is no terminal: the first after `FIRST_S`, then one a minute."""

    def start(self) -> None:
        """Begin; no bar is drawn."""
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._log, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End."""
        self._ended.set()
        self._thread.join()

    def _log(self) -> None:
        wait = FIRST_S
        while not self._ended.wait(wait):
            for task in self.tasks:
                if not task.finished:
                    count = f" {task.completed:.0f}/{task.total:.0f}" if task.total else ""
                    print(f"{task.description}{count}  {pace(task)}".rstrip(), file=sys.stderr, flush=True)
            wait = INTERVAL_S


def progress_bar() -> Progress:
    """Return a progress bar on standard error, or lines where that is no terminal."""
    console = Console(stderr=True, highlight=False)
    kind = Progress if console.is_terminal else PlainProgress
    return kind(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed}/{task.total}"),
        TimeElapsedColumn(),
        PaceColumn(),
        console=console,
        disable=not console.is_terminal,
        redirect_stdout=sys.stdout.isatty(),  # results stay on standard output
    )
