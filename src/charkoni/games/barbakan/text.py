"""The texts of Barbakan: positions, moves, the diagram."""

import re

from charkoni.core.constants import OVER
from charkoni.core.errors import N_, BadPosition
from charkoni.core.game_types import Flags, Span, State, joined
from charkoni.games.barbakan.catalog import CATALOG
from charkoni.games.barbakan.points import BOARDS, PointMap
from charkoni.games.barbakan.reasons import owner_of

_NUMBER = "(?:0|[1-9][0-9]?)"
_POSITION = re.compile(rf"([.a-d]+(?:/[.a-d]+){{3}}) ([a-d.]) ({_NUMBER}(?::{_NUMBER})*)")


_PAWNS = "●■▲◆"
"""The pawns of the players in a diagram: letters are the names of rings."""

_IN_HAND = N_("in hand")
_INSIDE = N_("inside")


def read_state(text: str, s: State, flags: Flags) -> None:
    """Fill the blank record from a position text; raise BadPosition."""
    board, players = BOARDS[flags["board"]], int(flags["players"])
    match = _POSITION.fullmatch(text)
    if not match:
        empty, hand = "/".join("." * size for _, size in board.rings), board.mask("outer").bit_count() // players
        raise BadPosition(text, CATALOG.reason("GRAMMAR", example=f"{empty} a {':'.join([str(hand)] * players)}"))
    rings = match[1].split("/")
    for ring, (letter, size) in zip(rings, board.rings, strict=True):
        if len(ring) != size:
            raise BadPosition(text, CATALOG.reason("RING", ring=letter, wanted=size, found=len(ring)))
    for letter in "abcd"[players:]:
        if letter in match[1] + match[2]:
            raise BadPosition(text, CATALOG.reason("NOBODY", letter=letter))
    hands = match[3].split(":")
    if len(hands) != players:
        raise BadPosition(text, CATALOG.reason("HANDS", wanted=players, found=len(hands)))
    for point, sign in enumerate("".join(rings)):
        if sign != ".":
            s.pawns["abcd".index(sign)] |= 1 << point
    s.hand[:players] = [int(hand) for hand in hands]
    s.turn = OVER if match[2] == "." else "abcd".index(match[2])


def write_state(s: State, flags: Flags) -> str:
    """Return the position text."""
    board, players = BOARDS[flags["board"]], int(flags["players"])
    owners = (owner_of(s, point) for point in range(len(board.points)))
    signs = iter("." if owner is None else "abcd"[owner] for owner in owners)
    rings = "/".join("".join(next(signs) for _ in range(size)) for _, size in board.rings)
    mover = "." if s.turn == OVER else "abcd"[s.turn]
    return f"{rings} {mover} {':'.join(map(str, s.hand[:players]))}"


def pawns_inside(s: State, player: int, flags: Flags) -> tuple[int, int]:
    """Return the number of a player's pawns inside, and of all his pawns."""
    pawns = int(s.pawns[player])
    within = pawns & BOARDS[flags["board"]].mask("inside")
    return within.bit_count(), pawns.bit_count() + int(s.hand[player])


# --- the diagram ------------------------------------------------------------------------------------------------
# The rings are cut open before o1 and unrolled: six columns per sector, the outermost ring on top.  "‹" and "›" mark
# ends that are joined, arrows in the wall are the gates.

_SECTOR_WIDTH = 6
_M_COLUMN = 5
_B_COLUMN = 2
_BOARD_HEIGHT = 10
_O_ROW, _M_ROW, _WALL_ROW, _B_ROW, _C_ROW = 1, 4, 6, 7, 9
# Lines of a sector: row, column relative to that of m, sign.
_STROKES = (
    *((2, 0, "│"), (2, 2, "╱"), (2, 4, "╲"), (3, 0, "│"), (3, 1, "╱"), (3, -1, "╲")),
    *((5, -1, "╱"), (5, 1, "╲"), (8, -3, "│")),
)

Canvas = list[list[Span]]


def diagram(s: State, flags: Flags) -> list[list[Span]]:
    """Return the four rings unrolled, and a line per player: turn, pawns in hand and inside."""
    board = BOARDS[flags["board"]]
    canvas: Canvas = [[(" ", "")] * (_SECTOR_WIDTH * board.sectors + 4) for _ in range(_BOARD_HEIGHT)]
    _write_lines(canvas, board)
    for point, name in enumerate(board.points):
        _write_point(canvas, name, owner_of(s, point))
    lines = [joined(line) for line in canvas]
    return [*lines, [("", "")], *(_player(s, player, flags) for player in range(int(flags["players"])))]


def _write_lines(canvas: Canvas, board: PointMap) -> None:
    """Write the rings with their letters, the wall with its gates, and the lines between the rings."""
    end = _SECTOR_WIDTH * board.sectors + 3
    for row, letter in ((_O_ROW, "o"), (_M_ROW, "m"), (_B_ROW, "b"), (_C_ROW, "c")):
        canvas[row][0] = (letter, "dim")
        if letter != "o":
            canvas[row][1 : end + 1] = [("‹", "dim"), *[("─", "board")] * (end - 2), ("›", "dim")]
    canvas[_WALL_ROW][1 : end + 1] = [("═", "board")] * end
    for j in range(board.sectors):
        column = _M_COLUMN + _SECTOR_WIDTH * j
        for row, right, sign in _STROKES:
            canvas[row][column + right] = (sign, "board")
        canvas[_WALL_ROW][column - 2] = ("↙", "mark")
        canvas[_WALL_ROW][column + 2] = ("↘", "mark")


def _write_point(canvas: Canvas, name: str, owner: int | None) -> None:
    """Write a point with its number: above it on the outer ring, behind it on the others."""
    ring, number = name[0], name[1:]
    sign = ("○", "board") if owner is None else (_PAWNS[owner], "abcd"[owner])
    if ring == "o":
        row, column = _O_ROW, _M_COLUMN + _SECTOR_WIDTH // 2 * (int(number) - 1)
        _write(canvas[0], column, number)
    else:
        row = {"m": _M_ROW, "b": _B_ROW, "c": _C_ROW}[ring]
        column = (_M_COLUMN if ring == "m" else _B_COLUMN) + _SECTOR_WIDTH * (int(number) - 1)
        _write(canvas[row], column + 2, number)
    canvas[row][column] = sign


def _write(line: list[Span], column: int, number: str) -> None:
    for i, digit in enumerate(number):
        line[column + i] = (digit, "dim")


def _player(s: State, player: int, flags: Flags) -> list[Span]:
    """Return the line of a player."""
    n, total = pawns_inside(s, player, flags)
    letter = "abcd"[player]
    called = CATALOG.players[player].name
    name: list[Span] = [(" ▶ " if s.turn == player else "   ", "mark"), (f"{_PAWNS[player]} ", letter)]
    name += [(called, "label"), (" " * (8 - len(called)), "")]
    in_hand: list[Span] = [(_IN_HAND, "label"), (f" {int(s.hand[player]):2}", letter)]
    return [*name, *in_hand, ("   ", ""), (_INSIDE, "label"), (f" {n:2}/{total}", letter)]
