"""The layout of Mangala's board: the places and shapes of holes, stores and pieces."""

from charkoni.core.board_types import Element, Layout, Number, Spot, circle, path, polygon, rect, text
from charkoni.core.game_types import Flags

PLAYERS = "ab"
COLOURS = ("red", "green")
HOLE = 46
"""Half the width of a hole."""
REACH = 104
"""Half the width of a hole of the upright board: on a telephone it is oblong, and the board fills the screen."""
STEP = 100
MARGIN = 20
STORE_WIDTH = {False: 84, True: 58}
"""Width by whether the board is upright; it is less there, so that the board is not too tall for a telephone."""
LENGTH = {portrait: 2 * MARGIN + 2 * (width + 10) + 6 * STEP for portrait, width in STORE_WIDTH.items()}
BREADTH = {False: 2 * MARGIN + 2 * STEP + 46, True: 2 * MARGIN + 4 * REACH + 84}
STONE = {False: 10.5, True: 12.5}
TEXT = {False: 18, True: 23}
HOLES = 6


def layout(flags: Flags, seat: int, portrait: bool) -> Layout:
    """Return the board with the player `seat` in front: his store on the right, upright at the bottom."""
    spots: dict[str, Spot] = {}
    ground: list[Element] = []
    width, height = (BREADTH[True], LENGTH[True]) if portrait else (LENGTH[False], BREADTH[False])
    ground.append(rect(4, 4, width - 8, height - 8, "ground", 46))
    ground.append(rect(4, 4, width - 8, height - 8, "frame", 46))
    for side in range(2):
        player = PLAYERS[side]
        is_near = side == seat
        x, y = _store_place(portrait, is_near)
        across, along = STORE_WIDTH[portrait], BREADTH[portrait] - 2 * MARGIN
        w, h = (along, across) if portrait else (across, along)
        box = rect(x - w / 2, y - h / 2, w, h, f"land-{COLOURS[side]}", 44)
        ground.extend((box, rect(x - w / 2, y - h / 2, w, h, f"rim-{COLOURS[side]} bare", 44)))
        spots[player] = Spot(x, y, rect(x - w / 2, y - h / 2, w, h, "hit", 44))
        for hole in range(1, 7):
            x, y = _hole_place(portrait, hole, is_near)
            ground.extend(_hole(portrait, x, y, 0, name) for name in (f"land-{COLOURS[side]}", "hollow"))
            outside = (REACH if portrait else HOLE) + (16 if portrait else 14)
            ground.append(
                text(*_hole_place(portrait, hole, is_near, outside), str(hole), "coord", 19 if portrait else 15)
            )
            spots[f"{player}{hole}"] = Spot(x, y, _hole(portrait, x, y, 4, "hit"))
    ground.extend(_arrows(portrait))
    return Layout(width, height, tuple(ground), _symbols(portrait), spots, COLOURS, TEXT[portrait])


def _hole(portrait: bool, x: Number, y: Number, more: Number, cls: str) -> Element:
    """Return the shape of a hole: round, or oblong on the upright board; `more` makes it larger."""
    if not portrait:
        return circle(x, y, HOLE + more, cls)
    wide, high = REACH + more, HOLE + more
    return rect(x - wide, y - high, 2 * wide, 2 * high, cls, high)


def _turned(portrait: bool, x: Number, y: Number) -> tuple[Number, Number]:
    """Return a place of the lying board as it is, or on the upright board: turned by a quarter turn clockwise."""
    return (BREADTH[True] - y, x) if portrait else (x, y)


def _store_place(portrait: bool, is_near: bool) -> tuple[Number, Number]:
    edge = MARGIN + STORE_WIDTH[portrait] / 2
    return _turned(portrait, LENGTH[portrait] - edge if is_near else edge, BREADTH[portrait] / 2)


def _hole_place(portrait: bool, hole: int, is_near: bool, outwards: Number = 0) -> tuple[Number, Number]:
    """Return the centre of a hole: the near row runs from left to right, the far one from right to left (M3).

    outwards: a distance to add, away from the centre of the board.
    """
    place = hole - 1 if is_near else HOLES - hole
    x = MARGIN + STORE_WIDTH[portrait] + 10 + STEP / 2 + place * STEP
    away = (REACH + 12 if portrait else STEP / 2 + 4) + outwards
    return _turned(portrait, x, BREADTH[portrait] / 2 + (away if is_near else -away))


def _arrows(portrait: bool) -> list[Element]:
    """Return the arrows between the rows in the direction of sowing: on the near side to the right (M3)."""
    centre, arrows = (LENGTH[portrait] / 2, BREADTH[portrait] / 2), []
    for way in (1, -1):
        for along in (-2 * STEP, 0, 2 * STEP):
            corners = ((-4, -6), (5, 0), (-4, 6))
            points = [_turned(portrait, centre[0] + along + x * way, centre[1] + 15 * way + y) for x, y in corners]
            arrows.append(path("M" + " L".join(f"{x:g},{y:g}" for x, y in points), "line bare"))
    return arrows


def _symbols(portrait: bool) -> dict[str, tuple[Element, ...]]:
    """Return a stone, the badge of a count, and the fortress of each player."""
    stone = STONE[portrait]
    symbols: dict[str, tuple[Element, ...]] = {
        "stone": (
            circle(0.8, 1.6, stone, "shade"),
            circle(0, 0, stone, "stone"),
            circle(-3, -3.5, 3.6, "shine"),
        ),
        "badge": (rect(-21, -15, 42, 30, "badge", 15) if portrait else rect(-17, -12, 34, 24, "badge", 12),),
    }
    for player, colour in zip(PLAYERS, COLOURS, strict=True):
        wall = "M-26,22 V-12 H-16 V-4 H-6 V-12 H6 V-4 H16 V-12 H26 V22 Z"
        flag = polygon([(0, -40), (20, -33), (0, -26)], f"side-{colour}")
        symbols[f"fortress-{player}"] = (
            _hole(portrait, 0, 0, 0, f"rim-{colour} bare"),
            path(wall, f"side-{colour} rim-{colour}"),
            path("M0,-12 V-40", f"rim-{colour} bare"),
            flag,
            text(0, 8, player, f"ink-{colour}", 20),
        )
    return symbols
