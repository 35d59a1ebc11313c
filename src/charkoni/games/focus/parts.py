"""The named parts of a position of Focus, for programs that only look.

towers: the checkers of each cell that is not empty, as letters r and g, the bottom first, by the name of the cell.
reserves: the checkers in hand of each side.

>>> import charkoni
>>> charkoni.game("focus").parse("4/6/5,g,2/8/3,grr,4/8/r,5/4 b 2:1").parts["towers"]["d4"]
'grr'
"""

from charkoni.core.game_types import Flags, State
from charkoni.games.focus.moves import NAMES
from charkoni.games.focus.text import letters


def parts(s: State, flags: Flags) -> dict[str, object]:
    """Return the parts of a state by name."""
    towers = {name: letters(tower) for name, tower in zip(NAMES, s.tower.tolist(), strict=True)}
    return {"towers": {name: text for name, text in towers.items() if text}, "reserves": tuple(s.reserve.tolist())}
