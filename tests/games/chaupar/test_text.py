"""The texts of Chaupar: positions and moves (notation of docs/games/chaupar.md)."""

import pytest
from tests.games.chaupar.positions import refusal

from charkoni import game

CHAUPAR = game("chaupar")
OTHER = game("chaupar:dice=1346")

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


@pytest.mark.long_unless_compiled
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
        ("c4/c3/c4/c4 a ? -", "FOUR", "C1", "Red has 3 pieces"),
        ("c4/c4/c4,1/c4 a ? -", "FOUR", "C1", "Yellow has 5 pieces"),
        ("1x4,2x4,h4/c4/c4/c4 a ? -", "FOUR", "C1", "Black has 12 pieces"),
        ("c2,7,7/c4/c4/c4 a ? -", "TWO_PILES", "C12", "two piles on 7"),
        ("c2,7,7+/c4/c4/c4 a ? -", "TWO_PILES", "C12", "two piles on 7+"),
        ("c2,7+,7/c4/c4/c4 a ? -", "TWO_PILES", "C12", "two piles on 7"),
        ("c2,l3,l3/c4/c4/c4 a ? -", "TWO_PILES", "C12", "two piles on l3"),
        ("c2,c2/c4/c4/c4 a ? -", "TWO_PILES", "C12", "two piles on c2"),
        ("h2,h2/c4/c4/c4 a ? -", "TWO_PILES", "C12", "two piles on h2"),
        ("c2,8,7/c4/c4/c4 a ? -", "BAD_ORDER", "T2", "order Charkoni"),
        ("7,c3/c4/c4/c4 a ? -", "BAD_ORDER", "T2", "words of Black"),
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
    assert refusal(OTHER.parse, "c4/c4/c4/c4 a a 5")[2] == "the faces of the sticks are 1, 3, 4, 6 (C16)"


# --- moves ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("which", [CHAUPAR, OTHER])
def test_codes_and_texts_are_a_bijection(which):
    texts = [which.family.write_move(code, which.flags) for code in range(which.codes)]
    assert len(set(texts)) == which.codes
    assert [which.family.read_move(text, which.flags) for text in texts] == list(range(which.codes))


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
