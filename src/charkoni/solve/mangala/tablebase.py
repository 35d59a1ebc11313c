"""Tablebases of Mangala: titles, files, and leads of positions."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from charkoni.core.constants import OVER
from charkoni.core.errors import N_, Reason, Refusal
from charkoni.core.game import Game, Position
from charkoni.core.registry import named
from charkoni.solve.mangala.board_kernels import boards_up_to, pack, stones_of
from charkoni.solve.mangala.layer_kernels import entry_of_board
from charkoni.solve.tablebase_files import Tablebase, TablebaseTitle, open_tablebase, tablebase_folder

READINGS = {"take": 1, "keep": -1}
"""Readings of M11, the rest when a side is empty: its owner takes it, or each player keeps their own side.

They are the values of the flag `rest`.
"""

MOST = 40
"""Stones; a tablebase of more would not fit on any machine this was written for (40: 206 GB)."""

_NOT_MANGALA = N_("tablebases are for Mangala without fortresses in which the first stone goes back")
_BEYOND = N_("{stones} stones lie on the board, the tablebase ends with {most}")


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


def title(stones: int, reading: str) -> TablebaseTitle:
    """Return the title of the tablebase of at most `stones` stones."""
    rest = "takes the rest" if reading == "take" else "leaves the rest to its owner"
    return TablebaseTitle(
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

    tablebase: Tablebase
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
    path = (folder or tablebase_folder()) / file_name(stones, reading)
    return Endgames(open_tablebase(path, title(stones, reading)), stones, reading)
