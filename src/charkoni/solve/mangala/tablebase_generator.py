"""Generator of the tablebases of Mangala: in files, resumable, or in memory."""

import contextlib
import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from charkoni.core.game_types import Array
from charkoni.solve.mangala.board_kernels import FIRST, boards_up_to
from charkoni.solve.mangala.layers import Halves, build_layer
from charkoni.solve.mangala.tablebase import (
    READINGS,
    Endgames,
    ends_of,
    file_name,
    open_endgames,
    tablebase_paths,
    title,
)
from charkoni.solve.tablebase_files import (
    BadTablebase,
    Draft,
    Tablebase,
    require_memory,
    running_sum,
    tablebase_folder,
    write_tablebase,
)

LayerBuilder = Callable[[Array, int], None]
"""Fills in the layer of so many stones; the cells, uint8, hold all smaller layers."""

Progress = Callable[[int, int], None]
"""Called after each layer with its stones and the CRC-32 of all cells up to its end."""

# Stones; tablebases up to this size are built on first use: 9.7 million boards, about a second.  Searches look up this
# one everywhere, even where a larger one is at hand, so that a node budget gives the same move on all machines.
FIRST_USE = 14


def memory_of(stones: int) -> int:
    """Return the bytes that building a tablebase needs: the cells and the lists of halves."""
    # 24 bytes a half: its word, its distance, its place in the order.
    return boards_up_to(stones) + 24 * int(FIRST[stones + 1])


def layer_builder(stones: int, reading: str, threads: int = 1, device: str = "cpu") -> LayerBuilder:
    """Return the function that fills in a layer, on the CPU or by "cuda" on a GPU; raise NoRoom."""
    rest = READINGS[reading]
    if device == "cuda":
        cuda: Any = importlib.import_module("charkoni.solve.mangala.layers_cuda")
        fill_in: LayerBuilder = cuda.GpuBuilder(stones, rest).build_layer
        return fill_in
    halves = Halves.up_to(stones)
    return lambda cells, n: build_layer(cells, halves, n, rest, threads)


def build_file(
    stones: int,
    reading: str = "take",
    folder: Path | None = None,
    threads: int = 1,
    device: str = "cpu",
    progress: Progress | None = None,
) -> Endgames:
    """Return the tablebase of at most `stones` stones, built in a file, or opened where it exists.

    An interrupted build resumes with its layer; layers of the largest smaller tablebase of the folder are copied.
    Raises NoRoom, BadTablebase or OSError.
    """
    path = (folder or tablebase_folder()) / file_name(stones, reading)
    if path.exists():
        return open_endgames(stones, reading, folder)
    require_memory(path.name, memory_of(stones))
    with Draft(path, title(stones, reading), ends_of(stones)) as draft:
        _copy_smaller(draft, stones, reading, path.parent, progress)
        build_next = layer_builder(stones, reading, threads, device)
        for n in range(draft.sections, stones + 1):
            build_next(draft.cells, n)
            total = draft.finish(n)
            if progress:
                progress(n, total)
        return Endgames(draft.complete(), stones, reading)


def _copy_smaller(draft: Draft, stones: int, reading: str, folder: Path, progress: Progress | None) -> None:
    """Copy the layers that the draft lacks from the largest smaller tablebase, up to its first damage."""
    sizes = [size for size in tablebase_paths(folder, reading) if draft.sections <= size < stones]
    if not sizes:
        return
    with contextlib.suppress(BadTablebase):
        smaller = open_endgames(max(sizes), reading, folder).tablebase
        for n in range(draft.sections, max(sizes) + 1):
            draft.cells[boards_up_to(n - 1) if n else 0 : boards_up_to(n)] = smaller.section(n)
            total = draft.finish(n)
            if progress:
                progress(n, total)


def build_in_memory(
    stones: int, reading: str = "take", threads: int = 1, device: str = "cpu", progress: Progress | None = None
) -> Endgames:
    """Return the tablebase of at most `stones` stones, built in memory only; raise NoRoom."""
    name = file_name(stones, reading)
    require_memory(name, memory_of(stones))
    cells, ends, sums = np.zeros(boards_up_to(stones), np.uint8), ends_of(stones), list[int]()
    build_next = layer_builder(stones, reading, threads, device)
    for n in range(stones + 1):
        build_next(cells, n)
        sums.append(running_sum(cells, ends, sums, n))
        if progress:
            progress(n, sums[n])
    return Endgames(Tablebase(Path(name), title(stones, reading), ends, sums, cells), stones, reading)


def made_endgames(stones: int = FIRST_USE, reading: str = "take", folder: Path | None = None) -> Endgames:
    """Return a small tablebase, computed now, and write it to its file where possible."""
    endgames = build_in_memory(stones, reading)
    endgames.tablebase.path = (folder or tablebase_folder()) / file_name(stones, reading)
    with contextlib.suppress(OSError):  # without a writable folder the next process builds it again
        write_tablebase(endgames.tablebase)
    return endgames
