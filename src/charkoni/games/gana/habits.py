"""Habits of people in Gana: their pawns go forwards, and the king stays where he is until he is attacked."""

from charkoni.core.game_types import Flags, State
from charkoni.games.gana.events import is_in_danger
from charkoni.games.gana.rules import KINDS

FORWARDS, SIDEWAYS, BACKWARDS = 1.0, 0.5, 0.12
"""How often pawns go towards the far side, along their row, or back."""

QUIET_KING = 0.12
"""How much less often the king goes, alone or with his group, while nobody attacks him."""


def human_prior(s: State, code: int, flags: Flags) -> float:
    """Return how often people choose a move in a position, relative to others of about the same value."""
    way, kind = divmod(code, KINDS)
    me = int(s.turn)
    forwards = (FORWARDS, SIDEWAYS, BACKWARDS, SIDEWAYS)[(way + 2 * me) % 4]
    if kind:
        return 1.0 if is_in_danger(s, me) else QUIET_KING * forwards
    return forwards
