"""The named parts of a position of Banglagor, for programs that only look.

columns: by the name of the cell the owner of its column (0 or 1), its height, and whether it is bound.  hands: per
owner the columns of height 1, 2 and 3 that are still to be placed.  counter: plies without an invasion.

>>> import charkoni
>>> charkoni.game("banglagor").parse("8/8/aa6/bbbbaaaa/ccccccbb/8/8/CCCCCCBB/BBBBAAAA/AA6/8/8 a 000:000 0").parts[
...     "columns"
... ]["a5"]
(0, 3, False)
"""

from charkoni.core.game_types import Flags, State
from charkoni.games.banglagor.moves import NAMES
from charkoni.games.banglagor.text import columns, height_of


def parts(s: State, flags: Flags) -> dict[str, object]:
    """Return the parts of a state by name."""
    board = {
        name: (int(column[0].islower()), height_of(column), column.endswith("*"))
        for name, column in zip(NAMES, columns(s), strict=True)
        if column
    }
    return {"columns": board, "hands": tuple(map(tuple, s.hand.tolist())), "counter": int(s.counter)}
