"""Why a move of Barbakan is not legal, and what is wrong with a position."""

from charkoni.core.errors import N_, Reason
from charkoni.core.game_types import Flags, State
from charkoni.games.barbakan.catalog import CATALOG
from charkoni.games.barbakan.points import BOARDS, PointMap

INVALID = (
    Reason("PAWNS", "K2", N_("a player has more pawns than the game has")),
    Reason("PAWNS", "K2", N_("a player has no pawn, neither on the board nor in hand")),
    Reason("NOT_OUTER", "K4", N_("while a pawn is in hand, pawns stand on outer points only")),
    Reason("ORDER", "K4", N_("the pawns in hand do not fit the board: the players place all their pawns in turn")),
    Reason("MOVER", "K10", N_("a player has all his pawns inside or nobody can move: the mover is .")),
    Reason("MOVER", "K10", N_("the game is not over: the mover is a letter")),
    Reason("STATE", "K2", N_("the state has two pawns on one point, or pawns of nobody")),
    Reason("MOVER", "K9", N_("the player to move cannot move and has lost: the mover is .")),
)
_PLACE_FIRST = N_("a pawn must be placed: {hand} are still in hand, and none moves before all are placed")
_NOT_OUTER = N_("{point} is not an outer point; pawns are placed on o1 to o{outer}")
_OCCUPIED = N_("there is a pawn on {point}")
_NO_HAND = N_("no pawn is in hand")
_MUST_MOVE = N_("a pawn can move, so there is no pass")
_NO_PAWN = N_("there is no pawn on {point}")
_NOT_YOURS = N_("the pawn on {point} belongs to {owner}")
_CANNOT_LEAVE = N_("a pawn inside never leaves the circle: the gate between {start} and {end} leads inwards only")


def illegal(s: State, code: int, flags: Flags) -> Reason:
    """Return why the move is not legal."""
    board = BOARDS[flags["board"]]
    hand = int(s.hand[s.turn])
    is_placing = code < len(board.points)
    if hand and not is_placing:
        return Reason("PLACE_FIRST", "K4", _PLACE_FIRST, {"hand": hand})
    if hand:
        return _why_not_placed(s, board, code)
    if is_placing:
        return Reason("NO_PAWN_IN_HAND", "K4", _NO_HAND)
    if code == board.passing:
        return Reason("MUST_MOVE", "K9", _MUST_MOVE)
    return _why_not_moved(s, board, *board.moves[code - len(board.points)])


def _why_not_placed(s: State, board: PointMap, point: int) -> Reason:
    """Return why no pawn can be placed on the point."""
    name = board.points[point]
    if not board.mask("outer") >> point & 1:
        args = {"point": name, "outer": board.mask("outer").bit_count()}
        return Reason("NOT_OUTER", "K4", _NOT_OUTER, args)
    return Reason("OCCUPIED", "K4", _OCCUPIED, {"point": name})


def _why_not_moved(s: State, board: PointMap, start: int, end: int) -> Reason:
    """Return why no pawn can move along the line."""
    names = {"start": board.points[start], "end": board.points[end]}
    owner = owner_of(s, start)
    if owner is None:
        return Reason("NO_PAWN", "K6", _NO_PAWN, {"point": names["start"]})
    if owner != s.turn:
        return Reason("NOT_YOURS", "K6", _NOT_YOURS, {"point": names["start"], "owner": CATALOG.players[owner]})
    if (start, end) in board.gates:
        return Reason("CANNOT_LEAVE_BARBAKAN", "K7", _CANNOT_LEAVE, names)
    return Reason("OCCUPIED", "K8", _OCCUPIED, {"point": names["end"]})


def owner_of(s: State, point: int) -> int | None:
    """Return the player whose pawn is on the point, or None."""
    for player, pawns in enumerate(s.pawns):
        if int(pawns) >> point & 1:
            return player
    return None
