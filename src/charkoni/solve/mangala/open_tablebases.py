"""The tablebases and books that probing uses: found, opened, or built on first use."""

import contextlib
import threading
from functools import cached_property
from pathlib import Path

import numpy as np

from charkoni.core.compiler import compiled
from charkoni.core.game import Position
from charkoni.core.game_types import Array
from charkoni.solve.mangala.board_kernels import boards_up_to
from charkoni.solve.mangala.book import PUBLISHED, BadBook, Book, best_lead, book_path
from charkoni.solve.mangala.tablebase import (
    FIRST_USE,
    Endgames,
    board_of,
    made_endgames,
    open_endgames,
    tablebase_paths,
)
from charkoni.solve.tablebase_files import BadTablebase, tablebase_folder


class OpenTablebases:
    """The largest valid tablebase of a folder, built on first use where there is none, and its books.  Thread-safe.

    All are of one reading of the rest.
    """

    def __init__(self, folder: Path | None = None, reading: str = "take") -> None:
        self.folder = folder or tablebase_folder()
        self.reading = reading
        self._lock = threading.Lock()
        self._used: Endgames | None = None
        self._refused: set[Path] = set()
        self._books: tuple[Book, ...] | None = None  # None: not looked for

    def lead(self, position: Position) -> int | None:
        """Return a's final lead under perfect play, None beyond tablebases and books."""
        # The book first: it is small and holds openings, which no tablebase reaches.
        by_book = best_lead(position, self.leads(position))
        return self.lead_by_tablebases(position) if by_book is None else by_book

    def lead_by_tablebases(self, position: Position) -> int | None:
        """Return a's final lead under perfect play, None beyond the tablebases."""
        stones = board_of(position)[2]
        while True:
            endgames = self._endgames(stones)
            if endgames is None or stones > endgames.stones:
                return None
            try:
                return endgames.lead(position)
            except BadTablebase:  # use the next smaller tablebase
                with self._lock:
                    self._refused.add(endgames.tablebase.path)
                    self._used = None

    def leads(self, position: Position) -> dict[str, int] | None:
        """Return a's final lead after each move of a position in a book, else None."""
        if self._books is None:
            with self._lock:
                opened = []  # without damaged books and those of the other reading
                for path in (book_path(self.folder, self.reading), PUBLISHED):
                    with contextlib.suppress(BadBook, OSError):
                        opened.append(Book(path, position.game, self.reading))
                self._books = tuple(opened)
        return next((leads for book in self._books if (leads := book.leads(position)) is not None), None)

    @cached_property
    def endings(self) -> Array | None:
        """The entries of all boards of at most FIRST_USE stones, uint8[boards], the same on all machines.

        Read from any valid tablebase, else computed; None without a compiler, where that would take too long.
        """
        for size in sorted(tablebase_paths(self.folder, self.reading)):
            if size >= FIRST_USE:
                with contextlib.suppress(BadTablebase, OSError):
                    return _few(open_endgames(size, self.reading, self.folder))
        return _few(made_endgames(reading=self.reading, folder=self.folder)) if compiled() else None

    def _endgames(self, stones: int) -> Endgames | None:
        """Return the tablebase in use, or the largest one; one is built only for a position that it would hold."""
        if self._used is None:
            with self._lock:
                self._used = self._largest(stones)
        return self._used

    def _largest(self, stones: int) -> Endgames | None:
        for size, path in sorted(tablebase_paths(self.folder, self.reading).items(), reverse=True):
            with contextlib.suppress(BadTablebase, OSError):
                if path not in self._refused:
                    return open_endgames(size, self.reading, self.folder)
        # Only where it will help: a position of 30 stones must not wait for a tablebase of 14.
        return made_endgames(reading=self.reading, folder=self.folder) if stones <= FIRST_USE else None


def _few(endgames: Endgames) -> Array:
    """Return a copy of the entries of at most FIRST_USE stones, verified; raise BadTablebase."""
    # A tablebase begins with all smaller ones: its first boards are the tablebase of 14 stones.
    for stones in range(FIRST_USE + 1):
        endgames.tablebase.check(stones)
    return np.array(endgames.tablebase.cells[: boards_up_to(FIRST_USE)])
