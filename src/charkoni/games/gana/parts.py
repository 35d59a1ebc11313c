"""The named parts of a position of Gana, for programs that only look.

groups: the pieces of each square that is not empty, by its name: K and P of the first player, k and p of the second.
counter: plies since the last capture.

>>> import charkoni
>>> charkoni.game("gana").start().parts["groups"]["e1"]
'K'
"""

from charkoni.core.game_types import Flags, State
from charkoni.games.gana.moves import NAMES
from charkoni.games.gana.text import groups_of


def parts(s: State, flags: Flags) -> dict[str, object]:
    """Return the parts of a state by name."""
    contents = [mine + theirs for mine, theirs in zip(groups_of(s, 0), groups_of(s, 1), strict=True)]
    groups = {name: pieces for name, pieces in zip(NAMES, contents, strict=True) if pieces}
    return {"groups": groups, "counter": int(s.counter)}
