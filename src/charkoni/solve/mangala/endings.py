"""The tablebase that searches probe: always the smallest one, so that results are the same on all machines."""

import contextlib
from pathlib import Path

import numpy as np

from charkoni.core.compiler import compiled
from charkoni.core.game_types import Array
from charkoni.solve.mangala.board_kernels import boards_up_to
from charkoni.solve.mangala.tablebase import Endgames, open_endgames, tablebase_paths
from charkoni.solve.mangala.tablebase_generator import FIRST_USE, made_endgames
from charkoni.solve.tablebase_files import BadTablebase, tablebase_folder


def entries(folder: Path | None = None, reading: str = "take") -> Array | None:
    """Return the entries of all boards of at most FIRST_USE stones, uint8[boards].

    Read from any valid tablebase of the folder, else computed; None without a compiler, where that would take too long.
    """
    folder = folder or tablebase_folder()
    for size in sorted(tablebase_paths(folder, reading)):
        if size >= FIRST_USE:
            with contextlib.suppress(BadTablebase, OSError):
                return _few(open_endgames(size, reading, folder))
    return _few(made_endgames(reading=reading, folder=folder)) if compiled() else None


def _few(endgames: Endgames) -> Array:
    """Return a copy of the entries of at most FIRST_USE stones, verified; raise BadTablebase."""
    # A tablebase begins with all smaller ones: its first boards are the tablebase of 14 stones.
    for stones in range(FIRST_USE + 1):
        endgames.tablebase.check(stones)
    return np.array(endgames.tablebase.cells[: boards_up_to(FIRST_USE)])
