"""Mosty: the bridges that each side still needs, and the chain that wins."""

import random

import pytest

import charkoni
from charkoni.core.constants import OVER
from charkoni.games.mosty import chains

pytestmark = pytest.mark.once


def needed(name, text):
    s = charkoni.game(name).parse(text).state[0]
    return chains.needed(s, 0), chains.needed(s, 1)


def test_there_is_no_winning_chain_before_the_end():
    position = charkoni.game("mosty:size=2").parse("1b/1/r1 a")
    assert chains.winning_chain(position.state[0], 0) == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("2/1/2 a", (2, 2)),
        ("2/1/r1 b", (1, 2)),
        ("1b/1/r1 a", (1, 1)),
        ("rb/1/r1 .", (0, None)),
        ("2/b/r1 a", (1, 2)),
        ("b1/r/r1 b", (1, 1)),
    ],
)
def test_bridges_needed_are_the_shortest_way_round_the_bridges_of_the_other_side(text, count):
    assert needed("mosty:size=2", text) == count


def test_bridges_needed_agree_with_the_rules_in_random_games():
    rng = random.Random(4)
    for size in (2, 3, 5):
        position = charkoni.game(f"mosty:size={size}").start()
        while position.turn != OVER:
            one, other = (chains.needed(position.state[0], side) for side in range(2))
            wins = [move for move in position.moves if position.play(move).turn == OVER]
            assert (one if position.turn == 0 else other) > 0
            assert bool(wins) == ((one if position.turn == 0 else other) == 1)
            position = position.play(rng.choice(position.moves))
        winner = position.outcome.scores.index(max(position.outcome.scores))
        assert chains.needed(position.state[0], winner) == 0
        assert chains.needed(position.state[0], 1 - winner) is None
