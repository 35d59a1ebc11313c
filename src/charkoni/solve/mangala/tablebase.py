"""Tablebases of Mangala: titles, files, leads of positions; building in files, resumable, or in memory."""

import contextlib
import importlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from charkoni.core.constants import OVER
from charkoni.core.errors import N_, Reason, Refusal
from charkoni.core.game import Game, Position
from charkoni.core.game_types import Array
from charkoni.core.registry import named
from charkoni.solve import tablebase_files as files
from charkoni.solve.mangala.board_kernels import FIRST, boards_up_to, pack, stones_of
from charkoni.solve.mangala.layer_kernels import entry_of_board
from charkoni.solve.mangala.layers import Halves, build_layer

READINGS = {"take": 1, "keep": -1}
"""Readings of M11, the rest when a side is empty: its owner takes it, or each player keeps their own side.

They are the values of the flag `rest`.
"""

MOST = 40
"""Stones; a tablebase of more would not fit on any machine this was written for (40: 206 GB)."""

_NOT_MANGALA = N_("tablebases are for Mangala without fortresses in which the first stone goes back")
_BEYOND = N_("{stones} stones are on the board, the tablebase ends with {most}")


class NotInTablebase(Refusal):
    """A position outside a tablebase."""


def reading_of(game: Game) -> str | None:
    """Return the reading of a game that the tablebases are for, None for another game."""
    flags = game.flags
    is_base = game.family.name == "mangala" and flags["fortress"] == "off" and flags["first"] == "back"
    return flags["rest"] if is_base else None


def game_of(reading: str) -> Game:
    """Return the game in which a reading is played."""
    return named(f"mangala:rest={reading}")


def title(stones: int, reading: str) -> files.TablebaseTitle:
    """Return the title of the tablebase of at most `stones` stones."""
    rest = "takes the rest" if reading == "take" else "leaves the rest to its owner"
    return files.TablebaseTitle(
        game="mangala",
        rules=f"World Nomad Games 2016, base game, M1-M15; M11: the emptied side {rest}",
        contents="best difference of further stones for the mover + 100, uint8, by rank of prefix sums",
        size=stones,
    )


def file_name(stones: int, reading: str) -> str:
    """Return the name of a tablebase's file."""
    return f"mangala-{reading}-{stones:02}.table"


def ends_of(stones: int) -> list[int]:
    """Return where each layer of the tablebase ends."""
    return [boards_up_to(n) for n in range(stones + 1)]


def tablebase_paths(folder: Path, reading: str = "take") -> dict[int, Path]:
    """Return the tablebase files of a folder by their stones."""
    names = {file_name(stones, reading): stones for stones in range(MOST + 1)}  # the folder may hold both readings
    return {names[path.name]: path for path in sorted(folder.glob("mangala-*.table")) if path.name in names}


@dataclass(frozen=True)
class Endgames:
    """An open tablebase.  tablebase: uint8 cells, read only.  stones: the largest layer.  reading: of M11."""

    tablebase: files.Tablebase
    stones: int
    reading: str

    def further(self, position: Position) -> int:
        """Return the best difference of further stones for the mover; raise NotInTablebase or BadTablebase."""
        own, other, stones = board_of(position)
        if stones > self.stones:
            args = {"stones": stones, "most": self.stones}
            raise NotInTablebase(str(position), Reason("BEYOND", "", _BEYOND, args))
        self.tablebase.check(stones)
        return int(entry_of_board(self.tablebase.cells, own, other))

    def lead(self, position: Position) -> int:
        """Return a's final lead under perfect play; raise NotInTablebase or BadTablebase."""
        if position.turn == OVER:
            return lead_now(position)
        return lead_now(position) + sign_of_mover(position) * self.further(position)


def lead_now(position: Position) -> int:
    """Return a's lead in the stores."""
    s = position.state[0]
    return int(s.store[0]) - int(s.store[1])


def sign_of_mover(position: Position) -> int:
    """Return 1 where a moves and -1 where b does: the sign of further stones of the mover in a's lead."""
    return 1 if position.turn == 0 else -1


def board_of(position: Position) -> tuple[np.uint64, np.uint64, int]:
    """Return the halves of a position, the mover's first, and the stones on the board; raise NotInTablebase."""
    if reading_of(position.game) is None:
        raise NotInTablebase(position.game.name, Reason("NOT_MANGALA", "", _NOT_MANGALA))
    s = position.state[0]
    me = 1 if position.turn == 1 else 0
    # Boards are seen from the mover, so that both players share their entries.
    own, other = pack(s.holes[me]), pack(s.holes[1 - me])
    return own, other, int(stones_of(own) + stones_of(other))


def open_endgames(stones: int, reading: str = "take", folder: Path | None = None) -> Endgames:
    """Return the tablebase of at most so many stones from its file; raise BadTablebase or OSError."""
    path = (folder or files.tablebase_folder()) / file_name(stones, reading)
    return Endgames(files.open_tablebase(path, title(stones, reading)), stones, reading)


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
    path = (folder or files.tablebase_folder()) / file_name(stones, reading)
    if path.exists():
        return open_endgames(stones, reading, folder)
    files.require_memory(path.name, memory_of(stones))
    with files.Draft(path, title(stones, reading), ends_of(stones)) as draft:
        _copy_smaller(draft, stones, reading, path.parent, progress)
        build_next = layer_builder(stones, reading, threads, device)
        for n in range(draft.sections, stones + 1):
            build_next(draft.cells, n)
            total = draft.finish(n)
            if progress:
                progress(n, total)
        return Endgames(draft.complete(), stones, reading)


def _copy_smaller(draft: files.Draft, stones: int, reading: str, folder: Path, progress: Progress | None) -> None:
    """Copy the layers that the draft lacks from the largest smaller tablebase, up to its first damage."""
    sizes = [size for size in tablebase_paths(folder, reading) if draft.sections <= size < stones]
    if not sizes:
        return
    with contextlib.suppress(files.BadTablebase):
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
    files.require_memory(name, memory_of(stones))
    cells, ends, sums = np.zeros(boards_up_to(stones), np.uint8), ends_of(stones), list[int]()
    build_next = layer_builder(stones, reading, threads, device)
    for n in range(stones + 1):
        build_next(cells, n)
        sums.append(files.running_sum(cells, ends, sums, n))
        if progress:
            progress(n, sums[n])
    return Endgames(files.Tablebase(Path(name), title(stones, reading), ends, sums, cells), stones, reading)


def made_endgames(stones: int = FIRST_USE, reading: str = "take", folder: Path | None = None) -> Endgames:
    """Return a small tablebase, computed now, and write it to its file where possible."""
    endgames = build_in_memory(stones, reading)
    endgames.tablebase.path = (folder or files.tablebase_folder()) / file_name(stones, reading)
    with contextlib.suppress(OSError):  # without a writable folder the next process builds it again
        files.write_tablebase(endgames.tablebase)
    return endgames
