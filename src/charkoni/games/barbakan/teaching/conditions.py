"""What the data files name: when advice and rules are told, what right moves fulfil, what lies on a table."""

from charkoni.core.game import Position
from charkoni.core.game_types import Flags, State
from charkoni.games.barbakan import rules
from charkoni.games.barbakan.points import BOARDS


def is_placing(s: State) -> bool:
    """Return whether pawns are still to be placed."""
    return bool(rules.is_placing(s))


def is_race(s: State) -> bool:
    """Return whether all pawns are placed."""
    return not is_placing(s)


def has_two_ways(before: Position, after: Position) -> bool:
    """Return whether the pawn on o2 can go to m1 and to m2, and nothing else can move."""
    return before.moves == ("o2-m1", "o2-m2")


def leaves_one_runner(before: Position, after: Position) -> bool:
    """Return whether the opponent can only move the pawn on m1."""
    return all(move.startswith("m1-") for move in after.moves)


def must_pass(before: Position, after: Position) -> bool:
    """Return whether the only move is to pass."""
    return before.moves == ("-",)


def board(flags: Flags) -> dict[str, object]:
    """Return the numbers of points and of pawns of a player, the empty rings, and the hands of all."""
    rings, players = BOARDS[flags["board"]].rings, int(flags["players"])
    pawns = rings[0][1] // players
    return {
        "points": sum(size for _, size in rings),
        "pawns": pawns,
        "rings": "/".join("." * size for _, size in rings),
        "hands": ":".join([str(pawns)] * players),
    }
