"""Barbakan for two solved backwards: every position of a small board, and endings with few pawns on any board."""

from fractions import Fraction
from functools import cache

from charkoni.core.position import Position
from charkoni.core.terms import OVER
from charkoni.solve import Exact
from charkoni.solve.barbakan.armies import Shelf, key_of
from charkoni.solve.barbakan.retro_kernels import OVER as OVER_NOW


def probe(position: Position) -> Exact | None:
    """Return the exact value of a position for two players, or None where no table holds it."""
    if position.game.players != 2 or position.turn == OVER:
        return None
    plies = _placed(position)
    if plies is None:
        return None
    if plies == 0:
        return Exact((Fraction(1, 2), Fraction(1, 2)))
    winner = position.turn if plies % 2 else 1 - position.turn
    return Exact((Fraction(1 - winner), Fraction(winner)), plies=plies)


def _placed(position: Position) -> int | None:
    """Return the plies to the end as the tables count them; pawns in hand are placed in every way."""
    if key_of(position) is not None:
        return _shelf().plies(position)
    if position.game.codes > _SMALL:
        return None
    return _placing(position)


_SMALL = 100
"""Codes of a board whose placings can all be tried: mini3 has 58, mini4 77, b12 229."""


@cache
def _placing(position: Position) -> int | None:
    """Return the plies to the end of a position of the first stage, by trying all placings."""
    found = [_placed(position.play(move)) for move in position.moves]
    known = [plies for plies in found if plies is not None]
    if len(known) < len(found):
        return None
    return best_of(known)


def best_of(replies: list[int]) -> int:
    """Return the plies to the end from those after each move, as a table counts them for the other player."""
    lost_to_him = [0 if plies == OVER_NOW else plies for plies in replies if plies == OVER_NOW or _is_loss(plies)]
    if lost_to_him:
        return min(lost_to_him) + 1
    return 0 if 0 in replies else max(replies) + 1


def _is_loss(plies: int) -> bool:
    return plies > 0 and plies % 2 == 0


@cache
def _shelf() -> Shelf:
    return Shelf()
