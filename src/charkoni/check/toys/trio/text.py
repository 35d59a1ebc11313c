"""The texts of Trio: positions, moves, the diagram."""

import re

from charkoni.core.constants import OVER
from charkoni.core.errors import N_, BadMove, BadPosition, Reason
from charkoni.core.game_types import Flags, Span, State

_SIGNS = ".abc"
_POSITION = re.compile(r"([.abc]{7}) ([.abc])")

_GRAMMAR = N_("a position is seven cells and the mover, as in {example}")
_NO_MOVE = N_("a move is the number of a cell, 1 to 7")


def read_state(text: str, s: State, flags: Flags) -> None:
    """Fill the blank record from a position text; raise BadPosition."""
    match = _POSITION.fullmatch(text)
    if not match:
        raise BadPosition(text, Reason("BAD_TEXT", "L1", _GRAMMAR, {"example": "a..b..c a"}))
    s.cells = [_SIGNS.index(sign) for sign in match[1]]
    s.turn = OVER if match[2] == "." else "abc".index(match[2])


def write_state(s: State, flags: Flags) -> str:
    """Return the position text."""
    return f"{''.join(_SIGNS[cell] for cell in s.cells)} {'.' if s.turn == OVER else 'abc'[s.turn]}"


def read_move(text: str, flags: Flags) -> int:
    """Return the code of a move text; raise BadMove."""
    if not re.fullmatch("[1-7]", text):
        raise BadMove(text, Reason("BAD_MOVE", "L1", _NO_MOVE))
    return int(text) - 1


def write_move(code: int, flags: Flags) -> str:
    """Return the text of a code."""
    return str(code + 1)


def diagram(s: State, flags: Flags) -> list[list[Span]]:
    """Return the line of cells over their numbers."""
    cells: list[Span] = [(f" {_SIGNS[cell]}", _SIGNS[cell] if cell else "board") for cell in s.cells]
    return [cells, [(" 1 2 3 4 5 6 7", "dim")]]
