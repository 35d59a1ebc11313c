"""Leaf counts."""

import pytest

from charkoni import game, games
from charkoni.check import divide, leaves, toy
from charkoni.check.perft import all_known, known


def slowly(position, depth):
    """The definition: the number of sequences of moves of this length."""
    return 1 if depth == 0 else sum(slowly(position.play(move), depth - 1) for move in position.moves)


@pytest.mark.parametrize("depth", range(5))
@pytest.mark.parametrize("chosen", [toy("dash"), toy("trio"), game("mangala"), game("mosty:size=2")], ids=str)
def test_counting_in_bulk_is_counting_one_by_one(chosen, depth):
    depth = min(depth, 3) if chosen.name == "mangala" else depth
    assert leaves(chosen.start(), depth) == slowly(chosen.start(), depth)


def test_sequences_that_end_sooner_do_not_count():
    last = toy("trio").parse("a.b.c.. a")
    assert dict(divide(last, 1)) == {"2": 1, "4": 1, "6": 1, "7": 1}
    assert dict(divide(last, 2)) == {"2": 0, "4": 3, "6": 3, "7": 3}


def test_nothing_follows_a_game_that_is_over():
    over = toy("trio").parse("aab.c.. .")
    assert [leaves(over, depth) for depth in range(3)] == [1, 0, 0]


def test_divide_adds_up_in_the_order_of_the_moves():
    start = game("mangala").start()
    assert [move for move, _ in divide(start, 3)] == list(start.moves)
    assert sum(dict(divide(start, 3)).values()) == leaves(start, 3) == 213


def test_negative_depth_is_refused():
    with pytest.raises(ValueError, match="a depth of -1"):
        leaves(toy("dash").start(), -1)


@pytest.mark.parametrize("name", [*games(), "dash", "trio"])
def test_every_game_has_known_counts_with_their_source(name):
    """That they hold is a check of the kit."""
    assert any(line.position == "start" for line in known(name))
    assert all(line.source for line in known(name))


def test_known_counts_are_read_line_by_line():
    assert known("dash")[0].counts == (3, 3, 9, 9, 27, 39)
    assert {line.game.split(":")[0] for line in all_known()} == {*games(), "dash", "trio"}
