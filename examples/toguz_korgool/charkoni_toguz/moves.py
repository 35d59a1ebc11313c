"""The moves of Toguz Korgool: a code is the hole, 0 for hole 1."""

from charkoni.core.errors import N_, Reason
from charkoni.core.moves.declaration import Kind, Moves, Part

_HOLE = Part("123456789", zones=tuple(f"{{me}}{hole}" for hole in range(1, 10)))

MOVES = Moves(
    Kind("{hole}", {"hole": _HOLE}, phrase=N_("sows from hole {hole}")),
    unreadable=Reason("BAD_MOVE", "T2", N_("a move is the number of a hole, 1 to 9")),
)
