"""Opening books: positions with the proved lead after each of their moves.

A book is an ASCII text.  The first line names game and rules, every further line holds one position and is on disk
before the next is begun; each line ends with the CRC-32 of its content:

    charkoni-book 1 | mangala | World Nomad Games 2016, ..., M11: the emptied side takes the rest | 1a2b3c4d
    4,4,4,4,4,4:0/4,4,4,4,4,4:0 a | 1=-2 2=0 3=+2 4=0 5=0 6=0 | 5e6f7a8b

For so many plies it covers every reply of the opponent: after the best moves of one side, all moves of the other are in
it, for both sides.  Positions are identified without the stores.
"""

import os
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

from charkoni.core.constants import OVER
from charkoni.core.errors import N_, BadText, Reason, Refusal
from charkoni.core.game import Game, Position
from charkoni.solve.mangala.tablebase import Endgames, board_of, lead_now, sign_of_mover, title
from charkoni.solve.solver import LeadsReport, ProveAll
from charkoni.solve.tablebase_files import tablebase_folder

PUBLISHED = Path(__file__).with_name("published.book")
"""The book of the package: openings of the game, proved above a tablebase of 28 stones (docs/solving.md)."""

_MAGIC = "charkoni-book 1"
_NO_BOOK = N_("this is not a book of {game} in the reading {reading}")
_WRONG = N_("{position}: after {move} a leads by {lead}")
_DAMAGED = N_("line {line} of the book is damaged")

Board = tuple[int, int]


class BadBook(Refusal):
    """A file that is no book, or one of another reading."""


def book_path(folder: Path | None = None, reading: str = "take") -> Path:
    """Return the path of the book of a folder of tablebases."""
    return (folder or tablebase_folder()) / f"mangala-{reading}.book"


class Book:
    """The positions of a book file: the further lead of each move, by board.

    Raises BadBook for another reading or a damaged line, OSError where it cannot be read.  Half a last line, which a
    kill may leave, is ignored.
    """

    def __init__(self, path: Path, game: Game, reading: str = "take") -> None:
        self.path = path
        self.positions: list[Position] = []
        self._further: dict[Board, dict[str, int]] = {}
        text = path.read_bytes()
        lines = text.split(b"\n")
        if not text.startswith(_head(reading)):
            args = {"game": game.name, "reading": reading}
            raise BadBook(str(path), Reason("NO_BOOK", "", _NO_BOOK, args))
        # Up to the last whole line: what a kill left behind it is overwritten.
        self.whole_bytes = len(lines[0]) + 1
        for number, line in enumerate(lines[1:-1], 2):
            self._read(line, number, game)
            self.whole_bytes += len(line) + 1

    def _read(self, line: bytes, number: int, game: Game) -> None:
        try:
            body, checksum = line.decode("ascii").rsplit(" | ", 1)
            if _sum(body) != checksum:
                raise ValueError(checksum)
            text, moves = body.split(" | ")
            position = game.parse(text)
            leads = {move: int(lead) for move, _, lead in (each.partition("=") for each in moves.split(" "))}
        except (ValueError, BadText):
            raise BadBook(str(self.path), Reason("DAMAGED_BOOK", "", _DAMAGED, {"line": number})) from None
        self.positions.append(position)
        self._further[_board(position)] = _further(position, leads)

    def __len__(self) -> int:
        return len(self._further)

    def further(self, position: Position) -> dict[str, int] | None:
        """Return the best difference of further stones for the mover after each of his moves, or None."""
        return None if position.turn == OVER else self._further.get(_board(position))

    def leads(self, position: Position) -> dict[str, int] | None:
        """Return a's final lead after each move under perfect play, or None."""
        further = self.further(position)
        sign, now = sign_of_mover(position), lead_now(position)
        return None if further is None else {move: now + sign * value for move, value in further.items()}


def _further(position: Position, leads: dict[str, int]) -> dict[str, int]:
    """Return the further stones of the mover from the leads of a: the inverse of `Book.leads`."""
    # Further stones do not depend on the stores, so that one entry serves a board with any stores.
    sign, now = sign_of_mover(position), lead_now(position)
    return {move: sign * (lead - now) for move, lead in leads.items()}


def verify_book(book: Book, endgames: Endgames, progress: Callable[[int, int], None]) -> int:
    """Compare each lead with the best one after it, by the book or a tablebase; return their number; raise BadBook.

    Leads of positions in neither follow from a proof alone and are not compared.
    """
    compared = 0
    for number, position in enumerate(book.positions, 1):
        for move, lead in (book.leads(position) or {}).items():
            after = position.play(move)
            is_held = after.turn == OVER or board_of(after)[2] <= endgames.stones
            wanted = endgames.lead(after) if is_held else best_lead(after, book.leads(after))
            if wanted not in (None, lead):
                args = {"position": str(position), "move": move, "lead": f"{wanted:+}"}
                raise BadBook(str(book.path), Reason("WRONG_BOOK", "", _WRONG, args))
            compared += wanted is not None
        progress(number, len(book))
    return compared


def best_lead(position: Position, leads: dict[str, int] | None) -> int | None:
    """Return the lead of a under perfect play from those after each move."""
    if leads is None:
        return None
    return max(leads.values()) if position.turn == 0 else min(leads.values())


def write_book(
    path: Path, reading: str, prove_all: ProveAll, start: Position, plies: int, on_leads: LeadsReport
) -> None:
    """Prove all positions that the best play of either side can meet within so many plies, and write them down.

    Positions in the file are kept; a kill loses the positions being proved.  on_leads: called once for each position.
    Raises BadBook or OSError.
    """
    known = Book(path, start.game, reading) if path.exists() else None
    with path.open("r+b" if known else "xb") as file:
        if known:
            file.truncate(known.whole_bytes)
            file.seek(0, os.SEEK_END)
        else:
            file.write(_head(reading))
        seen: dict[Board, dict[str, int]] = {}

        def further_of_all(positions: Sequence[Position]) -> list[dict[str, int]]:
            new = [each for each in positions if _board(each) not in seen and not (known and known.leads(each))]
            proved = iter(prove_all(new))
            for position in positions:
                board = _board(position)
                if board in seen:
                    continue
                leads = known.leads(position) if known else None
                if not leads:
                    leads = next(proved)
                    moves = " ".join(f"{move}={lead:+}" for move, lead in leads.items())
                    file.write(_line(f"{position} | {moves}"))
                    # A lead may have taken a billion nodes: it is on disk before the next is begun.
                    file.flush()
                    os.fsync(file.fileno())
                seen[board] = _further(position, leads)
                on_leads(position, leads)
            return [seen[_board(position)] for position in positions]

        # Once for each side as the one with the best play: the positions that b needs lie off the best lines of a.
        for player in range(2):
            _follow(start, player, plies, further_of_all)


def _follow(
    position: Position, player: int, plies: int, further_of_all: Callable[[Sequence[Position]], list[dict[str, int]]]
) -> None:
    """Visit all positions that can come up under best play of one player, layer by layer."""
    layer = {_board(position): position}
    for _ in range(plies):
        after: dict[Board, Position] = {}
        positions = list(layer.values())
        for at, further in zip(positions, further_of_all(positions), strict=True):
            best = max(further.values())
            for move, each in further.items():
                # All replies of the opponent, but only best moves of the player: the book answers whatever the opponent
                # does.
                if at.turn != player or each == best:
                    child = at.play(move)
                    if child.turn != OVER:
                        after.setdefault(_board(child), child)
        layer = after


def _board(position: Position) -> Board:
    own, other, _ = board_of(position)
    return int(own), int(other)


def _head(reading: str) -> bytes:
    identity = title(0, reading)
    return _line(f"{_MAGIC} | {identity.game} | {identity.rules}")


def _line(body: str) -> bytes:
    return f"{body} | {_sum(body)}\n".encode("ascii")


def _sum(body: str) -> str:
    return f"{zlib.crc32(body.encode('ascii')):08x}"
