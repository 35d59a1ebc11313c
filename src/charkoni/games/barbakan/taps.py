"""The taps that enter a move of Barbakan, the prompts between them, and taps without effect."""

from charkoni.core.board_types import TapSequence
from charkoni.core.errors import Reason
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.barbakan.catalog import CATALOG
from charkoni.games.barbakan.moves import HAND, moves
from charkoni.games.barbakan.points import BOARDS
from charkoni.games.barbakan.rules import can_move, is_shut_in

PLAYERS = "abcd"
COLOURS = ("red", "blue", "yellow", "green")


def prompt(s: State, prefix: TapSequence, flags: Flags, words: Words) -> str:
    """Return the sentence that asks for the next tap."""
    if s.hand[s.turn]:
        return words._("Place a pawn on a free outer point.")
    if prefix:
        return words._("Where to? The pawn goes along a line to the next point.")
    if not can_move(s, int(s.turn)):
        return words._("No pawn can move: you have to pass.")
    return words._("Choose a pawn. You must move, even if it does harm.")


def attempt(s: State, prefix: TapSequence, zone: str, flags: Flags) -> str | Reason | None:
    """Return the move that a tap without effect seems to mean, or why there is none."""
    board, me = BOARDS[flags["board"]], int(s.turn)
    if zone.startswith(HAND):
        owner = PLAYERS.index(zone[len(HAND) :])
        if owner != me:
            return CATALOG.reason("HAND_OF", owner=CATALOG.players[owner])
        return f"@{board.points[0]}"  # refused when all pawns are placed (K4)
    if zone in board.points and not prefix and not s.hand[me]:
        point = board.points.index(zone)
        if int(s.pawns[me]) >> point & 1 and is_shut_in(s, point):
            return CATALOG.reason("SHUT_IN")
    return moves(flags).meant(s, prefix, zone, me)
