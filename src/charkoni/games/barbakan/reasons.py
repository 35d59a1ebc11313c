"""Why a move of Barbakan is not legal."""

from charkoni.core.errors import Reason
from charkoni.core.game_types import Flags, State
from charkoni.games.barbakan.catalog import CATALOG
from charkoni.games.barbakan.points import BOARDS, PointMap


def illegal(s: State, code: int, flags: Flags) -> Reason:
    """Return why the move is not legal."""
    board = BOARDS[flags["board"]]
    hand = int(s.hand[s.turn])
    is_placing = code < len(board.points)
    if hand and not is_placing:
        return CATALOG.reason("PLACE_FIRST", hand=hand)
    if hand:
        if not board.mask("outer") >> code & 1:
            return CATALOG.reason("NOT_OUTER", point=board.points[code], outer=board.mask("outer").bit_count())
        return CATALOG.reason("OCCUPIED", point=board.points[code])
    if is_placing:
        return CATALOG.reason("NO_HAND")
    if code == board.passing:
        return CATALOG.reason("MUST_MOVE")
    return _why_not_moved(s, board, *board.moves[code - len(board.points)])


def _why_not_moved(s: State, board: PointMap, start: int, end: int) -> Reason:
    """Return why no pawn can move along the line."""
    names = {"start": board.points[start], "end": board.points[end]}
    owner = owner_of(s, start)
    if owner is None:
        return CATALOG.reason("NO_PAWN", point=names["start"])
    if owner != s.turn:
        return CATALOG.reason("NOT_YOURS", point=names["start"], owner=CATALOG.players[owner])
    if (start, end) in board.gates:
        return CATALOG.reason("CANNOT_LEAVE", **names)
    return CATALOG.reason("OCCUPIED", "K8", point=names["end"])


def owner_of(s: State, point: int) -> int | None:
    """Return the player whose pawn is on the point, or None."""
    for player, pawns in enumerate(s.pawns):
        if int(pawns) >> point & 1:
            return player
    return None
