"""Banglagor: why a move is not legal."""

import pytest
from tests.games.banglagor.positions import board

from charkoni import game
from charkoni.core.errors import IllegalMove

BANGLAGOR = game("banglagor")
UPTO = game("banglagor:steps=upto")
PLACING = f"{board(r1='A7')} b 566:666 0"
USED_UP = f"{board(r1='CCCCCC2', r12='cccccc2')} a 660:660 0"
WAR = f"{board(r6='2bb4', r5='4bA2', r4='1B*6', r3='3C4', r2='A7', r1='Bb1C4', r12='Ac6', r10='7B')} a 000:000 3"
GREEN = f"{board(r4='3C4', r12='c7', r6='7a')} b 000:000 3"


@pytest.mark.parametrize(
    ("text", "move", "code", "clause"),
    [
        (PLACING, "a1-a2", "PLACE_FIRST", "B2"),
        (PLACING, "~a1", "PLACE_FIRST", "B2"),
        (PLACING, "-", "MUST_MOVE", "B18"),
        (PLACING, "1@d7", "FRONTIER_FORBIDDEN", "B3"),
        (PLACING, "1@d6", "FRONTIER_FORBIDDEN", "B3"),
        (PLACING, "1@d5", "NOT_OWN_LAND", "B3"),
        (USED_UP, "3@d4", "NOT_IN_HAND", "B2"),
        (USED_UP, "1@a12", "NOT_OWN_LAND", "B3"),
        (USED_UP, "1@a1", "OCCUPIED", "B3"),
        (WAR, "1@d5", "ALL_PLACED", "B4"),
        (WAR, "-", "MUST_MOVE", "B18"),
        (WAR, "c8-c9", "NOT_YOURS", "B5"),
        (WAR, "d6-d7", "NOT_YOURS", "B5"),
        (WAR, "~c8", "NOT_YOURS", "B5"),
        (WAR, "~d6", "NOT_YOURS", "B5"),
        (WAR, "d6@d7", "NOT_YOURS", "B5"),
        (WAR, "b4-b6", "BOUND", "B12"),
        (WAR, "b4@b6", "BOUND", "B12"),
        (WAR, "d3-e5", "OCCUPIED", "B6"),
        (WAR, "d3-d6", "OCCUPIED", "B6"),
        (WAR, "a2-b3", "NO_DIAGONAL", "B5"),
        (WAR, "h10-f8", "NO_DIAGONAL", "B5"),
        (WAR, "a2-a4", "WRONG_LENGTH", "B5"),
        (WAR, "d3-d5", "WRONG_LENGTH", "B5"),
        (WAR, "d3-e4", "WRONG_LENGTH", "B5"),
        (WAR, "a2-a2", "WRONG_LENGTH", "B7"),
        (WAR, "d3-d3", "WRONG_LENGTH", "B7"),
        (WAR, "a1-a1", "BLOCKED_PATH", "B6"),
        (WAR, "a1-c1", "BLOCKED_PATH", "B6"),
        (WAR, "a1-b2", "BLOCKED_PATH", "B6"),
        (WAR, "f5-f6xe6", "NO_VICTIM", "B8"),
        (WAR, "d3-c5", "MUST_CHOOSE_VICTIM", "B8"),
        (WAR, "d3-d4xd5", "NO_VICTIM", "B8"),
        (WAR, "h10@h11", "NOT_ON_LAST_RANK", "B14"),
        (WAR, "a12@a12", "OCCUPIED", "B14"),
        (WAR, "a12@d6", "OCCUPIED", "B14"),
        (WAR, "~d3", "NOT_BOUND", "B13"),
        (GREEN, "d4-d7", "NOT_YOURS", "B5"),
        (GREEN, "a12@a11", "NOT_ON_LAST_RANK", "B14"),
        (GREEN, "h6-f6", "WRONG_LENGTH", "B5"),
    ],
)
def test_why_not(text, move, code, clause):
    with pytest.raises(IllegalMove) as caught:
        BANGLAGOR.parse(text).play(move)
    assert (caught.value.reason.code, caught.value.reason.clause) == (code, clause)


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("a2-a2", "WRONG_LENGTH"),
        ("a2-a4", "WRONG_LENGTH"),
        ("d3-d7", "WRONG_LENGTH"),
        ("d3-d6", "OCCUPIED"),
        ("a1-b2", "BLOCKED_PATH"),
    ],
)
def test_why_not_with_fewer_steps(move, code):
    with pytest.raises(IllegalMove) as caught:
        UPTO.parse(WAR).play(move)
    assert caught.value.reason.code == code


def test_the_sentences_name_cells_heights_and_a_way_out():
    position = BANGLAGOR.parse("8/8/8/6c1/8/8/4b3/8/8/3C4/8/B7 a 000:000 4")
    sentences = {
        "d3-e5": "an enemy is next to e5: name the column you attack, as in d3-e5xe6 (B8)",
        "d3-d5": "a column of height 3 makes exactly 3 steps: it cannot end on d5 (B5)",
        "e6-e7": "the column on e6 is not yours (B5)",
    }
    for move, sentence in sentences.items():
        with pytest.raises(IllegalMove) as caught:
            position.play(move)
        assert caught.value.reason.message() == sentence
