"""The texts of Barbakan: positions, moves, the diagram."""

import numpy as np
import pytest

from charkoni import game
from charkoni.core.errors import BadMove, BadPosition
from charkoni.games.barbakan import rules

BARBAKAN = game("barbakan")
MINI = game("barbakan:board=mini3")

# --- moves ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["barbakan", "barbakan:board=mini3", "barbakan:board=mini4,players=4"])
def test_codes_and_texts_are_a_bijection(name):
    variant = game(name)
    texts = [variant.move(code) for code in range(variant.codes)]
    assert len(set(texts)) == variant.codes
    assert [variant.code(text) for text in texts] == list(range(variant.codes))


@pytest.mark.parametrize("move", ["", "o5", "@", "@x1", "@@o1", "o1-", "o1--m1", "O1-m1", "o1m1", "--", "o1-m1-b1"])
def test_moves_that_cannot_be_read(move):
    with pytest.raises(BadMove, match="a move is a placing like @o5"):
        BARBAKAN.start().play(move)


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("@o25", "there is no point o25; o has the numbers 1 to 24 (K1)"),
        ("@m13", "there is no point m13; m has the numbers 1 to 12 (K1)"),
        ("o0-m1", "there is no point o0; o has the numbers 1 to 24 (K1)"),
        ("o1-m01", "there is no point m01; m has the numbers 1 to 12 (K1)"),
        ("o1-o2", "no line joins o1 and o2 (K6)"),
        ("o1-m2", "no line joins o1 and m2 (K6)"),
        ("m1-m1", "no line joins m1 and m1 (K6)"),
        ("m1-c1", "no line joins m1 and c1 (K6)"),
    ],
)
def test_there_is_no_such_point_or_line(move, words):
    with pytest.raises(BadMove) as error:
        BARBAKAN.start().play(move)
    assert error.value.reason.message() == words


# --- positions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("barbakan", "a...bb....ab..b...aa..../..b.a...a.../bbab..ab.bba/a...a.a..b.. a 0:0"),
        ("barbakan", "......................../.......b..../aaaaaabbbbbb/aaaaaabbbbb. . 0:0"),
        ("barbakan:board=mini3", "a...../.../.../..b . 0:0"),
        ("barbakan:board=mini3", "ab.a../.../.../... b 1:2"),
        (
            "barbakan:players=4",
            "abcd..................../............/............/............ a 5:5:5:5",
        ),
        ("barbakan:board=mini4,players=4", "..cda..b/abdc/..../.... d 0:0:0:0"),
    ],
)
def test_positions_are_written_as_they_are_read(name, text):
    assert str(game(name).parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "....../.../.../...",
        "....../.../.../... a",
        "....../.../... a 3:3",
        "....../.../.../.../... a 3:3",
        "....../.../.../... e 3:3",
        "....../.../.../... A 3:3",
        "....../.../.../... a 03:3",
        "....../.../.../... a 3:",
        "....../.../.../... a 3:3:",
        "....../.../.../... a -3:3",
        "....../.../.../... a 300:3",
        "6/.../.../... a 3:3",
        "e...../.../.../... a 3:3",
    ],
)
def test_positions_that_break_the_grammar(text):
    with pytest.raises(BadPosition, match=r"the four rings, the mover and the pawns in hand, as in \.{6}/"):
        MINI.parse(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("...../.../.../... a 3:3", "the o ring has 6 points, not 5 (T3)"),
        ("....../.../..../... a 3:3", "the b ring has 3 points, not 4 (T3)"),
        ("....../.../.../... a 3:3:3", "pawns in hand are given for 3 players, not for 2 (K2)"),
        ("....../.../.../... a 3", "pawns in hand are given for 1 players, not for 2 (K2)"),
        ("c...../.../.../... a 3:3", "there is no player c here (K2)"),
        ("....../.../.../... d 3:3", "there is no player d here (K2)"),
        ("....../.../.../... a 4:3", "a player has more pawns than the game has (K2)"),
        ("aaaab./.../.../... a 0:0", "a player has more pawns than the game has (K2)"),
        ("aaa.../.../.../... a 0:0", "a player has no pawn, neither on the board nor in hand (K2)"),
        ("....../a../.../... b 2:3", "while a pawn is in hand, pawns stand on outer points only (K4)"),
        ("....../.../.../..a b 2:3", "while a pawn is in hand, pawns stand on outer points only (K4)"),
        (
            "a...../.../.../... a 2:3",
            "the pawns in hand do not fit the board",
        ),
        (
            "....../.../.../... b 3:3",
            "the pawns in hand do not fit the board",
        ),
        (
            "....../.../.../... . 3:3",
            "the pawns in hand do not fit the board",
        ),
        (
            "....../.../.../... a 2:3",
            "the pawns in hand do not fit the board",
        ),
        (
            "aa..../.../.../... b 1:3",
            "the pawns in hand do not fit the board",
        ),
        (
            "b...../.../.../... b 3:2",
            "the pawns in hand do not fit the board",
        ),
        (
            "a..b../.../.../... a 1:0",
            "the pawns in hand do not fit the board",
        ),
        ("b...../.../a../... b 0:0", "a player has all his pawns inside or nobody can move: the mover is . (K10)"),
        ("b...../.../.../a.. a 0:0", "a player has all his pawns inside or nobody can move: the mover is . (K10)"),
        ("ab..../.../.../... . 0:0", "the game is not over: the mover is a letter (K10)"),
    ],
)
def test_valid_positions_only(text, words):
    with pytest.raises(BadPosition) as error:
        MINI.parse(text)
    assert error.value.reason.message().startswith(words)


def test_no_position_has_more_moves_than_the_list_can_hold():
    """Twelve pawns on the ring with the most lines, as far apart as they can stand."""
    text = "......................../aaaaaaaaaaaa/............/b........... . 0:0"
    state = BARBAKAN.parse(text).state
    state[0]["turn"] = 0
    listed = np.empty(rules.WIDEST, np.int64)
    assert rules.legal(state[0], listed) == 60 < rules.WIDEST


# --- the diagram ------------------------------------------------------------------------------------------------


def test_the_diagram_shows_every_point_and_line():
    assert MINI.parse("b.a.a./.b./..b/a.. a 0:0").diagram.split("\n") == [
        "     1  2  3  4  5  6",
        "o    ■  ○  ●  ○  ●  ○",
        "     │ ╱ ╲ │ ╱ ╲ │ ╱ ╲",
        "    ╲│╱   ╲│╱   ╲│╱",
        "m‹───○─1───■─2───○─3─›",
        "    ╱ ╲   ╱ ╲   ╱ ╲",
        " ══↙═══↘═↙═══↘═↙═══↘══",
        "b‹○─1───○─2───■─3────›",
        "  │     │     │",
        "c‹●─1───○─2───○─3────›",
        "",
        " ▶ ● Red     in hand  0   inside  1/3",
        "   ■ Blue    in hand  0   inside  1/3",
    ]


def test_the_diagram_has_a_line_for_every_player():
    lines = game("barbakan:players=4").start().play("@o1").diagram.split("\n")
    assert lines[1].startswith("o    ●  ○")
    assert lines[11:] == [
        "   ● Red     in hand  5   inside  0/6",
        " ▶ ■ Blue    in hand  6   inside  0/6",
        "   ▲ Yellow  in hand  6   inside  0/6",
        "   ◆ Green   in hand  6   inside  0/6",
    ]


def test_the_diagram_fits_its_window():
    lines = BARBAKAN.start().diagram.split("\n")
    assert (max(map(len, lines)), len(lines)) == (76, 13)
