"""The diagram of Chaupar."""

import pytest

from charkoni import game

CHAUPAR = game("chaupar")
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
