"""The named parts of a position of Gana, for programs that only look.

groups: the pieces of each square that is not empty, by its name: K and P of the first player, k and p of the second.
counter: plies since the last capture.

>>> import charkoni
>>> charkoni.game("gana").start().parts["groups"]["e1"]
'K'
"""

from charkoni.core.game_types import Flags, State
from charkoni.games.gana.moves import NAMES
from charkoni.games.gana.rules import SQUARES


def parts(s: State, flags: Flags) -> dict[str, object]:
    """Return the parts of a state by name."""
    groups = {}
    for square in range(SQUARES):
        contents = ""
        for side, (king, piece) in enumerate((("K", "P"), ("k", "p"))):
            is_king = int(s.king[side]) == square
            contents += king * is_king + piece * (int(s.group[side, square]) - is_king)
        if contents:
            groups[NAMES[square]] = contents
    return {"groups": groups, "counter": int(s.counter)}
