"""Tablebases of the end of Chaupar: positions, files, building, probing."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from charkoni.core.constants import CHANCE
from charkoni.core.game import Position
from charkoni.core.game_types import Array
from charkoni.games.chaupar.rules import COLOURS, FACES, HOME, LANE
from charkoni.solve.chaupar.lane_kernels import (
    LANE_CELLS,
    SETS,
    SETTLED,
    WAY,
    compute,
    handed_over,
    place_of,
    some_left,
)
from charkoni.solve.snapshots import Snapshots
from charkoni.solve.tablebase_cache import TablebaseCache, build_or_open
from charkoni.solve.tablebase_files import Tablebase, TablebaseTitle, require_memory

Progress = Callable[[int, int], None]
"""Called with the way to go that has been done, and with the longest one."""

SETS_OF_PILES = (1, 1 + LANE_CELLS, len(SETS))
"""The number of sets of lane cells with at most so many piles."""


@dataclass(frozen=True, order=True)
class Key:
    """The identity of a tablebase: the number of the dice, the most piles left of a colour."""

    dice: int
    piles: int

    @property
    def sets(self) -> int:
        """The number of sets of lane cells."""
        return SETS_OF_PILES[self.piles]

    @property
    def title(self) -> TablebaseTitle:
        """The title of the file."""
        faces = "".join(map(str, FACES[self.dice].tolist()))
        return TablebaseTitle(
            game="chaupar" if self.dice == 0 else f"chaupar:dice={faces}",
            rules="docs/games/chaupar.md C1-C22 of 2026; all pieces in the lanes or Home",
            contents=f"chance of black and yellow, float64, settled to {SETTLED}; piles left of a colour at most",
            size=self.piles,
        )

    @property
    def file_name(self) -> str:
        """The name of the file."""
        return f"chaupar-{''.join(map(str, FACES[self.dice].tolist()))}-{self.piles}.table"


def build(key: Key, progress: Progress | None = None, snapshots: Snapshots | None = None) -> Array:
    """Return the chances of black and yellow, float64[sets**4 * 4]; raise NoRoom or OSError.

    It resumes from the last snapshot and saves new ones.
    """
    require_memory(key.file_name, memory_of(key))
    chances, ranks, done = np.zeros(key.sets**COLOURS * COLOURS), np.zeros(COLOURS, np.int64), -1
    kept = snapshots.kept() if snapshots else None
    if kept:
        done, (cells,) = kept
        chances = cells.view(np.float64)
    longest = COLOURS * int(WAY[: key.sets].max())
    for way in range(done + 1, longest + 1):
        compute(way, key.sets, key.dice, ranks, chances)
        if progress:
            progress(way, longest)
        if snapshots:
            snapshots.offer(way, chances.view(np.uint8))
    return chances


def memory_of(key: Key) -> int:
    """Return the bytes that building a tablebase needs."""
    return 8 * int(key.sets**COLOURS * COLOURS)


def build_file(
    key: Key, folder: Path | None = None, progress: Progress | None = None, save_every: float = 600.0
) -> Tablebase:
    """Return the tablebase from its file, made if there is none, as in `build_or_open`."""
    return build_or_open(key, memory_of(key), partial(_build_cells, key, progress), folder, save_every)


def _build_cells(key: Key, progress: Progress | None, snapshots: Snapshots) -> Array:
    """Return the cells of a tablebase as bytes, uint8."""
    return build(key, progress, snapshots).view(np.uint8)


def ranks_of(position: Position) -> list[int] | None:
    """Return the rank of each colour, or None while a piece is neither in a lane nor Home, or there are three piles."""
    ranks = []
    for colour in position.state[0].pieces.tolist():
        if min(colour) <= LANE:
            return None
        cells = tuple(sorted({piece - LANE for piece in colour if piece < HOME}))
        if cells not in _RANKS:
            return None
        ranks.append(_RANKS[cells])
    return ranks


_RANKS = {cells: rank for rank, cells in enumerate(SETS)}


class LaneTablebases:
    """The tablebases of a folder, those of one pile built on first use.  Thread-safe."""

    def __init__(self, folder: Path | None = None) -> None:
        self._cache: TablebaseCache[Key] = TablebaseCache(folder, _build_small)

    def chance(self, position: Position) -> float | None:
        """Return the chance of black and yellow under perfect play, None where no tablebase holds the position."""
        ranks = ranks_of(position)
        if ranks is None:
            return None
        s = position.state[0]
        piles = 1 if max(ranks) < SETS_OF_PILES[1] else 2
        for key in (Key(int(s.dice), held) for held in range(piles, 3)):
            tablebase = self._cache.tablebase(key)
            if tablebase is not None:
                return chance_in(position, key, np.asarray(tablebase.cells).view(np.float64))
        return None


def _build_small(key: Key) -> Array | None:
    """Return the cells of a tablebase small enough to be built on first use, or None."""
    return build(key).view(np.uint8) if key.piles <= 1 else None


def chance_in(position: Position, key: Key, chances: Array) -> float:
    """Return the chance of black and yellow in a position that a tablebase holds, also in the middle of a throw."""
    ranks, sets = np.array(ranks_of(position), np.int64), key.sets
    s = position.state[0]
    thrower = int(s.thrower)
    if position.turn == CHANCE:
        return float(chances[place_of(ranks, thrower, sets)])
    faces = FACES[int(s.dice)].tolist()
    counts = zip(faces, s["values"].tolist(), strict=True)
    values = [face for face, count in counts for _ in range(count)]
    u, v, w = [*values, 0, 0, 0][:3]
    if s.handed:
        return float(handed_over(sets, ranks, thrower, faces[int(s.handed) - 1], u, v, chances))
    return float(some_left(sets, ranks, thrower, u, v, w, chances))
