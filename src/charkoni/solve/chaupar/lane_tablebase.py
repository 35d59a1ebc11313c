"""Tablebases of the end of Chaupar: positions, files, building, probing."""

from dataclasses import dataclass

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
    three_left,
)
from charkoni.solve.tablebase_cache import Snapshots, TablebaseCache, WholeTablebase, silent
from charkoni.solve.tablebase_files import TablebaseTitle, require_memory
from charkoni.solve.tasks import Report

SETS_OF_PILES = (1, 1 + LANE_CELLS, len(SETS))
"""The number of sets of lane cells with at most so many piles."""


@dataclass(frozen=True, order=True)
class LaneTablebaseKey(WholeTablebase):
    """The identity of a tablebase: the number of the dice, the most piles left of a colour."""

    entry_bytes = build_bytes = 8

    dice: int
    piles: int

    @property
    def sets(self) -> int:
        """The number of sets of lane cells."""
        return SETS_OF_PILES[self.piles]

    @property
    def title(self) -> TablebaseTitle:
        """The title of the file."""
        return TablebaseTitle(
            game="chaupar" if self.dice == 0 else f"chaupar:dice={self._faces}",
            rules="docs/games/chaupar.md C1-C22 of 2026; all pieces in the lanes or Home",
            contents=f"chance of black and yellow, float64, settled to {SETTLED}; piles left of a colour at most",
            size=self.piles,
        )

    @property
    def file_name(self) -> str:
        """The name of the file."""
        return f"chaupar-{self._faces}-{self.piles}.table"

    @property
    def _faces(self) -> str:
        return "".join(map(str, FACES[self.dice].tolist()))

    @property
    def size(self) -> str:
        """The size as the command takes it: the piles."""
        return str(self.piles)

    @property
    def positions(self) -> int:
        """The number of positions: of the sets of the colours, and of the colour that throws."""
        return int(self.sets**COLOURS * COLOURS)

    def build(self, report: Report = silent, snapshots: Snapshots | None = None) -> Array:
        """Return the chances of black and yellow, float64[positions]; raise NoRoom or OSError."""
        require_memory(self.file_name, self.memory)
        chances, ranks, done = np.zeros(self.positions), np.zeros(COLOURS, np.int64), -1
        kept = snapshots.kept() if snapshots else None
        if kept:
            done, (cells,) = kept
            chances = cells.view(np.float64)
        longest = COLOURS * int(WAY[: self.sets].max())  # steps of all colours: no position is farther
        for way in range(done + 1, longest + 1):
            compute(way, self.sets, self.dice, ranks, chances)
            report(self.positions * way // longest if longest else 0, f"{way:3}/{longest}")
            if snapshots:
                snapshots.offer(way, chances.view(np.uint8))
        return chances


def ranks_of(position: Position) -> list[int] | None:
    """Return the rank of each colour, or None while a piece is neither in a lane nor Home, or there are three piles."""
    ranks = []
    for colour in position.state[0].pieces.tolist():
        rank = _RANKS.get(tuple(sorted({piece - LANE for piece in colour if piece < HOME})))
        if rank is None:
            return None
        ranks.append(rank)
    return ranks


_RANKS = {cells: rank for rank, cells in enumerate(SETS)}


class LaneTablebases(TablebaseCache[LaneTablebaseKey]):
    """The tablebases of a folder, those of one pile built on first use.  Thread-safe."""

    def chance(self, position: Position) -> float | None:
        """Return the chance of black and yellow under perfect play, None where no tablebase holds the position."""
        ranks = ranks_of(position)
        if ranks is None:
            return None
        s = position.state[0]
        # The smallest that holds it first: the ranks of fewer piles come first in SETS, so each contains the smaller
        # ones.
        piles = 1 if max(ranks) < SETS_OF_PILES[1] else 2
        for key in (LaneTablebaseKey(int(s.dice), held) for held in range(piles, 3)):
            tablebase = self.tablebase(key)
            if tablebase is not None:
                return chance_in(position, key, np.asarray(tablebase.cells).view(np.float64))
        return None


def chance_in(position: Position, key: LaneTablebaseKey, chances: Array) -> float:
    """Return the chance of black and yellow in a position that a tablebase holds, also in the middle of a throw."""
    ranks, sets = np.array(ranks_of(position), np.int64), key.sets
    s = position.state[0]
    thrower = int(s.thrower)
    if position.turn == CHANCE:
        return float(chances[place_of(ranks, thrower, sets)])
    faces = FACES[int(s.dice)].tolist()
    counts = zip(faces, s["values"].tolist(), strict=True)
    # What is left of the throw, ascending, with 0 for a value that is used up.
    values = [face for face, count in counts for _ in range(count)]
    u, v, w = [*values, 0, 0, 0][:3]
    if s.handed:
        return float(handed_over(sets, ranks, thrower, faces[int(s.handed) - 1], u, v, chances))
    return float(three_left(sets, ranks, thrower, u, v, w, chances))
