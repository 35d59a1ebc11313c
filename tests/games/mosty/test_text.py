"""Mosty: the texts of positions and moves, the diagram."""

import pytest

from charkoni import game
from charkoni.core.errors import BadMove, BadPosition
from charkoni.core.game import Position

MOSTY = game("mosty")


@pytest.mark.parametrize("move", ["", "c", "3c", "C3", "c03", "c3 ", "cc", "c3c", "c-3", "a100", "c3:1", "č3"])
def test_moves_that_cannot_be_read(move):
    with pytest.raises(BadMove):
        MOSTY.start().play(move)


@pytest.mark.parametrize("options", ["size=2", "", "size=10", "links=2"])
def test_codes_and_texts_are_a_bijection(options):
    sized = game(f"mosty:{options}" if options else "mosty")
    texts = [sized.move(code) for code in range(sized.codes)]
    assert len(set(texts)) == sized.codes
    assert [sized.code(text) for text in texts] == list(range(sized.codes))


def test_rows_from_six_on_have_two_digits_and_sort_as_text():
    moves = game("mosty:size=6").start().moves
    assert moves[:6] == ("a1", "a11", "a3", "a5", "a7", "a9")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mosty:size=3", "3/r1/br1/b1/2r b"),
        ("mosty:size=10", "10/9/10/9/10/9/10/9/10/9/10/9/10/9/10/9/10/9/10 a"),
        ("mosty:size=10", "10/9/9b/9/10/9/10/9/r9/9/10/9/10/9/10/9/10/9/10 a"),
        ("mosty:links=2", "5/4/5/4/5/4/5/4/5 a 2"),
        ("mosty:links=2,size=2", "2/1/rr b 1"),
        ("mosty:size=2", "1b/b/rr a"),
    ],
)
def test_positions_are_written_as_they_are_read(name, text):
    assert str(game(name).parse(text)) == text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mosty", ""),
        ("mosty", "5/4/5/4/5/4/5/4/5"),
        ("mosty", "5/4/5/4/5/4/5/4/5 c"),
        ("mosty", "5/4/5/4/5/4/5/4/5 a 1"),
        ("mosty:links=2", "5/4/5/4/5/4/5/4/5 a"),
        ("mosty:links=2", "5/4/5/4/5/4/5/4/5 a 3"),
        ("mosty:links=2", "5/4/5/4/5/4/5/4/5 a 01"),
        ("mosty", "5/4/5/4/5/4/5/4/5/ a"),
        ("mosty", "5/4/5/4//4/5/4/5 a"),
        ("mosty", "5/4/5/4/5/4/5/4/05 a"),
        ("mosty", "5/4/5/4/5/4/5/4/122 a"),
        ("mosty", "5/4/5/4/0r4/4/5/4/5 a"),
        ("mosty", "5/4/5/4/5/4/5/4/R4 a"),
        ("mosty", "5/4/5/4/5/4/5/4/999999999999999999999 a"),
    ],
)
def test_positions_that_break_the_grammar(name, text):
    with pytest.raises(BadPosition):
        game(name).parse(text)


def test_the_grammar_is_shown_by_an_example():
    with pytest.raises(BadPosition, match="as in 2/1/2 a 1"):
        game("mosty:links=2,size=2").parse("x")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("5/4/5 a", "there are 9 rows of crossings, not 3"),
        ("5/4/5/4/6/4/5/4/5 a", "row 5 has 5 crossings, not 6"),
        ("5/4/5/4/5/4/5/2r/5 a", "row 2 has 4 crossings, not 3"),
        ("5/4/5/4/5/4/5/4/41 a", "row 1 has 5 crossings, not 41"),
    ],
)
def test_valid_rows_add_up(text, words):
    with pytest.raises(BadPosition, match=words):
        MOSTY.parse(text)


# --- the diagram ------------------------------------------------------------------------------------------------


def lines(name, text):
    return Position.parse(game(name), text).diagram.split("\n")


def test_the_diagram_shows_links_dots_and_the_mover():
    assert lines("mosty:size=3", "3/r1/br1/b1/2r b") == [
        "       a b c d e",
        "       ●┄┄┄●┄┄┄●",
        "   5 ■ · ■ · ■ · ■     a ● Red  bottom to top",
        "   4 ┊ ●━━━● · ● ┊",
        "   3 ■═══■ ┃ ■ · ■   ▶ b ■ Blue  left to right",
        "   2 ┊ ● ║ ● · ● ┊",
        "   1 ■ · ■ · ■ ┃ ■",
        "       ●┄┄┄●┄┄┄●",
    ]


def test_the_diagram_shows_the_links_left():
    assert "▶ b ■ Blue  left to right" in lines("mosty:links=2,size=2", "2/1/r1 b 2")[3]
    assert lines("mosty:links=2,size=2", "2/1/r1 b 2")[4].endswith("bridges left: 2")


def test_the_diagram_shows_who_is_joined():
    assert lines("mosty:size=2", "rb/1/r1 .")[2].endswith("joined")


@pytest.mark.parametrize(("size", "height"), [(5, 12), (8, 18), (9, 19), (10, 21)])
def test_the_diagram_fits_its_window(size, height):
    drawn = game(f"mosty:size={size}").start().diagram.split("\n")
    assert len(drawn) == height
    assert max(map(len, drawn)) <= 76


def test_large_boards_have_their_letters_between_the_dots_of_the_borders():
    drawn = game("mosty:size=9").start().diagram.split("\n")
    assert drawn[0] == drawn[-1] == "       ●┄b┄●┄d┄●┄f┄●┄h┄●┄j┄●┄l┄●┄n┄●┄p┄●"
