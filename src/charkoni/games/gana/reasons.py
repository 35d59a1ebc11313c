"""Reasons why a move of Gana is illegal or a position invalid."""

from charkoni.core.errors import N_, Reason
from charkoni.core.game_types import Flags, State
from charkoni.games.gana.moves import NAMES, way_name
from charkoni.games.gana.rules import ALONE, KINDS, ROOM, STEP, lane, pile

INVALID = (
    Reason("KINGS", "G1", N_("there is no king on the board")),
    Reason("MOVER", "G19", N_("a king is missing: the game is over, and the mover must be .")),
    Reason("MOVER", "G20", N_("only kings are left: the game is over, and the mover must be .")),
    Reason(
        "MOVER",
        "G21",
        N_("a hundred plies went without a capture: the game is over, and the mover must be ."),
    ),
    Reason("MOVER", "G22", N_("the mover is stalemated: the game is over, and the mover must be .")),
    Reason("MOVER", "G18", N_("the game is not over: the mover must be a or b")),
)
_NO_OWN_PIECE = N_("no piece of yours stands on {square}")
_NAME_DISTANCE = N_("the king's distance must be written, as in {move}:1, or {move}:k if he goes alone")
_NO_GROUP = N_("the king stands on {square} without pawns: he moves as {move}:k")
_KING_ELSEWHERE = N_("your king does not stand on {square}: the group moves as {move}")
_ONLY_KING_LEAVES = N_("all your pieces on {square} go; only the king may leave alone, and he is not there")
_EDGE = N_("{square} lies at the edge of the board")
_FULL = N_("{square} is full")
_SHIELD = N_("{square} is full, and a full square shields the king")
_CLOSED = N_("{square} is full and holds no enemy for the king to capture")
_SMALL_GROUP = N_("the group on {square} has only {n} pieces")
_SHORT_LANE = N_("the lane ends on {square}: the king's distance is at most {most}")
_PILE = N_("{count} pieces would stand on {square}")


def illegal(s: State, code: int, flags: Flags) -> Reason:
    """Return why the group or the king cannot make the move."""
    way, kind = divmod(code, KINDS)
    return _wrong_kind(s, way, kind) or _no_first_step(s, way, kind) or _wrong_end(s, way, kind)


def _wrong_kind(s: State, way: int, kind: int) -> Reason | None:
    """Return why the pieces on the square have no moves of this kind (G3, G9, G10)."""
    me, square = int(s.turn), way // 4
    args = {"square": NAMES[square], "move": way_name(way)}
    if s.group[me, square] == 0:
        return Reason("NO_OWN_PIECE", "G3", _NO_OWN_PIECE, args)
    if s.king[me] != square:
        if kind == ALONE:
            return Reason("WHOLE_GROUP_MOVES", "G9", _ONLY_KING_LEAVES, args)
        return Reason("KING_ELSEWHERE", "G10", _KING_ELSEWHERE, args) if kind else None
    if kind != ALONE and s.group[me, square] == 1:
        return Reason("KING_ALONE", "G9", _NO_GROUP, args)
    return None if kind else Reason("KING_DISTANCE", "G10", _NAME_DISTANCE, args)


def _no_first_step(s: State, way: int, kind: int) -> Reason | None:
    """Return why not even the first step is possible (G6, G14, G15)."""
    if ROOM[way] == 0:
        return Reason("EDGE", "G6", _EDGE, {"square": NAMES[way // 4]})
    me = int(s.turn)
    after = way // 4 + int(STEP[way])
    args = {"square": NAMES[after]}
    if kind == ALONE:
        return Reason("SQUARE_FULL", "G14", _CLOSED, args)
    if lane(s, me, way) > 0:
        return None
    if s.king[1 - me] == after:
        return Reason("SQUARE_FULL", "G15", _SHIELD, args)
    return Reason("SQUARE_FULL", "G6", _FULL, args)


def _wrong_end(s: State, way: int, kind: int) -> Reason:
    """Return why the group cannot end its move there, or the king at his distance (G6, G8, G10, G14)."""
    me, square = int(s.turn), way // 4
    n, m = int(s.group[me, square]), int(lane(s, me, way))
    if kind > n:
        return Reason("TOO_FEW_PIECES", "G10", _SMALL_GROUP, {"square": NAMES[square], "n": n})
    last = square + m * int(STEP[way])
    if kind > m:
        is_taking = last == s.king[1 - me]
        if kind == m + 1 and not is_taking and ROOM[way] >= kind:
            args = {"square": NAMES[last + int(STEP[way])]}
            if kind == n:
                return Reason("SQUARE_FULL", "G14", _CLOSED, args)
            return Reason("SQUARE_FULL", "G6", _FULL, args)
        return Reason("SHORT_LANE", "G10", _SHORT_LANE, {"square": NAMES[last], "most": m})
    count = int(pile(s, me, way, m, kind))
    return Reason("PILE_OVER_FOUR", "G8", _PILE, {"square": NAMES[last], "count": count})
