"""The texts of Focus: positions, moves, the diagram."""

import pytest
from tests.games.focus.reference import START, board

from charkoni import BadGame, BadMove, BadPosition, game
from charkoni.games.focus import FAMILY

FOCUS = game("focus")
RESCUE = game("focus:rescue")


def position_reason(text, name="focus"):
    with pytest.raises(BadPosition) as caught:
        game(name).parse(text)
    return caught.value.reason


# --- texts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        START,
        "4/r,r,gg,1,r,1/5,g,r,1/1,r,grrgg,2,r,r,r/1,rg,gg,3,rr,1/1,r,4,g,1/g,g,r,g,1,gr/gggr,3 a 0:0",
        "4/6/5,g,2/8/3,grr,4/8/r,5/4 b 2:1",
        "rrrrr,ggggg,rgrgr,g/6/8/8/8/8/6/4 b 0:1000000000",
        "4/6/8/8/8/8/6/3,r . 12:0",
        "/".join(",".join(["rgrgg"] * cells) for cells in (3, 6, 8, 8, 8, 8, 6, 4)).replace("r", "r,r", 1) + " b 0:0",
    ],
)
def test_t2_a_position_text_is_read_and_written_unchanged(text):
    assert str(FOCUS.parse(text)) == text


def test_t3_an_empty_board_can_be_played_with_rescue_when_both_have_reserves():
    empty = board(reserves="1:1")
    assert len(RESCUE.parse(empty).moves) == 52


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "BAD_TEXT"),
        (START.replace(" a ", " c "), "BAD_TEXT"),
        (START.replace(" a ", " "), "BAD_TEXT"),
        (START + ":0", "BAD_TEXT"),
        (START.replace("0:0", "00:0"), "BAD_TEXT"),
        (START.replace("0:0", "0:-1"), "BAD_TEXT"),
        (START.replace("0:0", "0"), "BAD_TEXT"),
        (START.removeprefix("4/"), "BAD_TEXT"),
        ("4/" + START, "BAD_TEXT"),
        (START.upper(), "BAD_TEXT"),
        (START.replace("4/", "0,4/", 1), "BAD_TEXT"),
        (START.replace("4/", "04/", 1), "BAD_TEXT"),
        (START.replace("4/", "x,3/", 1), "BAD_TEXT"),
        (START.replace("4/", "4,/", 1), "BAD_TEXT"),
        (START.replace("4/", ",4/", 1), "BAD_TEXT"),
        (START.replace("4/", "rgrgrg,3/", 1), "BAD_TEXT"),
        (START.replace("4/", "r2,1/", 1), "BAD_TEXT"),
        (START.replace("4/", "5/", 1), "WIDTH"),
        (START.replace("4/", "3/", 1), "WIDTH"),
        (START.replace("/4 ", "/r,4 "), "WIDTH"),
        (START.replace("4/", "1,3/", 1), "NOT_CANONICAL"),
        (START.replace("0:0", "1000000001:0"), "RESERVE"),
        (START.replace("0:0", "0:" + "9" * 5000), "RESERVE"),
        (START + " ", "BAD_TEXT"),
        (START.replace(" a", "  a"), "BAD_TEXT"),
        (START.replace(" a", "\ta"), "BAD_TEXT"),
        (START.replace("4/", "٤/", 1), "BAD_TEXT"),
    ],
)
def test_t3_a_faulty_position_text_is_refused(text, code):
    assert position_reason(text).code == code


def test_t3_a_refusal_names_row_and_token():
    assert position_reason(START.replace("/4 a", "/6 a")).message() == "row 1 has 4 cells, not 6 (F1)"
    assert "'rgrgrg' in row 8" in position_reason(START.replace("4/", "rgrgrg,3/", 1)).message()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (board("a", "0:9", d4="r"), "focus"),  # Green has no tower: over
        (board("b", "9:9", d4="r"), "focus"),
        (board("b", "9:0", d4="r"), "focus:rescue"),
        (board("a", "1:0"), "focus:rescue"),  # an empty board, and Green without a reserve
        (board(".", d4="r", d5="g"), "focus"),  # not over
        (board(".", "0:1", d4="r"), "focus:rescue"),
        (board("."), "focus"),  # nobody can have won
        (board(".", "0:1"), "focus:rescue"),
    ],
)
def test_t3_a_mover_that_contradicts_the_board_is_refused(text, name):
    assert position_reason(text, name).code == "MOVER"


@pytest.mark.parametrize("move", ["d4-d5:1", "a3-h6:5", "d4-d4:2", "@c8", "@f1", "-"])
def test_t4_a_move_text_is_read_and_written_unchanged(move):
    assert FOCUS.move(FOCUS.code(move)) == move


def test_t4_codes_and_texts_correspond_one_to_one():
    texts = [FOCUS.move(code) for code in range(0, FOCUS.codes, 7)] + [FOCUS.move(FOCUS.codes - 1)]
    assert len(set(texts)) == len(texts)
    assert [FOCUS.code(text) for text in texts] == [*range(0, FOCUS.codes, 7), FOCUS.codes - 1]


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("", "BAD_MOVE"),
        ("d4", "BAD_MOVE"),
        ("d4-d5", "BAD_MOVE"),  # k is always written
        ("d4-d5:12", "BAD_MOVE"),
        ("D4-d5:1", "BAD_MOVE"),
        ("d4-d5:1 ", "BAD_MOVE"),
        ("--", "BAD_MOVE"),
        ("@", "BAD_MOVE"),
        ("d4-d5:٣", "BAD_MOVE"),
        ("d4-d5:0", "BAD_MOVE"),
        ("d4-d5:6", "BAD_MOVE"),
        ("a1-a2:1", "OUT_OF_BOARD"),
        ("d4-d9:5", "OUT_OF_BOARD"),
        ("@h8", "OUT_OF_BOARD"),
        ("@i5", "OUT_OF_BOARD"),
    ],
)
def test_t4_what_is_no_move_of_the_game_is_refused(move, code):
    with pytest.raises(BadMove) as caught:
        FOCUS.start().play(move)
    assert caught.value.reason.code == code


def test_the_game_knows_its_flags():
    assert game("focus:steps=exact") is FOCUS
    assert game("focus:steps=upto,rescue").name == "focus:rescue,steps=upto"
    assert (FOCUS.players, FOCUS.sides, FOCUS.codes, FAMILY.outcome_reasons) == (2, (0, 1), 13573, ("no-towers",))
    with pytest.raises(BadGame):
        game("focus:steps=free")


# --- diagram ------------------------------------------------------------------------------------------------------


def test_the_diagram_shows_towers_reserves_and_mover():
    text = "4/r,r,gg,1,r,1/5,g,r,1/1,r,grrgg,2,r,r,r/1,rg,gg,3,rr,1/1,r,4,g,1/g,g,r,g,1,gr/gggr,3 b 3:12"
    assert FOCUS.parse(text).diagram.splitlines() == [
        "                ┌─────┬─────┬─────┬─────┐",
        " 8              │     │     │     │     │",
        "          ┌─────┼─────┼─────┼─────┼─────┼─────┐",
        " 7        │  R  │  R  │ gG  │     │  R  │     │        b  Green",
        "    ┌─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┐     9 towers",
        " 6  │     │     │     │     │     │  G  │  R  │     │    12 in reserve",
        "    ├─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┤    >> to move",
        " 5  │     │  R  │grrgG│     │     │  R  │  R  │  R  │",
        "    ├─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┤",
        " 4  │     │ rG  │ gG  │     │     │     │ rR  │     │",
        "    ├─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┤",
        " 3  │     │  R  │     │     │     │     │  G  │     │",
        "    └─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┘  a  Red",
        " 2        │  G  │  G  │  R  │  G  │     │ gR  │          13 towers",
        "          └─────┼─────┼─────┼─────┼─────┼─────┘           3 in reserve",
        " 1              │gggR │     │     │     │",
        "                └─────┴─────┴─────┴─────┘",
        "       a     b     c     d     e     f     g     h",
    ]


def test_the_diagram_fits_the_window_with_the_largest_reserves():
    lines = FOCUS.parse(START.replace("0:0", "1000000000:1000000000")).diagram.splitlines()
    assert len(lines) <= 19
    assert max(map(len, lines)) <= 76


def test_the_diagram_gives_each_checker_to_its_side():
    spans = FOCUS.parse(board(d4="grg", h6="r")).spans
    assert [(text, role) for line in spans for text, role in line if text in "rgRG" and role in "ab"] == [
        ("R", "a"),
        ("g", "b"),
        ("r", "a"),
        ("G", "b"),
    ]
