"""Turkish Mangala solved from the end: tables of all boards with few stones, proofs above them, a book of openings.

The fortress variant repeats positions and has no such tables: docs/solving.md.
"""

from fractions import Fraction
from functools import cache
from typing import Any

from charkoni.core.game import Game
from charkoni.core.position import Position
from charkoni.solve import Exact
from charkoni.solve import probe as probe_of_any
from charkoni.solve.mangala.endings import entries
from charkoni.solve.mangala.open_tablebases import Shelf
from charkoni.solve.mangala.tablebase import lead_now


def knows(game: Game) -> bool:
    """Return whether positions of this game can be known: those of the base game are, near the end."""
    return game.name == "mangala"


def probe(position: Position) -> Exact | None:
    """Return the exact value of a position that the tables or the book hold, or None."""
    if position.game.name != "mangala":
        return None
    lead = _shelf().lead(position)
    return None if lead is None else _exact(lead)


def lasting(position: Position) -> Exact | None:
    """Return the exact value of a position that the tables hold, or None."""
    lead = _shelf().lead_by_tables(position) if position.game.name == "mangala" else None
    return None if lead is None else _exact(lead)


def explore(position: Position) -> dict[str, Exact | None]:
    """Return what is proved behind each move: by the book where it has the position, else by the tables."""
    leads = _shelf().leads(position) if position.game.name == "mangala" else None
    if leads is None:
        return {move: probe_of_any(position.play(move)) for move in position.moves}
    return {move: _exact(leads[move]) for move in position.moves}


def _exact(lead: int) -> Exact:
    share = Fraction(1 if lead > 0 else 0) if lead else Fraction(1, 2)
    return Exact((share, 1 - share), lead)


def endings(game: Game) -> Any:
    """Return the entries of the table that is made on first use, uint8[boards], or None where there is none."""
    return _entries() if game.name == "mangala" else None


def lead_at_end(position: Position) -> int:
    """Return by how many stones a is ahead in a position that is over."""
    return lead_now(position)


@cache
def _entries() -> Any:
    return entries()


@cache
def _shelf() -> Shelf:
    return Shelf()
