"""Mosty with two bridges a turn by proof search: as by the enumeration of all boards, and one size further."""

import pytest
from tests.solve.mosty.all_boards import winner_of

from charkoni import OVER, game
from charkoni.core.compiler import compiled
from charkoni.core.random_numbers import below, seeded
from charkoni.solve import explore, probe, prove

SEEDS = 60 if compiled() else 3


def reached(name, plies, seed):
    position, rng = game(name).start(), seeded(seed)
    for _ in range(plies):
        if position.turn != OVER:
            position = position.play(position.moves[below(rng, len(position.moves))])
    return position


@pytest.mark.compiled_only
@pytest.mark.parametrize("size", [2, 3])
def test_the_winner_is_that_of_the_enumeration(size):
    for seed in range(SEEDS):
        position = reached(f"mosty:links=2,size={size}", seed % 8, seed)
        if position.turn != OVER:
            assert prove(position, 100_000) == probe(position)
            assert probe(position).points[winner_of(position)] == 1


def test_the_value_after_a_move_has_no_distance():
    """The distance is not proved, and the end of the game is no exception."""
    position = game("mosty:links=2,size=2").start()
    while position.turn != OVER:
        assert {value.plies for value in explore(position).values()} == {None}
        position = position.play(position.moves[0])


def test_a_late_position_of_size_4():
    position = reached("mosty:links=2,size=4", 14, 2)
    value = prove(position, 100_000)
    wins = [child for move in position.moves if (child := position.play(move)).turn == OVER]
    assert value.points[position.turn] == 1 or not wins
    values = [prove(child, 100_000) for child in map(position.play, position.moves) if child.turn != OVER]
    best = max([each.points[position.turn] for each in values] + [1 for child in wins])
    assert best == value.points[position.turn]


@pytest.mark.compiled_only
def test_a_small_budget_and_other_games_have_no_answer():
    assert prove(game("mosty:links=2,size=4").start(), 50) is None
    assert prove(game("mosty").start(), 50) is None
    assert prove(game("mosty:links=2").start(), 50) is None


@pytest.mark.long
def test_the_second_player_wins_size_4():
    assert prove(game("mosty:links=2,size=4").start(), 10**9).points == (0, 1)
