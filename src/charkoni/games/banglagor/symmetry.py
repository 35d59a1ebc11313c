"""Positions of Banglagor with the board mapped and the sides exchanged, for checks of what players see."""

from collections.abc import Sequence

from charkoni.core.game_types import State
from charkoni.games.banglagor.rules import CELLS, LAND_CELLS, height, mask_of, put_column


def rearrange(s: State, out: State, cells: Sequence[int] | None, shift: int) -> None:
    """Write a position with each cell where `cells` says (None: turned, as the other sees it) and sides shifted."""
    cells = cells or range(CELLS)[::-1]
    out.counter = s.counter
    for side in range(2):
        out.hand[(side + shift) % 2] = s.hand[side]
        for cell in range(CELLS):
            half, bit = divmod(cell, LAND_CELLS)
            if int(s.columns[side, half]) >> bit & 1:
                end = int(cells[cell])
                put_column(out, (side + shift) % 2, int(height(s, cell)), end)
                if int(s.bound[half]) >> bit & 1:
                    out.bound[end // LAND_CELLS] |= mask_of(end)
