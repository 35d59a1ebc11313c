"""Focus: why a move is not legal."""

import pytest
from tests.games.focus.reference import VARIANTS, board

from charkoni import IllegalMove, game


def reason(text, move, name="focus"):
    with pytest.raises(IllegalMove) as caught:
        game(name).parse(text).play(move)
    return caught.value.reason


CROWD = board(d4="rgr", e4="rg", f4="r", h6="gg")


@pytest.mark.parametrize(
    ("move", "name", "code", "clause"),
    [
        ("c4-c5:1", "focus", "NO_TOWER", "F5"),
        ("e4-e6:2", "focus", "NOT_TOP", "F3"),
        ("f4-f6:2", "focus", "TOO_FEW_DISCS", "F5"),
        ("d4-d4:2", "focus", "NULL_MOVE", "F9"),
        ("d4-d4:3", "focus", "WRONG_STEPS", "F6"),
        ("d4-d4:3", "focus:steps=upto", "NULL_MOVE", "F9"),
        ("d4-d4:1", "focus:steps=upto", "WRONG_STEPS", "F6"),
        ("d4-e5:1", "focus", "NO_DIAGONAL", "F6"),
        ("d4-d5:2", "focus", "WRONG_STEPS", "F6"),
        ("d4-d8:3", "focus:steps=upto", "WRONG_STEPS", "F6"),
        ("@c8", "focus", "NO_RESERVE", "F10"),
        ("-", "focus", "NO_TALL_TOWER", "F9"),
    ],
)
def test_every_refused_move_names_its_clause(move, name, code, clause):
    text = CROWD if move != "-" else CROWD.replace("rgr", "r")
    found = reason(text, move, name)
    assert (found.code, found.clause) == (code, clause)
    assert found.message()


def test_a_refusal_says_how_many_steps():
    assert reason(CROWD, "d4-d5:2").message() == (
        "the number of steps must be 2, one for each checker: no such walk leads from d4 to d5 (F6)"
    )


def test_after_the_end_no_move_is_legal():
    assert reason(board(".", d4="r"), "d4-d5:1").code == "OVER"


@pytest.mark.parametrize("name", VARIANTS)
def test_whatever_is_not_legal_has_a_reason(name):
    position = game(name).parse(CROWD)
    for code in range(0, position.game.codes, 61):
        if code not in position.codes:
            assert position.game.family.reasons.illegal(position.state[0], code, position.game.flags).message()
