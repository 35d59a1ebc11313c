"""The places of Barbakan's board: rings of points and a wall round one centre, circles lying and ovals upright.

A place on a ring is a fraction of its length, clockwise from the top, so that points lie equally far apart on an oval.
"""

from bisect import bisect
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import cos, hypot, pi, sin

from charkoni.games.barbakan.points import PointMap

Point = tuple[float, float]
Ring = tuple[float, float]
"""The half axes of a ring, across and upright."""

_SAMPLES = 720


@dataclass(frozen=True)
class BarbakanPlan:
    """The rings as their viewer sees them.

    rings: of the points, by letter; "outside" is the edge of the turf, "wall" the middle of the wall, halfway between m
    and b.  letter: the size of the numbers.  turn: the fraction of a ring by which the board is rotated.
    """

    width: float
    height: float
    rings: Mapping[str, Ring]
    letter: float
    turn: float = 0

    @property
    def centre(self) -> Point:
        """The centre of the board."""
        return self.width / 2, self.height / 2

    def at(self, ring: str, fraction: float) -> Point:
        """Return a point of a ring."""
        return self.between(self.rings[ring], fraction)

    def between(self, ring: Ring, fraction: float) -> Point:
        """Return a point of any ring round the centre."""
        angle = _angle(*ring, (fraction + self.turn) % 1)
        x, y = self.centre
        return x + ring[0] * sin(angle), y - ring[1] * cos(angle)

    def outward(self, ring: str, fraction: float) -> Point:
        """Return the direction, of length 1, that leads straight out of a ring."""
        across, up = self.rings[ring]
        angle = _angle(across, up, (fraction + self.turn) % 1)
        x, y = up * sin(angle), -across * cos(angle)
        return x / hypot(x, y), y / hypot(x, y)


@lru_cache
def _lengths(across: float, up: float) -> list[float]:
    """Return the length of a ring up to each of its samples, as fractions of the whole."""
    steps = []
    for i in range(_SAMPLES):
        angle = 2 * pi * (i + 0.5) / _SAMPLES
        steps.append(hypot(across * cos(angle), up * sin(angle)))
    whole, lengths = sum(steps), [0.0]
    for step in steps:
        lengths.append(lengths[-1] + step / whole)
    return lengths


def _angle(across: float, up: float, fraction: float) -> float:
    """Return the angle of an oval at a fraction of its length."""
    if across == up:
        return 2 * pi * fraction
    lengths = _lengths(across, up)
    i = min(bisect(lengths, fraction) - 1, _SAMPLES - 1)
    return 2 * pi * (i + (fraction - lengths[i]) / (lengths[i + 1] - lengths[i])) / _SAMPLES


def plan(turn: float, players: int, *, is_upright: bool) -> BarbakanPlan:
    """Return the plan of an orientation.

    Upright with two players it is higher, with larger numbers, as their names need less of a phone.
    """
    if is_upright:
        more = 24 if players == 2 else 0
        rings = {"outside": (227, 300 + more), "o": (196, 266 + more), "m": (153, 222 + more)}
        rings |= {"b": (107, 172 + more), "c": (61, 116 + more)}
        size = (464, 612 + 2 * more)
    else:
        rings = {"outside": (226, 226), "o": (196, 196), "m": (154, 154), "b": (108, 108), "c": (64, 64)}
        size = (464, 464)
    letter = 11 if is_upright and players == 2 else 9
    (mx, my), (bx, by) = rings["m"], rings["b"]
    return BarbakanPlan(*size, {**rings, "wall": ((mx + bx) / 2, (my + by) / 2)}, letter, turn)


def fractions(board: PointMap) -> list[float]:
    """Return the place of every point on its ring: b and c half a sector before m (K1)."""
    return [(i - (0.5 if ring in "bc" else 0)) / size for ring, size in board.rings for i in range(size)]


def gates(board: PointMap) -> list[tuple[int, int, float]]:
    """Return the gates: the points outside and inside, and the place of the gate in the wall, nearer to m than to b."""
    places = fractions(board)
    marks = []
    for start, end, is_gate in board.lines:
        if is_gate:
            away = (places[end] - places[start] + 0.5) % 1 - 0.5
            marks.append((start, end, places[start] + 0.42 * away))
    return marks
