"""Mosty: a move as events and in words, the label of every zone."""

import pytest

import charkoni
from charkoni.core.board_types import Event, PieceSlot
from charkoni.core.translations import Words
from charkoni.games.mosty import board
from charkoni.graphics import scene

pytestmark = pytest.mark.once

ENGLISH = Words("en")


def events_of(name, text, move):
    before = charkoni.game(name).parse(text)
    return board.events(before.state[0], move, before.play(move).state[0], before.game.flags)


def test_a_bridge_is_built():
    assert events_of("mosty", "5/4/5/4/5/4/5/4/5 a", "c3") == [Event("build", ((None, PieceSlot("c3")),), zone="c3")]


def test_the_end_carries_the_winning_chain():
    happened = events_of("mosty:size=2", "1b/1/r1 a", "a3")
    assert [event.kind for event in happened] == ["build", "end"]
    assert happened[1].path == ("a1", "a3")


def test_the_winning_chain_is_walked_from_edge_to_edge_without_its_branches():
    # Blue: a1 (0,1)-(2,1), b2 (2,1)-(2,3), c3 (2,3)-(4,3); the branch a3 (0,3)-(2,3) gives a shorter chain.
    assert events_of("mosty:size=2", "2/b/br b", "c3")[-1].path == ("a1", "b2", "c3")
    assert events_of("mosty:size=2", "b1/b/br b", "c3")[-1].path == ("a3", "c3")


def test_a_move_is_described():
    position = charkoni.game("mosty").start()
    assert scene.describe(position, "c3", ENGLISH) == "Red builds a bridge on c3."
    position = charkoni.game("mosty:size=2").parse("1b/1/r1 a")
    assert (
        scene.describe(position, "a3", ENGLISH) == "Red builds a bridge on a3. A chain of 2 bridges joins both shores!"
    )
    position = charkoni.game("mosty:links=2").parse("5/4/5/4/2r2/4/5/4/5 b 2")
    assert scene.describe(position, "d6", ENGLISH) == "Blue builds a bridge on d6. 1 more bridge in this turn."


def test_every_zone_has_a_label():
    position = charkoni.game("mosty:size=2").parse("1b/1/r1 a")
    assert scene.labels(position, ENGLISH) == {
        "a1": "a1: Red's bridge",
        "c1": "c1: free crossing",
        "b2": "b2: free crossing",
        "a3": "a3: free crossing",
        "c3": "c3: Blue's bridge",
        "edge-a0": "Red's shore beside row 1",
        "edge-a1": "Red's shore beside row 3",
        "edge-b0": "Blue's shore beside column a",
        "edge-b1": "Blue's shore beside column c",
    }
