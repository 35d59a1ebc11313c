"""The moves of Trio: the number of a cell."""

from charkoni.core.errors import N_, Reason
from charkoni.core.moves.declaration import Kind, Moves, Part

MOVES = Moves(
    Kind("{cell}", {"cell": Part("1234567")}),
    unreadable=Reason("BAD_MOVE", "L1", N_("a move is the number of a cell, 1 to 7")),
)
