"""Tablebases that are built in one piece: files, a cache of open tablebases, small ones built on first use."""

import contextlib
import threading
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from charkoni.core.game_types import Array
from charkoni.solve.snapshots import Snapshots
from charkoni.solve.tablebase_files import (
    BadTablebase,
    Tablebase,
    TablebaseTitle,
    in_memory,
    open_tablebase,
    require_disk,
    tablebase_folder,
    write_tablebase,
)


class Key(Hashable, Protocol):
    """The identity of a tablebase."""

    @property
    def title(self) -> TablebaseTitle:
        """The title of its file."""

    @property
    def file_name(self) -> str:
        """The name of its file."""


K = TypeVar("K", bound=Key)


def build_or_open(
    key: Key, size: int, make: Callable[[Snapshots], Array], folder: Path | None = None, save_every: float = 600.0
) -> Tablebase:
    """Return the tablebase from its file, computed and written if there is none; raise NoRoom, BadTablebase or OSError.

    size: bytes of the file.  make: returns the cells, uint8.  Unfinished work is saved every `save_every` seconds, and
    the next call resumes it.
    """
    path = (folder or tablebase_folder()) / key.file_name
    if path.exists():
        return open_tablebase(path, key.title)
    path.parent.mkdir(parents=True, exist_ok=True)
    require_disk(path, size)
    snapshots = Snapshots(path, key.title, save_every)
    cells = make(snapshots)
    tablebase = in_memory(path, key.title, [len(cells)], cells)
    write_tablebase(tablebase)
    snapshots.forget()
    return tablebase


class TablebaseCache(Generic[K]):
    """The open tablebases of a folder, for probing.  Thread-safe.

    make: returns the cells of a tablebase, uint8, None for one too large for first use.
    """

    def __init__(self, folder: Path | None, make: Callable[[K], Array | None]) -> None:
        self.folder = folder or tablebase_folder()
        self._make = make
        self._lock = threading.Lock()
        self._open: dict[K, Tablebase | None] = {}

    def tablebase(self, key: K) -> Tablebase | None:
        """Return a verified tablebase, or None where there is none."""
        if key not in self._open:
            with self._lock:
                if key not in self._open:
                    self._open[key] = self._opened(key) or self._made(key)
        return self._open[key]

    def _opened(self, key: K) -> Tablebase | None:
        """Return the tablebase of the folder, or None where there is none or it is damaged."""
        with contextlib.suppress(BadTablebase, OSError):
            tablebase = open_tablebase(self.folder / key.file_name, key.title)
            tablebase.check_all()
            return tablebase
        return None

    def _made(self, key: K) -> Tablebase | None:
        cells = self._make(key)
        if cells is None:
            return None
        tablebase = in_memory(self.folder / key.file_name, key.title, [len(cells)], cells)
        with contextlib.suppress(OSError):  # without a writable folder the next process builds it again
            write_tablebase(tablebase)
        return tablebase
