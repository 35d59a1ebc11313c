"""What moves of the lessons fulfil."""

from charkoni.core.game import Position


def has_two_ways(before: Position, after: Position) -> bool:
    """Return whether the pawn on o2 can go to m1 and to m2, and nothing else can move."""
    return before.moves == ("o2-m1", "o2-m2")


def leaves_one_runner(before: Position, after: Position) -> bool:
    """Return whether the opponent can only move the pawn on m1."""
    return all(move.startswith("m1-") for move in after.moves)


def must_pass(before: Position, after: Position) -> bool:
    """Return whether the only move is to pass."""
    return before.moves == ("-",)
