"""The end of Chaupar solved: exact chances once all pieces are in the lanes or Home, and races of one colour."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from charkoni.core.game import Game
from charkoni.core.position import Position
from charkoni.solve import Exact
from charkoni.solve.chaupar.lane_tablebase import Shelf


def knows(game: Game) -> bool:
    """Return whether positions of this game can be known: the last ones of every game are."""
    return True


def probe(position: Position) -> Exact | None:
    """Return the exact chances of a position, or None where no table holds it."""
    chance = _shelf().chance(position)
    if chance is None:
        return None
    ours = Fraction(chance)
    return Exact((ours, 1 - ours, ours, 1 - ours))


def last(game: Game) -> Position:
    """Return a position of one pile of each colour, whose table is made on first use."""
    return game.parse("l7,h3/l7,h3/l7,h3/l7,h3 a a 1")


def choose(position: Position, moves: Sequence[str]) -> str:
    """Return, of moves with the same chance, one of a piece rather than one that lets a value go."""
    return min(moves, key=lambda move: move[0] in ">-")


@cache
def _shelf() -> Shelf:
    return Shelf()
