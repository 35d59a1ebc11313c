"""The texts of Trio: positions, moves, the diagram."""

import re

from charkoni.core.constants import OVER
from charkoni.core.errors import N_, BadPosition, Reason
from charkoni.core.game_types import Flags, Span, State

_SIGNS = ".abc"
_POSITION = re.compile(r"([.abc]{7}) ([.abc])")

_GRAMMAR = N_("a position is seven cells and the mover, as in {example}")


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


def diagram(s: State, flags: Flags) -> list[list[Span]]:
    """Return the line of cells over their numbers."""
    cells: list[Span] = [(f" {_SIGNS[cell]}", _SIGNS[cell] if cell else "board") for cell in s.cells]
    return [cells, [(" 1 2 3 4 5 6 7", "dim")]]
