"""The named parts of a position of Mosty, for programs that only look.

bridges: the owner, 0 or 1, of each crossing that has a bridge, by its name.  left: bridges that the player to move may
still build in this turn, 0 when the game is over.

>>> import charkoni
>>> charkoni.game("mosty:size=3").start().play("c3").parts["bridges"]
mappingproxy({'c3': 0})
"""

from charkoni.core.game_types import Flags, State
from charkoni.games.mosty.chains import owners
from charkoni.games.mosty.moves import crossing_name


def parts(s: State, flags: Flags) -> dict[str, object]:
    """Return the parts of a state by name."""
    bridges = {crossing_name(crossing): side for crossing, side in owners(s).items() if side >= 0}
    return {"bridges": bridges, "left": int(s.left)}
