"""The places of Chaupar's board: four arms round Home, and a yard with its sticks in each gap between two arms.

Lying, the arms are a cross; upright, they lie along the diagonals, so that the cells fill a phone.  Then the angle
between two arms is narrow above and below Home and wide beside it.
"""

from dataclasses import dataclass
from functools import cached_property
from math import atan2, cos, degrees, hypot, radians, sin, tan

Point = tuple[float, float]

CELL = 40
LENGTH = 8 * CELL
"""The length of an arm."""
HALF = 1.5 * CELL
"""Half the width of an arm."""


@dataclass(frozen=True)
class Cross:
    """The arms as their viewer sees them.

    arms: the directions of the arms, outwards, in the order of play from that of the player at the bottom.  start: the
    distance of the arms from the centre.  edge: the width of the border of the cloth.  yard: the radius of a yard.
    """

    width: float
    height: float
    arms: tuple[Point, ...]
    start: float
    edge: float
    yard: float
    is_upright: bool

    @cached_property
    def centre(self) -> Point:
        """The centre of the board."""
        return self.width / 2, self.height / 2

    def at(self, arm: int, across: float, out: float) -> Point:
        """Return the centre of a cell.  across: -1 to 1, anticlockwise; out: 1 to 8, outwards."""
        return self.point(arm, across * CELL, self.start + (out - 0.5) * CELL)

    def point(self, arm: int, across: float, out: float) -> Point:
        """Return a point by its distances from the axis of an arm and from the centre."""
        (x, y), (ux, uy) = self.centre, self.arms[arm]
        return x + ux * out + uy * across, y + uy * out - ux * across

    def turn(self, arm: int) -> float:
        """Return the angle, in degrees clockwise, of an arm from the one that points down."""
        x, y = self.arms[arm]
        return degrees(atan2(-x, y))

    def corners(self, arm: int, across: float, out: float, size: float = CELL) -> list[Point]:
        """Return the corners of a cell."""
        middle, half = self.start + (out - 0.5) * CELL, size / 2
        signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        return [self.point(arm, across * CELL + dx * half, middle + dy * half) for dx, dy in signs]

    def home(self, arm: int, depth: float = 0.6) -> Point:
        """Return a point of Home on the side of an arm.  depth: 0 at the centre, 1 at the arm."""
        return self.point(arm, 0, depth * self.start)

    def outline(self, edge: float) -> list[Point]:
        """Return the corners of the cross with a border."""
        corners: list[Point] = []
        for arm in range(4):
            end = self.start + LENGTH + edge
            corners.extend((self.point(arm, -HALF - edge, end), self.point(arm, HALF + edge, end)))
            corners.extend(self._gap(arm, edge))
        return corners

    def home_outline(self, edge: float = 0) -> list[Point]:
        """Return the corners of Home."""
        return [corner for arm in range(4) for corner in self._gap(arm, edge)]

    def _gap(self, arm: int, edge: float) -> list[Point]:
        """Return the corners between an arm and the next: one, in a wide gap two, so that Home has no notch."""
        half = HALF + edge
        (ux, uy), (vx, vy) = self.arms[arm], self.arms[(arm + 1) % 4]
        cosine = ux * vx + uy * vy
        if cosine > -1e-9:  # narrow or right: both edges meet before the arms end
            return [self.point(arm, half, half * (1 + cosine) / abs(ux * vy - uy * vx))]
        side = 1 if ux > 0 else -1
        reach = abs(self.point(arm, HALF, self.start)[0] - self.centre[0]) + edge
        out = (side * reach - uy * half) / ux
        x, y = self.point(arm, half, out)
        return [(x, y), (x, 2 * self.centre[1] - y)]


_SLOPE = radians(56)
"""The angle of the upright arms with the horizontal."""
_X, _Y = cos(_SLOPE), sin(_SLOPE)
_DIAGONALS = ((_X, _Y), (_X, -_Y), (-_X, -_Y), (-_X, _Y))

LYING = Cross(848, 848, ((0, 1), (1, 0), (0, -1), (-1, 0)), HALF, 20, 60, is_upright=False)
UPRIGHT = {
    "inner": Cross(570, 762, _DIAGONALS, HALF * tan(_SLOPE), 5, 46, is_upright=True),
    "outer": Cross(570, 762, (_DIAGONALS[3], *_DIAGONALS[:3]), HALF * tan(_SLOPE), 5, 46, is_upright=True),
}
"""By the flag "entry": the yard beside the own entry cell (C6) is at the bottom."""

_ENTRY_SIDE = {"inner": -1, "outer": 1}
ENTRY = {"inner": (-1, 1), "outer": (1, 8)}
"""By the flag "entry": the entry cell, across and out, of each arm (C6)."""
_YARD = HALF + LENGTH - 60
"""Lying: the distance of a yard, in an outer corner, from both axes."""
_CORNER = HALF + LENGTH / 2
"""Lying: the distance of the middle of a corner from both axes."""


def cross(entry: str, *, is_upright: bool) -> Cross:
    """Return the cross of an orientation."""
    return UPRIGHT[entry] if is_upright else LYING


def yard(board: Cross, arm: int, entry: str) -> Point:
    """Return the centre of the yard of an arm, beside its entry cell."""
    side = _ENTRY_SIDE[entry]
    if not board.is_upright:
        return board.point(arm, side * _YARD, _YARD)
    dx, dy = _gap_direction(board, arm, entry)
    far = 330 if dy else 235
    return board.centre[0] + far * dx, board.centre[1] + far * dy


def sticks(board: Cross, at: Point) -> Point:
    """Return the centre of the sticks beside the yard at a point: on the far side of its corner or gap."""
    x, y = board.centre
    right, down = _sign(at[0] - x), _sign(at[1] - y)
    if not board.is_upright:
        away = -80 if abs(at[1] - y) > _CORNER else 112
        return x + right * _CORNER, y + down * (_CORNER + away)
    return x + (132 if down else 143) * right, y + 226 * down


def _sign(number: float) -> int:
    return (number > 1) - (number < -1)


def _gap_direction(board: Cross, arm: int, entry: str) -> Point:
    """Return the direction of the gap, between two arms, in which the yard of an arm lies."""
    (ux, uy), (vx, vy) = board.arms[arm], board.arms[(arm + _ENTRY_SIDE[entry]) % 4]
    x, y = ux + vx, uy + vy
    return round(x / hypot(x, y)), round(y / hypot(x, y))
