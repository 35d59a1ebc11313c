"""What lessons and guide name: when advice and rules are told, what right moves fulfil."""

from charkoni.core.game import Position
from charkoni.core.game_types import State
from charkoni.games.mosty.chains import needed


def is_urgent(s: State) -> bool:
    """Return whether a side could win by its next bridge."""
    return s.turn >= 0 and any(needed(s, side) == 1 for side in range(2))


def has_two_bridges(s: State) -> bool:
    """Return whether the player to move may build two bridges."""
    return int(s.left) == 2


def prevents_a_win(before: Position, after: Position) -> bool:
    """Return whether the opponent cannot join both borders with the next bridge."""
    return all(after.play(move).outcome is None for move in after.moves)


def wins_by_force(before: Position, after: Position) -> bool:
    """Return whether player a wins by force."""
    if after.outcome is not None:
        return after.outcome.scores[0] == 1
    ends = (wins_by_force(after, after.play(move)) for move in after.moves)
    return any(ends) if after.turn == 0 else all(ends)
