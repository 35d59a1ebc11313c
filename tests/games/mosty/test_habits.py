"""What people like to play in Mosty."""

import pytest

from charkoni import game
from charkoni.games.mosty import habits

MOSTY = game("mosty")


def human_prior(move: str, *before: str) -> float:
    position = MOSTY.start()
    for each in before:
        position = position.play(each)
    return habits.human_prior(position.state[0], MOSTY.code(move), MOSTY.flags)


@pytest.mark.parametrize("better", ["d6", "f6", "e7", "e3"])
def test_a_bridge_that_leads_on_is_liked_better_than_one_that_touches_nothing(better):
    assert human_prior(better, "e5", "i9") > 5 * human_prior("b2", "e5", "i9") > 0


def test_a_bridge_in_the_way_of_the_opponent_is_liked_better_than_one_that_touches_nothing():
    assert human_prior("g5", "i9", "e5") > 5 * human_prior("b6", "i9", "e5")


def test_a_game_begins_in_the_middle():
    assert human_prior("e5") > human_prior("c5") > human_prior("a5") > 0
    assert human_prior("e1") > human_prior("a1") > 0


def test_a_bridge_between_piers_that_are_joined_already_is_hardly_liked():
    """Three sides of a square are built; the shores are one dot each."""
    square = ("e5", "i9", "d4", "i1", "c5", "a9")  # Red's; Blue's lie aside
    assert human_prior("d6", *square) < 0.2 * human_prior("c7", *square)
    shore = ("c1", "i9", "d2", "i7")
    assert human_prior("e1", *shore) < 0.2 * human_prior("e3", *shore)
