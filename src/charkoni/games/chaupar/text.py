"""The texts of Chaupar: positions, moves, the diagram."""

import re

from charkoni.core.catalog import PlayerName
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.errors import N_, BadPosition
from charkoni.core.game_types import Flags, Span, State, joined
from charkoni.games.chaupar.catalog import CATALOG
from charkoni.games.chaupar.cells import COLOURS, Spot, edge_spot, lane_spot
from charkoni.games.chaupar.moves import bad_face, bad_step, sticks, write_pile
from charkoni.games.chaupar.rules import CASTLES, CHARKONI, HOME, LANE, STEPS, fill_cells

_POSITION = re.compile(r"([^ /]+)/([^ /]+)/([^ /]+)/([^ /]+) ([abcd]) ([abcd?.]) ([^ ]+)")
_WORD = re.compile(r"c([1-4])|([1-9][0-9]?)(\+?)(?:x([2-4]))?|l([1-7])(?:x([2-4]))?|h([1-4])")
_VALUES = re.compile(r"-|(?:([1-6])\|)?([1-6]+|-)")

_EXAMPLE = "c4/c4/c4/c4 a a 125"


def read_state(text: str, s: State, flags: Flags) -> None:
    """Fill the blank record from a position text; raise BadPosition."""
    match = _POSITION.fullmatch(text)
    if not match:
        raise BadPosition(text, CATALOG.reason("GRAMMAR", example=_EXAMPLE))
    for colour in range(4):
        s.pieces[colour] = _read_colour(text, match[colour + 1], CATALOG.players[colour])
    fill_cells(s)
    s.thrower = COLOURS.index(match[5])
    s.turn = {"?": CHANCE, ".": OVER}.get(match[6], COLOURS.find(match[6]))
    _read_values(text, match[7], s, flags)


def _read_colour(text: str, words: str, side: PlayerName) -> list[int]:
    """Return the four pieces of a colour, ascending."""
    pieces: list[int] = []
    for word in words.split(","):
        piece, height = _read_word(text, word)
        if pieces and _place(piece) == _place(pieces[-1]):
            reason = CATALOG.reason("TWO_PILES", side=side, place=word)
            raise BadPosition(text, reason)
        if pieces and piece < pieces[-1]:
            raise BadPosition(text, CATALOG.reason("BAD_ORDER", side=side))
        pieces += [piece] * height
    if len(pieces) != 4:
        raise BadPosition(text, CATALOG.reason("FOUR", side=side, count=len(pieces)))
    return pieces


def _read_word(text: str, word: str) -> tuple[int, int]:
    """Return the piece and the height that a word denotes."""
    match = _WORD.fullmatch(word)
    if not match:
        raise BadPosition(text, CATALOG.reason("BAD_WORD", word=word))
    waiting, step, lap, height, cell, lane_height, home = match.groups()
    if waiting:
        return CHARKONI, int(waiting)
    if home:
        return HOME, int(home)
    if cell:
        return LANE + int(cell), int(lane_height or 1)
    if int(step) > STEPS:
        raise BadPosition(text, bad_step(step))
    return 2 * int(step) + bool(lap), int(height or 1)


def _place(piece: int) -> int:
    """Return a number of the place of a piece, the same with a lap and without."""
    return piece // 2 if piece <= LANE else piece


def _read_values(text: str, values: str, s: State, flags: Flags) -> None:
    """Fill in the value handed over and the values left."""
    match = _VALUES.fullmatch(values)
    if not match or list(match[2] or "") != sorted(match[2] or ""):
        raise BadPosition(text, CATALOG.reason("BAD_VALUES"))
    for digit in values.replace("|", "").replace("-", ""):
        if digit not in flags["dice"]:
            raise BadPosition(text, bad_face(flags["dice"]))
    if match[1]:
        s.handed = 1 + flags["dice"].index(match[1])
    # More than three of one value break C16: the audit refuses four, and a larger count would overflow int8.
    s.values = [min((match[2] or "").count(face), 4) for face in flags["dice"]]


def write_state(s: State, flags: Flags) -> str:
    """Return the position text."""
    colours = "/".join(_write_colours(s))
    decider = {CHANCE: "?", OVER: "."}.get(int(s.turn), COLOURS[s.turn])
    left = sticks(s, flags) or "-"
    handed = flags["dice"][s.handed - 1] + "|" if s.handed else ""
    return f"{colours} {COLOURS[s.thrower]} {decider} {handed}{left}"


def _write_colours(s: State) -> list[str]:
    """Return the words of the four colours."""
    colours = [[int(piece) for piece in s.pieces[colour]] for colour in range(4)]
    return [",".join(_write_word(piece, pieces.count(piece)) for piece in sorted(set(pieces))) for pieces in colours]


def _write_word(piece: int, count: int) -> str:
    if piece == CHARKONI:
        return f"c{count}"
    if piece == HOME:
        return f"h{count}"
    return write_pile(piece) + (f"x{count}" if count > 1 else "")


# --- the diagram ------------------------------------------------------------------------------------------------

WIDTH, HEIGHT = 76, 19
CELL = 4  # columns: the star of a castle, the letter, the height, the lap mark

# By colour, row and column of its corner: beside the arm on which it begins.
_CORNERS = ((13, 3), (13, 51), (3, 51), (3, 3))
_LEGEND = (0, 51)
_MARKS = (17, 51)


class _Canvas:
    """A grid of characters with their roles."""

    def __init__(self) -> None:
        self.rows: list[list[Span]] = [[(" ", "")] * WIDTH for _ in range(HEIGHT)]

    def put(self, row: int, column: int, text: str, role: str) -> None:
        """Write a text, which must fit into the row."""
        for index, character in enumerate(text, column):
            self.rows[row][index] = (character, role)

    def put_cell(self, spot: Spot, text: str, role: str) -> None:
        """Write into a cell from its second column on."""
        self.put(HEIGHT - 1 - spot[1], CELL * spot[0] + 1, text, role)

    def lines(self) -> list[list[Span]]:
        """Return the rows, adjacent characters of the same role joined."""
        return [joined(row) for row in self.rows]


def diagram(s: State, flags: Flags) -> list[list[Span]]:
    """Return the cross with black's arm at the bottom.

    Each colour is in the corner beside the cells on which it begins, with its Charkoni and, when it throws or decides,
    its values.  Dim numbers are the own steps of the colour whose arm it is.
    """
    canvas, words = _Canvas(), _write_colours(s)
    for step in range(1, STEPS + 1):
        canvas.put_cell(edge_spot(0, step), "*" if step in CASTLES else "·", "board")
    _write_lanes(canvas)
    _write_numbers(canvas)
    for colour in range(4):
        _write_pieces(canvas, s, colour)
        _write_corner(canvas, s, colour, words[colour], flags["dice"])
    _write_legend(canvas)
    return canvas.lines()


def _write_lanes(canvas: _Canvas) -> None:
    for colour in range(4):
        for cell in range(1, 8):
            x, y = lane_spot(colour, cell)
            if colour % 2 == 0:
                canvas.put_cell((x, y), "┊", COLOURS[colour])
            else:
                canvas.put(HEIGHT - 1 - y, CELL * x, "┄" * CELL, COLOURS[colour])
    for row, column, corner in ((8, 33, "┌"), (8, 42, "┐"), (10, 33, "└"), (10, 42, "┘")):
        canvas.put(row, column, corner, "board")


def _write_numbers(canvas: _Canvas) -> None:
    """Write the own steps of each colour beside its arm; there is no room for 1 and 17 at the vertical arms."""
    for colour in range(4):
        for step in (*range(1, 9), *range(10, 18)):
            x, y = edge_spot(colour, step)
            if colour % 2 == 1:
                canvas.put(HEIGHT - 1 - y + (1 if y == 8 else -1), CELL * x + 1, str(step), "dim")
            elif y not in (7, 11):
                canvas.put(HEIGHT - 1 - y, 29 if x == 8 else 45, str(step).rjust(2), "dim")


def _write_pieces(canvas: _Canvas, s: State, colour: int) -> None:
    """Write the piles on the board with heights and lap marks, and the number of pieces Home."""
    pieces = [int(piece) for piece in s.pieces[colour]]
    letter = COLOURS[colour]
    canvas.put_cell(lane_spot(colour, 8), f"{letter}{pieces.count(HOME)}", letter)
    for piece in set(pieces) - {CHARKONI, HOME}:
        pile = letter + str(pieces.count(piece)).replace("1", "")
        if piece > LANE:
            canvas.put_cell(lane_spot(colour, piece - LANE), pile, letter)
            continue
        x, y = spot = edge_spot(colour, piece // 2)
        canvas.put_cell(spot, pile + "+" * (piece % 2), letter)
        if piece // 2 in CASTLES:
            canvas.put(HEIGHT - 1 - y, CELL * x, "*", "board")


def _write_corner(canvas: _Canvas, s: State, colour: int, words: str, dice: str) -> None:
    """Write the pieces of a colour in words, its Charkoni and its values."""
    row, column = _CORNERS[colour]
    letter = COLOURS[colour]
    if s.turn == colour or (s.turn == CHANCE and s.thrower == colour):
        canvas.put(row, column - 2, ">", "mark")
    canvas.put(row, column, f"{letter}  {words}", letter)
    waiting = int((s.pieces[colour] == CHARKONI).sum())
    canvas.put(row + 1, column, "(         )", "board")
    for place in range(4):
        is_taken = place < waiting
        canvas.put(row + 1, column + 2 + 2 * place, letter if is_taken else "·", letter if is_taken else "board")
    role = "mark" if s.turn in (colour, CHANCE) else ""
    canvas.put(row + 2, column, " ".join(f"[{value}]" for value in _sticks(s, colour, dice)), role)


def _sticks(s: State, colour: int, dice: str) -> list[str]:
    """Return the values of a colour: the one handed over, those left of its throw, or ? for a throw due."""
    if s.handed and s.turn == colour:
        return [dice[s.handed - 1]]
    if s.thrower != colour or s.turn == OVER:
        return []
    if s.turn == CHANCE:
        return ["?"] * 3
    return [value for value, count in zip(dice, s.values, strict=True) for _ in range(count)]


def _write_legend(canvas: _Canvas) -> None:
    row, column = _LEGEND
    teams = ((("a", N_("black")), ("c", N_("yellow"))), (("b", N_("red")), ("d", N_("green"))))
    for line, ((first, name), (second, other)) in enumerate(teams):
        after = column + 2 + len(name)
        canvas.put(row + line, column, first, first)
        canvas.put(row + line, column + 2, name, "label")
        canvas.put(row + line, after + 1, "+", "")
        canvas.put(row + line, after + 3, second, second)
        canvas.put(row + line, after + 5, other, "label")
    row, column = _MARKS
    for line, (sign, meaning) in enumerate((("*", N_("castle")), ("+", N_("lap completed")))):
        canvas.put(row + line, column, sign, "board")
        canvas.put(row + line, column + 2, meaning, "label")
