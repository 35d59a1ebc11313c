"""What people like to play in Barbakan."""

import pytest
from tests.games.barbakan.positions import position_of

from charkoni import game
from charkoni.games.barbakan import habits

BARBAKAN = game("barbakan")


def human_prior(move: str, **pawns: str) -> float:
    position = position_of(mover="a", **pawns)
    assert move in position.moves
    return habits.human_prior(position.state[0], position.game.code(move), position.game.flags)


@pytest.mark.parametrize("inwards", ["m1-b1", "m1-b2"])
def test_a_pawn_walks_inwards_rather_than_round_and_hardly_ever_out_again(inwards):
    where = {"m1": "a", "o13": "b"}
    assert human_prior(inwards, **where) > human_prior("m1-m2", **where) > human_prior("m1-o2", **where) > 0


def test_the_points_for_placing_are_liked_alike():
    start = BARBAKAN.start()
    assert {habits.human_prior(start.state[0], BARBAKAN.code(move), BARBAKAN.flags) for move in start.moves} == {1.0}
