"""Reasons why a move of Mangala is illegal or a position invalid."""

from charkoni.core.errors import N_, Reason
from charkoni.core.game_types import Flags, State

INVALID = (
    Reason("STONES", "M1", N_("holes and stores do not add up to 48")),
    Reason("FORTRESS_NOT_EMPTY", "M20", N_("a hole that is a fortress holds no stones")),
    Reason("MOVER", "M11", N_("the mover is . exactly when all holes are empty")),
    Reason("MOVER", "M11", N_("one side is empty: the game is over and the rest belongs in a store")),
)
_FORTRESS = N_("hole {hole} is a fortress: its stones are in the store")
_EMPTY = N_("hole {hole} is empty")


def illegal(s: State, code: int, flags: Flags) -> Reason:
    """Return why the hole cannot be played."""
    owner = 1 - int(s.turn)
    if s.fortresses[owner] == code + 1:
        return Reason("FORTRESS_HOLE", "M20", _FORTRESS, {"hole": code + 1})
    return Reason("EMPTY_HOLE", "M2", _EMPTY, {"hole": code + 1})
