"""Snapshots of unfinished work, so that a kill at any moment loses little of it.

A snapshot is a tablebase file beside the unfinished one, its size the number of the last finished step.
"""

import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from charkoni.core.game_types import Array
from charkoni.solve.tablebase_files import (
    BadTablebase,
    Tablebase,
    TablebaseTitle,
    in_memory,
    open_tablebase,
    write_tablebase,
)

_SUFFIX = ".steps"
_UNFINISHED = "unfinished, after so many steps: "


class Snapshots:
    """The snapshots of a long computation.

    path, title: of the finished tablebase.  every: seconds between two snapshots.
    """

    def __init__(self, path: Path, title: TablebaseTitle, every: float = 600.0) -> None:
        self.path = path.with_name(path.name + _SUFFIX)
        self._title = replace(title, contents=_UNFINISHED + title.contents)
        self._every = every
        # The monotonic clock: a correction of the time of day must not delay a snapshot for hours.
        self._last = time.monotonic()

    def kept(self) -> tuple[int, list[Array]] | None:
        """Return the step and the arrays, uint8, of the last snapshot, None where there is none or it is damaged."""
        try:
            # The title is compared but for the size, which is the number of the step here.
            tablebase = open_tablebase(self.path)
            if tablebase.title != replace(self._title, size=tablebase.title.size):
                return None
            tablebase.check_all()
        except (BadTablebase, OSError):
            return None
        return tablebase.title.size, [np.array(tablebase.section(i)) for i in range(len(tablebase.ends))]

    def offer(self, step: int, *arrays: Array) -> None:
        """Save the arrays, uint8, after a step, if it is time; raise OSError."""
        now = time.monotonic()
        if now - self._last < self._every:
            return
        # One section an array, so that each is read back with its own length and checksum.
        ends = np.cumsum([len(array) for array in arrays]).tolist()
        kept: Tablebase = in_memory(self.path, replace(self._title, size=step), ends, np.concatenate(arrays))
        write_tablebase(kept)
        self._last = time.monotonic()

    def forget(self) -> None:
        """Remove the snapshot: the tablebase is finished."""
        self.path.unlink(missing_ok=True)
