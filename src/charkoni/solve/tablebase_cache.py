"""Tablebases that are built in one piece: identity and computation, files, and a cache of those that are open."""

import contextlib
import re
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import ClassVar, Generic, TypeVar

import numpy as np

from charkoni.core.game_types import Array
from charkoni.solve import tablebase_files as files
from charkoni.solve.tasks import BuildOptions, CheckableTablebase, Progress, Report, TablebaseTask, Verification

_SUFFIX = ".steps"
_UNFINISHED = "unfinished, after so many steps: "


class Snapshots:
    """The snapshots of a long computation.

    path, title: of the finished tablebase.  every: seconds between two snapshots.
    """

    def __init__(self, path: Path, title: files.TablebaseTitle, every: float = 600.0) -> None:
        self.path = path.with_name(path.name + _SUFFIX)
        self._title = replace(title, contents=_UNFINISHED + title.contents)
        self._every = every
        # The monotonic clock: a correction of the time of day must not delay a snapshot for hours.
        self._last = time.monotonic()

    def kept(self) -> tuple[int, list[Array]] | None:
        """Return the step and the arrays, uint8, of the last snapshot, None where there is none or it is damaged."""
        try:
            # The title is compared but for the size, which is the number of the step here.
            tablebase = files.open_tablebase(self.path)
            if tablebase.title != replace(self._title, size=tablebase.title.size):
                return None
            tablebase.check_all()
        except (files.BadTablebase, OSError):
            return None
        return tablebase.title.size, [np.array(tablebase.section(i)) for i in range(len(tablebase.ends))]

    def offer(self, step: int, *arrays: Array) -> None:
        """Save the arrays, uint8, after a step, if it is time; raise OSError."""
        now = time.monotonic()
        if now - self._last < self._every:
            return
        # One section an array, so that each is read back with its own length and checksum.
        ends = np.cumsum([len(array) for array in arrays]).tolist()
        kept: files.Tablebase = files.in_memory(
            self.path, replace(self._title, size=step), ends, np.concatenate(arrays)
        )
        files.write_tablebase(kept)
        self._last = time.monotonic()

    def forget(self) -> None:
        """Remove the snapshot: the tablebase is finished."""
        self.path.unlink(missing_ok=True)


# Positions; tablebases up to this size are built on first use: mini3 of Barbakan with all its pawns (200,200), and one
# pile each of Chaupar (16,384, each with all throws: two seconds).  Two piles took 543 s: nothing for a first move.
FIRST_USE = 300_000


def silent(done: int, line: str) -> None:
    """Report nothing."""


class WholeTablebase(ABC):
    """The identity of a tablebase that is built in one piece, and its computation; a frozen dataclass.

    entry_bytes: of the value of a position.  build_bytes: of a position while it is built.
    """

    entry_bytes: ClassVar[int]
    build_bytes: ClassVar[int]

    @property
    @abstractmethod
    def title(self) -> files.TablebaseTitle:
        """The title of its file."""

    @property
    @abstractmethod
    def file_name(self) -> str:
        """The name of its file."""

    @property
    @abstractmethod
    def size(self) -> str:
        """Its size, as `charkoni solve tablebase` takes it."""

    @property
    @abstractmethod
    def positions(self) -> int:
        """The number of positions."""

    @abstractmethod
    def build(self, report: Report = silent, snapshots: Snapshots | None = None) -> Array:
        """Return the values of all positions, [positions]; raise NoRoom or OSError.

        It resumes from the last snapshot and saves new ones.
        """

    @property
    def memory(self) -> int:
        """The bytes that building it needs."""
        return self.build_bytes * self.positions

    def task(self, options: BuildOptions) -> TablebaseTask:
        """Return the task that builds it, or opens its file."""

        def make(report: Report) -> files.Tablebase:
            begin = time.perf_counter()

            def step(done: int, line: str) -> None:
                report(done, f"{line} {time.perf_counter() - begin:9.1f} s")

            if options.is_in_memory:
                return self._in_memory(Path(self.file_name), self.build(step))
            return self.open_or_build(options.folder, step, options.save_every)

        disk = 0 if options.is_in_memory else self.positions * self.entry_bytes
        return TablebaseTask(self.file_name, self.positions, self.memory, disk, make)

    def open_or_build(
        self, folder: Path | None = None, report: Report = silent, save_every: float = 600.0
    ) -> files.Tablebase:
        """Return it from its file, computed and written if there is none; raise NoRoom, BadTablebase or OSError.

        Unfinished work is saved every `save_every` seconds, and the next call resumes it.
        """
        path = (folder or files.tablebase_folder()) / self.file_name
        if path.exists():
            return files.open_tablebase(path, self.title)
        path.parent.mkdir(parents=True, exist_ok=True)
        files.require_disk(path, self.positions * self.entry_bytes)
        snapshots = Snapshots(path, self.title, save_every)
        tablebase = self._in_memory(path, self.build(report, snapshots))
        files.write_tablebase(tablebase)
        snapshots.forget()
        return tablebase

    def on_first_use(self, folder: Path) -> files.Tablebase | None:
        """Return a small tablebase, computed now and written where that is possible, or None for a larger one."""
        if self.positions > FIRST_USE:
            return None
        tablebase = self._in_memory(folder / self.file_name, self.build())
        with contextlib.suppress(OSError):  # without a writable folder the next process builds it again
            files.write_tablebase(tablebase)
        return tablebase

    def _in_memory(self, path: Path, values: Array) -> files.Tablebase:
        cells = values.view(np.uint8)
        return files.in_memory(path, self.title, [len(cells)], cells)


K = TypeVar("K", bound=WholeTablebase)


def checkable_tablebases(
    folder: Path,
    name: re.Pattern[str],
    key_of: Callable[[re.Match[str]], K | None],
    usual: int,
    verify: Callable[[K, Path, int | None, int, Progress], Verification],
) -> list[CheckableTablebase]:
    """Return the tablebases of a folder whose files have a name and a key.  usual, verify: see `CheckableTablebase`."""
    found = []
    for path in sorted(folder.glob("*.table")):
        match = name.fullmatch(path.name)
        key = key_of(match) if match else None
        if key is not None:
            found.append(CheckableTablebase(path, key.title.game, key.size, usual, partial(verify, key, path)))
    return found


class TablebaseCache(Generic[K]):
    """The open tablebases of a folder, for probing; small ones are built on first use.  Thread-safe."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or files.tablebase_folder()
        self._lock = threading.Lock()
        self._open: dict[K, files.Tablebase | None] = {}

    def tablebase(self, key: K) -> files.Tablebase | None:
        """Return a verified tablebase, or None where there is none."""
        # Looked up twice: without the lock for all later probes, then again within it, so that two threads do not build
        # the same tablebase.
        if key not in self._open:
            with self._lock:
                if key not in self._open:
                    self._open[key] = self._opened(key) or key.on_first_use(self.folder)
        return self._open[key]

    def _opened(self, key: K) -> files.Tablebase | None:
        """Return the tablebase of the folder, or None where there is none or it is damaged."""
        with contextlib.suppress(files.BadTablebase, OSError):
            tablebase = files.open_tablebase(self.folder / key.file_name, key.title)
            tablebase.check_all()
            return tablebase
        return None
