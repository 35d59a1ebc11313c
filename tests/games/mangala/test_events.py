"""Mangala: a move in words."""

import pytest

import charkoni
from charkoni.core.translations import Words
from charkoni.graphics.scene import describe

pytestmark = pytest.mark.once

START = "4,4,4,4,4,4:0/4,4,4,4,4,4:0 a"
ENGLISH = Words("en")


@pytest.mark.parametrize(
    ("name", "text", "move", "sentence"),
    [
        ("mangala", START, "1", "Red sows hole 1. The last stone falls into Red's hole 4."),
        ("mangala", START, "4", "Red sows hole 4. The last stone falls into the store. Extra turn!"),
        ("mangala", "1,0,4,4,4,4:0/4,4,4,4,4,11:0 a", "1", "Red sows hole 1. The last stone falls into Red's hole 2."),
    ],
)
def test_the_place_of_the_last_stone_is_described(name, text, move, sentence):
    assert describe(charkoni.game(name).parse(text), move, ENGLISH).startswith(sentence)


def test_a_last_stone_in_a_fortress_is_described():
    game = charkoni.game("mangala:fortress")
    start = str(game.start())
    position, luck = game.parse(start), 0
    for _ in range(400):
        if position.outcome:
            position = game.start()
        sentence = describe(position, position.moves[luck % len(position.moves)], ENGLISH)
        if "falls into the fortress on" in sentence:
            return
        position, luck = position.play(position.moves[luck % len(position.moves)]), luck * 7 + 3
    raise AssertionError("no stone fell into a fortress")
