"""Barbakan: why a move is not legal, and what is wrong with a state."""

import pytest

from charkoni import game
from charkoni.core.errors import IllegalMove
from charkoni.games.barbakan import rules
from charkoni.games.barbakan.catalog import CATALOG

MINI = game("barbakan:board=mini3")

# --- moves that are not legal -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "move", "code", "words"),
    [
        ("a...../.../.../... b 2:3", "@m1", "NOT_OUTER", "m1 is not an outer point; pawns are placed on o1 to o6 (K4)"),
        ("a...../.../.../... b 2:3", "@o1", "OCCUPIED", "there is a pawn on o1 (K4)"),
        (
            "ab..../.../.../... a 2:2",
            "o1-m1",
            "PLACE_FIRST",
            "a pawn must be placed: 2 are still in hand, and none moves before all are placed (K4)",
        ),
        (
            "a...../.../.../... b 2:3",
            "-",
            "PLACE_FIRST",
            "a pawn must be placed: 3 are still in hand, and none moves before all are placed (K4)",
        ),
        ("ababab/.../.../... a 0:0", "@o1", "NO_PAWN_IN_HAND", "no pawn is in hand (K4)"),
        ("ababab/.../.../... a 0:0", "-", "MUST_MOVE", "a pawn can move, so there is no pass (K9)"),
        ("ababab/.../.../... a 0:0", "m1-m2", "NO_PAWN", "there is no pawn on m1 (K6)"),
        ("ababab/.../.../... a 0:0", "o2-m1", "NOT_YOURS", "the pawn on o2 belongs to Blue (K6)"),
        (
            "a..b../.../a../... a 0:0",
            "b1-m1",
            "CANNOT_LEAVE_BARBAKAN",
            "a pawn inside never leaves the circle: the gate between b1 and m1 leads inwards only (K7)",
        ),
        ("a..b../b../.../... a 0:0", "o1-m1", "OCCUPIED", "there is a pawn on m1 (K8)"),
    ],
)
def test_why_a_move_is_refused(text, move, code, words):
    with pytest.raises(IllegalMove) as error:
        MINI.parse(text).play(move)
    assert error.value.reason.code == code
    assert error.value.reason.message() == words


def test_why_a_pawn_that_is_not_yours_comes_before_the_gate():
    with pytest.raises(IllegalMove, match="the pawn on b1 belongs to Blue"):
        MINI.parse("a..b../.../b../... a 0:0").play("b1-m1")


# --- broken states ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pawns", [[1, 1, 0, 0], [1, 2, 4, 0]])
def test_audit_finds_two_pawns_on_a_point_and_pawns_of_nobody(pawns):
    state = MINI.parse("ab..../.../.../... a 0:0").state
    assert rules.audit(state[0]) == 0
    state[0]["pawns"] = pawns
    assert rules.audit(state[0]) == 7
    assert CATALOG.invalid[6].message() == "the state has two pawns on one point, or pawns of nobody (K2)"
