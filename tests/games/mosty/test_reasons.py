"""Mosty: why a move is illegal, and what is wrong with a position."""

import pytest

from charkoni import game
from charkoni.core.errors import BadMove, BadPosition, IllegalMove

MOSTY = game("mosty")


@pytest.mark.parametrize(
    ("move", "code", "words"),
    [
        ("c3", "CROSSES_BRIDGE", "a bridge of the other side is on c3, and bridges never cross (S2)"),
        ("d4", "TAKEN", "your own bridge is on d4 already (S2)"),
    ],
)
def test_why_a_used_crossing(move, code, words):
    with pytest.raises(IllegalMove) as error:
        MOSTY.parse("5/4/5/4/5/1b2/1r3/4/5 b").play(move)
    assert error.value.reason.code == code
    assert error.value.reason.message() == words


def test_why_there_is_no_such_crossing():
    with pytest.raises(BadMove, match="b3: column and row must be both odd or both even") as error:
        MOSTY.start().play("b3")
    assert error.value.reason.code == "NO_CROSSING"


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("mosty:size=2", "rb/1/r1 b", "a side is joined"),
        ("mosty:size=2", "1r/r/bb a", "a side is joined"),
        ("mosty:size=2", "2/1/2 .", "no side is joined"),
        ("mosty:links=2,size=2", "rb/1/r1 . 1", "the bridges left in the turn"),
        ("mosty:links=2,size=2", "2/1/2 a 0", "the bridges left in the turn"),
    ],
)
def test_valid_the_mover_fits_the_board(name, text, words):
    with pytest.raises(BadPosition, match=words):
        game(name).parse(text)
