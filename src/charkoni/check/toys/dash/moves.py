"""The moves of Dash: runs, throws, the pass."""

from charkoni.core.errors import N_, Reason
from charkoni.core.moves.declaration import Kind, Moves, Part

_VALUE = Part("123", zones=("v1", "v2", "v3"))
MOVES = Moves(
    Kind("{cell}:{value}", {"cell": Part("0123"), "value": _VALUE}, taps="{cell} [{value}]"),
    Kind("[{value}]", {"value": Part("123")}, taps=""),
    Kind("-", taps="pass"),
    unreadable=Reason("BAD_MOVE", "D2", N_("a move is a cell and a value, as in 0:2, a throw is [2], the pass is -")),
)
