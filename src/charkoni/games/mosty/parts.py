"""The named parts of a position of Mosty, for programs that only look.

bridges: the owner, 0 or 1, of each crossing that has a bridge, by its name.  left: bridges that the player to move may
still build in this turn, 0 when the game is over.

>>> import charkoni
>>> charkoni.game("mosty:size=3").start().play("c3").parts["bridges"]
mappingproxy({'c3': 0})
"""

from charkoni.core.game_types import Flags, State
from charkoni.games.mosty.moves import crossing_name
from charkoni.games.mosty.rules import crossings, owner


def parts(s: State, flags: Flags) -> dict[str, object]:
    """Return the parts of a state by name."""
    owners = {crossing_name(at): int(owner(s, code)) for code, at in enumerate(crossings(int(flags["size"])))}
    return {"bridges": {name: side for name, side in owners.items() if side >= 0}, "left": int(s.left)}
