"""Reasons why a move of Gana is illegal."""

from charkoni.core.errors import Reason
from charkoni.core.game_types import Flags, State
from charkoni.games.gana.catalog import CATALOG
from charkoni.games.gana.moves import NAMES, way_name
from charkoni.games.gana.rules import ALONE, KINDS, ROOM, STEP, lane, pile


def illegal(s: State, code: int, flags: Flags) -> Reason:
    """Return why the group or the king cannot make the move."""
    way, kind = divmod(code, KINDS)
    return _wrong_kind(s, way, kind) or _no_first_step(s, way, kind) or _wrong_end(s, way, kind)


def _wrong_kind(s: State, way: int, kind: int) -> Reason | None:
    """Return why the pieces on the square have no moves of this kind (G3, G9, G10)."""
    me, square = int(s.turn), way // 4
    args = {"square": NAMES[square], "move": way_name(way)}
    if s.group[me, square] == 0:
        return CATALOG.reason("NO_OWN_PIECE", **args)
    if s.king[me] != square:
        if kind == ALONE:
            return CATALOG.reason("ONLY_KING_LEAVES", **args)
        return CATALOG.reason("KING_ELSEWHERE", **args) if kind else None
    if kind != ALONE and s.group[me, square] == 1:
        return CATALOG.reason("NO_GROUP", **args)
    return None if kind else CATALOG.reason("NAME_DISTANCE", **args)


def _no_first_step(s: State, way: int, kind: int) -> Reason | None:
    """Return why not even the first step is possible (G6, G14, G15)."""
    if ROOM[way] == 0:
        return CATALOG.reason("EDGE", square=NAMES[way // 4])
    me = int(s.turn)
    after = way // 4 + int(STEP[way])
    args = {"square": NAMES[after]}
    if kind == ALONE:
        return CATALOG.reason("CLOSED", **args)
    if lane(s, me, way) > 0:
        return None
    if s.king[1 - me] == after:
        return CATALOG.reason("SHIELD", **args)
    return CATALOG.reason("FULL", **args)


def _wrong_end(s: State, way: int, kind: int) -> Reason:
    """Return why the group cannot end its move there, or the king at his distance (G6, G8, G10, G14)."""
    me, square = int(s.turn), way // 4
    n, m = int(s.group[me, square]), int(lane(s, me, way))
    if kind > n:
        return CATALOG.reason("SMALL_GROUP", square=NAMES[square], n=n)
    last = square + m * int(STEP[way])
    if kind > m:
        is_taking = last == s.king[1 - me]
        if kind == m + 1 and not is_taking and ROOM[way] >= kind:
            args = {"square": NAMES[last + int(STEP[way])]}
            if kind == n:
                return CATALOG.reason("CLOSED", **args)
            return CATALOG.reason("FULL", **args)
        return CATALOG.reason("SHORT_LANE", square=NAMES[last], most=m)
    count = int(pile(s, me, way, m, kind))
    return CATALOG.reason("PILE", square=NAMES[last], count=count)
