"""Positions of Mosty with the board mapped and the sides exchanged, for checks of what players see."""

from collections.abc import Sequence

import numpy as np

from charkoni.core.game_types import State
from charkoni.games.mosty.encoding import SEEN
from charkoni.games.mosty.rules import LINE, PLACE, crossing_count, derive, owner


def rearrange(s: State, out: State, cells: Sequence[int] | None, shift: int) -> None:
    """Write a position with each crossing where `cells` says (None: as the other sees it) and sides shifted."""
    size = int(s["size"])
    cells = SEEN[1, size] if cells is None else cells
    out.left = s.left
    for code in range(crossing_count(size)):
        side = owner(s, code)
        if side >= 0:
            end, other = int(cells[code]), (side + shift) % 2
            out.set[other, LINE[other, size, end] - 1] |= np.int16(1 << int(PLACE[other, size, end]))
    derive(out)
