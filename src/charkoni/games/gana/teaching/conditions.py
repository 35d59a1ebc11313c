"""What moves of the lessons fulfil."""

from charkoni.core.game import Position


def king_is_safe(before: Position, after: Position) -> bool:
    """Return whether no move of the opponent takes the king."""
    ends = (after.play(move).outcome for move in after.moves)
    return all(end is None or end.reason != "king" for end in ends)


def is_stalemate(before: Position, after: Position) -> bool:
    """Return whether a lone king cannot move to safety."""
    return after.outcome is not None and after.outcome.reason == "stalemate"
