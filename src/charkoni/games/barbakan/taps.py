"""The taps that enter a move of Barbakan, the prompts between them, and taps without effect."""

from charkoni.core.board_types import Script
from charkoni.core.errors import N_, Reason
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.barbakan.catalog import CATALOG
from charkoni.games.barbakan.points import BOARDS, PointMap
from charkoni.games.barbakan.rules import can_move, is_shut_in

PLAYERS = "abcd"
HAND = "hand-"
PASS = "pass"

_HAND_OF = N_("these are {owner}'s pawns")
_SHUT_IN = N_("this pawn is shut in: every point where it might go is taken")


def scripts(s: State, move: str, flags: Flags) -> list[Script]:
    """Return the scripts of a move: an outer point, alone or after the hand; pawn and target; or the pass."""
    if move == "-":
        return [(PASS,)]
    if move.startswith("@"):
        return [(move[1:],), (f"{HAND}{PLAYERS[s.turn]}", move[1:])]
    start, end = move.split("-")
    return [(start, end)]


def prompt(s: State, prefix: Script, flags: Flags, words: Words) -> str:
    """Return the sentence that asks for the next tap."""
    if s.hand[s.turn]:
        return words._("Place a pawn on a free outer point.")
    if prefix:
        return words._("Where to? The pawn goes along a line to the next point.")
    if not can_move(s, int(s.turn)):
        return words._("No pawn can move: you have to pass.")
    return words._("Choose a pawn. You must move, even if it does harm.")


def attempt(s: State, prefix: Script, zone: str, flags: Flags) -> str | Reason | None:
    """Return the move that a tap without effect seems to mean, or why there is none."""
    board = BOARDS[flags["board"]]
    if zone == PASS:
        return "-"
    if zone.startswith(HAND):
        return _attempt_from_hand(s, zone, board)
    if s.hand[s.turn]:
        return f"@{zone}"
    if prefix:
        return f"{prefix[0]}-{zone}"
    point = board.points.index(zone)
    if int(s.pawns[s.turn]) >> point & 1 and is_shut_in(s, point):
        return Reason("SHUT_IN", "K8", _SHUT_IN)
    neighbour = next(end for start, end in board.moves if start == point)
    return f"{zone}-{board.points[neighbour]}"


def _attempt_from_hand(s: State, zone: str, board: PointMap) -> str | Reason:
    """Return why a hand is another player's, or the placing that is refused when all pawns are placed (K4)."""
    owner = PLAYERS.index(zone[len(HAND) :])
    if owner != s.turn:
        return Reason("NOT_YOURS", "K4", _HAND_OF, {"owner": CATALOG.players[owner]})
    return f"@{board.points[0]}"
