"""What the guide names: when its advice and rules are told."""

from charkoni.core.board_types import Event
from charkoni.core.game_types import State

LAST_STONES = 16
"""With so few stones in the holes the end is near."""


def is_first_turn(s: State) -> bool:
    """Return whether the holes of the player to move are as at the start."""
    return set(s.holes[s.turn].tolist()) == {4}


def can_end_in_store(s: State) -> bool:
    """Return whether the last stone of a hole would fall into the store; it is one on where the first one stays."""
    distance = 7 if s.first else 8
    return any(stones == distance - hole for hole, stones in enumerate(s.holes[s.turn].tolist(), 1))


def is_late(s: State) -> bool:
    """Return whether few stones are left in the holes."""
    return int(s.holes.sum()) <= LAST_STONES


def is_even_capture(s: State, event: Event) -> bool:
    """Return whether an even number was captured in a hole of the other side."""
    return _is_opposite(event) and not is_capture_of_three(s, event)


def is_own_capture(s: State, event: Event) -> bool:
    """Return whether the last stone fell into an empty hole of the player's own side and captured."""
    return not _is_opposite(event)


def is_capture_of_three(s: State, event: Event) -> bool:
    """Return whether the three stones were captured that make a fortress."""
    return event.value != ""


def _is_opposite(event: Event) -> bool:
    """Return whether a capture was made in a hole of the other side: the stones go to a store that is not its own."""
    _, end = event.moved[0]
    return end is not None and event.zone[:1] != end.zone
