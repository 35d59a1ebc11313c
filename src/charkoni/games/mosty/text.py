"""The texts of Mosty: positions, moves, the diagram."""

import re

from charkoni.core.constants import OVER
from charkoni.core.errors import N_, BadPosition
from charkoni.core.game_types import Flags, Span, State, joined
from charkoni.games.mosty.catalog import CATALOG
from charkoni.games.mosty.chains import Place, owners
from charkoni.games.mosty.moves import column_name
from charkoni.games.mosty.rules import crossings, derive, is_joined, is_upright, line_and_place

_ROW = "(?:[rb]|(?<![0-9])[1-9][0-9]?)+"
_POSITION = re.compile(rf"({_ROW}(?:/{_ROW})*) ([ab.])(?: ([0-2]))?")
_ITEM = re.compile("[rb]|[0-9]+")

_LETTERS_APART = 8
_RED, _BLUE = N_("Red"), N_("Blue")
_UPWARD, _ACROSS = N_("bottom to top"), N_("left to right")
_LEFT = N_("bridges left:")
_JOINED = N_("joined")


def read_state(text: str, s: State, flags: Flags) -> None:
    """Fill the blank record from a position text; raise BadPosition."""
    size = int(flags["size"])
    match = _POSITION.fullmatch(text)
    if not match or (match[3] is None) != (flags["links"] == "1"):
        rows = "/".join(str(size - 1 + i % 2) for i in range(1, 2 * size))
        example = f"{rows} a" + (" 1" if flags["links"] == "2" else "")
        raise BadPosition(text, CATALOG.reason("GRAMMAR", example=example))
    signs = "".join(reversed(_rows(text, match[1], size)))
    for sign, crossing in zip(signs, crossings(size), strict=True):
        if sign in "rb":
            side = "rb".index(sign)
            line, place = line_and_place(side, crossing)
            s.set[side, line - 1] |= 1 << place
    s.turn = OVER if match[2] == "." else "ab".index(match[2])
    s.left = int(match[3]) if match[3] else int(s.turn != OVER)
    derive(s)


def write_state(s: State, flags: Flags) -> str:
    """Return the position text."""
    size = int(flags["size"])
    signs = {place: "rb."[side] for place, side in owners(s).items()}
    rows = ["".join(signs.get((x, y), "") for x in range(1, 2 * size)) for y in range(2 * size - 1, 0, -1)]
    field = re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(rows))
    mover = "." if s.turn == OVER else "ab"[s.turn]
    return f"{field} {mover}" if flags["links"] == "1" else f"{field} {mover} {s.left}"


def diagram(s: State, flags: Flags) -> list[list[Span]]:
    """Return the board with Red's shores at the bottom and the top; the players stand to the right.

    Up to size 8 the columns have their letters in a line of their own; on larger boards only every other column
    has its letter, between the dots of the shores, to save that line.
    """
    size = int(flags["size"])
    sides = owners(s)
    lines = [_line(sides, size, y) for y in range(2 * size, -1, -1)]
    if size <= _LETTERS_APART:
        letters = " ".join(map(column_name, range(1, 2 * size)))
        lines.insert(0, [(f"{'':7}{letters}  ", "dim")])
    first = size - 1 if size <= _LETTERS_APART else size - 2
    for i, spans in enumerate(_players(s, flags)):
        lines[first + i] += spans
    return lines


def _rows(text: str, field: str, size: int) -> list[str]:
    """Return the rows from the top, a sign per crossing; raise BadPosition."""
    rows = field.split("/")
    if len(rows) != 2 * size - 1:
        raise BadPosition(text, CATALOG.reason("ROWS", wanted=2 * size - 1, found=len(rows)))
    signs = ["".join("." * int(item) if item.isdigit() else item for item in _ITEM.findall(row)) for row in rows]
    for i, row in enumerate(signs):
        y = 2 * size - 1 - i
        wanted = size - 1 + y % 2
        if len(row) != wanted:
            raise BadPosition(text, CATALOG.reason("LENGTH", row=y, wanted=wanted, found=len(row)))
    return signs


def _line(sides: dict[Place, int], size: int, y: int) -> list[Span]:
    """Return one row of dots and crossings, two characters to a coordinate.  sides: see `owners`."""
    signs: list[Span] = [(" ", "")] * (4 * size + 1)
    for x in range(2 * size + 1):
        if (x + y) % 2:
            signs[2 * x] = ("●", "a") if x % 2 else ("■", "b")
        elif 0 < x < 2 * size and 0 < y < 2 * size:
            _write_crossing(signs, (x, y), sides[x, y])
        elif 0 < y < 2 * size:
            signs[2 * x] = ("┊", "dim")
        elif 0 < x < 2 * size:
            middle = "┄" if size <= _LETTERS_APART else column_name(x)
            signs[2 * x - 1 : 2 * x + 2] = [("┄", "dim"), (middle, "dim"), ("┄", "dim")]
    number = f"{y:4} " if 0 < y < 2 * size else " " * 5
    return [(number, "dim"), *joined(signs)]


def _write_crossing(signs: list[Span], crossing: tuple[int, int], side: int) -> None:
    """Write a free crossing (side -1) or the bridge on it; a bridge that lies takes the gaps on both sides."""
    x, _ = crossing
    if side < 0:
        signs[2 * x] = ("·", "board")
    elif is_upright(side, crossing):
        signs[2 * x] = ("┃║"[side], "ab"[side])
    else:
        signs[2 * x - 1 : 2 * x + 2] = [("━═"[side], "ab"[side])] * 3


def _players(s: State, flags: Flags) -> list[list[Span]]:
    """Return the lines beside the board: each player's direction, the player to move, the one who is joined."""
    lines: list[list[Span]] = []
    for side, (sign, colour, way) in enumerate((("●", _RED, _UPWARD), ("■", _BLUE, _ACROSS))):
        letter = "ab"[side]
        at = "▶" if s.turn == side else " "
        name: list[Span] = [(f"   {at} ", "mark"), (f"{letter} {sign} ", letter), (colour, "label")]
        lines.append([*name, ("  ", ""), (way, "label")])
        note: list[Span] = [(" " * 9, "")]
        if is_joined(s, side):
            note.append((_JOINED, "label"))
        elif s.turn == side and flags["links"] == "2":
            note += [(_LEFT, "label"), (f" {s.left}", "mark")]
        lines.append(note)
    return lines
