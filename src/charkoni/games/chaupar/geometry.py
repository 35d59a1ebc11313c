"""The fixed parts of the board of Chaupar: the cross, the four corners, and the symbols of pieces and sticks."""

from collections.abc import Mapping, Sequence

from charkoni.core.board_types import Element, Number, circle, group, line, path, polygon, rect, text
from charkoni.core.game_types import Flags
from charkoni.games.chaupar.cells import COLOURS, SIZE, edge_spot, lane_spot, turned
from charkoni.games.chaupar.rules import CASTLES, END, QUARTER, STEPS

CELL = 40
MARGIN = 10
WHOLE = SIZE * CELL + 2 * MARGIN
CARD = 302
"""The width and height of the corner of a colour."""

PAINTS = ("black", "red", "yellow", "green")
STICK_GAP = 36
CHARKONI_AT = {"inner": (4.8, 4.5), "outer": (13.2, 2.5)}
"""By the flag "entry", black's Charkoni on the grid: beside the cells on which its pieces enter (C6)."""

_FIRST = {"inner": 1, "outer": END + 1}
_ENTRY_SIDE = {"inner": (8.0, 4.5), "outer": (10.0, 2.5)}
_CHARKONI_RADIUS = 60
_DASHES = (("stroke-dasharray", "5 3"),)
_SHAPES: Mapping[str, Element] = {
    "a": circle(0, 0, 15),
    "b": polygon([(0, -19), (18, 13), (-18, 13)]),
    "c": rect(-14, -14, 28, 28, r=4),
    "d": polygon([(0, -19), (19, 0), (0, 19), (-19, 0)]),
}
_SHIELD = "M0,-17 C5,-14 11,-14 16,-15 V0 C16,9 8,14 0,18 C-8,14 -16,9 -16,0 V-15 C-11,-14 -5,-14 0,-17 Z"
_LOCK = "M-4.5,-1 V-5 A4.5,4.5 0 0 1 4.5,-5 V-1"
_PIPS: Mapping[str, Sequence[tuple[int, int]]] = {
    "1": [(18, 0)],
    "2": [(-6, 0), (42, 0)],
    "3": [(-6, 0), (18, 0), (42, 0)],
    "4": [(-6, -7), (-6, 7), (42, -7), (42, 7)],
    "5": [(-6, -7), (-6, 7), (18, 0), (42, -7), (42, 7)],
    "6": [(-6, -7), (-6, 7), (18, -7), (18, 7), (42, -7), (42, 7)],
}


def place(spot: tuple[float, float], colour: int, seat: int) -> tuple[Number, Number]:
    """Return the board coordinates of a spot, given for black, for a colour when `seat` is at the bottom."""
    x, y = turned(spot, (colour - seat) % 4)
    return MARGIN + (x + 0.5) * CELL, MARGIN + (SIZE - 0.5 - y) * CELL


def ground(flags: Flags, seat: int, *, with_numbers: bool) -> tuple[Element, ...]:
    """Return the board without pieces, perhaps with the own steps of the player at the bottom as numbers."""
    entry = flags["entry"]
    drawn = [rect(3, 3, WHOLE - 6, WHOLE - 6, "ground", 18), rect(3, 3, WHOLE - 6, WHOLE - 6, "frame", 18)]
    for colour in range(4):
        drawn.extend(_corner(colour, entry, seat))
    breadth, length = 3 * CELL + 2, SIZE * CELL + 2
    start, aside = WHOLE / 2 - length / 2, WHOLE / 2 - breadth / 2
    drawn.append(rect(aside, start, breadth, length, "recess", 7))
    drawn.append(rect(start, aside, length, breadth, "recess", 7))
    drawn.extend((_grid(False), _grid(True)))
    for step in range(1, STEPS + 1):
        drawn.extend(_edge_cell(step, seat))
    for colour in range(4):
        drawn.extend(_lane(colour, seat))
        drawn.extend(_signs(colour, entry, seat))
    drawn.extend(_home(seat))
    if with_numbers:
        drawn.extend(_numbers())
    return tuple(drawn)


def _corner(colour: int, entry: str, seat: int) -> list[Element]:
    """Return the corner of a colour: its Charkoni with four places, its piece and that of its partner."""
    x, y = place(CHARKONI_AT[entry], colour, seat)
    left, top = (
        (MARGIN if x < WHOLE / 2 else WHOLE - MARGIN - CARD),
        (MARGIN if y < WHOLE / 2 else WHOLE - MARGIN - CARD),
    )
    paint = PAINTS[colour]
    side = left + (62 if x > left + CARD / 2 else CARD - 62)
    drawn = [
        rect(left, top, CARD, CARD, f"land-{paint}", 16),
        _rimmed(rect(left, top, CARD, CARD, f"rim-{paint} bare", 16), colour),
        circle(x, y, _CHARKONI_RADIUS, "recess"),
        circle(x, y, _CHARKONI_RADIUS, "hollow"),
        *(circle(x + dx, y + dy, 17, "hollow") for dx in (-21, 21) for dy in (-19, 23)),
        group(_piece(colour, 2), transform=f"translate({side:g} {y - 22:g})"),
        group(_piece((colour + 2) % 4, 1), transform=f"translate({side + 14:g} {y + 42:g})"),
        text(side - 18, y + 42, "+", "note", 22),
    ]
    goal = place(_ENTRY_SIDE[entry], colour, seat)
    away = 76 / (abs(goal[0] - x) + abs(goal[1] - y))
    drawn.append(_arrow(x + (goal[0] - x) * away, y + (goal[1] - y) * away, goal[0] - x, goal[1] - y, 12, paint))
    return drawn


def _rimmed(shape: Element, colour: int) -> Element:
    """Return the shape with the rim of the colour's team: solid for black and yellow, dashed for red and green."""
    if colour % 2 == 0:
        return shape
    return Element(shape.tag, shape.cls, shape.attributes + _DASHES)


def _arrow(x: Number, y: Number, dx: Number, dy: Number, size: Number, paint: str) -> Element:
    """Return a small arrow centred on a point, in a direction along an axis."""
    ux, uy = _sign(dx), _sign(dy)
    points = [(1, 0), (-0.1, 0.9), (-0.1, 0.35), (-1, 0.35), (-1, -0.35), (-0.1, -0.35), (-0.1, -0.9)]
    corners = [(x + size * (a * ux - b * uy), y + size * (a * uy + b * ux)) for a, b in points]
    return polygon([(round(a, 1), round(b, 1)) for a, b in corners], f"side-{paint} rim-{paint}")


def _chevron(x: Number, y: Number, dx: Number, dy: Number, paint: str) -> Element:
    """Return a small chevron centred on a point, in a direction along an axis."""
    ux, uy = 5 * _sign(dx), 5 * _sign(dy)
    back, tip, front = (x - ux - 2 * uy, y - uy + 2 * ux), (x + ux, y + uy), (x - ux + 2 * uy, y - uy - 2 * ux)
    points = " L".join(f"{a:g},{b:g}" for a, b in (back, tip, front))
    return path(f"M{points}", f"rim-{paint} bare")


def _sign(number: Number) -> int:
    return (number > 1) - (number < -1)


def _grid(is_horizontal: bool) -> Element:
    """Return the lines between the cells of two arms."""
    near, far = float(MARGIN), float(WHOLE - MARGIN)
    aside = [WHOLE / 2 + CELL * (column - 1.5) for column in range(4)]
    along = [MARGIN + CELL * row for row in range(SIZE + 1) if row <= 8 or row >= 11]
    strokes = [(x, near, x, far) for x in aside] + [(aside[0], y, aside[3], y) for y in along]
    if is_horizontal:
        strokes = [(y, x, v, u) for x, y, u, v in strokes]
    return path(" ".join(f"M{x:g},{y:g} L{u:g},{v:g}" for x, y, u, v in strokes), "line")


def _edge_cell(step: int, seat: int) -> list[Element]:
    x, y = place(edge_spot(0, step), 0, seat)
    cell = rect(x - CELL / 2 + 1, y - CELL / 2 + 1, CELL - 2, CELL - 2, "castle" if step in CASTLES else "field", 6)
    if step not in CASTLES:
        return [cell]
    return [cell, group([path(_SHIELD, "badge")], transform=f"translate({x:g} {y:g})")]


def _lane(colour: int, seat: int) -> list[Element]:
    drawn = []
    for cell in range(1, 8):
        x, y = place(lane_spot(colour, cell), 0, seat)
        drawn.append(rect(x - CELL / 2 + 1, y - CELL / 2 + 1, CELL - 2, CELL - 2, f"land-{PAINTS[colour]}", 6))
        drawn.append(_chevron(x, y, WHOLE / 2 - x, WHOLE / 2 - y, PAINTS[colour]))
    return drawn


def _signs(colour: int, entry: str, seat: int) -> list[Element]:
    """Return the tinted entry cell and end cell of a colour, with arrows along the edge and into the lane."""
    drawn = []
    inwards = place(lane_spot(colour, 1), 0, seat)
    onwards = place(edge_spot(colour, _FIRST[entry] + 1), 0, seat)
    for step, goal in ((_FIRST[entry], onwards), (END, inwards)):
        x, y = place(edge_spot(colour, step), 0, seat)
        paint = PAINTS[colour]
        drawn.append(rect(x - CELL / 2 + 1, y - CELL / 2 + 1, CELL - 2, CELL - 2, f"land-{paint}", 6))
        drawn.append(_arrow(x, y, goal[0] - x, goal[1] - y, 11, paint))
    return drawn


def _home(seat: int) -> list[Element]:
    """Return Home: four triangles that meet in the middle."""
    middle = WHOLE / 2
    drawn = []
    for colour in range(4):
        left, right = place((7.5, 7.5), colour, seat), place((10.5, 7.5), colour, seat)
        drawn.append(polygon([left, right, (middle, middle)], f"land-{PAINTS[colour]}"))
    edge = 1.5 * CELL
    drawn.append(line(middle - edge, middle - edge, middle + edge, middle + edge))
    drawn.append(line(middle - edge, middle + edge, middle + edge, middle - edge))
    drawn.append(rect(middle - edge, middle - edge, 2 * edge, 2 * edge, "gate", 5))
    drawn.append(circle(middle, middle, 17, "home"))
    drawn.append(circle(middle, middle, 17, "gate"))
    return drawn


def _numbers() -> list[Element]:
    """Return the own steps of the player at the bottom, outside the cells, but inside at the ends of the arms."""
    drawn = []
    for step in range(1, STEPS + 1):
        column, row = edge_spot(0, step)
        x, y = place((column, row), 0, 0)
        if step % QUARTER == END:
            x, y = x - 12, y - 13
        elif abs(column - 9) == 1:
            x += (column - 9) * (CELL / 2 + 9)
        else:
            y -= (row - 9) * (CELL / 2 + 9)
        drawn.append(text(x, y, str(step), "coord", 10))
    return drawn


def _piece(colour: int, scale: Number) -> list[Element]:
    """Return a piece of a colour: its shape, its team's rim and its letter."""
    letter, paint = COLOURS[colour], PAINTS[colour]
    shape = _SHAPES[letter]
    body = Element(shape.tag, f"side-{paint} rim-{paint}", (*shape.attributes, ("stroke-linejoin", "round")))
    lower = 4 if letter == "b" else 0
    parts = [_rimmed(body, colour), text(0, lower, letter, f"ink-{paint}", 19)]
    return [group(parts, transform=f"scale({scale:g})")] if scale != 1 else parts


def symbols(flags: Flags) -> dict[str, tuple[Element, ...]]:
    """Return the pieces (plain, lapped, small), the sticks, the lock, the badge and the frame of the turn."""
    lap = (circle(-13, -12, 8, "badge"), text(-13, -12, "+", "count", 15))
    drawn: dict[str, tuple[Element, ...]] = {
        "badge": (circle(0, 0, 10.5, "badge"),),
        "lock": (rect(-8, -1, 16, 11, "stick", 2), path(_LOCK, "bound"), circle(0, 4, 1.8, "pip")),
        "turn": (rect(-CARD / 2, -CARD / 2, CARD, CARD, "mark", 16),),
    }
    for colour, letter in enumerate(COLOURS):
        piece = _piece(colour, 1)
        shape = _SHAPES[letter]
        shade = group([Element(shape.tag, "shade", shape.attributes)], transform="translate(1 3)")
        drawn[f"piece-{letter}"] = (shade, *piece)
        drawn[f"lap-{letter}"] = (shade, *piece, *lap)
        drawn[f"small-{letter}"] = tuple(_piece(colour, 0.6))
    for value in flags["dice"]:
        drawn[f"stick-{value}"] = _stick(value)
    return drawn


def _stick(value: str) -> tuple[Element, ...]:
    """Return a stick die showing a face: the number and its pips."""
    return (
        rect(-82, -13, 168, 32, "shade", 12),
        rect(-84, -16, 168, 32, "stick", 12),
        line(-40, -15, -40, 15),
        text(-61, 0, value, "count", 22),
        *(circle(x, y, 4.5, "pip") for x, y in _PIPS[value]),
    )
