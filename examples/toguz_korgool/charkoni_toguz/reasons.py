"""The reasons why moves of Toguz Korgool are illegal and positions are invalid."""

from charkoni.core.errors import N_, Reason
from charkoni.core.game_types import Flags, State

INVALID = (
    Reason("STONES", "T1", N_("holes and kazans do not add up to 162")),
    Reason("TUZ_NOT_EMPTY", "T6", N_("a hole that is a tuz holds no stones")),
    Reason("TUZ_NINE", "T5", N_("hole 9 never becomes a tuz")),
    Reason("TUZ_OPPOSITE", "T5", N_("two tuzes never bear the same number")),
    Reason("MOVER", "T7", N_("the mover is . exactly when a kazan holds 82 stones or both hold 81")),
    Reason("MOVER", "T8", N_("the mover has no stone: the game is over and the others belong in a kazan")),
)
_TUZ = N_("hole {hole} is a tuz: its stones are in the kazan")
_EMPTY = N_("hole {hole} is empty")


def illegal(s: State, code: int, flags: Flags) -> Reason:
    """Return why the hole cannot be played."""
    if s.tuz[1 - int(s.turn)] == code + 1:
        return Reason("TUZ_HOLE", "T6", _TUZ, {"hole": code + 1})
    return Reason("EMPTY_HOLE", "T2", _EMPTY, {"hole": code + 1})
