"""The texts of Chaupar: positions, moves, reasons, the diagram (notation of docs/games/chaupar.md)."""

import pytest

from charkoni import game
from charkoni.core.errors import BadMove, BadPosition, IllegalMove
from charkoni.games.chaupar.cells import edge_spot
from charkoni.games.chaupar.reasons import invalid

CHAUPAR = game("chaupar")
OTHER = game("chaupar:dice=1346")


def refusal(function, text):
    """Return code, clause and sentence of a refusal."""
    with pytest.raises((BadMove, BadPosition, IllegalMove)) as error:
        function(text)
    reason = error.value.reason
    return reason.code, reason.clause, reason.message()


# --- positions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "c4/c4/c4/c4 a ? -",
        "c4/c4/c4/c4 a a 125",
        "23x2,38,47/c1,35,64x2/c1,56,60x2/l6x4 d d 6",
        "h4/14,22,60x2/22,57,l6x2/l3x4 c ? -",
        "h4/c4/c4/c4 a c 5|16",
        "h4/c4/c4/c4 a c 5|-",
        "c1,1,68+,l7/c4/c4/c4 b d 6|66",
        "c4/c4/c4/c4 d d 666",
        "c4/c4/h4/c4 c ? -",
        "h4/c4/h4/c4 a . -",
        "h4/h4/h4/h4 b . -",
        "l1,l2,l3,l4/l1x4/l5x2,h2/c2,h2 a ? -",
    ],
)
def test_positions_come_back_as_they_were_written(text):
    assert str(CHAUPAR.parse(text)) == text


def test_every_place_of_a_piece_can_be_written():
    words = ["c4", "h4", "c3,h1"]
    words += [f"c3,{step}{lap}" for step in range(1, 69) for lap in ("", "+")]
    words += [f"c2,{step}{lap}x2" for step in range(1, 69) for lap in ("", "+")]
    words += [
        f"l{cell}x{height}" + (f",h{4 - height}" if height < 4 else "") for cell in range(1, 8) for height in (2, 3, 4)
    ]
    for word in words:
        for colour in range(4):
            colours = ["c4"] * 4
            colours[colour] = word
            text = f"{'/'.join(colours)} d ? -"
            assert str(CHAUPAR.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "c4/c4/c4/c4 a ?",
        "c4/c4/c4 a ? -",
        "c4/c4/c4/c4/c4 a ? -",
        "c4/c4/c4/c4 e ? -",
        "c4/c4/c4/c4 ? ? -",
        "c4/c4/c4/c4 a x -",
        "c4/c4/c4/c4 a ? - 0",
        "c4//c4/c4 a ? -",
    ],
)
def test_the_fields_are_four_colours_thrower_decider_values(text):
    code, clause, sentence = refusal(CHAUPAR.parse, text)
    assert (code, clause) == ("BAD_TEXT", "T3")
    assert "c4/c4/c4/c4 a a 125" in sentence


@pytest.mark.parametrize(
    "word",
    [
        "c0",
        "c5",
        "c",
        "h0",
        "h5",
        "0",
        "01",
        "7x1",
        "7x5",
        "7x0",
        "7++",
        "7x2+",
        "l0",
        "l8",
        "l1+",
        "100",
        "x2",
        "7,",
        "-7",
    ],
)
def test_words_that_are_none(word):
    code, clause, sentence = refusal(CHAUPAR.parse, f"c4/{word}/c4/c4 a ? -")
    assert (code, clause) == ("BAD_WORD", "T3")
    assert "is no word for pieces" in sentence


@pytest.mark.parametrize(
    ("text", "code", "clause", "words"),
    [
        ("c4/c3,69/c4/c4 a ? -", "BAD_STEP", "C5", "no own step 69"),
        ("c4/c3/c4/c4 a ? -", "FOUR", "C1", "b has 3 pieces"),
        ("c4/c4/c4,1/c4 a ? -", "FOUR", "C1", "c has 5 pieces"),
        ("1x4,2x4,h4/c4/c4/c4 a ? -", "FOUR", "C1", "a has 12 pieces"),
        ("c2,7,7/c4/c4/c4 a ? -", "TWO_PILES", "C12", "two piles on 7"),
        ("c2,7,7+/c4/c4/c4 a ? -", "TWO_PILES", "C12", "two piles on 7+"),
        ("c2,7+,7/c4/c4/c4 a ? -", "TWO_PILES", "C12", "two piles on 7"),
        ("c2,l3,l3/c4/c4/c4 a ? -", "TWO_PILES", "C12", "two piles on l3"),
        ("c2,c2/c4/c4/c4 a ? -", "TWO_PILES", "C12", "two piles on c2"),
        ("h2,h2/c4/c4/c4 a ? -", "TWO_PILES", "C12", "two piles on h2"),
        ("c2,8,7/c4/c4/c4 a ? -", "BAD_ORDER", "T2", "order Charkoni"),
        ("7,c3/c4/c4/c4 a ? -", "BAD_ORDER", "T2", "words of a"),
        ("c3,20/c3,3/c4/c4 a ? -", "TWO_COLOURS", "C15", "two colours"),
        ("c3,20/c4/c3,54/c4 a ? -", "TWO_COLOURS", "C15", "two colours"),
        ("c2,20x2/c2,3x2/c4/c4 a ? -", "TWO_COLOURS", "C15", "two colours"),
        ("c4/c4/c4/c4 a a 52", "BAD_VALUES", "T3", "ascending"),
        ("c4/c4/c4/c4 a a 7", "BAD_VALUES", "T3", "ascending"),
        ("c4/c4/c4/c4 a c 5|", "BAD_VALUES", "T3", "ascending"),
        ("c4/c4/c4/c4 a c -|5", "BAD_VALUES", "T3", "ascending"),
        ("c4/c4/c4/c4 a c 5|6|1", "BAD_VALUES", "T3", "ascending"),
        ("c4/c4/c4/c4 a c 5|61", "BAD_VALUES", "T3", "ascending"),
        ("c4/c4/c4/c4 a a 3", "BAD_FACE", "C16", "1, 2, 5, 6"),
        ("c4/c4/c4/c4 a c 4|1", "BAD_FACE", "C16", "1, 2, 5, 6"),
        ("c4/c4/c4/c4 a a 1256", "VALUES", "C16", "1 to 3 are left"),
        ("c4/c4/c4/c4 a a " + "1" * 300, "VALUES", "C16", "1 to 3 are left"),
        ("c4/c4/c4/c4 a c 1|256", "VALUES", "C16", "1 to 3 are left"),
        ("c4/c4/c4/c4 a a -", "VALUES", "C16", "1 to 3 are left"),
        ("c4/c4/c4/c4 a ? 5", "VALUES", "C16", "write -"),
        ("c4/c4/c4/c4 a ? 5|-", "VALUES", "C16", "write -"),
        ("h4/c4/h4/c4 a . 5", "VALUES", "C16", "write -"),
        ("c4/c4/c4/c4 a b 5", "DECIDER", "C19", "the thrower decides"),
        ("c4/c4/c4/c4 a c 5", "DECIDER", "C19", "the thrower decides"),
        ("c4/c4/c4/c4 a a 5|6", "DECIDER", "C19", "the thrower decides"),
        ("c4/c4/c4/c4 a b 5|6", "DECIDER", "C19", "the thrower decides"),
        ("c4/c4/c4/c4 a . -", "DECIDER", "C21", "exactly when"),
        ("h4/c4/h4/c4 a ? -", "DECIDER", "C21", "exactly when"),
        ("c4/h4/c4/h4 a a 5", "DECIDER", "C21", "exactly when"),
    ],
)
def test_positions_that_break_the_line_valid(text, code, clause, words):
    found = refusal(CHAUPAR.parse, text)
    assert found[:2] == (code, clause)
    assert words in found[2]


def test_the_faces_are_those_of_the_flag():
    assert str(OTHER.parse("c4/c4/c4/c4 a c 4|13")) == "c4/c4/c4/c4 a c 4|13"
    assert refusal(OTHER.parse, "c4/c4/c4/c4 a a 5")[2] == "the faces of the dice are 1, 3, 4, 6 (C16)"


def test_a_broken_state_has_a_reason():
    assert invalid(1).code == "TWO_PILES"
    assert invalid(3).code == "CELLS"


# --- moves ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("which", [CHAUPAR, OTHER])
def test_codes_and_texts_are_a_bijection(which):
    texts = [which.family.text.write_move(code, which.flags) for code in range(which.codes)]
    assert len(set(texts)) == which.codes
    assert [which.family.text.read_move(text, which.flags) for text in texts] == list(range(which.codes))


@pytest.mark.parametrize(
    "move",
    [
        "",
        "5",
        "c5",
        "c:",
        "c:0",
        "c:7",
        "c:55",
        "07:5",
        "7+",
        "7++:5",
        "7:5^^",
        "l8:5",
        "l0:5",
        "l5",
        "[12]",
        "[1256]",
        "[]",
        ">",
        "-",
        ">>5",
        "7-5",
        "7x2:5",
        "h:5",
        "C:5",
        "c:5 ",
    ],
)
def test_texts_that_are_no_moves(move):
    code, clause, sentence = refusal(CHAUPAR.start().play, move)
    assert (code, clause) == ("BAD_MOVE", "T4")
    assert "a move is" in sentence


@pytest.mark.parametrize(
    ("move", "code", "clause", "words"),
    [
        ("69:5", "BAD_STEP", "C5", "no own step 69"),
        ("c:3", "BAD_FACE", "C16", "1, 2, 5, 6"),
        ("[134]", "BAD_FACE", "C16", "1, 2, 5, 6"),
        (">4", "BAD_FACE", "C16", "1, 2, 5, 6"),
        ("[521]", "BAD_MOVE", "T5", "[125]"),
        ("c:5^", "BAD_MOVE", "C8", "no ^ here"),
        ("l5:2^", "BAD_MOVE", "C8", "no ^ here"),
    ],
)
def test_moves_of_no_use_here(move, code, clause, words):
    found = refusal(CHAUPAR.start().play, move)
    assert found[:2] == (code, clause)
    assert words in found[2]


# --- why not ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "move", "code", "sentence"),
    [
        ("c4/c4/c4/c4 a ? -", "c:5", "THROW_DUE", "a throw of the dice is due (T4)"),
        ("c4/c4/c4/c4 a a 15", "[125]", "NO_THROW_DUE", "no throw is due: a has 1, 5 to use (C20)"),
        ("h4/c4/c4/c4 a c 6|15", "[125]", "NO_THROW_DUE", "no throw is due: c has 6 to use (C20)"),
        ("c4/c4/c4/c4 a a 155", "c:6", "NO_SUCH_VALUE", "a has no 6 to use, but 1, 5, 5 (C16)"),
        ("h4/c4/c4/c4 a c 6|15", "c:1", "NO_SUCH_VALUE", "c has no 1 to use, but 6 (C16)"),
        ("h4/c4/c4/c4 a c 6|15", ">6", "NOT_BACK", "a value handed over is played or declined, not handed on (C19)"),
        ("c4/c4/c4/c4 a a 5", ">5", "MUST_MOVE", "5 can be moved: c:5 (C18)"),
        ("c4/c4/c4/c4 a a 5", "-5", "MUST_MOVE", "5 can be moved: c:5 (C18)"),
        ("6+,h3/c4/c4/c4 a a 5", "-5", "MUST_MOVE", "5 can be moved: 6+:5 (C18)"),
        ("6+,h3/c4/c3,45/c4 a a 5", ">5", "MUST_MOVE", "5 can be moved: 6+:5^ (C18)"),
        ("l1,h3/c4/c4/c4 a a 5", ">5", "MUST_MOVE", "5 can be moved: l1:5 (C18)"),
        ("7,h3/c4/c4/c4 a a 5", "c:5", "CHARKONI_EMPTY", "no piece of a waits in the Charkoni (C6)"),
        ("7,h3/c4/c4/c4 a a 5", "8:5", "NOT_YOURS", "a has no piece on 8 (C7)"),
        ("7,h3/c4/c4/c4 a a 5", "l1:5", "NOT_YOURS", "a has no piece on l1 (C7)"),
        ("7,h3/c3,8/c4/c4 a a 5", "8:5", "NOT_YOURS", "a has no piece on 8 (C7)"),
        ("7+,h3/c4/c4/c4 a a 5", "7:5", "OTHER_NAME", "the pieces of a there are called 7+ (C7)"),
        ("7,h3/c4/c4/c4 a a 5", "7+:5^", "OTHER_NAME", "the pieces of a there are called 7 (C7)"),
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
            "yellow steps Home when all four black pieces are there (C11)",
        ),
        (
            "h4/c4/c4/c3,l6 d d 2",
            "l6:2",
            "TEAMMATE_FIRST",
            "green steps Home when all four red pieces are there (C11)",
        ),
        (
            "c3,15/c4/c3,54/c4 a a 5",
            "15:5",
            "PARTNER_ON_CELL",
            "own step 20 is taken by a piece of the partner c (C15)",
        ),
        (
            "c4/c4/c4/c3,22 a a 5",
            "c:5",
            "FORTRESS_SAFE",
            "own step 5 is a castle: a piece of d there cannot be captured (C15)",
        ),
        (
            "c3,15/c2,3x2/c4/c4 a a 5",
            "15:5",
            "PILE_TOO_HIGH",
            "a pile of 1 does not capture the pile of 2 of b on own step 20 (C14)",
        ),
        (
            "c4/c1,53x3/c4/c4 a a 2",
            "c:2",
            "PILE_TOO_HIGH",
            "a pile of 1 does not capture the pile of 3 of b on own step 2 (C14)",
        ),
        ("h4/c4/h4/c4 c . -", "c:5", "OVER", "the game is over: home, 1:0:1:0 (R7)"),
    ],
)
def test_illegal_moves_name_the_clause(text, move, code, sentence):
    found = refusal(CHAUPAR.parse(text).play, move)
    assert (found[0], found[2]) == (code, sentence)


# --- the diagram ------------------------------------------------------------------------------------------------

DRAWN = """\
                             10  ·   ·   ·    8    a black + c yellow
                             11  ·   ┊   ·    7    b red + d green
                             12  ·   ┊   ·    6
   d  l6x4                   13  *   ┊   *    5    c  18,30x2,35+
   ( · · · · )               14  ·   ┊   ·    4    ( · · · · )
                             15  ·   ┊   ·    3
                             16  ·   ┊   ·    2
 8   7   6   5   4   3   2   1   ·   ┊   ·   17  16  15  14  13  12  11  10
 ·   ·   ·   *   ·   ·   ·   c   ┌   c0   ┐  ·   ·   ·   ·   *   ·   ·   ·
 ·  ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄d4┄┄┄┄┄ d0      b3 ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄ ·
 ·   ·   ·  *c2  ·   ·   ·   ·   └   a0   ┘  ·   ·   ·   ·   *   ·   ·   ·
 10  11  12  13  14  15  16  17  c+  ┊   ·   1   2   3   4   5   6   7   8
                              2  ·   ┊   ·   16
 > a  5+x2,9+,l3              3  ·   ┊   ·   15    b  c1,h3
   ( · · · · )                4  ·   ┊   ·   14    ( b · · · )
   [2] [5] [6]                5 *a2+ a   *   13
                              6  ·   ┊   ·   12
                              7  ·   ┊   ·   11    * castle
                              8  ·   a+  ·   10    + lap completed"""


def lines(text, which=CHAUPAR):
    return which.parse(text).diagram.split("\n")


def test_the_diagram_fits_into_the_window():
    for text in ("c4/c4/c4/c4 a ? -", "57+,58+,59+,60+/57+,58+,59+,62+/1x2,68+x2/l7x4 b d 6|66"):
        drawn = CHAUPAR.parse(text).spans
        assert len(drawn) == 19
        assert all(sum(len(part) for part, _ in line) == 76 for line in drawn)


def test_the_diagram_draws_piles_laps_castles_lanes_and_home():
    assert lines("5+x2,9+,l3/c1,h3/18,30x2,35+/l6x4 a a 256") == DRAWN.split("\n")


@pytest.mark.parametrize(
    ("text", "black", "red", "yellow", "green", "decides"),
    [
        ("c4/c4/c4/c4 b ? -", "", "[?] [?] [?]", "", "", "b"),
        ("c4/c4/c4/c4 d d 25", "", "", "", "[2] [5]", "d"),
        ("h4/c4/c4/c4 a c 5|16", "[1] [6]", "", "[5]", "", "c"),
        ("h4/c4/c4/c4 c a 5|-", "[5]", "", "", "", "a"),
        ("h4/c4/h4/c4 c . -", "", "", "", "", ""),
    ],
)
def test_the_diagram_shows_who_decides_and_the_values(text, black, red, yellow, green, decides):
    drawn = lines(text)
    sticks = [drawn[15][3:28], drawn[15][51:], drawn[5][51:], drawn[5][3:28]]
    assert [stick.strip() for stick in sticks] == [black, red, yellow, green]
    marked = [line[place + 2] for line in drawn for place in (1, 49) if line[place : place + 1] == ">"]
    assert marked == list(decides)


def test_the_diagram_names_what_may_be_translated():
    labels = [part for line in CHAUPAR.start().spans for part, role in line if role == "label"]
    assert labels == ["black", "yellow", "red", "green", "castle", "lap completed"]


@pytest.mark.parametrize(
    ("colour", "step", "cell"),
    [
        (0, 1, (8, 7)),
        (0, 8, (8, 0)),
        (0, 9, (9, 0)),
        (0, 10, (10, 0)),
        (0, 17, (10, 7)),
        (0, 18, (11, 8)),
        (0, 43, (9, 18)),
        (0, 68, (7, 8)),
        (1, 9, (18, 9)),
        (2, 1, (10, 11)),
        (3, 1, (7, 10)),
        (3, 9, (0, 9)),
    ],
)
def test_the_cells_lie_on_the_grid(colour, step, cell):
    assert edge_spot(colour, step) == cell
