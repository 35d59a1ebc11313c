"""The reasons why moves of Trio are illegal and positions are invalid."""

from charkoni.core.errors import N_, Reason
from charkoni.core.game_types import Flags, State

INVALID = (
    Reason("SIGNS", "L1", N_("the numbers of signs do not come from playing in turn")),
    Reason("TWO_WINNERS", "L2", N_("two players have a pair")),
    Reason("MOVER", "L2", N_("the mover does not go with the signs; it is . exactly when the game is over")),
)


def illegal(s: State, code: int, flags: Flags) -> Reason:
    """Return why the cell cannot be taken."""
    return Reason("TAKEN", "L1", N_("cell {cell} is taken"), {"cell": code + 1})
