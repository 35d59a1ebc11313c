"""Chaupar: why a move is not legal, and what is wrong with a state."""

import pytest
from tests.games.chaupar.positions import refusal

from charkoni import game
from charkoni.games.chaupar.catalog import CATALOG

CHAUPAR = game("chaupar")


def test_a_broken_state_has_a_reason():
    assert CATALOG.invalid[0].code == "TWO_PILES"
    assert CATALOG.invalid[2].code == "CELLS"


@pytest.mark.parametrize(
    ("text", "move", "code", "sentence"),
    [
        ("c4/c4/c4/c4 a ? -", "c:5", "THROW_DUE", "a throw is due (T4)"),
        ("c4/c4/c4/c4 a a 15", "[125]", "NO_THROW_DUE", "no throw is due: Black has 1, 5 to use (C20)"),
        ("h4/c4/c4/c4 a c 6|15", "[125]", "NO_THROW_DUE", "no throw is due: Yellow has 6 to use (C20)"),
        ("c4/c4/c4/c4 a a 155", "c:6", "NO_SUCH_VALUE", "Black has no 6 to use, but 1, 5, 5 (C16)"),
        ("h4/c4/c4/c4 a c 6|15", "c:1", "NO_SUCH_VALUE", "Yellow has no 1 to use, but 6 (C16)"),
        ("h4/c4/c4/c4 a c 6|15", ">6", "NOT_BACK", "a value handed over is played or declined, not handed on (C19)"),
        ("c4/c4/c4/c4 a a 5", ">5", "MUST_MOVE", "5 can be moved: c:5 (C18)"),
        ("c4/c4/c4/c4 a a 5", "-5", "MUST_MOVE", "5 can be moved: c:5 (C18)"),
        ("6+,h3/c4/c4/c4 a a 5", "-5", "MUST_MOVE", "5 can be moved: 6+:5 (C18)"),
        ("6+,h3/c4/c3,45/c4 a a 5", ">5", "MUST_MOVE", "5 can be moved: 6+:5^ (C18)"),
        ("l1,h3/c4/c4/c4 a a 5", ">5", "MUST_MOVE", "5 can be moved: l1:5 (C18)"),
        ("7,h3/c4/c4/c4 a a 5", "c:5", "CHARKONI_EMPTY", "no piece of Black waits in the Charkoni (C6)"),
        ("7,h3/c4/c4/c4 a a 5", "8:5", "NOT_YOURS", "Black has no piece on 8 (C7)"),
        ("7,h3/c4/c4/c4 a a 5", "l1:5", "NOT_YOURS", "Black has no piece on l1 (C7)"),
        ("7,h3/c3,8/c4/c4 a a 5", "8:5", "NOT_YOURS", "Black has no piece on 8 (C7)"),
        ("7+,h3/c4/c4/c4 a a 5", "7:5", "OTHER_NAME", "the pieces of Black there are called 7+ (C7)"),
        ("7,h3/c4/c4/c4 a a 5", "7+:5^", "OTHER_NAME", "the pieces of Black there are called 7 (C7)"),
        (
            "7,h3/c4/c4/c4 a a 5",
            "7:5^",
            "LAP_NOT_DONE",
            "7 has not completed a lap: only 7+ could turn in (C8)",
        ),
        (
            "4+,h3/c4/c4/c4 a a 5",
            "4+:5^",
            "NOT_AT_END",
            "a piece turns in from own step 9 or before by a value that carries it beyond 9 (C8)",
        ),
        (
            "10+,h3/c4/c4/c4 a a 5",
            "10+:5^",
            "NOT_AT_END",
            "a piece turns in from own step 9 or before by a value that carries it beyond 9 (C8)",
        ),
        ("l5,h3/c4/c4/c4 a a 5", "l5:5", "EXACT_VALUE_NEEDED", "from l5 exactly 3 leads Home (C10)"),
        (
            "c4/c4/c3,l6/c4 c c 2",
            "l6:2",
            "TEAMMATE_FIRST",
            "Yellow steps Home when all four black pieces are there (C11)",
        ),
        (
            "h4/c4/c4/c3,l6 d d 2",
            "l6:2",
            "TEAMMATE_FIRST",
            "Green steps Home when all four red pieces are there (C11)",
        ),
        (
            "c3,15/c4/c3,54/c4 a a 5",
            "15:5",
            "PARTNER_ON_CELL",
            "own step 20 is taken by a piece of the partner Yellow (C15)",
        ),
        (
            "c4/c4/c4/c3,22 a a 5",
            "c:5",
            "FORTRESS_SAFE",
            "own step 5 is a castle: a piece of Green there cannot be captured (C15)",
        ),
        (
            "c3,15/c2,3x2/c4/c4 a a 5",
            "15:5",
            "PILE_TOO_HIGH",
            "a pile of 1 does not capture the pile of 2 of Red on own step 20 (C14)",
        ),
        (
            "c4/c1,53x3/c4/c4 a a 2",
            "c:2",
            "PILE_TOO_HIGH",
            "a pile of 1 does not capture the pile of 3 of Red on own step 2 (C14)",
        ),
        ("h4/c4/h4/c4 c . -", "c:5", "OVER", "the game is over: home, 1:0:1:0 (R7)"),
    ],
)
def test_illegal_moves_name_the_clause(text, move, code, sentence):
    found = refusal(CHAUPAR.parse(text).play, move)
    assert (found[0], found[2]) == (code, sentence)
