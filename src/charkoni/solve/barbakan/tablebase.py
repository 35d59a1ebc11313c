"""Tablebases of Barbakan: all placements of two armies on a board."""

from dataclasses import dataclass
from math import comb

import numpy as np

from charkoni.core.bit_sets import count_bits
from charkoni.core.errors import N_, Reason, Refusal
from charkoni.core.game import Game, Position
from charkoni.core.game_types import Array
from charkoni.games.barbakan.points import BOARDS
from charkoni.games.barbakan.rules import POINTS
from charkoni.solve.barbakan.retrograde_kernels import MOST_PLIES, NEVER, OVER, begin, go_back, rank
from charkoni.solve.tablebase_cache import Snapshots, TablebaseCache, WholeTablebase, silent
from charkoni.solve.tablebase_files import TablebaseTitle, require_memory
from charkoni.solve.tasks import Report

_LARGEST = 1 << 31  # positions: the queue holds indices as int32
_TOO_LARGE = N_("{positions} positions are more than the program counts, {most}")
_NAMES = tuple(BOARDS)


class TooLarge(Refusal):
    """A tablebase with too many positions for its index."""


@dataclass(frozen=True, order=True)
class ArmyTablebaseKey(WholeTablebase):
    """The identity of a tablebase: a board by name, the numbers of pawns of a and b."""

    entry_bytes, build_bytes = 1, 6  # built of values, moves left, and the queue of int32

    board: str
    mine: int
    other: int

    @property
    def number(self) -> int:
        """The number of the board."""
        return _NAMES.index(self.board)

    @property
    def positions(self) -> int:
        """The number of positions in the tablebase."""
        points = len(BOARDS[self.board].points)
        return 2 * comb(points, self.mine) * comb(points - self.mine, self.other)

    @property
    def title(self) -> TablebaseTitle:
        """The title of the file."""
        return TablebaseTitle(
            game=f"barbakan:board={self.board}",
            rules="docs/games/barbakan.md K1-K12 of 2026; play that goes round for ever is a draw",
            contents=f"plies to the end, uint8, odd wins, 0 draws; {self.mine} pawns against {self.other}",
            size=self.positions,
        )

    @property
    def file_name(self) -> str:
        """The name of the file."""
        return f"barbakan-{self.board}-{self.mine}-{self.other}.table"

    @property
    def size(self) -> str:
        """The size as the command takes it: "3,3"."""
        return f"{self.mine},{self.other}"

    def require_countable(self) -> None:
        """Raise TooLarge for a tablebase whose positions cannot be numbered."""
        if self.positions >= _LARGEST:
            args = {"positions": self.positions, "most": _LARGEST}
            raise TooLarge(self.file_name, Reason("TOO_LARGE", "", _TOO_LARGE, args))

    def build(self, report: Report = silent, snapshots: Snapshots | None = None) -> Array:
        """Return the plies to the end of all positions, uint8[positions]; raise NoRoom, TooLarge or OSError.

        The analysis goes back ply by ply from the finished games; positions never reached are draws.
        """
        self.require_countable()
        require_memory(self.file_name, self.memory)
        queue, pair = np.zeros(self.positions, np.int32), np.zeros(2, np.uint64)
        kept = snapshots.kept() if snapshots else None
        if kept:
            plies, (values, left) = kept
            # The queue is no part of a snapshot: its last step are the positions decided by it, and earlier ones are
            # done with.
            last = np.flatnonzero(values == (plies or OVER))
            queue[: len(last)] = last
            known = len(last)
        else:
            values, left = np.zeros(self.positions, np.uint8), np.zeros(self.positions, np.uint8)
            known, plies = int(begin(self.number, self.mine, self.other, values, left, queue, pair)), 0
        start, finished = 0, known
        while start < known:
            end = known
            known = int(go_back(self.number, self.mine, self.other, values, left, queue, start, end, known, pair))
            start, plies = end, plies + 1
            assert plies <= MOST_PLIES, "the cells of a tablebase cannot hold so many plies"
            report(known - finished, f"{plies:3} {known - end:12}")
            if snapshots:
                snapshots.offer(plies, values, left)
        return values


def has_tablebases(game: Game) -> bool:
    """Return whether there are tablebases of a game: two players, and a player without a move passes (K9)."""
    return game.players == 2 and game.flags["blocked"] == "passes"


def key_of(position: Position) -> ArmyTablebaseKey | None:
    """Return the key of the tablebase that holds a position for two players, or None while pawns are in hand."""
    s = position.state[0]
    return None if s.hand[0] or s.hand[1] else key_when_placed(position)


def key_when_placed(position: Position) -> ArmyTablebaseKey:
    """Return the key of the tablebase that holds a position for two players once the pawns in hand are placed."""
    s = position.state[0]
    mine, other = (int(count_bits(s.pawns[player])) + int(s.hand[player]) for player in range(2))
    return ArmyTablebaseKey(position.game.flags["board"], mine, other)


class ArmyTablebases(TablebaseCache[ArmyTablebaseKey]):
    """The tablebases of a folder, small ones built on first use.  Thread-safe."""

    def plies(self, position: Position) -> int | None:
        """Return the plies to the end, odd where the mover wins, 0 for a draw; None where there is no tablebase."""
        key = key_of(position)
        tablebase = self.tablebase(key) if key else None
        if key is None or tablebase is None:
            return None
        s = position.state[0]
        place = rank(s.pawns[0], s.pawns[1], position.turn, POINTS[key.number], key.mine, key.other)
        plies = int(tablebase.cells[place])
        assert plies not in (OVER, NEVER), f"{position} is not over"
        return plies
