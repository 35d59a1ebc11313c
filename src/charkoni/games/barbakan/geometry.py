"""The places of Barbakan's board: rings of points and a wall round one centre, circles lying and ovals upright.

The empty board: turf with paths, a wall with towers and gates, a paved yard, and trays in corners.

A place on a ring is a fraction of its length, clockwise from the top, so that points lie equally far apart on an oval.
"""

from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import atan2, cos, degrees, dist, hypot, pi, radians, sin, sqrt

from charkoni.core.board_types import Element, circle, ellipse, filled, group, path, text, with_attributes
from charkoni.core.drawings import read_drawings
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


DRAWN = read_drawings(__file__)
"""Enamelled pawns, each colour with a head of its own: ball, battlement, spire and diamond; shut in they are pale."""

POINT = 12
_WALL, _BEFORE_WALL = 13, 5
_TRAY, _THIN = 104, 20
"""The largest extent of a tray along the edges of the board, and the least between an edge and the turf."""
_RING, _PAWN = 20.6, (8.5, 31)
"""The radius that a ring of light takes round a point in either set of pieces; half the width of a pawn, its height."""
_DIGIT, _HIGH, _RIM = 0.633, 0.733, 2
"""The sizes of a digit, as parts of the size of its number; how far a number stays from the edge of the turf."""
_WAYS = sorted(product(range(24, 37), range(-90, 91, 5)), key=lambda way: (way[0] + abs(way[1]) / 9, -way[1]))
"""Where the number of a point may be: how far from it, and how many degrees from straight outside, downwards first."""
_ROOF = 9.9
"""The radius of the roof of a tower within the battlements, on whose edge its number may lie."""
_TURNS = sorted(range(-120, 121, 10), key=abs)
"""How many degrees from straight outside the number of a tower may be."""
_FARTHEST = [step / 2 for step in range(16, -1, -1)]
"""How far it may be from the middle of the tower, the farthest place first."""
_BARE = 14
"""No tuft of grass grows nearer to a number."""
_SLENDER = 0.38
"""The least ratio of the axes of a row of paving: a longer oval has an edge with points."""
_BLADE = 7
"""The height of a tuft."""
_BLADES = "m-3,0q0,-4 -2,-6m5,6q0,-5 0,-7m3,7q0,-4 2,-5"


def empty_board(plan: BarbakanPlan, board: PointMap) -> list[Element]:
    """Return the board without trays and pawns."""
    x, y = plan.centre
    across, up = plan.rings["outside"]
    outer, inner = _ways(plan, board)
    numbers = _numbers(plan, board)
    elements = [
        ellipse(x + 3, y + 5, across, up, "shade"),
        filled(ellipse(x, y, across, up), "turf"),
        path(_grass(plan, numbers), "turf-blade"),
        ellipse(x, y, across, up, "turf-edge"),
        path(outer, "track-edge"),
        path(outer, "track"),
        *_yard(plan),
        path(inner, "track-edge"),
        path(inner, "track"),
        *_wall(plan, board),
    ]
    places = fractions(board)
    for zone, place in zip(board.points, places, strict=True):
        elements.append(circle(*plan.at(zone[0], place), POINT, "flagstone"))
    elements.extend(text(*at, str(number), "turf-label", plan.letter) for number, at in enumerate(numbers, 1))
    return elements


def _numbers(plan: BarbakanPlan, board: PointMap) -> list[Point]:
    """Return the middles of the numbers of the outer points, in their order."""
    outside = [place for zone, place in zip(board.points, fractions(board), strict=True) if zone[0] == "o"]
    points = [plan.at("o", place) for place in outside]
    return [
        _beside(plan, place, _box(plan, str(i + 1)), [points[i], points[(i + 1) % len(points)], points[i - 1]])
        for i, place in enumerate(outside)
    ]


def _ways(plan: BarbakanPlan, board: PointMap) -> tuple[str, str]:
    """Return the lines of the board outside and inside the wall as path data."""
    places = fractions(board)
    outer, inner = [_oval(plan, "m")], [_oval(plan, "b"), _oval(plan, "c")]
    for start, end, is_gate in board.lines:
        ring, other = board.points[start][0], board.points[end][0]
        if ring != other and not is_gate:
            away = (places[end] - places[start] + 0.5) % 1 - 0.5
            (inner if ring in "bc" else outer).append(_way(plan, ring, other, places[start], places[start] + away))
    for start, end, gate in gates(board):
        away = (places[end] - gate + 0.5) % 1 - 0.5
        outer.append(_way(plan, "m", "wall", places[start], gate))
        inner.append(_way(plan, "wall", "b", gate, gate + away))
    return "".join(outer), "".join(inner)


def _oval(plan: BarbakanPlan, ring: str) -> str:
    across, up = plan.rings[ring]
    x, y = plan.centre
    return f"M{x:g},{y - up:g}a{across:g},{up:g} 0 0 1 0,{2 * up:g}a{across:g},{up:g} 0 0 1 0,{-2 * up:g}Z"


def _way(plan: BarbakanPlan, ring: str, other: str, start: float, end: float) -> str:
    """Return the path of a way from one ring to another, straight if it is short."""
    (ax, ay), (bx, by) = plan.rings[ring], plan.rings[other]
    parts = max(1, round(abs(end - start) * 80 - 3))
    points = [
        plan.between((ax + (bx - ax) * i / parts, ay + (by - ay) * i / parts), start + (end - start) * i / parts)
        for i in range(parts + 1)
    ]
    return "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _grass(plan: BarbakanPlan, numbers: Sequence[Point]) -> str:
    """Return tufts of grass between the paths, away from the numbers."""
    (ox, oy), (mx, my) = plan.rings["outside"], plan.rings["m"]
    tufts = []
    for i in range(36):
        depth, fraction = ((0.14, 0.24, 0.19)[i % 3], (i + 0.55) / 24) if i < 24 else (0.66, (i + 0.27) / 12)
        x, y = plan.between((ox + (mx - ox) * depth, oy + (my - oy) * depth), fraction)
        if all(dist((x, y - _BLADE / 2), number) > _BARE for number in numbers):
            tufts.append(f"M{x:.0f},{y:.0f}{_BLADES}")
    return "".join(tufts)


def _yard(plan: BarbakanPlan) -> list[Element]:
    """Return the paved yard within the wall, with a fountain in its middle."""
    x, y = plan.centre
    across, up = plan.rings["wall"]
    elements = [filled(ellipse(x, y, across, up), "paving")]
    for inset in (16, 34, 52, 70, 88, 106):
        if across - inset < _SLENDER * (up - inset):
            break
        width, dashes = ("14", "15 2.5") if inset % 4 else ("14", "11 2.5")
        row = ellipse(x, y, across - inset, up - inset, "paving-joint")
        elements.append(with_attributes(row, ("stroke-width", width), ("stroke-dasharray", dashes)))
    return [
        *elements,
        circle(x + 2, y + 3, 22, "shade"),
        filled(circle(x, y, 21), "tower"),
        with_attributes(circle(x, y, 21, "masonry-edge"), ("stroke-width", "1.4")),
        circle(x, y, 14.5, "fountain"),
        ellipse(x - 3, y - 4, 6.5, 4, "shine"),
        filled(circle(x, y, 5), "tower"),
        with_attributes(circle(x, y, 5, "masonry-edge"), ("stroke-width", "1.2")),
    ]


def _wall(plan: BarbakanPlan, board: PointMap) -> list[Element]:
    """Return the wall, its gates with arrows inwards, and its towers with the numbers of the points behind them."""
    x, y = plan.centre
    across, up = plan.rings["wall"]
    elements = [
        with_attributes(ellipse(x, y, across, up, cls), ("stroke-width", str(width)))
        for cls, width in (("masonry-edge", _WALL + 4), ("masonry", _WALL))
    ]
    shadow = ellipse(x + 2.5, y + 4, across, up, "masonry-edge")
    elements.insert(0, with_attributes(shadow, ("stroke-width", "16"), ("stroke-opacity", "0.25")))
    elements.append(ellipse(x, y, across + _WALL / 2 - 2, up + _WALL / 2 - 2, "masonry-crest"))
    for _, _, place in gates(board):
        x, y = plan.at("wall", place)
        ux, uy = plan.outward("wall", place)
        turned = f"translate({x:.1f} {y:.1f}) rotate({degrees(atan2(ux, -uy)):.1f})"
        elements.append(group(DRAWN.parts["passage"], transform=turned))
    for number in range(1, board.sectors + 1):
        elements.append(_tower(plan, (number - 1.5) / board.sectors, str(number)))
    return elements


def _tower(plan: BarbakanPlan, place: float, number: str) -> Element:
    """Return a tower, a little outside the middle of the wall, with its number on the outer side of its roof."""
    (x, y), (ux, uy) = plan.at("wall", place), plan.outward("wall", place)
    x, y = x + _BEFORE_WALL * ux, y + _BEFORE_WALL * uy
    label = text(
        *_on_roof((x, y), (ux, uy), _box(plan, number), plan.at("b", place)), number, "masonry-label", plan.letter
    )
    return group([*DRAWN.parts["tower"], label], transform=f"translate({x:.1f} {y:.1f})")


def _on_roof(tower: Point, outward: Point, box: Point, within: Point) -> Point:
    """Return the middle of a number from that of its tower: outwards, and beside a pawn on the point `within`.

    Right above that point it is as far outwards as it can be, where only the tip of a spire touches it.
    """
    ux, uy = outward
    found = []
    for turn in _TURNS:
        cosine, sine = cos(radians(turn)), sin(radians(turn))
        x, y = cosine * ux - sine * uy, sine * ux + cosine * uy
        far = next(d for d in _FARTHEST if hypot(abs(x) * d + box[0], abs(y) * d + box[1]) < _ROOF + 1.5)
        found.append((round(x * far, 1), round(y * far, 1)))
        if _is_clear((tower[0] + x * far, tower[1] + y * far), box, within):
            return found[-1]
    return found[0]


def _box(plan: BarbakanPlan, number: str) -> Point:
    """Return half the width and half the height of a number."""
    return len(number) * _DIGIT * plan.letter / 2, _HIGH * plan.letter / 2


def _beside(plan: BarbakanPlan, place: float, box: Point, near: Sequence[Point]) -> Point:
    """Return the middle of the number of a point on the outer ring, on the turf beside all pawns and rings of light.

    It is straight outside, or no farther and no more to one side than it must.  near: the point and its neighbours.
    """
    x, y = near[0]
    ux, uy = plan.outward("o", place)
    for far, turn in _WAYS:
        cosine, sine = cos(radians(turn)), sin(radians(turn if ux > -0.01 else -turn))
        at = x + far * (cosine * ux - sine * uy), y + far * (sine * ux + cosine * uy)
        if _is_on_turf(plan, at, box) and all(_is_clear(at, box, point) for point in near):
            return at
    raise AssertionError("no place for a number")


def _is_on_turf(plan: BarbakanPlan, at: Point, box: Point) -> bool:
    """Return whether a number lies on the turf.  box: half its sizes."""
    (x, y), (across, up) = plan.centre, plan.rings["outside"]
    u, v = abs(at[0] - x) + box[0], abs(at[1] - y) + box[1]
    return hypot(u / (across - _RIM), v / (up - _RIM)) < 1


def _is_clear(at: Point, box: Point, point: Point) -> bool:
    """Return whether a number lies beside the pawn on a point and beside the ring round it."""
    (half, high), across, down = box, abs(at[0] - point[0]), at[1] - point[1]
    is_beside_pawn = across - half > _PAWN[0] or down - high > 0 or down + high < -_PAWN[1]
    return is_beside_pawn and hypot(max(across - half, 0), max(abs(down) - high, 0)) > _RING


def tray(plan: BarbakanPlan, right: int, down: int, colour: str) -> list[Element]:
    """Return the tray in a corner: ground in the colour of its player behind a low wall."""
    edge = tray_edge(plan, right, down)
    return [
        path(edge, f"land-{colour}"),
        with_attributes(path(edge, f"side-{colour}"), ("fill-opacity", "0.2")),
        filled(path(edge), "tray-shade"),
        with_attributes(path(edge, "masonry-edge"), ("stroke-width", "7.5"), ("stroke-linejoin", "round")),
        with_attributes(path(edge, "masonry"), ("stroke-width", "5"), ("stroke-linejoin", "round")),
        path(edge, "masonry-crest"),
    ]


def tray_edge(plan: BarbakanPlan, right: int, down: int) -> str:
    """Return the outline of the tray in a corner: two edges of the board, a round corner, and an arc round the turf."""
    x, y = plan.centre
    ax, ay = plan.rings["outside"][0] + 8, plan.rings["outside"][1] + 8
    far_x, far_y = x - 5, y - 5
    start_x = max(ax * sqrt(1 - ((far_y - _THIN) / ay) ** 2), far_x - _TRAY)
    end_y = max(ay * sqrt(1 - ((far_x - _THIN) / ax) ** 2), far_y - _TRAY)
    start_y, end_x = ay * sqrt(1 - (start_x / ax) ** 2), ax * sqrt(1 - (end_y / ay) ** 2)

    def at(u: float, v: float) -> str:
        return f"{x + right * u:.1f},{y + down * v:.1f}"

    turn, back = (1, 0) if right != down else (0, 1)
    return (
        f"M{at(start_x, far_y)} L{at(far_x - 16, far_y)} A16,16 0 0 {turn} {at(far_x, far_y - 16)}"
        f" L{at(far_x, end_y)} L{at(end_x, end_y)} A{ax:g},{ay:g} 0 0 {back} {at(start_x, start_y)} Z"
    )
