"""The moves of Mangala: a code is the hole, 0 for hole 1."""

from charkoni.core.errors import N_
from charkoni.core.moves.declaration import Kind, Moves, Part
from charkoni.games.mangala.catalog import CATALOG

_HOLE = Part("123456", zones=tuple(f"{{me}}{hole}" for hole in range(1, 7)))

MOVES = Moves(
    Kind("{hole}", {"hole": _HOLE}, phrase=N_("sows from hole {hole}")),
    unreadable=CATALOG.reason("UNREADABLE"),
)
