"""Positions of Chaupar with the colours exchanged, for checks of what players see."""

from collections.abc import Sequence

from charkoni.core.game_types import State
from charkoni.games.chaupar.rules import fill_cells

HAS_SAME_MOVES = False
"""Not all colours have the same moves in the same situation: yellow steps Home after black, green after red (C11)."""


def rearrange(s: State, out: State, cells: Sequence[int] | None, shift: int) -> None:
    """Write a position in which each colour has what the one `shift` before it had; the board has no other symmetry."""
    out.thrower = (int(s.thrower) + shift) % 4
    out.handed = s.handed
    out["values"][:] = s["values"]
    for colour in range(4):
        out.pieces[(colour + shift) % 4] = s.pieces[colour]
    fill_cells(out)
