"""The layout of the board of Toguz Korgool: a slab of walnut, nine oblong holes a side, two kazans between the rows."""

from charkoni.core.board_types import (
    Element,
    Layout,
    Number,
    ZoneShape,
    circle,
    ellipse,
    filled,
    linear_gradient,
    path,
    radial_gradient,
    rect,
    text,
)
from charkoni.core.game_types import Flags

from charkoni_toguz.rules import HOLES

PLAYERS = "ab"
COLOURS = ("white", "black")
STEP = {False: 92, True: 80}
"""From hole to hole, by whether the board is upright."""
WIDE, DEEP = {False: 37, True: 33}, {False: 74, True: 68}
"""Half of a hole along its row, and across."""
KAZAN = {False: 36, True: 34}
"""Half of a kazan across the board."""
MARGIN = 24
LABEL = 22
GAP = 12
LENGTH = {is_upright: HOLES * step + 2 * MARGIN for is_upright, step in STEP.items()}
BREADTH = {u: 2 * (MARGIN + LABEL + 2 * DEEP[u] + GAP + 2 * KAZAN[u] + GAP) for u in (False, True)}
SIDE = 8
"""The height of the side of the slab, seen below its top."""
STONE = {False: 10.5, True: 11.5}
BEADS = tuple(f"korgool-{number}" for number in range(1, 5))
"""The symbols of the stones: beads of four natural colours."""
HORNS = "M0,9 V-3 C0,-13 -16,-13 -16,-4 C-16,2 -8,3 -7,-3 M0,-3 C0,-13 16,-13 16,-4 C16,2 8,3 7,-3 M-9,9 C-4,3 4,3 9,9"
"""A ram's horns, the ornament of felt and wood in Kyrgyz and Kazakh houses."""


def layout(flags: Flags, seat: int, portrait: bool) -> Layout:
    """Return the board with the player `seat` in front, his hole 1 on the left; upright it is turned to the right."""
    width, height = (BREADTH[True], LENGTH[True]) if portrait else (LENGTH[False], BREADTH[False])
    ground, spots = _slab(portrait, width, height), dict[str, ZoneShape]()
    for side, (player, colour) in enumerate(zip(PLAYERS, COLOURS, strict=True)):
        is_near = side == seat
        for hole in range(1, HOLES + 1):
            x, y = hole_place(portrait, hole, is_near)
            half = _half(portrait, WIDE[portrait], DEEP[portrait])
            ground.extend(_recess(x, y, *half, colour))
            label = hole_place(portrait, hole, is_near, DEEP[portrait] + LABEL / 2 + 5)
            ground.append(text(*label, str(hole), "toguz-label", 17))
            spots[f"{player}{hole}"] = ZoneShape(x, y, _capsule(x, y, *half, "hit", 4))
        x, y = kazan_place(portrait, is_near)
        half = _half(portrait, LENGTH[portrait] / 2 - MARGIN - 6, KAZAN[portrait])
        ground.extend(_recess(x, y, *half, colour))
        spots[player] = ZoneShape(x, y, _capsule(x, y, *half, "hit", 2))
    return Layout(
        width,
        height + SIDE + 6,
        tuple(ground),
        _symbols(portrait),
        spots,
        COLOURS,
        19 if portrait else 17,
        paint_servers=_paint_servers(),
        flat_symbols=dict.fromkeys(BEADS, _flat_stone(STONE[portrait])),
        alternatives={BEADS[0]: BEADS},
    )


def turned(portrait: bool, x: Number, y: Number) -> tuple[Number, Number]:
    """Return a place of the lying board as it is, or on the upright board, turned by a quarter turn clockwise."""
    return (BREADTH[True] - y, x) if portrait else (x, y)


def _half(portrait: bool, along: Number, across: Number) -> tuple[Number, Number]:
    """Return half of the width and of the height of a place by its size along and across the lying board."""
    return (across, along) if portrait else (along, across)


def hole_place(portrait: bool, hole: int, is_near: bool, outwards: Number = 0) -> tuple[Number, Number]:
    """Return the centre of a hole: the near row runs from left to right, the far one back (T1).

    outwards: a distance to add, away from the middle of the board.
    """
    x = MARGIN + STEP[portrait] * ((hole if is_near else HOLES + 1 - hole) - 0.5)
    away = 2 * GAP + 2 * KAZAN[portrait] + DEEP[portrait] + outwards
    return turned(portrait, x, BREADTH[portrait] / 2 + (away if is_near else -away))


def kazan_place(portrait: bool, is_near: bool) -> tuple[Number, Number]:
    """Return the centre of a kazan: each lies on its owner's side of the middle."""
    away = GAP + KAZAN[portrait]
    return turned(portrait, LENGTH[portrait] / 2, BREADTH[portrait] / 2 + (away if is_near else -away))


def _slab(portrait: bool, width: Number, height: Number) -> list[Element]:
    """Return the slab: its shadow, its side, its top with grain, and the inlaid band along its middle."""
    long, across, r = LENGTH[portrait], BREADTH[portrait], 34
    elements = [
        rect(10, 14, width - 14, height - 6, "toguz-cast", r),
        rect(4, 4 + SIDE, width - 8, height - 8, "toguz-side", r),
        filled(rect(4, 4, width - 8, height - 8, "", r), "toguz"),
    ]
    for number in range(13):
        aside = 14 + number * (across - 28) / 12
        ends, bend = (40 if number in (0, 12) else 12), (6, -4, 3, -7, 5)[number % 5]
        along = ((ends, 0), (0.3, bend), (0.42, -bend), (0.6, bend / 2), (0.75, -bend), (0.86, bend), (long - ends, 0))
        points = [turned(portrait, x if x > 1 else long * x, aside + y) for x, y in along]
        (first, *rest) = (f"{x:.0f},{y:.0f}" for x, y in points)
        elements.append(path(f"M{first} C{' '.join(rest)}", "toguz-grain"))
    elements.append(rect(9, 9, width - 18, height - 18, "toguz-edge", r - 5))
    return [*elements, *_band(portrait)]


def _band(portrait: bool) -> list[Element]:
    """Return the band between the kazans: a line of silver with diamonds, which parts the sides."""
    x1, y1 = turned(portrait, MARGIN + 8, BREADTH[portrait] / 2)
    x2, y2 = turned(portrait, LENGTH[portrait] - MARGIN - 8, BREADTH[portrait] / 2)
    diamonds = ""
    for place in range(1, 2 * HOLES):
        x, y = turned(portrait, MARGIN + STEP[portrait] * place / 2, BREADTH[portrait] / 2)
        r = 6 if place % 2 else 3.5
        diamonds += f"M{x:g},{y - r:g} L{x + r:g},{y:g} L{x:g},{y + r:g} L{x - r:g},{y:g} Z "
    return [path(f"M{x1:g},{y1:g} L{x2:g},{y2:g}", "toguz-silver-line"), path(diamonds.rstrip(), "toguz-silver")]


def _recess(x: Number, y: Number, wide: Number, high: Number, colour: str) -> list[Element]:
    """Return a hole or kazan, carved: the inlay of its owner, the lip, the floor, and the shadow of its upper edge."""
    r, shade = min(wide, high), 12
    left, right, top, deep = x - wide, x + wide, y - high, y - high + shade
    shadow = (
        f"M{left:g},{top + r:g} A{r:g},{r:g} 0 0 1 {left + r:g},{top:g}"
        f" H{right - r:g} A{r:g},{r:g} 0 0 1 {right:g},{top + r:g}"
        f" A{r:g},{r - shade:g} 0 0 0 {right - r:g},{deep:g} H{left + r:g} A{r:g},{r - shade:g} 0 0 0 {left:g},"
        f"{top + r:g} Z"
    )
    return [
        _capsule(x, y, wide, high, f"toguz-inlay-{colour}", 4.4),
        filled(_capsule(x, y, wide, high, "", 2.4), "toguz-lip"),
        filled(_capsule(x, y, wide, high, ""), "toguz-floor"),
        path(shadow, "toguz-shade"),
    ]


def _capsule(x: Number, y: Number, wide: Number, high: Number, cls: str, more: Number = 0) -> Element:
    """Return a shape with round ends by its centre and half of its sizes; `more` makes it larger."""
    wide, high = wide + more, high + more
    return rect(x - wide, y - high, 2 * wide, 2 * high, cls, min(wide, high))


def _symbols(portrait: bool) -> dict[str, tuple[Element, ...]]:
    """Return the stones, the badge of a count, and the tuz of each player: a felt disc with a ram's horns."""
    symbols = {name: _stone(STONE[portrait], name) for name in BEADS}
    symbols["badge"] = (rect(-20, -13, 40, 26, "badge", 13),)
    for player, colour in zip(PLAYERS, COLOURS, strict=True):
        symbols[f"tuz-{player}"] = (
            ellipse(2, 5, 29, 28, "shade"),
            circle(0, 0, 28, f"side-{colour} rim-{colour}"),
            circle(0, 0, 23, f"tuz-ring-{colour}"),
            path(HORNS, f"tuz-horns-{colour}"),
        )
    return symbols


def _stone(r: Number, cls: str) -> tuple[Element, ...]:
    """Return a polished bead, lit from the upper left."""
    return (
        ellipse(2.2, 3.6, r, r * 0.86, "shade"),
        circle(0, 0, r, f"toguz-bead {cls}"),
        filled(circle(0, 0, r), "gloss"),
    )


def _flat_stone(r: Number) -> tuple[Element, ...]:
    return (circle(0.8, 1.6, r, "shade"), circle(0, 0, r, "stone"), circle(-3, -3.4, 3.2, "shine"))


def _paint_servers() -> dict[str, Element]:
    """Return the gradients of wood, holes and beads."""
    gloss = [(0, "gloss-light"), (0.16, "gloss-light"), (0.45, "gloss-none"), (0.6, "gloss-none"), (1, "gloss-dark")]
    return {
        "toguz": linear_gradient([(0, "toguz-light"), (1, "toguz-deep")], x2=0.3),
        "toguz-lip": linear_gradient([(0, "toguz-lip-dark"), (0.45, "toguz-lip-dark"), (1, "toguz-lip-light")], x2=0.3),
        "toguz-floor": radial_gradient([(0, "toguz-floor-light"), (1, "toguz-floor-deep")], 0.5, 0.6, 0.66),
        "gloss": radial_gradient(gloss, 0.45, 0.42, 0.62, (0.3, 0.26)),
    }
