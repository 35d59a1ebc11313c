"""What the guide names: when its advice and rules are told."""

from charkoni.core.game_types import State
from charkoni.games.banglagor import rules


def is_placing(s: State) -> bool:
    """Return whether columns are still to be placed."""
    return bool(rules.is_placing(s))


def is_war(s: State) -> bool:
    """Return whether all columns are placed."""
    return not is_placing(s)


def is_hindered(s: State) -> bool:
    """Return whether the player to move has a bound column."""
    return is_war(s) and s.turn >= 0 and bool(s.bound[s.turn].any())
