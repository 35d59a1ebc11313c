"""Mangala: a move in words."""

import pytest

import charkoni
from charkoni.core.translations import Words
from charkoni.games.mangala import rules
from charkoni.games.mangala.events import events
from charkoni.graphics.scene import describe

START = "4,4,4,4,4,4:0/4,4,4,4,4,4:0 a"
ENGLISH = Words("en")


@pytest.mark.once
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


@pytest.mark.once
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


@pytest.mark.plain_only
def test_what_was_captured_is_read_from_the_trace_and_not_from_the_clause_again(monkeypatch):
    monkeypatch.setattr(rules, "is_captured", lambda stones: stones % 2 == 1)
    before = charkoni.game("mangala").parse(START)
    after = before.play("6")
    captured = [
        event for event in events(before.state[0], "6", after.state[0], before.game.flags) if event.kind == "capture"
    ]
    assert [len(event.moved) for event in captured] == [5]
    assert str(after) == "4,4,4,4,4,1:6/5,0,4,4,4,4:0 b"
