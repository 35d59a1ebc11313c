"""What lessons and guide name: when advice and rules are told, what right moves fulfil."""

from charkoni.core.board_types import Event
from charkoni.core.game import Position
from charkoni.core.game_types import State
from charkoni.games.gana.events import is_in_danger


def own_king_is_in_danger(s: State) -> bool:
    """Return whether the king of the player to move can be taken."""
    return s.turn >= 0 and is_in_danger(s, int(s.turn))


def king_is_in_danger(s: State, event: Event) -> bool:
    """Return whether either king can be taken."""
    return any(is_in_danger(s, side) for side in range(2))


def square_is_shared(s: State, event: Event) -> bool:
    """Return whether the numbers of both sides are shown on a square."""
    return any(slot and slot.zone.endswith("#") for slot in event.moved[0])


def king_is_safe(before: Position, after: Position) -> bool:
    """Return whether no move of the opponent takes the king."""
    ends = (after.play(move).outcome for move in after.moves)
    return all(end is None or end.reason != "king" for end in ends)


def is_stalemate(before: Position, after: Position) -> bool:
    """Return whether a lone king cannot move to safety."""
    return after.outcome is not None and after.outcome.reason == "stalemate"
