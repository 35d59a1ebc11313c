"""Certificates: proofs in a text file, verifiable by the rules of the game alone.

    charkoni proof 1
    game focus
    claim a wins within 5 plies
    +5 f5-f6 <position>         the mover wins within 5 plies, with this move
    -4 - <position>             the mover loses within 4 plies, whatever he plays
    =0 - <position>             a draw: neither side can be forced to lose
    crc32 0f1e2d3c              of all lines above

The first entry is the position of the claim.  An entry holds if its moves lead to results or to entries that imply it
with fewer plies; a drawn one needs a move that keeps the draw and none that wins.  Plies decrease, and no side can be
forced out of the drawn entries: a certificate whose entries all hold is a proof.  It is about the position: repetition
and ply cap of a record are not considered.
"""

import zlib
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from charkoni.core.constants import CHANCE, OVER
from charkoni.core.errors import N_, BadText, Reason, Refusal
from charkoni.core.files.atomic_files import replace
from charkoni.core.game import Game, Position
from charkoni.core.record import LETTERS
from charkoni.core.registry import named
from charkoni.solve.tasks import Progress

HEAD = "charkoni proof 1"
LARGEST = 1 << 28  # bytes; certificates come from others, and a larger file would fill the memory before it is refused
_SIGNS = {1: "+", -1: "-", 0: "="}

_NO_CERTIFICATE = N_("this is not a certificate of Charkoni")
_DAMAGED = N_("the certificate is damaged: its checksum is {found} and should be {wanted}")
_BAD_LINE = N_("line {line} of the certificate cannot be read: {problem}")
_OTHER_CLAIM = N_("the certificate claims {found}, its first entry says {wanted}")
_NOBODY = N_("the certificate is wrong: no player is to move here")
_NO_MOVE = N_("the certificate is wrong: {move} is not a legal move here")
_NOT_SO = N_("the certificate is wrong: {move} does not lead to what it says")
_NO_DRAW = N_("the certificate is wrong: no move draws here")


class BadCertificate(BadText):
    """A certificate that cannot be parsed or does not hold."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The claim about a position for the player to move.

    plies: to his win, negative to his loss, 0 for a draw.  move: the one that wins, else "".
    """

    plies: int
    move: str = ""


@dataclass(frozen=True)
class Certificate:
    """A proof: the root and the claims about all positions of the proof."""

    root: Position
    entries: dict[Position, Entry]

    @property
    def plies(self) -> int:
        """The claim as in an entry."""
        return self.entries[self.root].plies

    @property
    def points(self) -> tuple[Fraction, ...]:
        """The points of each player."""
        sides = self.root.game.sides
        if self.plies == 0:
            return tuple(Fraction(1, 2) for _ in sides)
        wins = self.plies > 0
        return tuple(Fraction(int((side == sides[self.root.turn]) == wins)) for side in sides)

    @property
    def claim(self) -> str:
        """The claim in the words of the file."""
        if self.plies == 0:
            return "draw"
        winner = LETTERS[self.points.index(Fraction(1))]
        return f"{winner} wins within {abs(self.plies)} {'ply' if abs(self.plies) == 1 else 'plies'}"

    def check(self, progress: Progress | None = None) -> int:
        """Verify all entries by playing their moves; return their number; raise BadCertificate."""
        for number, (position, entry) in enumerate(self.entries.items()):
            problem = self._problem(position, entry)
            if problem:
                raise BadCertificate(str(position), problem)
            if progress:
                progress(number + 1, len(self.entries))
        return len(self.entries)

    def _problem(self, position: Position, entry: Entry) -> Reason | None:
        """Return why an entry does not hold, or None."""
        if position.turn in (CHANCE, OVER):
            return Reason("NOBODY", "", _NOBODY)
        if entry.plies > 0 and entry.move not in position.moves:
            return Reason("NO_MOVE", "", _NO_MOVE, {"move": entry.move})
        moves = (entry.move,) if entry.plies > 0 else position.moves
        after = {move: self._after(position, move) for move in moves}
        # A loss must hold after every move; a draw must not be a win after any, and one must keep it.
        wrong = [move for move, left in after.items() if not _agrees(left, entry.plies)]
        if wrong:
            return Reason("NOT_SO", "", _NOT_SO, {"move": wrong[0]})
        return Reason("NO_DRAW", "", _NO_DRAW) if entry.plies == 0 and _DRAW not in after.values() else None

    def _after(self, position: Position, move: str) -> int | None:
        """Return the result of a move by the entries: plies to a win, _DRAW, ~plies to a loss, None if absent."""
        child = position.play(move)
        me = position.game.sides[position.turn]
        outcome = child.outcome
        if outcome:
            points = outcome.scores[position.turn]
            return 0 if points == 1 else ~0 if points == 0 else _DRAW
        entry = self.entries.get(child)
        if entry is None:
            return None
        if entry.plies == 0:
            return _DRAW
        wins = (entry.plies > 0) == (position.game.sides[child.turn] == me)
        return abs(entry.plies) if wins else ~abs(entry.plies)

    def write(self, path: Path) -> None:
        """Write the certificate to a file atomically; raise OSError."""
        lines = [HEAD, f"game {self.root.game.name}", f"claim {self.claim}"]
        for position, entry in self.entries.items():
            sign = (entry.plies > 0) - (entry.plies < 0)
            lines.append(f"{_SIGNS[sign]}{abs(entry.plies)} {entry.move or '-'} {position}")
        content = "".join(line + "\n" for line in lines).encode("ascii")
        replace(path, content + f"crc32 {zlib.crc32(content):08x}\n".encode("ascii"))


# The result of a move in one number: n from 0 on is a win within n plies, ~n below 0 a loss, and this, which no number
# of plies reaches, a draw.
_DRAW = 1 << 40


def _agrees(left: int | None, plies: int) -> bool:
    """Return whether the result of a move agrees with a claim: a win, no way out of a loss, no more than a draw."""
    if left is None:
        return False
    if plies > 0:
        return 0 <= left < plies
    return left < 0 and ~left < -plies if plies < 0 else left < 0 or left == _DRAW


def read_certificate(path: Path) -> Certificate:
    """Read a certificate, unverified; raise BadCertificate or OSError."""
    content = path.read_bytes() if path.stat().st_size <= LARGEST else b""
    body, mark_of_sum, last = content.rpartition(b"crc32 ")
    if not content.startswith(HEAD.encode() + b"\n") or not mark_of_sum or not content.isascii():
        raise BadCertificate(str(path), Reason("NO_CERTIFICATE", "", _NO_CERTIFICATE))
    checksum, wanted = f"{zlib.crc32(body):08x}\n", last.decode("ascii")
    if checksum != wanted:
        args = {"found": checksum.strip(), "wanted": wanted.strip()[:20]}
        raise BadCertificate(str(path), Reason("DAMAGED", "", _DAMAGED, args))
    lines = body.decode("ascii").splitlines()
    if len(lines) < 4 or not lines[1].startswith("game ") or not lines[2].startswith("claim "):
        raise BadCertificate(str(path), Reason("NO_CERTIFICATE", "", _NO_CERTIFICATE))
    certificate = _read(path, named(lines[1][5:]), lines[3:])
    if certificate.claim != lines[2][6:]:
        args = {"found": lines[2][6:], "wanted": certificate.claim}
        raise BadCertificate(str(path), Reason("OTHER_CLAIM", "", _OTHER_CLAIM, args))
    return certificate


def _read(path: Path, game: Game, lines: list[str]) -> Certificate:
    entries: dict[Position, Entry] = {}
    for number, line in enumerate(lines, 4):
        try:
            claim, move, text = line.split(" ", 2)
            plies = int(claim[1:]) * {"+": 1, "-": -1, "=": 0}[claim[0]]
            entries[game.parse(text)] = Entry(plies, "" if move == "-" and plies <= 0 else move)
        except (ValueError, KeyError, IndexError) as error:
            problem = str(error) if isinstance(error, Refusal) else line[:100]
            args = {"line": number, "problem": problem}
            raise BadCertificate(str(path), Reason("BAD_LINE", "", _BAD_LINE, args)) from None
    return Certificate(next(iter(entries)), entries)
