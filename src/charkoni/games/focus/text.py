"""The texts of Focus: positions, moves, the diagram."""

import re

from charkoni.core.constants import OVER
from charkoni.core.errors import N_, BadPosition
from charkoni.core.game_types import Flags, Span, State, with_runs
from charkoni.games.focus.catalog import CATALOG
from charkoni.games.focus.rules import EMPTY, OWN_HEIGHT, TALLEST

ROWS = (4, 6, 8, 8, 8, 8, 6, 4)
"""The numbers of cells of the rows, row 8 first."""

MOST_IN_RESERVE = 1_000_000_000
_DIGITS = str.maketrans("rg", "01")

_NUMBER = "(0|[1-9][0-9]*)"
_POSITION = re.compile(rf"([^ /]+(?:/[^ /]+){{7}}) ([ab.]) {_NUMBER}:{_NUMBER}")
_TOKEN = re.compile(f"[1-8]|[rg]{{1,{TALLEST}}}")

_EXAMPLE = "4/6/5,g,2/8/3,grr,4/8/r,5/4 b 2:1"


def read_state(text: str, s: State, flags: Flags) -> None:
    """Fill the blank record from a position text; raise BadPosition."""
    match = _POSITION.fullmatch(text)
    if not match:
        raise BadPosition(text, CATALOG.reason("GRAMMAR", example=_EXAMPLE))
    towers: list[int] = []
    for index, row in enumerate(match[1].split("/")):
        towers += _read_row(text, row, 8 - index, ROWS[index])
    s.tower = towers
    s.turn = OVER if match[2] == "." else "ab".index(match[2])
    for side, digits in enumerate(match.groups()[2:]):
        if len(digits) > len(str(MOST_IN_RESERVE)) or int(digits) > MOST_IN_RESERVE:
            raise BadPosition(text, CATALOG.reason("RESERVE", most=MOST_IN_RESERVE))
        s.reserve[side] = int(digits)


def _read_row(text: str, row: str, number: int, cells: int) -> list[int]:
    towers: list[int] = []
    for token in row.split(","):
        if not _TOKEN.fullmatch(token):
            raise BadPosition(text, CATALOG.reason("BAD_TOKEN", token=token[:20], row=number))
        towers += [EMPTY] * int(token) if token.isdigit() else [int("1" + token[::-1].translate(_DIGITS), 2)]
    if len(towers) != cells:
        raise BadPosition(text, CATALOG.reason("WIDTH", row=number, cells=cells, found=len(towers)))
    return towers


def letters(tower: int) -> str:
    """Return the letters of a tower, bottom first; none for an empty cell."""
    return f"{tower:b}"[:0:-1].replace("0", "r").replace("1", "g")


def write_state(s: State, flags: Flags) -> str:
    """Return the position text."""
    towers = [letters(tower) for tower in s.tower.tolist()]
    rows, first = [], 0
    for cells in ROWS:
        rows.append(",".join(with_runs(towers[first : first + cells])))
        first += cells
    mover = "." if s.turn == OVER else "ab"[s.turn]
    return f"{'/'.join(rows)} {mover} {s.reserve[0]}:{s.reserve[1]}"


# --- the diagram ------------------------------------------------------------------------------------------------

_PANEL = 55  # the column where the players' lines begin
_NAMES_OF_SIDES = (N_("Red"), N_("Green"))
_TO_MOVE = N_("to move")
_TOWERS = N_("towers")
_RESERVED = N_("in reserve")


def diagram(s: State, flags: Flags) -> list[list[Span]]:
    """Return the board and the players beside it.  Towers are written bottom first, the top checker as a capital."""
    lines: list[list[Span]] = [_rule(0, ROWS[0])]
    first = 0
    for index, cells in enumerate(ROWS):
        row: list[Span] = [(f" {8 - index}  ", "dim"), (" " * (6 * (8 - cells) // 2) + "│", "board")]
        for tower in s.tower[first : first + cells].tolist():
            row += [*_cell(tower), ("│", "board")]
        lines.append(row)
        lines.append(_rule(cells, ROWS[index + 1] if index < 7 else 0))
        first += cells
    lines.append([("     " + "".join(f"{column:^6}" for column in "abcdefgh"), "dim")])
    for side, top in ((1, 3), (0, 12)):
        for offset, spans in enumerate(_panel(s, side)):
            line = lines[top + offset]
            width = sum(len(text) for text, _ in line)
            line += [(" " * (_PANEL - width), ""), *spans]
    return lines


def _rule(above: int, below: int) -> list[Span]:
    """Return the line between a row of `above` cells and one of `below` cells, 0 outside the board."""
    rule = ""
    for edge in range(9):
        up, down = (abs(2 * edge - 8) <= cells and cells > 0 for cells in (above, below))
        left, right = (abs(2 * edge - 8 + side) < max(above, below) for side in (-1, 1))
        rule += _CORNERS[up, down, left, right] + ("─" if right else " ") * 5
    return [("    " + rule.rstrip(), "board")]


_CORNERS = {
    (False, False, False, False): " ",
    (False, True, False, True): "┌",
    (False, True, True, False): "┐",
    (True, False, False, True): "└",
    (True, False, True, False): "┘",
    (False, True, True, True): "┬",
    (True, False, True, True): "┴",
    (True, True, False, True): "├",
    (True, True, True, False): "┤",
    (True, True, True, True): "┼",
}


def _cell(tower: int) -> list[Span]:
    """Return a cell, five wide, each checker in the colour of its side."""
    checkers = letters(tower)
    left = (TALLEST - len(checkers)) // 2
    spans: list[Span] = [(" " * left, "board")] if left else []
    for height, letter in enumerate(checkers, 1):
        spans.append((letter.upper() if height == len(checkers) else letter, "ab"["rg".index(letter)]))
    right = TALLEST - left - len(checkers)
    return [*spans, (" " * right, "board")] if right else spans


def _panel(s: State, side: int) -> list[list[Span]]:
    """Return the lines about a player: owned towers, reserve, whether he is to move."""
    owned = int((OWN_HEIGHT[side, s.tower] > 0).sum())
    lines: list[list[Span]] = [
        [("ab"[side] + "  ", "ab"[side]), (_NAMES_OF_SIDES[side], "label")],
        [(f"{owned:>4} ", "ab"[side]), (_TOWERS, "label")],
        [(f"{s.reserve[side]:>4} ", "ab"[side]), (_RESERVED, "label")],
    ]
    if s.turn == side:
        lines.append([("  >> ", "mark"), (_TO_MOVE, "label")])
    return lines
