"""The texts of Banglagor: positions, moves, the diagram."""

import re

import numpy as np

from charkoni.core.constants import OVER
from charkoni.core.errors import N_, BadPosition, Reason
from charkoni.core.game_types import Flags, Span, State, with_runs
from charkoni.games.banglagor import rules
from charkoni.games.banglagor.catalog import CATALOG

_LETTERS = ("ABC", "abc")
_POSITION = re.compile(r"([1-8A-Ca-c*/]*) ([ab.]) ([0-9]{3}):([0-9]{3}) (0|[1-9][0-9]*)")
_ITEM = re.compile(r"([1-8])|([A-Ca-c])(\*?)")
_ROW = re.compile(rf"(?:{_ITEM.pattern})*")
_MOST_PLIES = 9999


_EXAMPLE = "8/8/aa6/bbbbaaaa/ccccccbb/8/8/CCCCCCBB/BBBBAAAA/AA6/8/8 a 000:000 0"
_NAMES = (N_("Blue"), N_("Green"))
_HEIGHT = N_("height")
_NEEDED = N_("needed")
_IN_HAND = N_("in hand")
_BOUND = N_("bound")
_QUIET = N_("plies, no invasion")
_LATE_PLIES = 15


def read_state(text: str, s: State, flags: Flags) -> None:
    """Fill the blank record from a position text; raise BadPosition."""
    match = _POSITION.fullmatch(text)
    if not match:
        raise BadPosition(text, CATALOG.reason("GRAMMAR", example=_EXAMPLE))
    rows = match[1].split("/")
    if len(rows) != 12:
        raise BadPosition(text, CATALOG.reason("ROWS", found=len(rows)))
    for row, written in zip(range(11, -1, -1), rows, strict=True):
        reason = _read_row(written, row, s)
        if reason:
            raise BadPosition(text, reason)
    s.turn = OVER if match[2] == "." else "ab".index(match[2])
    s.hand = [[int(digit) for digit in match[group]] for group in (3, 4)]
    if len(match[5]) > len(str(_MOST_PLIES)):
        raise BadPosition(text, CATALOG.reason("COUNTER", found=match[5]))
    s.counter = int(match[5])


def _read_row(written: str, row: int, s: State) -> Reason | None:
    """Put the columns of a row on the board; return what is wrong with it."""
    if not _ROW.fullmatch(written):
        return CATALOG.reason("BAD_ROW", row=row + 1)
    items = [match.groups() for match in _ITEM.finditer(written)]
    cells = sum(int(run) if run else 1 for run, _, _ in items)
    if cells != 8:
        return CATALOG.reason("ROW_LENGTH", row=row + 1, found=cells)
    cell = 8 * row
    for run, letter, star in items:
        if letter:  # no kernel is called, which might have to be compiled
            owner = 0 if letter in _LETTERS[0] else 1
            height, half = height_of(letter), cell // rules.LAND_CELLS
            mask = np.uint64(1 << cell % rules.LAND_CELLS)
            for words, has_bit in ((s.odd, height != 2), (s.tall, height != 1), (s.bound, star)):
                words[half] |= mask if has_bit else 0
            s.columns[owner, half] |= mask
        cell += int(run) if run else 1
    return None


def write_state(s: State, flags: Flags) -> str:
    """Return the position text."""
    board = columns(s)
    rows = "/".join("".join(with_runs(board[8 * row : 8 * row + 8])) for row in range(11, -1, -1))
    mover = "." if s.turn == OVER else "ab"[s.turn]
    hands = ":".join("".join(map(str, hand)) for hand in s.hand)
    return f"{rows} {mover} {hands} {s.counter}"


def columns(s: State) -> list[str]:
    """Return the column on each cell as the position text writes it, "B*", or ""."""
    board = [""] * rules.CELLS
    for half in range(2):
        odd, tall, bound = int(s.odd[half]), int(s.tall[half]), int(s.bound[half])
        for owner, letters in enumerate(_LETTERS):
            left = int(s.columns[owner, half])
            while left:
                place = left.bit_length() - 1
                left ^= 1 << place
                height = (odd >> place & 1) + 2 * (tall >> place & 1)
                board[half * rules.LAND_CELLS + place] = letters[height - 1] + "*" * (bound >> place & 1)
    return board


def height_of(column: str) -> int:
    """Return the height of a column as the position text writes it, "B*"; 0 of ""."""
    return " abc".index(column[0].lower()) if column else 0


def diagram(s: State, flags: Flags) -> list[list[Span]]:
    """Return the board with Green's land on top and the figures of both sides beside it.

    A column is its height in the brackets of its owner, [3] for Blue and (3) for Green, with a star when it is bound.
    """
    board = columns(s)
    quiet = (f"{s.counter}/{rules.DRAW_PLIES} ", "mark" if s.counter >= _LATE_PLIES else "")
    counter: list[Span] = [("  ", ""), quiet, (_QUIET, "label")]
    side = dict(zip((10, 9, 8, 3, 2, 1), (*_army(s, 1), *_army(s, 0)), strict=True))
    side |= {6: counter, 5: [("  * ", ""), (_BOUND, "label")]}
    lines: list[list[Span]] = [[("   ┌", "board"), ("─" * 41, "board"), ("┐", "board")]]
    for row in range(11, -1, -1):
        line: list[Span] = [(f"{row + 1:>2} ", "dim"), ("│ ", "board")]
        line += [_cell_span(column) for column in board[8 * row : 8 * row + 8]]
        lines.append([*line, ("│", "board"), *([("  ", ""), *side[row]] if row in side else [])])
        if row == 6:
            lines.append([("   ├", "board"), ("─" * 41, "board"), ("┤", "board")])
    lines.append([("   └", "board"), ("─" * 41, "board"), ("┘", "board")])
    lines.append([("     ", ""), ("".join(f" {file}   " for file in "abcdefgh"), "dim")])
    return lines


def _cell_span(column: str) -> Span:
    """Return a cell, five characters wide."""
    if not column:
        return (" ·   ", "board")
    owner = 0 if column[0] in _LETTERS[0] else 1
    return (f"{_shape(owner, height_of(column))}{'*' if column.endswith('*') else ' '} ", "ab"[owner])


def _shape(owner: int, size: int) -> str:
    return f"[{size}]" if owner == 0 else f"({size})"


def _army(s: State, owner: int) -> list[list[Span]]:
    """Return the lines about a side: name and turn; total height and the least it needs (B15); hand."""
    player = "ab"[owner]
    pointer = ("> ", "mark") if s.turn == owner else ("  ", "")
    height: list[Span] = [("  ", ""), (f"{rules.total(s, owner)} ", player), (_HEIGHT, "label")]
    if not s.hand.any():
        height += [(f", {needed_height(s, owner)} ", ""), (_NEEDED, "label")]
    hand = " ".join(f"{count}×{_shape(owner, size)}" for size, count in enumerate(s.hand[owner], 1) if count)
    return [
        [pointer, (f"{player} {_shape(owner, 3)} ", player), (_NAMES[owner], "label")],
        height,
        [("  ", ""), (f"{hand} ", player), (_IN_HAND, "label")] if hand else [],
    ]


def needed_height(s: State, owner: int) -> int:
    """Return the least total height with which a side has not lost: half of the other's, rounded up (B15)."""
    return (int(rules.total(s, 1 - owner)) + 1) // 2
