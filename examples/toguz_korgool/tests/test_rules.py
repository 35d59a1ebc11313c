"""The rules of Toguz Korgool, clause by clause, and in random games against a plain reference."""

import random
import sys
from pathlib import Path

import charkoni
import pytest
from charkoni.check import leaves

sys.path.insert(0, str(Path(__file__).parent))
from reference import play

GAME = charkoni.game("toguz")


@pytest.mark.parametrize(("name", "counts"), [("toguz", (9, 73, 613, 5199)), ("toguz:nine", (9, 73, 613, 5199))])
def test_leaf_counts(name, counts):
    assert tuple(leaves(charkoni.game(name).start(), depth) for depth in range(1, 5)) == counts


@pytest.mark.parametrize("name", ["toguz", "toguz:nine"])
def test_random_games_are_those_of_the_reference(name):
    rng, made = random.Random(name), set()
    for _ in range(12):
        position = charkoni.game(name).start()
        holes, kazans, tuzes = [[9] * 9, [9] * 9], [0, 0], [None, None]
        is_over = False
        while not is_over:
            assert position.turn >= 0
            assert [int(move) - 1 for move in position.moves] == [at for at in range(9) if holes[position.turn][at]]
            move = rng.choice(position.moves)
            is_over = play(holes, kazans, tuzes, position.turn, int(move) - 1, name.endswith("nine"))
            position = position.play(move)
            s = position.state[0]
            assert (s.holes.tolist(), s.kazan.tolist()) == (holes, kazans)
            assert s.tuz.tolist() == [0 if tuz is None else tuz + 1 for tuz in tuzes]
            made |= {*tuzes}
        assert position.outcome
    assert len(made) > 3


def test_t2_an_empty_hole_cannot_be_played():
    position = GAME.parse("9,0,9,9,9,9,9,9,9:12/9,9,9,9,9,9,9,0,7:8 a -/-")
    with pytest.raises(charkoni.IllegalMove, match="hole 2 is empty"):
        position.play("2")


def test_t6_nobody_plays_from_a_tuz():
    position = GAME.parse("9,9,9,9,9,9,9,0,9:23/3,0,9,9,9,9,9,9,4:6 b 2/-")
    with pytest.raises(charkoni.IllegalMove, match="hole 2 is a tuz"):
        position.play("2")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("9,9,9,9,9,9,9,9,9:1/9,9,9,9,9,9,9,9,9:0 a -/-", "add up"),
        ("9,9,9,9,9,9,9,9,9:0/9,9,9,9,9,9,9,9,9:0 a 2/-", "holds no stones"),
        ("9,9,9,9,9,9,9,9,9:9/9,9,9,9,9,9,9,9,0:0 a 9/-", "never becomes"),
        ("9,0,9,9,9,9,9,9,9:18/9,0,9,9,9,9,9,9,9:0 a 2/2", "same number"),
        ("9,9,9,9,9,9,9,9,9:0/9,9,9,9,9,9,9,9,9:0 . -/-", "the mover is"),
        ("0,0,0,0,0,0,0,0,0:81/9,9,9,9,9,9,9,9,9:0 a -/-", "has no stone"),
        ("9,9,9,9,9,9,9,9,9:0/9,9,9,9,9,9,9,9,163:0 a -/-", "only 162"),
        ("9,9,9,9,9,9,9,9:0/9,9,9,9,9,9,9,9,9:0 a -/-", "nine holes"),
    ],
)
def test_a_position_that_cannot_be_is_refused(text, why):
    with pytest.raises(charkoni.BadPosition, match=why):
        GAME.parse(text)
