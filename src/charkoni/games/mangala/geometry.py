"""The layout of Mangala's board: a slab of wood, the places and shapes of holes and stores, stones and fortresses."""

from dataclasses import replace
from math import sqrt
from random import Random

from charkoni.core.board_types import Element, Layout, Number, ZoneShape, circle, ellipse, filled, path, rect, text
from charkoni.core.drawings import read_drawings
from charkoni.core.game_types import Flags

DRAWN = read_drawings(__file__)

PLAYERS = "ab"
COLOURS = ("red", "green")
HOLE = 44
"""Half the width of a hole."""
HIGH = 55
"""Half its height: a hole is an oval, which on a screen is larger than a circle."""
REACH = 106
"""Half the width of a hole of the upright board: on a telephone it is oblong, and the board fills the screen."""
STEP = 100
RIM = 19
"""The width of the pale border inlaid in the slab, which bears the numbers of the holes."""
MARGIN = 31
STORE_WIDTH = {False: 78, True: 60}
"""Width by whether the board is upright; it is less there, so that the board is not too tall for a telephone."""
LENGTH = {portrait: 2 * MARGIN + 2 * (width + 14) + 6 * STEP for portrait, width in STORE_WIDTH.items()}
BREADTH = {False: 354, True: 4 * REACH + 116}
STORE_LENGTH = {False: 216, True: 4 * REACH + 20}
CORNER = {False: 98, True: 52}
SIDE = 8
"""The height of the side of the slab, seen below its top."""
STONE = {False: 11, True: 13}
TEXT = {False: 18, True: 23}
HOLES = 6
SHADE = 13
"""How far the shadow of the upper edge reaches into a hole."""
GLASS = ("stone", *(f"stone-{number}" for number in range(2, 7)))
"""The symbols of the stones: glass of six colours."""


def layout(flags: Flags, seat: int, portrait: bool) -> Layout:
    """Return the board with the player `seat` in front: his store on the right, upright at the bottom."""
    spots: dict[str, ZoneShape] = {}
    width, height = (BREADTH[True], LENGTH[True]) if portrait else (LENGTH[False], BREADTH[False])
    ground = _slab(portrait, width, height)
    for side, (player, colour) in enumerate(zip(PLAYERS, COLOURS, strict=True)):
        is_near = side == seat
        edge = MARGIN + STORE_WIDTH[portrait] / 2
        x, y = _turned(portrait, LENGTH[portrait] - edge if is_near else edge, BREADTH[portrait] / 2)
        half = (STORE_LENGTH[portrait] / 2, STORE_WIDTH[portrait] / 2)
        half = half if portrait else half[::-1]
        ground.extend(_recess(x, y, *half, colour))
        spots[player] = ZoneShape(x, y, _carved(x, y, *half, "hit", 4))
        for hole in range(1, 7):
            x, y = _hole_place(portrait, hole, is_near)
            half = (REACH, HOLE) if portrait else (HOLE, HIGH)
            ground.extend(_recess(x, y, *half, colour))
            at = _hole_place(portrait, hole, is_near, on_rim=True)
            ground.append(text(*at, str(hole), "slab-label", 17 if portrait else 12))
            spots[f"{player}{hole}"] = ZoneShape(x, y, _carved(x, y, *half, "hit", 4))
    ground.extend(_arrows(portrait))
    r = STONE[portrait]
    stones = {
        name: (
            ellipse(2.4, 4, r, r * 0.86, "shade"),
            circle(0, 0, r, f"glass glass-{number}"),
            filled(circle(0, 0, r), "gloss"),
        )
        for number, name in enumerate(GLASS, 1)
    }
    badge = rect(-21, -15, 42, 30, "badge", 15) if portrait else rect(-17, -12, 34, 24, "badge", 12)
    flat_stone = (circle(0.8, 1.6, r, "shade"), circle(0, 0, r, "stone"), circle(-3, -3.5, 3.6, "shine"))
    return Layout(
        width,
        height + SIDE + 6,
        tuple(ground),
        {**stones, "badge": (badge,), **_fortresses(portrait, "")},
        spots,
        COLOURS,
        TEXT[portrait],
        paint_servers=DRAWN.paint_servers,
        flat_symbols={**dict.fromkeys(GLASS, flat_stone), **_fortresses(portrait, "flat-")},
        alternatives={"stone": GLASS},
    )


def _slab(portrait: bool, width: Number, height: Number) -> list[Element]:
    """Return the slab: its shadow, its side, its top with grain, the inlaid border, and the edges that catch light."""
    r = CORNER[portrait]
    inner = 4 + RIM
    return [
        rect(10, 14, width - 14, height - 6, "slab-cast", r),
        rect(4, 4 + SIDE, width - 8, height - 8, "slab-side", r),
        filled(rect(4, 4, width - 8, height - 8, "", r), "slab"),
        path(_grain(portrait, 0), "slab-grain"),
        path(_grain(portrait, 2.4), "slab-gleam"),
        _framed(width, height, 4 + RIM / 2, r - RIM / 2, "slab-rim"),
        _framed(width, height, 5, r - 1, "slab-edge"),
        _framed(width, height, inner, r - RIM, "slab-joint"),
    ]


def _framed(width: Number, height: Number, inset: Number, r: Number, cls: str) -> Element:
    """Return the outline of the slab, some way inside its edge."""
    return rect(inset, inset, width - 2 * inset, height - 2 * inset, cls, r)


def _grain(portrait: bool, aside: Number) -> str:
    """Return the path of the grain of the slab: long lines that bend round a knot between the rows.

    aside: a distance to add across the grain, for the light beside the lines.
    """
    long, across, r = LENGTH[portrait], BREADTH[portrait], CORNER[portrait]
    luck = Random(11)
    parts = []
    for number in range(15):
        y = 16 + number * (across - 32) / 14
        knot = 0.33 if y < across / 2 else 0.7
        away = (y - across / 2) / across
        bulge = (26 if away > 0 else -26) * (0.62 - abs(away))
        deep = max(r - min(y, across - y), 0)
        ends = 14 + r - sqrt(r * r - deep * deep)
        wave = luck.uniform(-6, 6)
        points = [
            (ends, y),
            (long * (knot - 0.2), y + wave),
            (long * (knot - 0.07), y + bulge),
            (long * knot, y + bulge),
            (long * (knot + 0.09), y + bulge),
            (long * (knot + 0.2), y - wave),
            (long - ends, y + wave / 2),
        ]
        (first, *rest) = (f"{x:.0f},{down:.0f}" for x, down in (_turned(portrait, x, y + aside) for x, y in points))
        parts.append(f"M{first}C{' '.join(rest)}")
    return "".join(parts)


def _recess(x: Number, y: Number, wide: Number, high: Number, colour: str) -> list[Element]:
    """Return a hole or store, carved: the inlay of its owner, the lip, the floor, and the shadow of its upper edge."""
    r, rise = _corner(wide, high)
    left, right, inner = x - wide, x + wide, rise - SHADE
    top, deep = y - high, y - high + SHADE
    shadow = (
        f"M{left:g},{top + rise:g}A{r:g},{rise:g} 0 0 1 {left + r:g},{top:g}"
        f"H{right - r:g}A{r:g},{rise:g} 0 0 1 {right:g},{top + rise:g}"
        f"A{r:g},{inner:g} 0 0 0 {right - r:g},{deep:g}H{left + r:g}A{r:g},{inner:g} 0 0 0 {left:g},{top + rise:g}Z"
    )
    return [
        _carved(x, y, wide, high, f"inlay-{colour}", 4.6),
        filled(_carved(x, y, wide, high, "", 2.5), "lip"),
        filled(_carved(x, y, wide, high, ""), "floor"),
        path(shadow, "hole-shade"),
    ]


def _corner(wide: Number, high: Number) -> tuple[Number, Number]:
    """Return the radii of the corners of what is carved: a slim shape has round ends, a stout one is an oval."""
    return (wide, high) if max(wide, high) < 1.5 * min(wide, high) else (min(wide, high),) * 2


def _carved(x: Number, y: Number, wide: Number, high: Number, cls: str, more: Number = 0) -> Element:
    """Return the outline of a hole or store by its centre and half of its sizes; `more` makes it larger."""
    wide, high = wide + more, high + more
    rx, ry = _corner(wide, high)
    box = rect(x - wide, y - high, 2 * wide, 2 * high, cls, rx)
    return box if rx == ry else replace(box, attributes=(*box.attributes, ("ry", ry)))


def _turned(portrait: bool, x: Number, y: Number) -> tuple[Number, Number]:
    """Return a place of the lying board as it is, or on the upright board: turned by a quarter turn clockwise."""
    return (BREADTH[True] - y, x) if portrait else (x, y)


def _hole_place(portrait: bool, hole: int, is_near: bool, *, on_rim: bool = False) -> tuple[Number, Number]:
    """Return the centre of a hole: the near row runs from left to right, the far one from right to left (M3).

    on_rim: the place of its number instead, on the border of the slab beside the hole.
    """
    place = hole - 1 if is_near else HOLES - hole
    x = MARGIN + STORE_WIDTH[portrait] + 14 + STEP / 2 + place * STEP
    away = BREADTH[portrait] / 2 - 4 - RIM / 2 if on_rim else (REACH if portrait else HIGH) + 12
    return _turned(portrait, x, BREADTH[portrait] / 2 + (away if is_near else -away))


def _arrows(portrait: bool) -> list[Element]:
    """Return the arrows between the rows in the direction of sowing: on the near side to the right (M3)."""
    centre, arrows = (LENGTH[portrait] / 2, BREADTH[portrait] / 2), []
    for way in (1, -1):
        for along in (-2 * STEP, 0, 2 * STEP):
            corners = ((-4, -6), (5, 0), (-4, 6))
            points = [_turned(portrait, centre[0] + along + x * way, centre[1] + 15 * way + y) for x, y in corners]
            arrows.append(path("M" + " L".join(f"{x:g},{y:g}" for x, y in points), "slab-arrow"))
    return arrows


def _fortresses(portrait: bool, kind: str) -> dict[str, tuple[Element, ...]]:
    """Return the fortress of each player: his castle in a hole inlaid with his colour.  kind: "" or "flat-"."""
    half = (REACH, HOLE) if portrait else (HOLE, HIGH)
    return {
        f"fortress-{player}": (_carved(0, 0, *half, f"inlay-{colour}", -5), *DRAWN.parts[f"{kind}castle-{player}"])
        for player, colour in zip(PLAYERS, COLOURS, strict=True)
    }
