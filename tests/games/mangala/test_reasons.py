"""Mangala: what is wrong with a position."""

import pytest

from charkoni import BadPosition, game

BASE = game("mangala")
FORTRESS = game("mangala:fortress")


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("4,4,4,4,4,49:0/4,4,4,4,4,4:0 a", "STONES", "there are only 48 stones (M1)"),
        ("4,4,4,4,4,4:99/4,4,4,4,4,4:0 a", "STONES", "there are only 48 stones (M1)"),
        ("48,48,48,48,48,48:48/48,48,48,48,48,48:48 a", "STONES", "holes and stores do not add up to 48 (M1)"),
        ("4,4,4,4,4,4:0/4,4,4,4,4,4:1 a", "STONES", "holes and stores do not add up to 48 (M1)"),
        ("4,4,4,4,4,4:0/4,4,4,4,4,3:0 a", "STONES", "holes and stores do not add up to 48 (M1)"),
        ("4,4,4,4,4,4:0/4,4,4,4,4,4:0 .", "MOVER", "the mover is . exactly when all holes are empty (M11)"),
        ("0,0,0,0,0,0:24/0,0,0,0,0,0:24 a", "MOVER", "the mover is . exactly when all holes are empty (M11)"),
        (
            "0,0,0,0,0,0:24/0,0,0,0,0,1:23 a",
            "MOVER",
            "one side is empty: the game is over and the rest belongs in a store (M11)",
        ),
        (
            "1,0,0,0,0,0:24/0,0,0,0,0,0:23 a",
            "MOVER",
            "one side is empty: the game is over and the rest belongs in a store (M11)",
        ),
        ("4,4,4,4,4,4:0/4,4,4,4,4,4:0 a 2/-", "FORTRESS_NOT_EMPTY", "a hole that is a fortress holds no stones (M20)"),
        ("4,4,4,4,4,4:4/4,0,4,4,4,4:0 a -/2", "FORTRESS_NOT_EMPTY", "a hole that is a fortress holds no stones (M20)"),
    ],
)
def test_positions_that_are_not_valid(text, code, words):
    with pytest.raises(BadPosition) as error:
        (BASE if text.count(" ") == 1 else FORTRESS).parse(text)
    assert (error.value.reason.code, error.value.reason.message()) == (code, words)
