"""Reasons why a move of Mosty is illegal or a position invalid."""

from charkoni.core.errors import N_, Reason
from charkoni.core.game_types import Flags, State
from charkoni.games.mosty.moves import moves
from charkoni.games.mosty.rules import owner

INVALID = (
    Reason("MOVER", "S3", N_("a side is joined: the game is over and the mover is .")),
    Reason("MOVER", "S3", N_("no side is joined: the mover is a or b")),
    Reason("LEFT", "S6", N_("the bridges left in the turn are 1 or 2, and 0 exactly when the game is over")),
    Reason("STATE", "S2", N_("the state does not follow from its bridges")),
)
_CROSSES_BRIDGE = N_("a bridge of the other side is on {crossing}, and bridges never cross")
_TAKEN = N_("your own bridge is on {crossing} already")


def illegal(s: State, code: int, flags: Flags) -> Reason:
    """Return why no bridge can be set on the crossing: one is on it."""
    crossing = {"crossing": moves(flags).write(code)}
    if owner(s, code) == s.turn:
        return Reason("TAKEN", "S2", _TAKEN, crossing)
    return Reason("CROSSES_BRIDGE", "S2", _CROSSES_BRIDGE, crossing)
