"""Focus: sentences about checkers that fall out."""

import random

import pytest

import charkoni
from charkoni.core.translations import Words
from charkoni.graphics.scene import counters, describe

pytestmark = pytest.mark.once

ENGLISH = Words("en")


def numbers(position, side):
    return {each.label: each.value for each in counters(position, ENGLISH) if each.player == side}


def test_fallen_checkers_are_told_by_what_becomes_of_them():
    """The count of each side's checkers on board and in reserve tells what the sentences must say."""
    luck, game, seen = random.Random(2), charkoni.game("focus"), set()
    position = game.start()
    for _ in range(900):
        if position.outcome:
            position = game.start()
        move = luck.choice(position.moves)
        said, after = describe(position, move, ENGLISH), position.play(move)
        lost = [
            int(numbers(after, s).get("destroyed", 0)) - int(numbers(position, s).get("destroyed", 0)) for s in (0, 1)
        ]
        me = position.turn
        assert lost[me] == 0
        kept = int(numbers(after, me)["reserve"]) - int(numbers(position, me)["reserve"]) + move.startswith("@")
        for n, sentence in ((lost[1 - me], "destroyed"), (kept, "into the reserve")):
            assert (f"{n} " in said and sentence in said) if n else sentence not in said
            seen.add((sentence, bool(n)))
        position = after
    assert len(seen) == 4
