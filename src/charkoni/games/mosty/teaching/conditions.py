"""What moves of the lessons fulfil."""

from charkoni.core.game import Position


def prevents_a_win(before: Position, after: Position) -> bool:
    """Return whether the opponent cannot join both borders with the next bridge."""
    return all(after.play(move).outcome is None for move in after.moves)


def wins_by_force(before: Position, after: Position) -> bool:
    """Return whether player a wins by force."""
    if after.outcome is not None:
        return after.outcome.scores[0] == 1
    ends = (wins_by_force(after, after.play(move)) for move in after.moves)
    return any(ends) if after.turn == 0 else all(ends)
