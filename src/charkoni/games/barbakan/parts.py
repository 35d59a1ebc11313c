"""The named parts of a position of Barbakan, for programs that only look.

pawns: per player the names of the points on which his pawns stand.  hands: the pawns that each has still to place.

>>> import charkoni
>>> charkoni.game("barbakan").start().play("@o5").parts["pawns"]
(('o5',), ())
"""

from charkoni.core.game_types import Flags, State
from charkoni.games.barbakan.points import BOARDS


def parts(s: State, flags: Flags) -> dict[str, object]:
    """Return the parts of a state by name."""
    names, players = BOARDS[flags["board"]].points, int(flags["players"])
    masks = [int(mask) for mask in s.pawns[:players]]
    pawns = tuple(tuple(name for place, name in enumerate(names) if mask >> place & 1) for mask in masks)
    return {"pawns": pawns, "hands": tuple(s.hand[:players].tolist())}
