"""Openings: a few random plies that lead to balanced positions, the same for the same seed."""

from collections.abc import Iterator
from copy import copy
from functools import lru_cache
from itertools import tee

from charkoni.core.constants import CHANCE, OVER
from charkoni.core.game import Game, Position
from charkoni.core.random_numbers import below, place_by_odds, seeded
from charkoni.core.record import Record
from charkoni.search import Limits, Searcher, full_width

PLIES_PER_SIDE = 2  # decisions: enough for hundreds of openings, few enough to stay near the start
SMALL = 0.1  # of an even share, by the search below; chosen
# The usual node budget of the search that values an opening.  It judges openings for levels; strong players need more:
# in matches of 2 s four of 31 pairs began from lost openings, none where as many nodes judged as a move is searched
# with (docs/notebook/2026-11-strength.md).
NODES = 30_000

ATTEMPTS = 40  # then the most balanced one so far: a small game may have none that is even


def thrown(position: Position, seed: int, number: int) -> str:
    """Return the throw with this number in a game; it depends on the seed, not on the seat assignment."""
    return position.moves[place_by_odds(seeded(seed, number), position.odds)]


def throws_so_far(record: Record) -> int:
    """Return the number of throws in the record."""
    return sum(position.turn == CHANCE for position in record.positions[:-1])


def advance_dice(record: Record, seed: int) -> None:
    """Play throws as long as they are due."""
    while record.turn == CHANCE:
        record.play(thrown(record.position, seed, throws_so_far(record)))


def openings(game: Game, seed: int, nodes: int = NODES) -> Iterator[tuple[str, ...]]:
    """Yield openings without end, each as its moves: random plies, PLIES_PER_SIDE decisions of each side.

    A full-width search with a node budget must value the position within SMALL of an equal share, and no two openings
    lead to the same position.  After ATTEMPTS tries the most balanced one is taken, so that small games have openings.
    """
    searcher = Searcher(game, full_width(game))
    seen: set[Position] = set()
    number = 0
    while True:
        tried: list[tuple[float, int, Record]] = []
        while not tried or (tried[-1][0] > SMALL and len(tried) < ATTEMPTS):
            number += 1
            record = _random(game, seed, number)
            if record.position not in seen or number % ATTEMPTS == 0:
                tried.append((_unevenness(searcher, record, nodes), number, record))
        best = min(tried)[2]
        seen.add(best.position)
        yield best.moves


def book(game: Game, seed: int, nodes: int = NODES) -> Iterator[tuple[str, ...]]:
    """Return the openings of a game, a seed and a node budget, each computed once: matches of a ladder share them."""
    return copy(_book(game, seed, nodes))


@lru_cache(maxsize=4)
def _book(game: Game, seed: int, nodes: int) -> Iterator[tuple[str, ...]]:
    """Return an iterator whose copies begin with the first opening, and keep all for the others."""
    return tee(openings(game, seed, nodes), 1)[0]


def _random(game: Game, seed: int, number: int) -> Record:
    """Return a record of random plies, its throws by the number of the opening."""
    rng = seeded(seed, number)
    record = Record(game)
    left = PLIES_PER_SIDE * len(set(game.sides))
    while left and record.turn != OVER:
        if record.turn == CHANCE:
            record.play(thrown(record.position, seed, below(rng, 1 << 30)))
        else:
            record.play(record.position.moves[int(below(rng, len(record.position.moves)))])
            left -= 1
    return record


def _unevenness(searcher: Searcher, record: Record, nodes: int) -> float:
    """Return the distance of the first player's value from an equal share; 1 when the game is over."""
    if record.turn == OVER:
        return 1.0
    result = searcher.search(record.position, Limits(nodes=nodes), record.positions[:-1])
    return abs(result.values[0] - 1 / len(set(record.game.sides)))
