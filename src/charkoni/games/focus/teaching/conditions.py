"""What the guide names: when its advice and rules are told."""

from charkoni.core.game_types import State


def has_reserve(s: State) -> bool:
    """Return whether the player to move has a reserve."""
    return s.turn >= 0 and int(s.reserve[s.turn]) > 0
