"""Barbakan for two solved backwards: every position of a small board, and endings with few pawns on any board."""

from fractions import Fraction
from functools import cache, lru_cache
from math import comb

from charkoni.core.constants import OVER
from charkoni.core.game import Game
from charkoni.core.position import Position
from charkoni.games.barbakan.points import BOARDS
from charkoni.solve import Exact
from charkoni.solve.barbakan.retrograde_kernels import OVER as OVER_NOW
from charkoni.solve.barbakan.tablebase import Shelf, key_of, key_when_placed


def knows(game: Game) -> bool:
    """Return whether positions of this game can be known: both small boards are solved for two players."""
    return game.players == 2 and game.codes <= _SMALL


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
    if ways_to_place(position) > _MOST_WAYS or not _shelf().has(key_when_placed(position)):
        return None
    return _placing(position)


_MOST_WAYS = 10_000
"""Ways to place the pawns in hand: all eight of mini4 can be placed in 70 ways, one of each on b12 in up to 552."""

_SMALL = 100
"""Codes of a board that is solved from the start: mini3 has 58, mini4 77, b12 229."""


def ways_to_place(position: Position) -> int:
    """Return in how many ways the pawns in hand can stand on the free outer points."""
    s = position.state[0]
    taken = int(s.pawns[0] | s.pawns[1])
    free = (BOARDS[position.game.flags["board"]].mask("outer") & ~taken).bit_count()
    mine, other = int(s.hand[0]), int(s.hand[1])
    return comb(free, mine) * comb(free - mine, other) if mine + other <= free else 0


@lru_cache(maxsize=1 << 17)
def _placing(position: Position) -> int:
    """Return the plies to the end of a position of the first stage, by trying all placings."""
    found = [_placed(position.play(move)) for move in position.moves]
    return best_of([plies for plies in found if plies is not None])


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
