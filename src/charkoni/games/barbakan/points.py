"""The boards of Barbakan as data (K1), a reconstruction; another board is added to BOARDS.

      o(2j-2)  o(2j-1)   o(2j)   o(2j+1)  o(2j+2)
           \\      |      /   \\      |      /
         ------ m(j) ----------- m(j+1) ------
            /           \\     /           \\
     ======/=============\\===/=============\\======   wall
          /               \\ /               \\
        b(j) ---------- b(j+1) ---------- b(j+2)
          |                |                 |
        c(j) ---------- c(j+1) ---------- c(j+2)

Points are numbered in the order o1, o2, ..., m1, ..., b1, ..., c1, ....  Codes: 0 to points - 1 place a pawn on a
point; then come the moves along a line from one point to another; the last one is the pass.  Moves out through a gate,
which the rules forbid, have codes too, so that they are refused with a reason.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

# The lines of sector j: p is o(2j-1), q is o(2j); a capital is the same point of sector j+1; ">" leads inwards only.
_SECTOR = "p-m q-m q-M m-M m>b m>B b-B b-c c-C"


@dataclass(frozen=True)
class PointMap:
    """A board: its points by ring, its lines, its numbers of players.

    lines: pairs of point numbers with True for a gate, which is passed only from the first point to the second.
    """

    sectors: int
    rings: tuple[tuple[str, int], ...]
    lines: tuple[tuple[int, int, bool], ...]
    numbers_of_players: tuple[int, ...]

    @cached_property
    def points(self) -> tuple[str, ...]:
        """The names of the points in the order of their numbers."""
        return tuple(f"{ring}{i}" for ring, size in self.rings for i in range(1, size + 1))

    @cached_property
    def moves(self) -> tuple[tuple[int, int], ...]:
        """All moves along a line, (start, end), by start; for each start the legal ones, then those out of gates."""
        ways = [(start, end) for start, end, _ in self.lines]
        back = [(end, start) for start, end, is_gate in self.lines if not is_gate]
        out = {(end, start) for start, end, is_gate in self.lines if is_gate}
        return tuple(sorted([*ways, *back, *out], key=lambda way: (way[0], way in out, way[1])))

    @cached_property
    def gates(self) -> frozenset[tuple[int, int]]:
        """The moves out through a gate, (start, end), which are illegal (K7)."""
        return frozenset((end, start) for start, end, is_gate in self.lines if is_gate)

    @cached_property
    def near(self) -> tuple[int, ...]:
        """near[point]: the mask of the points to which a pawn can move from there (K6, K7)."""
        allowed = [way for way in self.moves if way not in self.gates]
        return tuple(sum(1 << end for start, end in allowed if start == point) for point in range(len(self.points)))

    @property
    def codes(self) -> int:
        """The number of codes."""
        return len(self.points) + len(self.moves) + 1

    @property
    def passing(self) -> int:
        """The code of the pass."""
        return self.codes - 1

    def mask(self, part: str) -> int:
        """Return the mask of the points of a part of the board, "outer" or "inside"."""
        letters = {"outer": "o", "inside": "bc"}[part]
        return sum(1 << i for i, name in enumerate(self.points) if name[0] in letters)


def _board(sectors: int, numbers_of_players: tuple[int, ...]) -> PointMap:
    """Return the board with this number of sectors."""
    first = {"o": 0, "m": 2 * sectors, "b": 3 * sectors, "c": 4 * sectors}

    def point(letter: str, j: int) -> int:
        """Return the point that a letter of _SECTOR means in sector j, counted from 0."""
        sector = (j + letter.isupper()) % sectors
        if letter in "pq":
            return 2 * sector + (letter == "q")
        return first[letter.lower()] + sector

    lines = [(point(s[0], j), point(s[2], j), s[1] == ">") for j in range(sectors) for s in _SECTOR.split()]
    rings = (("o", 2 * sectors), ("m", sectors), ("b", sectors), ("c", sectors))
    return PointMap(sectors, rings, tuple(lines), numbers_of_players)


BOARDS: Mapping[str, PointMap] = {
    "b12": _board(12, (2, 3, 4)),
    "mini3": _board(3, (2, 3)),
    "mini4": _board(4, (2, 4)),
}
