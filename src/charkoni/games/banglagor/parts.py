"""The named parts of a position of Banglagor, for programs that only look.

columns: by the name of the cell the owner of its column (0 or 1), its height, and whether it is bound.  hands: per
owner the columns of height 1, 2 and 3 that are still to be placed.  counter: plies without an invasion.

>>> import charkoni
>>> charkoni.game("banglagor").parse("8/8/aa6/bbbbaaaa/ccccccbb/8/8/CCCCCCBB/BBBBAAAA/AA6/8/8 a 000:000 0").parts[
...     "columns"
... ]["a5"]
(0, 3, False)
"""

import re

from charkoni.core.game_types import Flags, State
from charkoni.games.banglagor.text import write_state

_ITEM = re.compile(r"([1-8])|([A-Ca-c])(\*?)")


def parts(s: State, flags: Flags) -> dict[str, object]:
    """Return the parts of a state by name."""
    columns = {}
    for row, written in zip(range(12, 0, -1), write_state(s, flags).split(" ")[0].split("/"), strict=True):
        place = 0
        for run, letter, bound in _ITEM.findall(written):
            if letter:
                columns[f"{'abcdefgh'[place]}{row}"] = (
                    int(letter.islower()),
                    "abc".index(letter.lower()) + 1,
                    bound == "*",
                )
            place += int(run or 1)
    return {"columns": columns, "hands": tuple(map(tuple, s.hand.tolist())), "counter": int(s.counter)}
