"""The texts of Banglagor: positions, moves, the diagram."""

import pytest
from tests.games.banglagor.positions import board

from charkoni import game
from charkoni.core.errors import BadMove, BadPosition
from charkoni.games.banglagor import rules

BANGLAGOR = game("banglagor")
EMPTY = "8/8/8/8/8/8/8/8/8/8/8/8"
STAGE_2 = "8/8/aa6/bbbbaaaa/ccccccbb/8/8/CCCCCCBB/BBBBAAAA/AA6/8/8 a 000:000 0"

# --- positions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        f"{EMPTY} a 666:666 0",
        STAGE_2,
        "1c5a/5b1c/c2aca2/2ac*4/ba6/3b4/3C*2C1/3c*3C*/B7/BBB*2A2/CBA5/C1A2C2 a 000:000 2",
        "8/cccccb2/8/8/8/3C4/8/8/8/CC6/CCCCCCCC/C7 . 000:000 0",
        "8/8/4c3/7a/8/8/3A4/8/C7/8/8/8 . 000:000 20",
        f"{EMPTY} b 000:000 19",  # nothing at all on the board: nobody has less than half
        f"{EMPTY} . 000:000 9999",
        f"{EMPTY} a 999:999 0",
        f"{EMPTY} b 900:901 0",
        f"{board(r1='AAAAAAAA', r12='CCCC1CCc')} a 003:012 0",  # made up, but with as many columns in hand
        f"{board(r1='C7')} a 000:000 0",  # may follow the last placing of such a position
    ],
)
def test_a_position_is_written_as_it_was_read(text):
    assert str(BANGLAGOR.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("", "T1"),
        (f"{EMPTY} a 666:666", "T3"),
        (f"{EMPTY} c 666:666 0", "T3"),
        (f"{EMPTY} a 66:666 0", "T3"),
        (f"{EMPTY} a 666:666 00", "T3"),
        (f"{EMPTY} a 666:666 -1", "T3"),
        (f"{EMPTY} a 666:666 0 ", "T1"),
        (f"{board(r5='D7')} a 666:666 0", "T3"),
        (f"{board(r5='9')} a 666:666 0", "T3"),
        (f"{board(r5='*A6')} a 666:666 0", "T3"),
        (f"{board(r5='A**7')} a 666:666 0", "T3"),
        (f"{board(r5='A*')} a 000:000 0", "B1"),
        (f"{board(r5='A8')} a 000:000 0", "B1"),
        (f"{board(r5='')} a 666:666 0", "B1"),
        ("8/8/8 a 666:666 0", "B1"),
        (f"{EMPTY}/8 a 666:666 0", "B1"),
        (f"{board(r5='44')} a 666:666 0", "T2"),
        (f"{board(r1='A7')} a 000:000 10000", "B16"),
        (f"{board(r5='A*7')} b 566:666 0", "B4"),
        (f"{board(r5='A7')} b 566:666 1", "B16"),
        (f"{board(r5='A7')} a 566:666 0", "B2"),
        (f"{EMPTY} b 666:666 0", "B2"),
        (f"{EMPTY} b 666:665 0", "B2"),
        (f"{EMPTY} a 000:001 0", "B2"),
        (f"{EMPTY} . 666:666 0", "B15"),
        (f"{board(r1='A7', r12='a7')} . 000:000 19", "B15"),
        (f"{board(r1='A7', r12='a7')} a 000:000 20", "B16"),
        (f"{board(r1='A7', r12='c7')} b 000:000 0", "B15"),
        (f"{board(r1='A7', r12='c7')} a 000:000 1", "B15"),
    ],
)
def test_other_texts_are_no_positions(text, clause):
    with pytest.raises(BadPosition) as caught:
        BANGLAGOR.parse(text)
    assert caught.value.reason.clause == clause


def test_the_refusal_of_a_row_names_it():
    with pytest.raises(BadPosition, match="row 5 has 9 cells instead of 8"):
        BANGLAGOR.parse(f"{board(r5='A8')} a 000:000 0")


# --- moves ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1@a1", 0),
        ("3@h12", 287),
        ("a1-a1", rules.MOVE),
        ("a1-b1xb2", rules.MOVE + 5 + 1),
        ("a1-b1xc1", rules.MOVE + 5 + 2),
        ("a1-b2xb1", rules.MOVE + 45 + 3),
        ("a1-b1xa1", rules.MOVE + 5 + 4),
        ("h12-h12", rules.LIFT - 5),
        ("a1@a1", rules.LIFT),
        ("h12@h12", rules.FREE - 1),
        ("~a1", rules.FREE),
        ("~h12", rules.PASS - 1),
        ("-", rules.PASS),
    ],
)
def test_move_texts_and_codes(text, code):
    assert BANGLAGOR.code(text) == code
    assert BANGLAGOR.move(code) == text


def test_the_codes_are_as_many_as_the_game_says():
    assert BANGLAGOR.codes == rules.PASS + 1


@pytest.mark.long_unless_compiled
def test_every_code_of_the_board_has_its_own_text():
    texts = set()
    for code in range(BANGLAGOR.codes):
        walk, way = divmod(code - rules.MOVE, rules.WAYS)
        if rules.MOVE <= code < rules.LIFT and way and rules.NEIGHBOUR[walk % rules.CELLS, way] < 0:
            continue  # no cell that way
        text = BANGLAGOR.family.write_move(code, BANGLAGOR.flags)
        assert BANGLAGOR.family.read_move(text, BANGLAGOR.flags) == code
        texts.add(text)
    # 2 * (7 * 12 + 8 * 11) pairs of neighbours
    assert len(texts) == 288 + 96 * (96 + 344) + 96 * 96 + 96 + 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "4@d4",
        "0@d4",
        "3@i4",
        "3@d13",
        "3@d0",
        "3@d04",
        "d4",
        "D4-d5",
        "d4-",
        "d4-d5x",
        "~",
        "~d4x",
        "@d4",
        "--",
        "d4d5",
    ],
)
def test_unreadable_moves(text):
    with pytest.raises(BadMove) as caught:
        BANGLAGOR.code(text)
    assert caught.value.reason.code == "BAD_MOVE"


@pytest.mark.parametrize("text", ["d3-e5xe7", "d3-e5xe5", "d3-e5xf6", "d3-h5xa6"])
def test_b8_a_target_that_is_no_neighbour_of_the_end_is_unreadable(text):
    with pytest.raises(BadMove) as caught:
        BANGLAGOR.start().play(text)
    assert (caught.value.reason.code, caught.value.reason.clause) == ("FAR_VICTIM", "B8")


# --- the diagram --------------------------------------------------------------------------------------------------


def test_the_diagram_of_a_war():
    position = BANGLAGOR.parse("1c5a/5b1c/c2aca2/2ac*4/ba6/3b4/3C*2C1/3c*3C*/B7/BBB*2A2/CBA5/C1A2C2 a 000:000 2")
    assert position.diagram.splitlines() == [
        "   ┌─────────────────────────────────────────┐",
        "12 │  ·   (3)   ·    ·    ·    ·    ·   (1)  │",
        "11 │  ·    ·    ·    ·    ·   (2)   ·   (3)  │    b (3) Green",
        "10 │ (3)   ·    ·   (1)  (3)  (1)   ·    ·   │    29 height, 16 needed",
        " 9 │  ·    ·   (1)  (3)*  ·    ·    ·    ·   │",
        " 8 │ (2)  (1)   ·    ·    ·    ·    ·    ·   │",
        " 7 │  ·    ·    ·   (2)   ·    ·    ·    ·   │    2/20 plies, no invasion",
        "   ├─────────────────────────────────────────┤",
        " 6 │  ·    ·    ·   [3]*  ·    ·   [3]   ·   │    * bound",
        " 5 │  ·    ·    ·   (3)*  ·    ·    ·   [3]* │",
        " 4 │ [2]   ·    ·    ·    ·    ·    ·    ·   │  > a [3] Blue",
        " 3 │ [2]  [2]  [2]*  ·    ·   [1]   ·    ·   │    31 height, 15 needed",
        " 2 │ [3]  [2]  [1]   ·    ·    ·    ·    ·   │",
        " 1 │ [3]   ·   [1]   ·    ·   [3]   ·    ·   │",
        "   └─────────────────────────────────────────┘",
        "      a    b    c    d    e    f    g    h",
    ]


def test_the_diagram_shows_the_hands_while_placing():
    diagram = BANGLAGOR.start().play("3@d4").diagram
    assert "6×(1) 6×(2) 6×(3) in hand" in diagram
    assert "6×[1] 6×[2] 5×[3] in hand" in diagram
    assert "> b (3) Green" in diagram


@pytest.mark.parametrize("text", [f"{EMPTY} a 999:999 0", STAGE_2, f"{EMPTY} . 000:000 9999"])
def test_the_diagram_fits_the_window(text):
    lines = BANGLAGOR.parse(text).diagram.splitlines()
    assert len(lines) <= 19
    assert max(map(len, lines)) <= 76


@pytest.mark.parametrize(("counter", "role"), [(14, ""), (15, "mark")])
def test_a_late_counter_is_marked(counter, role):
    spans = BANGLAGOR.parse(f"{EMPTY} a 000:000 {counter}").spans
    assert (f"{counter}/20 ", role) in [span for line in spans for span in line]
