"""What guide and equipment name: when advice and rules are told, what lies on a table at the start."""

from charkoni.core.game_types import Flags, State
from charkoni.games.chaupar.rules import CHARKONI, LANE


def faces(flags: Flags) -> dict[str, object]:
    """Return the faces of a stick, {a} the lowest."""
    return dict(zip("abcd", flags["dice"], strict=True))


def has_none_out(s: State) -> bool:
    """Return whether all pieces of the colour to move are in their Charkoni."""
    return s.turn >= 0 and all(piece == CHARKONI for piece in s.pieces[s.turn].tolist())


def has_one_out(s: State) -> bool:
    """Return whether a piece of the colour to move has left its Charkoni."""
    return s.turn >= 0 and not has_none_out(s)


def has_lap(s: State) -> bool:
    """Return whether a piece of the colour to move has completed its lap and is still on the edge."""
    return s.turn >= 0 and _has_lap(s, int(s.turn))


def any_has_lap(s: State) -> bool:
    """Return whether a piece of any colour has completed its lap and is still on the edge."""
    return any(_has_lap(s, colour) for colour in range(4))


def _has_lap(s: State, colour: int) -> bool:
    return any(piece < LANE and piece % 2 for piece in s.pieces[colour].tolist())
