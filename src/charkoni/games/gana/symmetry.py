"""Positions of Gana with the board mapped and the sides exchanged, for checks of what players see."""

from collections.abc import Sequence

from charkoni.core.game_types import State


def rearrange(s: State, out: State, cells: Sequence[int] | None, shift: int) -> None:
    """Write a position with each square where `cells` says (None: mirrored, as the other sees it) and sides shifted."""
    cells = cells or [square ^ 56 for square in range(64)]
    out.counter = s.counter
    for side in range(2):
        other = (side + shift) % 2
        out.left[other] = s.left[side]
        out.king[other] = cells[s.king[side]] if s.king[side] >= 0 else -1
        for square in range(64):
            out.group[other, cells[square]] = s.group[side, square]
