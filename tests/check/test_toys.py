"""The toy games, clause by clause."""

import pytest

from charkoni import CHANCE, OVER, BadMove, BadPosition, IllegalMove
from charkoni.check import toy

DASH = [
    ("0,0/0,0 a ?", "[1]", "0,0/0,0 a 1"),  # D1
    ("0,0/0,0 a 2", "0:2", "0,2/0,0 b ?"),  # D2
    ("0,2/0,1 b 1", "1:1", "0,0/0,2 a ?"),  # D3
    ("0,2/1,1 b 1", "1:1", "0,0/1,2 a ?"),
    ("3,4/0,0 a 2", "-", "3,4/0,0 b ?"),  # D4
    ("3,4/0,0 a 1", "3:1", "4,4/0,0 . ."),  # D5
]
DASH_REFUSED = [
    ("0,0/0,0 a ?", "0:1", "THROW_DUE"),
    ("0,0/0,0 a 1", "[1]", "THROWN"),
    ("0,0/0,0 a 1", "-", "CAN_RUN"),
    ("0,0/0,0 a 1", "0:2", "WRONG_VALUE"),
    ("0,0/0,0 a 1", "1:1", "NO_RUNNER"),
    ("0,3/0,0 a 2", "3:2", "BEYOND_HOME"),
    ("4,4/0,0 . .", "0:1", "OVER"),
]
DASH_MALFORMED = [
    ("1,0/0,0 a ?", "BAD_TEXT"),  # not ascending
    ("0,0/0,0 a .", "BAD_TEXT"),
    ("0,0/0,5 a ?", "BAD_TEXT"),
    ("0,2/0,2 a ?", "SHARED"),
    ("4,4/4,4 . .", "TWO_WINNERS"),
    ("4,4/0,0 a ?", "MOVER"),
    ("3,4/0,0 . .", "MOVER"),
]
TRIO_MALFORMED = [
    ("a..b..d a", "BAD_TEXT"),
    ("a..b... a", "MOVER"),
    ("a..a... c", "SIGNS"),
    ("aabb... .", "SIGNS"),
    ("aabbc.. .", "TWO_WINNERS"),
    ("aabc... b", "MOVER"),
    ("....... .", "MOVER"),
]


@pytest.mark.parametrize(("before", "move", "after"), DASH)
def test_dash_moves(before, move, after):
    assert str(toy("dash").parse(before).play(move)) == after


@pytest.mark.parametrize(("position", "move", "code"), DASH_REFUSED)
def test_dash_refuses_with_a_reason(position, move, code):
    with pytest.raises(IllegalMove) as caught:
        toy("dash").parse(position).play(move)
    assert caught.value.reason.code == code


@pytest.mark.parametrize(("text", "code"), DASH_MALFORMED)
def test_dash_refuses_positions(text, code):
    with pytest.raises(BadPosition) as caught:
        toy("dash").parse(text)
    assert caught.value.reason.code == code


def test_d1_one_comes_in_three_of_six_cases():
    start = toy("dash").start()
    assert start.turn == CHANCE
    assert dict(zip(start.moves, map(str, start.odds), strict=True)) == {"[1]": "1/2", "[2]": "1/3", "[3]": "1/6"}


def test_d5_who_is_home_wins():
    end = toy("dash").parse("0,3/4,4 . .")
    assert (end.turn, end.moves, str(end.outcome), end.outcome.reason) == (OVER, (), "0:1", "home")


def test_dash_moves_that_cannot_be_read():
    with pytest.raises(BadMove):
        toy("dash").start().play("4:1")


@pytest.mark.parametrize(
    ("before", "move", "after", "scores", "reason"),
    [
        ("....... a", "3", "..a.... b", "None", None),  # L1
        ("a.b.c.. a", "2", "aab.c.. .", "1:0:0", "pair"),  # L2
        ("ab.abcc b", None, None, None, None),
        ("abca.cb a", "5", "abcaacb .", "1:0:0", "pair"),
        ("abc.bca a", "4", "abcabca .", "1/3:1/3:1/3", "full"),  # L3
    ],
)
def test_trio_moves(before, move, after, scores, reason):
    if move is None:
        with pytest.raises(BadPosition):
            toy("trio").parse(before)
        return
    position = toy("trio").parse(before).play(move)
    outcome = position.outcome
    assert (str(position), str(outcome), outcome and outcome.reason) == (after, scores, reason)


@pytest.mark.parametrize(("text", "code"), TRIO_MALFORMED)
def test_trio_refuses_positions(text, code):
    with pytest.raises(BadPosition) as caught:
        toy("trio").parse(text)
    assert caught.value.reason.code == code


def test_l1_a_cell_is_taken_once():
    with pytest.raises(IllegalMove, match=r"cell 1 is taken \(L1\)"):
        toy("trio").parse("a...... b").play("1")


def test_trio_moves_that_cannot_be_read():
    with pytest.raises(BadMove):
        toy("trio").start().play("8")
