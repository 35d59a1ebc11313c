"""Why a move of Focus is not legal, and what is wrong with a position."""

from charkoni.core.errors import N_, Reason
from charkoni.core.game_types import Flags, State
from charkoni.games.focus.moves import MOVES, NAMES
from charkoni.games.focus.rules import DROP, HEIGHT, NULL_MOVE, OWN_HEIGHT, PLACES, ends_of_walks

INVALID = (
    Reason("MOVER", "F11", N_("a player has no tower left: the game is over and the mover is .")),
    Reason("MOVER", "F11", N_("the mover is . but the game is not over")),
    Reason("MOVER", "F11", N_("nobody owns a tower, so nobody can have won")),
)
_NO_TALL_TOWER = N_("the null move needs a tower of your own with two or more checkers")
_NO_RESERVE = N_("the reserve is empty")
_NO_TOWER = N_("no tower stands on {cell}")
_NOT_TOP = N_("the top checker on {cell} is the opponent's")
_TOO_FEW = N_("the tower on {cell} is lower than {k}; its height is {height}")
_UNCHANGED = N_("a walk back to the start changes nothing: it is the null move -")
_DIAGONAL = N_("steps are never diagonal: a single checker cannot go from {start} to {end}")
_EXACTLY = N_("the number of steps must be {k}, one for each checker: no such walk leads from {start} to {end}")
_AT_MOST = N_("the number of steps must be 1 to {k}: no such walk leads from {start} to {end}")


def illegal(s: State, code: int, flags: Flags) -> Reason:
    """Return why the move is not legal."""
    if code == NULL_MOVE:
        return Reason("NO_TALL_TOWER", "F9", _NO_TALL_TOWER)
    if code >= DROP:
        return Reason("NO_RESERVE", "F10", _NO_RESERVE)
    _, (start, end, number) = MOVES.split(code)
    k = number + 1
    height = int(HEIGHT[s.tower[start]])
    if height == 0:
        return Reason("NO_TOWER", "F5", _NO_TOWER, {"cell": NAMES[start]})
    if OWN_HEIGHT[s.turn, s.tower[start]] == 0:
        return Reason("NOT_TOP", "F3", _NOT_TOP, {"cell": NAMES[start]})
    if k > height:
        return Reason("TOO_FEW_DISCS", "F5", _TOO_FEW, {"cell": NAMES[start], "k": k, "height": height})
    return _why_not_walk(start, end, k, flags["steps"] == "upto")


def _why_not_walk(start: int, end: int, k: int, is_upto: bool) -> Reason:
    """Return why no move of k checkers leads from `start` to `end`."""
    if start == end and end in ends_of_walks(start, k, is_upto):
        return Reason("NULL_MOVE", "F9", _UNCHANGED)
    ends = {"start": NAMES[start], "end": NAMES[end]}
    across, along = (abs(PLACES[end][axis] - PLACES[start][axis]) for axis in range(2))
    if k == 1 and across == along == 1:
        return Reason("NO_DIAGONAL", "F6", _DIAGONAL, ends)
    return Reason("WRONG_STEPS", "F6", _AT_MOST if is_upto else _EXACTLY, {"k": k, **ends})
