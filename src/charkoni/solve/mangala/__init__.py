"""Turkish Mangala solved from the end: tables of all boards with few stones, and proofs above them.

The fortress variant repeats positions and has no such tables: docs/solving.md.
"""

from fractions import Fraction
from functools import cache

from charkoni.core.game import Game
from charkoni.core.position import Position
from charkoni.solve import Exact
from charkoni.solve.mangala.shelf import Shelf


def knows(game: Game) -> bool:
    """Return whether positions of this game can be known: those of the base game are, near the end."""
    return game.name == "mangala"


def probe(position: Position) -> Exact | None:
    """Return the exact value of a position that the tables hold, or None."""
    if position.game.name != "mangala":
        return None
    lead = _shelf().lead(position)
    if lead is None:
        return None
    share = Fraction(1 if lead > 0 else 0) if lead else Fraction(1, 2)
    return Exact((share, 1 - share), lead)


def lead_at_end(position: Position) -> int:
    """Return by how many stones a is ahead in a position that is over."""
    s = position.state[0]
    return int(s.store[0]) - int(s.store[1])


@cache
def _shelf() -> Shelf:
    return Shelf()
