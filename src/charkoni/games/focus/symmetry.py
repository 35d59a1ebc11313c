"""Positions of Focus with the board mapped and the sides exchanged, for checks of what players see."""

from collections.abc import Sequence

from charkoni.core.game_types import State
from charkoni.games.focus.rules import CELLS


def rearrange(s: State, out: State, cells: Sequence[int] | None, shift: int) -> None:
    """Write a position with each cell where `cells` says (None: turned, as the other sees it) and sides shifted."""
    cells = cells or range(CELLS)[::-1]
    for side in range(2):
        out.reserve[(side + shift) % 2] = s.reserve[side]
    for cell in range(CELLS):
        tower = int(s.tower[cell])
        owners = (1 << tower.bit_length() - 1) - 1 if shift else 0
        out.tower[cells[cell]] = tower ^ owners
