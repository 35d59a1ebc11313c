"""The texts of Gana: positions, moves, the diagram."""

import re

from charkoni.core.constants import OVER
from charkoni.core.errors import N_, BadPosition
from charkoni.core.game_types import Flags, Span, State, with_runs
from charkoni.games.gana.catalog import CATALOG
from charkoni.games.gana.rules import LIMIT, NOWHERE, SIZE, SQUARES

_POSITION = re.compile(r"([^ ]+) ([ab.]) (0|[1-9][0-9]*)")
_RUN = re.compile(r"[1-8]")
_CONTENTS = re.compile(r"(?=.{1,4}$)(K?)(P*)(k?)(p*)")
_LARGEST = 32767
_WIDE = 6

_EXAMPLE = "4,k,3/8/8/3,p,4/3,P,4/8/8/4,K,3 a 0"


def read_state(text: str, s: State, flags: Flags) -> None:
    """Fill the blank record from a position text; raise BadPosition."""
    match = _POSITION.fullmatch(text)
    if not match:
        raise BadPosition(text, CATALOG.reason("GRAMMAR", example=_EXAMPLE))
    rows, mover, counter = match.groups()
    try:
        _read_board(rows, s)
    except BadPosition as error:
        raise error.at(text) from None
    if len(counter) > len(str(_LARGEST)) or int(counter) > _LARGEST:
        raise BadPosition(text, CATALOG.reason("COUNTER", most=_LARGEST))
    s.counter = int(counter)
    s.turn = OVER if mover == "." else "ab".index(mover)


def write_state(s: State, flags: Flags) -> str:
    """Return the position text."""
    mine, theirs = groups_of(s, 0), groups_of(s, 1)
    rows = []
    for first in range(SQUARES - SIZE, -1, -SIZE):
        rows.append(",".join(with_runs(mine[square] + theirs[square] for square in range(first, first + SIZE))))
    mover = "." if s.turn == OVER else "ab"[s.turn]
    return f"{'/'.join(rows)} {mover} {s.counter}"


def diagram(s: State, flags: Flags) -> list[list[Span]]:
    """Return the board as seen by a: K and P are White, k and p Black; beside it the players and the counter."""
    groups = list(zip(groups_of(s, 0), groups_of(s, 1), strict=True))
    lines = [_border("┌", "┬", "┐")]
    for row in range(SIZE - 1, -1, -1):
        squares = [span for pair in groups[row * SIZE : row * SIZE + SIZE] for span in _square(*pair)]
        lines.append([(f"{row + 1} ", "dim"), ("│", "board"), *squares, *_beside_row(s, row)])
        lines.append(_border("├", "┼", "┤") if row else _border("└", "┴", "┘"))
    lines.append([("  ", ""), ("".join(f"{file:^7}" for file in "abcdefgh"), "dim")])
    return lines


def _read_board(text: str, s: State) -> None:
    rows = text.split("/")
    if len(rows) != SIZE:
        raise BadPosition(text, CATALOG.reason("ROWS", found=len(rows)))
    squares: list[str] = []
    for row, tokens in zip(range(SIZE, 0, -1), rows, strict=True):
        squares = [*_squares(tokens, row), *squares]  # row 1 comes last and stands first
    for side in range(2):
        king, pawn = "Kk"[side], "Pp"[side]
        homes = [square for square, contents in enumerate(squares) if king in contents]
        if len(homes) > 1:
            raise BadPosition(text, CATALOG.reason("KINGS", king=king))
        s.king[side] = homes[0] if homes else NOWHERE
        s.group[side] = [contents.count(king) + contents.count(pawn) for contents in squares]
        s.left[side] = text.count(king) + text.count(pawn)


def _squares(tokens: str, row: int) -> list[str]:
    """Return the contents of the squares of a row, "" for an empty one."""
    squares: list[str] = []
    for token in tokens.split(","):
        if _RUN.fullmatch(token):
            squares += [""] * int(token)
        elif _CONTENTS.fullmatch(token):
            squares.append(token)
        else:
            raise BadPosition(token, CATALOG.reason("TOKEN", token=token, row=row))
    if len(squares) != SIZE:
        raise BadPosition(tokens, CATALOG.reason("WIDTH", row=row, found=len(squares)))
    return squares


def groups_of(s: State, side: int) -> list[str]:
    """Return the pieces of a side on each square, the king first."""
    groups = ["Pp"[side] * n for n in s.group[side].tolist()]
    king = int(s.king[side])
    if king != NOWHERE:
        groups[king] = "Kk"[side] + groups[king][1:]
    return groups


def _border(left: str, middle: str, right: str) -> list[Span]:
    return [("  ", ""), (left + middle.join(["─" * _WIDE] * SIZE) + right, "board")]


def _square(mine: str, theirs: str) -> list[Span]:
    """Return the pieces on a square, or a dot, centred, and the line to the right of the square."""
    margin = _WIDE - max(1, len(mine + theirs))
    pieces = [(mine, "a"), (theirs, "b")] if mine or theirs else [("·", "board")]
    return [(" " * (margin // 2), ""), *pieces, (" " * (margin - margin // 2), ""), ("│", "board")]


def _beside_row(s: State, row: int) -> list[Span]:
    """Return the text to the right of a row: Black at the top, White at the bottom, the counter in between."""
    if row in (7, 0):
        side = 1 if row else 0
        name = (N_("White"), N_("Black"))[side]
        to_move = (" ▶", "mark") if s.turn == side else ("  ", "")
        return [to_move, (" ", ""), ("Kk"[side], "ab"[side]), (" ", ""), (name, "label")]
    if row in (6, 1):
        side = 1 if row == 6 else 0
        return [("   ", ""), ("Pp"[side], "ab"[side]), (f" {s.left[side] - (s.king[side] != NOWHERE)}", "")]
    if row == 4:
        return [("   ", ""), (N_("no capture"), "label")]
    if row == 3:
        return [("   ", ""), (f"{s.counter}/{LIMIT}", "")]
    return []
