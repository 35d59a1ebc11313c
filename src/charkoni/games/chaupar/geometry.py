"""The places of Chaupar's board: four arms round Home, and a yard with its sticks in each gap between two arms.

The empty board: the embroidered cloth, and the yards in the gaps between its arms.

Lying, the arms are a cross; upright, they lie along the diagonals, so that the cells fill a phone.  Then the angle
between two arms is narrow above and below Home and wide beside it.
"""

from dataclasses import dataclass
from functools import cached_property
from math import atan2, cos, degrees, hypot, radians, sin, tan

from charkoni.core.board_types import (
    Element,
    circle,
    filled,
    group,
    line,
    path,
    polygon,
    rect,
    rounded,
    text,
    with_attributes,
)
from charkoni.core.drawings import read_drawings
from charkoni.games.chaupar.rules import END, QUARTER

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

    def corners(self, arm: int, across: float, out: float) -> list[Point]:
        """Return the corners of a cell."""
        middle, half = self.start + (out - 0.5) * CELL, CELL / 2
        signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        return [self.point(arm, across * CELL + dx * half, middle + dy * half) for dx, dy in signs]

    def home(self, arm: int) -> Point:
        """Return a point of Home on the side of an arm, nearer to it than to the centre."""
        return self.point(arm, 0, 0.6 * self.start)

    def outline(self, edge: float) -> list[Point]:
        """Return the corners of the cross with a border."""
        corners: list[Point] = []
        for arm in range(4):
            end = self.start + LENGTH + edge
            corners.extend((self.point(arm, -HALF - edge, end), self.point(arm, HALF + edge, end)))
            corners.extend(self._gap(arm, edge))
        return corners

    def home_outline(self, edge: float) -> list[Point]:
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


def edge_place(own: int, aside: float = 1) -> tuple[float, float]:
    """Return the place in its arm, across and out, of one of the 17 edge cells, or of something beside it outwards."""
    if own == END:
        return 0, 7 + aside
    return (-aside, own) if own < END else (aside, 2 * END - own)


def yard(board: Cross, arm: int, entry: str) -> Point:
    """Return the centre of the yard of an arm, beside its entry cell."""
    side = _ENTRY_SIDE[entry]
    if not board.is_upright:
        return board.point(arm, side * _YARD, _YARD)
    (ux, uy), (vx, vy) = board.arms[arm], board.arms[(arm + side) % 4]
    x, y = ux + vx, uy + vy  # the direction of the gap between both arms
    dx, dy = round(x / hypot(x, y)), round(y / hypot(x, y))
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


DRAWN = read_drawings(__file__)
PAINTS = ("black", "red", "yellow", "green")
CASTLE_OUT = 5
"""The distance from Home, in cells, of both castles of an arm."""

_FRINGE = 8


def empty_board(board: Cross, entry: str, seat: int, *, has_numbers: bool) -> tuple[Element, ...]:
    """Return the board without pieces, perhaps with the own steps of the player at the bottom as numbers."""
    cloth = rounded(board.outline(board.edge), 9)
    y = board.start + LENGTH + board.edge
    fringe = line(-HALF - board.edge + 5, y, HALF + board.edge - 5, y, "cloth-fringe")
    ends = ((*yard(board, arm, entry), *board.at(arm, *ENTRY[entry])) for arm in range(4))
    cords = (line(round(x, 1), round(y, 1), round(u, 1), round(v, 1), "cloth-braid") for x, y, u, v in ends)
    elements = [
        *_mat(board),
        group([path(cloth, "shade")], transform="translate(5 8)"),
        *(_in_arm(board, arm, [with_attributes(fringe, ("stroke-width", 2 * _FRINGE))]) for arm in range(4)),
        *cords,
        path(cloth, "cloth"),
        path(rounded(board.outline(board.edge - 3.5), 7), "cloth-braid"),
    ]
    for arm in range(4):
        elements.append(_in_arm(board, arm, _cells(board, entry, PAINTS[(seat + arm) % 4])))
    elements.extend(_home(board, seat))
    for arm in range(4):
        elements.extend(_yard(board, arm, entry, (seat + arm) % 4))
    if has_numbers:
        elements.extend(_numbers(board))
    return tuple(elements)


def _mat(board: Cross) -> list[Element]:
    """Return the mat on which the cloth and the yards lie, with a border."""
    width, height = board.width, board.height
    return [
        filled(rect(1, 1, width - 2, height - 2, "mat-rim", 26), "mat"),
        rect(8, 8, width - 16, height - 16, "mat-edge", 20),
        rect(13, 13, width - 26, height - 26, "mat-stitch", 16),
    ]


def _in_arm(board: Cross, arm: int, elements: list[Element]) -> Element:
    """Return elements drawn for an arm that points down from the origin, turned into an arm."""
    x, y = board.centre
    return group(elements, transform=f"translate({x:g} {y:g}) rotate({board.turn(arm):.4g})")


def _cells(board: Cross, entry: str, paint: str) -> list[Element]:
    """Return the cells of an arm, its lane with chevrons, its castles, and the arrows of its entry and end cell."""
    sides = [(across, out) for across in (-1, 1) for out in range(1, 9) if out != CASTLE_OUT]
    lane = [(0, out) for out in range(1, 9)]
    castles = [(across, CASTLE_OUT) for across in (-1, 1)]
    tinted = [*lane, ENTRY[entry]]
    chevrons = [_middle(board, 0, out) for out in range(1, 8)]

    def squares(cells: list[tuple[int, int]], size: float, cls: str) -> Element:
        return path("".join(_square(board, *cell, size) for cell in cells), cls)

    elements = [
        squares([*sides, *lane, *castles], 18, "linen"),
        squares(tinted, 17.2, f"land-{paint}"),
        squares([*sides, *lane], 15, "linen-thread"),
        squares(castles, 16, "cloth-braid"),
        *(_at("castle", x, f"{y:.1f}") for x, y in (_middle(board, *castle) for castle in castles)),
        path("".join(f"M{x - 5:g},{y + 4:.1f}l5,-8 5,8" for x, y in chevrons), f"rim-{paint} bare"),
        path(_arrow(*_middle(board, 0, 8), -1), f"side-{paint} rim-{paint}"),
        path(_arrow(*_middle(board, *ENTRY[entry]), 1 if entry == "inner" else -1), f"side-{paint} rim-{paint}"),
    ]
    return elements


def _middle(board: Cross, across: int, out: int) -> tuple[float, float]:
    return across * CELL, board.start + (out - 0.5) * CELL


def _square(board: Cross, across: int, out: int, half: float) -> str:
    """Return a square with round corners as path data, round the middle of a cell."""
    x, y = _middle(board, across, out)
    side = 2 * half - 8
    start = f"M{x - half + 4:.1f},{y - half:.1f}"
    return f"{start}h{side:g}q4,0 4,4v{side:g}q0,4 -4,4h{-side:g}q-4,0 -4,-4v{-side:g}q0,-4 4,-4Z"


def _arrow(x: float, y: float, ahead: int) -> str:
    s = ahead
    return f"M{x:g},{y + 11 * s:.1f}l9,{-10 * s}h-5.5v{-11 * s}h-7v{11 * s}h-5.5Z"


def _home(board: Cross, seat: int) -> list[Element]:
    """Return Home: a medallion, with a large petal in the colour of each arm towards its lane."""
    x, y = board.centre
    elements: list[Element] = [
        polygon(_short(board.home_outline(-2)), "cloth-deep"),
        polygon(_short(board.home_outline(-3)), "cloth-braid"),
    ]
    elements.append(_at("leaves-upright" if board.is_upright else "leaves", x, f"{y:g}"))
    for arm in range(4):
        paint = PAINTS[(seat + arm) % 4]
        elements.append(_in_arm(board, arm, [path(_large_petal(board.start - 7), f"land-{paint} rim-{paint}")]))
    return [*elements, _at("flower", x, f"{y:g}")]


def _at(part: str, x: float, y: str) -> Element:
    """Return a part of the drawings at a place."""
    return group(DRAWN.parts[part], transform=f"translate({x:g} {y})")


def _large_petal(length: float) -> str:
    """Return a petal from the origin downwards, blunt at its end."""
    return (
        f"M0,6C-10,{0.3 * length:.1f} -44,{0.55 * length:.1f} -42,{length - 6:.1f}Q-42,{length:.1f} -36,{length:.1f}"
        f"H36Q42,{length:.1f} 42,{length - 6:.1f}C44,{0.55 * length:.1f} 10,{0.3 * length:.1f} 0,6Z"
    )


def _short(corners: list[tuple[float, float]]) -> list[tuple[float, float]]:
    return [(round(x, 1), round(y, 1)) for x, y in corners]


def _yard(board: Cross, arm: int, entry: str, colour: int) -> list[Element]:
    """Return a yard: a round cushion with a ring in its colour, of beads for red and green."""
    x, y = yard(board, arm, entry)
    paint, radius = PAINTS[colour], board.yard
    ring = circle(x, y, radius - 7, f"link-{paint}")
    if colour % 2:
        ring = with_attributes(ring, ("stroke-dasharray", "0.1 11"))
    return [
        circle(x + 4, y + 7, radius + 1, "shade"),
        circle(x, y, radius, "cloth"),
        circle(x, y, radius - 2.5, "cloth-braid"),
        circle(x, y, radius - 7, "linen"),
        ring,
        circle(x, y, radius - 13, "linen-thread"),
    ]


def _numbers(board: Cross) -> list[Element]:
    """Return the own steps of the player at the bottom on the border of the cloth."""
    rim = 1.5 + (board.edge - 4) / CELL / 2
    elements = []
    for step in range(1, 4 * QUARTER + 1):
        arm, own = divmod(step - 1, QUARTER)
        x, y = board.at(arm, *edge_place(own + 1, rim))
        elements.append(text(round(x, 1), round(y, 1), str(step), "cloth-number", 10))
    return elements
