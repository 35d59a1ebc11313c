"""The boards of Barbakan: points and lines (K1 of docs/games/barbakan.md)."""

import pytest
from tests.games.barbakan.positions import ends, position_of

from charkoni.games.barbakan.points import BOARDS

# As the rule page has them.
LINES = """
o1-m1    o2-m1    o2-m2    m1-m2    m1-b1    m1-b2    b1-b2    b1-c1    c1-c2
o3-m2    o4-m2    o4-m3    m2-m3    m2-b2    m2-b3    b2-b3    b2-c2    c2-c3
o5-m3    o6-m3    o6-m4    m3-m4    m3-b3    m3-b4    b3-b4    b3-c3    c3-c4
o7-m4    o8-m4    o8-m5    m4-m5    m4-b4    m4-b5    b4-b5    b4-c4    c4-c5
o9-m5    o10-m5   o10-m6   m5-m6    m5-b5    m5-b6    b5-b6    b5-c5    c5-c6
o11-m6   o12-m6   o12-m7   m6-m7    m6-b6    m6-b7    b6-b7    b6-c6    c6-c7
o13-m7   o14-m7   o14-m8   m7-m8    m7-b7    m7-b8    b7-b8    b7-c7    c7-c8
o15-m8   o16-m8   o16-m9   m8-m9    m8-b8    m8-b9    b8-b9    b8-c8    c8-c9
o17-m9   o18-m9   o18-m10  m9-m10   m9-b9    m9-b10   b9-b10   b9-c9    c9-c10
o19-m10  o20-m10  o20-m11  m10-m11  m10-b10  m10-b11  b10-b11  b10-c10  c10-c11
o21-m11  o22-m11  o22-m12  m11-m12  m11-b11  m11-b12  b11-b12  b11-c11  c11-c12
o23-m12  o24-m12  o24-m1   m12-m1   m12-b12  m12-b1   b12-b1   b12-c12  c12-c1
"""


def test_k1_all_lines_of_b12():
    board = BOARDS["b12"]
    drawn = {frozenset(line.split("-")) for line in LINES.split()}
    assert len(drawn) == 108
    assert {frozenset(board.points[point] for point in way) for way in board.moves} == drawn
    assert len(board.moves) == 2 * len(drawn)


@pytest.mark.parametrize(("name", "points", "lines"), [("b12", 60, 108), ("mini3", 15, 27), ("mini4", 20, 36)])
def test_k1_points_and_lines(name, points, lines):
    board = BOARDS[name]
    assert (len(board.points), len(board.lines), board.codes) == (points, lines, points + 2 * lines + 1)


@pytest.mark.parametrize(
    ("point", "neighbours"),
    [
        ("o24", "m1 m12"),
        ("o1", "m1"),
        ("m1", "b1 b2 m12 m2 o1 o2 o24"),
        ("b1", "b12 b2 c1"),
        ("c1", "b1 c12 c2"),
    ],
)
def test_k1_the_rings_close_up(point, neighbours):
    other = "c6" if point != "c6" else "c7"
    spare = "o13"  # a pawn of each side outside, so that nobody has won
    board = position_of(**{point: "a", spare: "a", "o15": "b", other: "b"})
    assert sorted(ends(board, point)) == neighbours.split()
