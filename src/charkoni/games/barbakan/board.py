"""The board of Barbakan: four rings of points round a walled circle, with one-way gates in the wall.

Zones: the points; "hand-a" .. "hand-d", the trays in the corners, the viewer's own at the bottom left.  Chip: "pass".
Slots: a pawn on the board has that of its point, pawns in hand those of their tray.  A tray also shows a number: the
pawns in hand and, when all are placed, those inside.
"""

from math import asin, cos, degrees, hypot, radians, sin, sqrt

from charkoni.core.board_types import (
    Counter,
    Element,
    Layout,
    Number,
    Piece,
    Slot,
    Spot,
    circle,
    group,
    path,
    polygon,
    rect,
    text,
)
from charkoni.core.constants import OVER
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.barbakan.events import describe, events, labels
from charkoni.games.barbakan.points import BOARDS, Board
from charkoni.games.barbakan.rules import is_shut_in
from charkoni.games.barbakan.taps import HAND, PLAYERS, attempt, prompt, scripts
from charkoni.games.barbakan.text import pawns_inside

__all__ = ["attempt", "counters", "describe", "events", "labels", "layout", "pieces", "prompt", "scripts"]

COLOURS = ("red", "blue", "yellow", "green")
MIDDLE = 232
WHOLE = 2 * MIDDLE
RADII = {"o": 200, "m": 156, "b": 108, "c": 60}
WALL = (RADII["m"] + RADII["b"]) / 2
"""Halfway between m and b, so that a gate crosses the wall in its middle."""
OUTSIDE = 222
POINT = 12.5
HIT = 22
OPENING = 9
"""Half the width of a gate."""
TRAY_ARC, TRAY_EDGE = 229, 224
HEAP, HEAP_STEP = 206, 12
"""The coordinates of pawns in a tray, relative to the centre of the board, and the distance between two pawns."""
TALLY = 174
"""The coordinates of the number of a tray, relative to the centre of the board."""

_CORNERS = {2: ((-1, 1), (1, -1)), 3: ((-1, 1), (-1, -1), (1, -1)), 4: ((-1, 1), (-1, -1), (1, -1), (1, 1))}
"""The corners of the trays in the order of play, the viewer's own first: right 1, left -1; bottom 1, top -1."""

_TOWER = (
    f"M{MIDDLE - 18},{MIDDLE + 22} V{MIDDLE - 4} h-4 v-20 h8 v8 h10 v-8 h8 v8 h10 v-8 h8 v20 h-4 V{MIDDLE + 22} Z"
    f" M{MIDDLE - 18},{MIDDLE - 4} h36 M{MIDDLE - 7},{MIDDLE + 22} v-10 a7,7 0 0 1 14,0 v10"
)
"""The path of the sign in the centre: a tower with its gate."""

Polar = tuple[Number, Number]
"""Degrees clockwise from the top, and the distance from the centre."""


def layout(flags: Flags, seat: int, portrait: bool) -> Layout:
    """Return the board rotated for the player `seat`; it is the same in portrait and landscape."""
    board, players = BOARDS[flags["board"]], int(flags["players"])
    places = _places(board, -seat * 360 / players)
    ground: list[Element] = [
        rect(3, 3, WHOLE - 6, WHOLE - 6, "ground", 26),
        circle(MIDDLE, MIDDLE, OUTSIDE, "field"),
        circle(MIDDLE, MIDDLE, OUTSIDE, "line"),
        circle(MIDDLE, MIDDLE, WALL, "castle"),
    ]
    spots: dict[str, Spot] = {}
    for player in range(players):
        right, down = _CORNERS[players][(player - seat) % players]
        ground.extend(_tray(player, right, down))
        tally = MIDDLE + right * TALLY, MIDDLE + down * TALLY
        spots[f"{HAND}{PLAYERS[player]}"] = Spot(*tally, path(_tray_edge(right, down), "hit"))
    ground.append(rect(3, 3, WHOLE - 6, WHOLE - 6, "frame", 26))
    ground.extend(_lines(board, places))
    for zone, place in zip(board.points, places, strict=True):
        x, y = _at(*place)
        ground.extend(_point(zone, x, y))
        spots[zone] = Spot(x, y, circle(x, y, _reach(board, zone[0]), "hit"))
    return Layout(WHOLE, WHOLE, tuple(ground), _symbols(), spots, COLOURS[:players], 12)


def _places(board: Board, rotation: float) -> list[Polar]:
    """Return the coordinates of the points: b and c half a sector before m (K1).  rotation: in degrees."""
    places: list[Polar] = []
    for ring, size in board.rings:
        before = 180 / board.sectors if ring in "bc" else 0
        places.extend((360 * i / size - before + rotation, RADII[ring]) for i in range(size))
    return places


def _at(angle: Number, radius: Number) -> tuple[Number, Number]:
    return MIDDLE + radius * sin(radians(angle)), MIDDLE - radius * cos(radians(angle))


def _reach(board: Board, ring: str) -> Number:
    """Return the radius of the zone of a point: zones in a ring do not overlap."""
    size = dict(board.rings)[ring]
    return min(HIT, RADII[ring] * sin(radians(180 / size)))


def _lines(board: Board, places: list[Polar]) -> list[Element]:
    """Return the rings, the lines between them, and the wall with an arrow in every gate."""
    drawn = [circle(MIDDLE, MIDDLE, RADII[ring], "line") for ring in "mbc"]
    gates: list[tuple[Polar, Polar]] = []
    for start, end, is_gate in board.lines:
        if board.points[start][0] != board.points[end][0]:
            way = places[start], _nearest(places[start], places[end])
            drawn.append(path(_curve(*way, 1 if is_gate else 0.5), "line"))
            if is_gate:
                gates.append(way)
    half = degrees(asin(OPENING / WALL))
    middles = sorted((start[0] + end[0]) / 2 % 360 for start, end in gates)
    for one, other in zip(middles, [*middles[1:], middles[0] + 360], strict=True):
        drawn.append(path(_arc(one + half, other - half), "wall"))
    return [*drawn, path(_TOWER, "gate"), *(_arrow(*way) for way in gates)]


def _nearest(start: Polar, end: Polar) -> Polar:
    """Return the end with its angle chosen so that it differs from that of the start by half a turn at most."""
    return start[0] + (end[0] - start[0] + 180) % 360 - 180, end[1]


def _curve(start: Polar, end: Polar, bend: float) -> str:
    """Return the path of a curve; on small boards a straight line would cross a ring.

    bend: 0 for a straight line, 1 if its middle is halfway between the rings.
    """
    (x1, y1), (x2, y2) = _at(*start), _at(*end)
    x, y = _at((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    straight_x, straight_y = (x1 + x2) / 2, (y1 + y2) / 2
    bend_x, bend_y = straight_x + 2 * bend * (x - straight_x), straight_y + 2 * bend * (y - straight_y)
    return f"M{x1:.1f},{y1:.1f} Q{bend_x:.1f},{bend_y:.1f} {x2:.1f},{y2:.1f}"


def _arc(one: float, other: float) -> str:
    """Return the path of an arc of the wall, clockwise, between two angles."""
    (x1, y1), (x2, y2) = _at(one, WALL), _at(other, WALL)
    return f"M{x1:.1f},{y1:.1f} A{WALL:g},{WALL:g} 0 0 1 {x2:.1f},{y2:.1f}"


def _arrow(start: Polar, end: Polar) -> Element:
    """Return the arrow in a gate, which points inwards along its line."""
    (x1, y1), (x2, y2) = _at(*start), _at(*end)
    x, y = _at((start[0] + end[0]) / 2, WALL)
    length = hypot(x2 - x1, y2 - y1)
    ahead_x, ahead_y = (x2 - x1) / length, (y2 - y1) / length
    points = [(x + 7 * ahead_x, y + 7 * ahead_y)]
    for side in (1, -1):
        points.append((x - 5 * ahead_x + side * 5 * ahead_y, y - 5 * ahead_y - side * 5 * ahead_x))
    return polygon([(round(px, 1), round(py, 1)) for px, py in points], "pip")


def _point(zone: str, x: Number, y: Number) -> list[Element]:
    """Return a point with its name; the outer ones, where pawns are placed, have a ring."""
    ring = [circle(x, y, POINT + 4.5, "home"), circle(x, y, POINT + 4.5, "line")] if zone[0] == "o" else []
    return [*ring, circle(x, y, POINT, "field"), circle(x, y, POINT, "line"), text(x, y, zone, "coord", 10)]


def _tray(player: int, right: int, down: int) -> list[Element]:
    """Return the tray in a corner, with the outline of its player's pawns and his letter."""
    colour = COLOURS[player]
    edge = _tray_edge(right, down)
    x, y = MIDDLE + right * HEAP, MIDDLE + down * HEAP
    outline = group([_shape(player, f"rim-{colour} bare")], transform=f"translate({x:g} {y:g})")
    letter = text(x, y + _LOWER[player], PLAYERS[player], "note", 13)
    return [path(edge, f"land-{colour}"), path(edge, f"rim-{colour} bare"), outline, letter]


def _tray_edge(right: int, down: int) -> str:
    """Return the outline of a tray: two edges of the board, a round corner, and an arc round the points."""
    start = sqrt(TRAY_ARC**2 - TRAY_EDGE**2)
    corner = TRAY_EDGE - 20

    def at(x: Number, y: Number) -> str:
        return f"{MIDDLE + right * x:.1f},{MIDDLE + down * y:.1f}"

    turn, back = (1, 0) if right != down else (0, 1)
    return (
        f"M{at(start, TRAY_EDGE)} L{at(corner, TRAY_EDGE)} A20,20 0 0 {turn} {at(TRAY_EDGE, corner)}"
        f" L{at(TRAY_EDGE, start)} A{TRAY_ARC},{TRAY_ARC} 0 0 {back} {at(start, TRAY_EDGE)} Z"
    )


_LOWER = (0.5, 0.5, 3, 0.5)
"""By player, the distance of the letter below the centre of a pawn."""


def _shape(player: int, cls: str) -> Element:
    """Return the outline of a player's pawns: circle, square, triangle, diamond."""
    if player == 0:
        return circle(0, 0, 12.5, cls)
    if player == 1:
        return rect(-11.5, -11.5, 23, 23, cls, 3)
    if player == 2:
        return polygon([(0, -15), (14, 10.5), (-14, 10.5)], cls)
    return polygon([(0, -15), (15, 0), (0, 15), (-15, 0)], cls)


def _symbols() -> dict[str, tuple[Element, ...]]:
    """Return for each player a pawn and a pale pawn that is shut in, and the badge of a number.

    A disc below a pawn hides the name of the point.
    """
    symbols: dict[str, tuple[Element, ...]] = {"badge": (rect(-20, -10.5, 40, 21, "badge", 10.5),)}
    for player, colour in enumerate(COLOURS):
        letter = PLAYERS[player]
        low = _LOWER[player]
        shade = group([_shape(player, "shade")], transform="translate(1 2)")
        foot = circle(0, 0, 11.5, f"land-{colour}")
        symbols[f"pawn-{letter}"] = (
            shade,
            foot,
            _shape(player, f"side-{colour} rim-{colour}"),
            text(0, low, letter, f"ink-{colour}", 14),
        )
        symbols[f"shut-{letter}"] = (
            foot,
            _shape(player, f"land-{colour} rim-{colour}"),
            text(0, low, letter, "note", 14),
        )
    return symbols


def pieces(s: State, flags: Flags, layout: Layout) -> list[Piece]:
    """Return all pawns, on the board and in hand, pale if shut in, and the number of every tray."""
    board = BOARDS[flags["board"]]
    is_moving = s.turn != OVER and not any(s.hand.tolist())
    listed: list[Piece] = []
    for player, pawns in enumerate(s.pawns.tolist()[: int(flags["players"])]):
        letter = PLAYERS[player]
        for point, zone in enumerate(board.points):
            if pawns >> point & 1:
                spot = layout.spots[zone]
                kind = "shut" if is_moving and is_shut_in(s, point) else "pawn"
                listed.append(Piece(Slot(zone), f"{kind}-{letter}", spot.x, spot.y, z=1))
        listed.extend(_hand(s, player, flags, layout.spots[f"{HAND}{letter}"]))
    return listed


def _hand(s: State, player: int, flags: Flags, spot: Spot) -> list[Piece]:
    """Return the pawns in hand along both edges of the tray, and its number."""
    zone = f"{HAND}{PLAYERS[player]}"
    right, down = (1 if spot.x > MIDDLE else -1), (1 if spot.y > MIDDLE else -1)
    hand = int(s.hand[player])
    pawns = []
    for i in range(hand):
        along = HEAP - HEAP_STEP * ((i + 1) // 2)
        across, up = (along, HEAP) if i % 2 else (HEAP, along)
        x, y = MIDDLE + right * across, MIDDLE + down * up
        pawns.append(Piece(Slot(zone, i), f"pawn-{PLAYERS[player]}", x, y, z=2 + i))
    n, total = pawns_inside(s, player, flags)
    shown = str(hand) if any(s.hand.tolist()) else f"{n}/{total}"
    return [*pawns, Piece(Slot(f"{zone}#"), "badge", spot.x, spot.y, "count", shown, 20)]


def counters(s: State, flags: Flags, words: Words) -> list[Counter]:
    """Return the pawns inside and, while any are left, those in hand."""
    listed = []
    for player in range(int(flags["players"])):
        if any(s.hand.tolist()):
            listed.append(Counter(player, words._("in hand"), str(int(s.hand[player]))))
        n, total = pawns_inside(s, player, flags)
        listed.append(Counter(player, words._("inside"), f"{n}/{total}"))
    return listed
