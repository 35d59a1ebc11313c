"""What the guide names: when its advice and rules are told."""

from charkoni.core.board_types import Event
from charkoni.core.game_types import State

_LATE = 40
"""With so few stones in the holes the end is near."""


def is_first_turn(s: State) -> bool:
    """Return whether nothing has been won yet."""
    return int(s.kazan.sum()) == 0


def can_lose_three(s: State) -> bool:
    """Return whether a hole of the mover holds two stones, and the opponent has no tuz yet."""
    return not s.tuz[1 - int(s.turn)] and 2 in s.holes[s.turn].tolist()


def is_late(s: State) -> bool:
    """Return whether few stones are left in the holes."""
    return int(s.holes.sum()) <= _LATE


def is_even_capture(s: State, event: Event) -> bool:
    """Return whether an even number was captured, not the three stones of a tuz."""
    return event.value == ""
