"""Searches in every game: against exhaustive search, determinism, won positions."""

import pytest
from tests.sampling import short_run
from tests.search.alphabeta.test_search import near_end
from tests.search.exhaustive import bounds
from tests.search.expectiminimax.test_search import plain, worst_first

from charkoni import CHANCE, OVER, Record, game, games
from charkoni.core.random_numbers import below, seeded
from charkoni.search import Limits, Searcher, engines_of
from charkoni.search.searcher import engine_of

pytestmark = pytest.mark.compiled_only

NAMES = (*games(), "barbakan:board=mini3,players=3", "barbakan:board=mini4,players=4", "mangala:fortress")
WITHOUT_DICE = tuple(name for name in NAMES if name != "chaupar")
SHORT = tuple(name for name in WITHOUT_DICE if name != "focus")
"""Games with few moves in a position, small enough for exhaustive search."""
BOTH = [(name, engine) for name in NAMES for engine in engines_of(game(name))]
IN_SHORT = [(name, engine_of(game(name))) for name in games()] + [("mosty", "puct"), ("chaupar", "puct")]
"""Every game with its usual engine; their kernels are compiled for other tests, too."""


def middle(name, plies, seed):
    """Return a position of a random game in which a player has a choice."""
    rng, record = seeded(seed), Record(game(name))
    while len(record) < plies or record.turn in (CHANCE, OVER) or len(record.position.moves) < 2:
        if record.turn == OVER:
            record = Record(game(name))
        moves = record.position.moves
        record.play(moves[int(below(rng, len(moves)))])
    return record.position


# --- determinism --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "engine"), [pytest.param(*each, marks=() if each in IN_SHORT else pytest.mark.long) for each in BOTH]
)
def test_the_same_seed_and_nodes_find_the_same(name, engine):
    """Whatever was searched before, with a new searcher and with a used one."""
    positions = [middle(name, plies, 3) for plies in (8, 13)]
    limits = Limits(nodes=400, lines=2)
    used = Searcher(game(name), engine)
    first = [used.search(position, limits, seed=5) for position in positions]
    again = [used.search(position, limits, seed=5) for position in reversed(positions)][::-1]
    fresh = [Searcher(game(name), engine).search(position, limits, seed=5) for position in positions]
    for one, other, third in zip(first, again, fresh, strict=True):
        assert (one.move, one.values, one.ranking, one.nodes) == (other.move, other.values, other.ranking, other.nodes)
        assert (one.move, one.values, one.ranking, one.nodes) == (third.move, third.values, third.ranking, third.nodes)


# --- all lines ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", short_run(WITHOUT_DICE, SHORT))
def test_alpha_beta_agrees_with_all_lines_near_the_end(name):
    """Values decided within a few plies are found, and proofs are right; with several sides by paranoid search."""
    searcher, decided = Searcher(game(name), "ab"), 0
    for position, plies in ends(name):
        low, high = bounds(Record(position.game, position), position.turn, plies)
        found = searcher.search(position, Limits(nodes=5000))
        if low == high:
            decided += 1
            assert found.value == pytest.approx(float(low), abs=1e-5), position
            assert found.exact or low not in (0, 1), position
        elif found.exact:
            assert float(low) - 1e-5 <= found.value <= float(high) + 1e-5, position
    assert decided


@pytest.mark.parametrize("name", short_run(WITHOUT_DICE, ("mangala", "mosty")))
def test_tree_search_agrees_with_all_lines_near_the_end(name):
    """Its bounds hold for any preferences of the others; with several sides they include the worst case."""
    searcher, decided = Searcher(game(name), "puct"), 0
    for position, plies in ends(name):
        low, high = bounds(Record(position.game, position), position.turn, plies)
        found = searcher.search(position, Limits(nodes=5000))
        decided += low == high
        if len(set(position.game.sides)) > 2:
            assert found.value >= float(low) - 1e-9, position
        elif low == high:
            assert (found.exact, found.value) == (True, float(low)), position
        elif found.exact:
            assert float(low) <= found.value <= float(high), position
    assert decided


ENDS = {"banglagor": ((12, 2), (24, 1), (53, 1)), "mangala": tuple((seed, 3) for seed in range(1, 9))}
"""Games, and plies before the end of a random game; those of Banglagor mostly end undecided after quiet plies."""
USUAL_ENDS = ((1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2))
WIDEST = 45


def ends(name):
    """Yield positions a few plies before random games end, and the plies of an exhaustive search.

    A player has a choice there, of few moves.
    """
    for seed, plies in ENDS.get(name, USUAL_ENDS):
        position = near_end(name, plies, seed)
        if position.turn >= 0 and 1 < len(position.moves) <= WIDEST:
            yield position, max(plies, 2)


def test_a_turn_of_chaupar_agrees_with_all_lines():
    """All sequences of decisions of the throw and of the next throw, with few pieces left."""
    searcher, checked = Searcher(game("chaupar"), "dice"), 0
    for seed in range(1, 9):
        position = near_end("chaupar", 4 + seed, seed)
        if position.turn == CHANCE or len(position.moves) < 2:
            continue
        found = searcher.search(position, Limits(depth=1, lines=0))
        for choice in found.ranking:
            expected = plain(position.play(choice.move), 1)[position.turn]
            assert choice.value == pytest.approx(expected, abs=2e-6), (position, choice)
        assert worst_first(searcher._engine, position, found, 1) == pytest.approx(found.value, abs=2e-6), position
        checked += 1
    assert checked >= 2
