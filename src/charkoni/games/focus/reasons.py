"""Why a move of Focus is not legal."""

from charkoni.core.errors import Reason
from charkoni.core.game_types import Flags, State
from charkoni.games.focus.catalog import CATALOG
from charkoni.games.focus.moves import MOVES, NAMES
from charkoni.games.focus.rules import DROP, HEIGHT, NULL_MOVE, OWN_HEIGHT, PLACES, ends_of_walks


def illegal(s: State, code: int, flags: Flags) -> Reason:
    """Return why the move is not legal."""
    if code == NULL_MOVE:
        return CATALOG.reason("NO_TALL_TOWER")
    if code >= DROP:
        return CATALOG.reason("NO_RESERVE")
    _, (start, end, number) = MOVES.split(code)
    k = number + 1
    height = int(HEIGHT[s.tower[start]])
    if height == 0:
        return CATALOG.reason("NO_TOWER", cell=NAMES[start])
    if OWN_HEIGHT[s.turn, s.tower[start]] == 0:
        return CATALOG.reason("NOT_TOP", cell=NAMES[start])
    if k > height:
        return CATALOG.reason("TOO_FEW", cell=NAMES[start], k=k, height=height)
    return _why_not_walk(start, end, k, flags["steps"] == "upto")


def _why_not_walk(start: int, end: int, k: int, is_upto: bool) -> Reason:
    """Return why no move of k checkers leads from `start` to `end`."""
    if start == end and end in ends_of_walks(start, k, is_upto):
        return CATALOG.reason("UNCHANGED")
    ends = {"start": NAMES[start], "end": NAMES[end]}
    across, along = (abs(PLACES[end][axis] - PLACES[start][axis]) for axis in range(2))
    if k == 1 and across == along == 1:
        return CATALOG.reason("DIAGONAL", **ends)
    return CATALOG.reason("AT_MOST" if is_upto else "EXACTLY", k=k, **ends)
