"""Positions of Barbakan with the board mapped and the sides exchanged, for checks of what players see."""

from collections.abc import Sequence

import numpy as np

from charkoni.core.game_types import State


def rearrange(s: State, out: State, cells: Sequence[int] | None, shift: int) -> None:
    """Write a position with each point where `cells` says (None: all stay; all see it alike) and players shifted."""
    players = len(s.hand) if not hasattr(s, "players") else int(s.players)
    for player in range(players):
        other = (player + shift) % players
        out.hand[other] = s.hand[player]
        for point in range(64):
            if int(s.pawns[player]) >> point & 1:
                out.pawns[other] |= np.uint64(1 << int(point if cells is None else cells[point]))
