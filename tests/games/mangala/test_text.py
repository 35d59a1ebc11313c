"""Mangala: the texts of positions and moves, the diagram."""

import pytest

from charkoni import BadMove, BadPosition, game

BASE = game("mangala")
FORTRESS = game("mangala:fortress")


@pytest.mark.parametrize("move", ["", "0", "7", "12", "01", " 1", "1 ", "a1", "-1", "1.", "a", "\u0661", "1\n"])
def test_moves_that_cannot_be_read(move):
    with pytest.raises(BadMove, match="a move is the number of a hole, 1 to 6"):
        BASE.start().play(move)


@pytest.mark.parametrize("found", [BASE, FORTRESS])
def test_codes_and_texts_are_a_bijection(found):
    texts = [found.move(code) for code in range(found.codes)]
    assert texts == ["1", "2", "3", "4", "5", "6"]
    assert [found.code(text) for text in texts] == list(range(6))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "4,4,4,4,4,4:0/4,4,4,4,4,4:0",
        "4,4,4,4,4,4:0/4,4,4,4,4,4:0 c",
        "4,4,4,4,4,4:0/4,4,4,4,4,4:0 A",
        "4,4,4,4,4,4:0/4,4,4,4,4,4:0 a -/-",
        "4,4,4,4,4,4/4,4,4,4,4,4:0 a",
        "4,4,4,4,4:4/4,4,4,4,4,4:0 a",
        "4,4,4,4,4,4,0:0/4,4,4,4,4,4:0 a",
        "04,4,4,4,4,4:0/4,4,4,4,4,4:0 a",
        "4,4,4,4,4,4:00/4,4,4,4,4,4:0 a",
        "4,4,4,4,4,-4:8/4,4,4,4,4,4:0 a",
        "4,4,4,4,4,100:0/4,4,4,4,4,4:0 a",
        "4,4,4,4,4,4:0|4,4,4,4,4,4:0 a",
        " 4,4,4,4,4,4:0/4,4,4,4,4,4:0 a",
        "4,4,4,4,4,4:0/4,4,4,4,4,4:0 a ",
        "4,4,4,4,4,4:0/4,4,4,4,4,4:0  a",
        "4,4,4,4,4,4:0/4,4,4,4,4,4:0 a\n",
        "4,4,4,4,4,\u0664:0/4,4,4,4,4,4:0 a",
    ],
)
def test_positions_that_break_the_grammar(text):
    with pytest.raises(BadPosition) as error:
        BASE.parse(text)
    assert error.value.reason.code == "BAD_TEXT"


@pytest.mark.parametrize("fortresses", ["", " -", " -/", " 0/-", " 6/-", " -/6", " 1/1/1", " a/-", " -/-/-"])
def test_fortresses_that_break_the_grammar(fortresses):
    with pytest.raises(BadPosition, match="as in 4,4,4,4,4,4:0/4,4,4,4,4,4:0 a -/-"):
        FORTRESS.parse(f"4,4,4,4,4,4:0/4,4,4,4,4,4:0 a{fortresses}")


@pytest.mark.parametrize(
    "text",
    [
        "4,4,4,1,5,5:1/4,4,4,4,4,4:0 a",
        "47,0,0,0,0,0:0/0,0,0,0,0,1:0 b",
        "0,0,0,0,0,0:48/0,0,0,0,0,0:0 .",
        "0,0,0,0,0,0:24/0,0,0,0,0,0:24 . 5/1",
        "1,0,4,1,11,8:2/1,0,1,1,12,2:4 b -/-",
        "0,0,4,1,2,1:11/0,1,1,2,2,5:18 b 1/1",
    ],
)
def test_positions_are_written_as_they_are_read(text):
    assert str((BASE if text.count(" ") == 1 else FORTRESS).parse(text)) == text


def test_diagram():
    assert BASE.parse("4,4,4,1,5,5:1/4,4,0,0,12,4:0 a").diagram.splitlines() == [
        "               6     5     4     3     2     1",
        "  ● Green   ┌─────┬─────┬─────┬─────┬─────┬─────┐",
        "  ┌──────┐  │  4  │ 12  │  ·  │  ·  │  4  │  4  │  ┌──────┐",
        "  │  0   │  ├─────┼─────┼─────┼─────┼─────┼─────┤  │  1   │",
        "  └──────┘  │  4  │  4  │  4  │  1  │  5  │  5  │  └──────┘",
        "            └─────┴─────┴─────┴─────┴─────┴─────┘ ▶● Red",
        "               1     2     3     4     5     6",
    ]


def test_diagram_of_fortresses():
    assert FORTRESS.parse("0,0,4,1,2,1:11/0,1,1,2,2,5:18 b 1/1").diagram.splitlines() == [
        "               6     5     4     3     2     1",
        " ▶● Green   ┌─────┬─────┬─────┬─────┬─────┬─────┐",
        "  ┌──────┐  │  5  │  2  │  2  │  1  │  1  │ [♜] │  ┌──────┐",
        "  │  18  │  ├─────┼─────┼─────┼─────┼─────┼─────┤  │  11  │",
        "  └──────┘  │ [♜] │  ·  │  4  │  1  │  2  │  1  │  └──────┘",
        "            └─────┴─────┴─────┴─────┴─────┴─────┘  ● Red",
        "               1     2     3     4     5     6",
        "            [♜] Red's fortress",
        "            [♜] Green's fortress",
    ]
