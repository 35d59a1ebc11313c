"""The reasons why moves of Trio are illegal and positions are invalid."""

from charkoni.core.errors import Reason, mark
from charkoni.core.game_types import Flags, State

_BROKEN = (
    Reason("SIGNS", "L1", mark("the numbers of signs do not come from playing in turn")),
    Reason("TWO_WINNERS", "L2", mark("two players have a pair")),
    Reason("MOVER", "L2", mark("the mover does not go with the signs; it is . exactly when the game is over")),
)


def illegal(s: State, code: int, flags: Flags) -> Reason:
    """Return why the cell cannot be taken."""
    return Reason("TAKEN", "L1", mark("cell {cell} is taken"), {"cell": code + 1})


def invalid(number: int) -> Reason:
    """Return the invariant that is broken by its number in the `audit` kernel."""
    return _BROKEN[number - 1]
