"""The diagram of Chaupar for the terminal."""

from charkoni.core.constants import CHANCE, OVER
from charkoni.core.errors import N_
from charkoni.core.game_types import Flags, Span, State, joined
from charkoni.games.chaupar.cells import COLOURS, Spot, edge_spot, lane_spot
from charkoni.games.chaupar.rules import CASTLES, CHARKONI, HOME, LANE, STEPS

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


def render(s: State, flags: Flags, words: list[str]) -> list[list[Span]]:
    """Return the diagram.  words: by colour, its pieces as the position text writes them.

    Each colour is in the corner beside the cells on which it begins, with its Charkoni and, when it throws or decides,
    its values.  Dim numbers are the own steps of the colour whose arm it is.
    """
    canvas = _Canvas()
    _write_edge(canvas)
    _write_lanes(canvas)
    _write_numbers(canvas)
    for colour in range(4):
        _write_pieces(canvas, s, colour)
        _write_corner(canvas, s, colour, words[colour], flags["dice"])
    _write_legend(canvas)
    return canvas.lines()


def _write_edge(canvas: _Canvas) -> None:
    for step in range(1, STEPS + 1):
        canvas.put_cell(edge_spot(0, step), "*" if step in CASTLES else "·", "board")


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
