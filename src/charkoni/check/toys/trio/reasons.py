"""Why a move of Trio is not legal, and what is wrong with a position."""

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
    """Return what the `audit` kernel found."""
    return _BROKEN[number - 1]
