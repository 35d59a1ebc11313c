"""The geometry of Banglagor's board: two lands, a river between them, and a rack for the hand of each player.

The board is seen from above at a slant, so cells are wider than tall.  Upright the racks are in the frame, above and
below the lands; lying they are trays beside it, with a caption.
"""

from dataclasses import replace
from random import Random
from typing import NamedTuple

from charkoni.core.board_types import Element, Layout, Number, ZoneShape, ellipse, filled, group, path, rect, text
from charkoni.core.game_types import Flags
from charkoni.games.banglagor import rules
from charkoni.games.banglagor.moves import HEIGHTS, NAMES, hand_zone
from charkoni.games.banglagor.symbols import DRAWN, Stand, symbols
from charkoni.games.banglagor.taps import COLOURS, PLAYERS

CELL = 45
"""The width of a cell."""
SIDE = 8 * CELL

_CAST = 5
"""The height of the side of the board, below."""
_SIGN = "M-7,3.5 L0,-3.5 L7,3.5"
_RIPPLE = "c3,-3 6,-3 9,0 s6,3 9,0"
_TUFT = "l-3,-6 m3,6 l0,-8 m0,8 l3,-6"
_WAVE = 45
"""The length of a wave of the banks."""


class BanglagorPlan(NamedTuple):
    """The sizes of a board, lying or upright.

    tall: the height of a cell.  river: the width of the border between the lands.  left, top: the corner of the lands.
    frame: the width of the frame round the lands.  rack: the width and height of a rack.  head: the height of its
    caption, 0 without room for one.
    """

    tall: int
    river: int
    left: int
    top: int
    frame: int
    width: int
    height: int
    rack: tuple[int, int]
    head: int
    letter: int
    stand: Stand

    @property
    def length(self) -> int:
        """The height of both lands and the river."""
        return 12 * self.tall + self.river


_TINTS = {"rack": "", "trophies-a": f"side-{COLOURS[1]}", "trophies-b": f"side-{COLOURS[0]}"}
"""The floor of the rack of a hand, and of each player's tray of trophies: it has the colour of the other one."""
_FAINT = ("fill-opacity", "0.2")
_RIM = 8
"""The width of the wood round a tray."""
_UPRIGHT_WIDTH = 16 + SIDE + 5
_LYING_FRAME = 25 + SIDE + 10
UPRIGHT = BanglagorPlan(
    35,
    9,
    16,
    33,
    _UPRIGHT_WIDTH,
    _UPRIGHT_WIDTH,
    33 + 12 * 35 + 9 + 10 + 29 + 3,
    (SIDE + 11, 29),
    0,
    9,
    Stand(8, 6),
)
LYING = BanglagorPlan(
    40,
    14,
    25,
    9,
    _LYING_FRAME,
    _LYING_FRAME + 7 + 116 + 2 * _RIM,
    9 + 12 * 40 + 14 + 24,
    (116, 3 * 52),
    22,
    13,
    Stand(9, 8),
)


def layout(flags: Flags, seat: int, portrait: bool) -> Layout:
    """Return the board with the land of the player `seat` below."""
    plan = UPRIGHT if portrait else LYING
    spots: dict[str, ZoneShape] = {}
    for cell, name in enumerate(NAMES):
        row, file = divmod(cell if seat == 0 else rules.CELLS - 1 - cell, 8)  # b sees the board turned
        x = plan.left + (file + 0.5) * CELL
        y = plan.top + (11.5 - row) * plan.tall + (plan.river if row < 6 else 0)
        spots[name] = ZoneShape(x, y, rect(x - CELL / 2, y - plan.tall / 2, CELL, plan.tall, "hit"))
    ground = [*_frame(plan), *_lands(seat, plan, spots), *_lift_signs(seat, spots), *_names(seat, plan, spots)]
    for side, player in enumerate(PLAYERS):
        parts = _parts(player, side == seat, plan)
        if portrait:
            ground.extend(_groove(spot.x, spot.y) for spot in parts.values())
        spots |= parts
    return Layout(
        plan.width,
        plan.height + _CAST,
        tuple(ground),
        symbols({name: tuple(_rack(plan, tint)) for name, tint in _TINTS.items()}, _flood(plan), plan.stand),
        spots,
        COLOURS,
        15,
        paint_servers=DRAWN.paint_servers,
        flat_symbols=DRAWN.flat_symbols,
        has_chips=True,
        selection_ring=ellipse(0, plan.stand.foot + 1, 21, 10.5),
    )


def beside(layout: Layout, player: str, height: int) -> tuple[Number, Number]:
    """Return the place of the first column of a height in the rack of a player, or where it was."""
    spot, stand = layout.spots[hand_zone(player, height)], _plan(layout).stand
    return spot.x - 33, spot.y + stand.rise * height / 2 - stand.foot + 1


def badge(layout: Layout, player: str, height: int) -> tuple[Number, Number]:
    """Return the place of the number of a tray: on the edge of its groove, where no column stands."""
    spot = layout.spots[hand_zone(player, height)]
    return spot.x + 46, spot.y + 4


def _plan(layout: Layout) -> BanglagorPlan:
    return UPRIGHT if layout.width == UPRIGHT.width else LYING


def border(layout: Layout) -> tuple[Number, Number]:
    """Return the middle of the border between the lands."""
    low, high = layout.spots["a6"], layout.spots["h7"]
    return (low.x + high.x) / 2, (low.y + high.y) / 2


def rack(layout: Layout, player: str) -> tuple[Number, Number, bool]:
    """Return the middle of the caption of a player's rack, and whether there is room for one beside columns."""
    middle, plan = layout.spots[hand_zone(player, HEIGHTS[1])], _plan(layout)
    return middle.x, middle.y - (plan.head + plan.rack[1]) / 2 if plan.head else middle.y, plan.head > 0


def _frame(plan: BanglagorPlan) -> list[Element]:
    """Return the wooden frame with its side below, and the edge of the recess of the lands."""
    width, height = plan.frame, plan.height
    return [
        rect(1, 1 + _CAST, width - 2, height - 2, "rack-base", 13),
        filled(rect(1, 1, width - 2, height - 2, "", 13), "wood"),
        rect(2, 2, width - 4, height - 4, "rack-edge", 12),
        rect(plan.left - 2, plan.top - 2, SIDE + 4, plan.length + 4, "rack-base", 4),
    ]


def _lands(seat: int, plan: BanglagorPlan, spots: dict[str, ZoneShape]) -> list[Element]:
    """Return both lands with every other cell tinted, grass and ripples of sand, and the river."""
    half = 6 * plan.tall + plan.river / 2
    near, far = PLAYERS[seat], PLAYERS[1 - seat]
    tinted = "".join(
        f"M{spots[name].x - CELL / 2:g},{spots[name].y - plan.tall / 2:g}h{CELL}v{plan.tall}h{-CELL}z"
        for cell, name in enumerate(NAMES)
        if (cell + cell // 8) % 2
    )
    luck = Random(3)
    middle = plan.top + half
    return [
        filled(rect(plan.left, plan.top, SIDE, half), f"land-{far}"),
        filled(rect(plan.left, middle, SIDE, half), f"land-{near}"),
        path(_scattered(luck, plan, spots, 0, _RIPPLE, 18), "sand-ripple"),
        path(_scattered(luck, plan, spots, 1, _TUFT, 6), "meadow-grass"),
        path(tinted, "meadow-cell"),
        *_river(plan, middle),
    ]


def _scattered(luck: Random, plan: BanglagorPlan, spots: dict[str, ZoneShape], side: int, mark: str, width: int) -> str:
    """Return the path of marks here and there on the cells of a land."""
    parts = []
    for name in NAMES[48 * side : 48 * side + 48]:
        if luck.random() < 0.55:
            x = spots[name].x + luck.uniform(-CELL / 2 + 6, CELL / 2 - width - 4)
            parts.append(f"M{x:.0f},{spots[name].y + luck.uniform(-8, 14):.0f}{mark}")
    return "".join(parts)


def _river(plan: BanglagorPlan, middle: Number) -> list[Element]:
    """Return the river between the lands, its banks and waves."""
    half, waves = plan.river / 2, SIDE // _WAVE
    bank = "".join(f"q{_WAVE / 4:g},{-3 if i % 2 else 3} {_WAVE / 2:g},0" for i in range(2 * waves))
    back = "".join(f"q{-_WAVE / 4:g},{3 if i % 2 else -3} {-_WAVE / 2:g},0" for i in range(2 * waves))
    shape = f"M{plan.left},{middle - half:g}{bank}v{plan.river}{back}z"
    lines = (f"M{plan.left + 14 + _WAVE * i},{middle + (i % 3 - 1) * 2.5:g}q4,-3 8,0t8,0" for i in range(waves))
    return [filled(path(shape, "river-bank"), "river"), path("".join(lines), "river-wave")]


def _flood(plan: BanglagorPlan) -> tuple[Element, ...]:
    """Return the sign of the border while columns are placed: the river has flooded both border rows (B3)."""
    tall, waves = plan.tall, []
    for top in (-plan.river / 2 - tall, plan.river / 2):
        for i in range(16):
            x, y = -SIDE / 2 + 5 + i * CELL / 2, top + tall * (0.3, 0.7)[i % 2]
            waves.append(f"M{x:g},{y:g}q4,-3.5 8,0t8,0")
    water = [rect(-SIDE / 2, top, SIDE, tall, "river-flood") for top in (-plan.river / 2 - tall, plan.river / 2)]
    return (*water, path("".join(waves), "river-wave"))


def _lift_signs(seat: int, spots: dict[str, ZoneShape]) -> list[Element]:
    """Return the signs on the end rows, from which columns are lifted (B14): arrows pointing outwards."""
    signs = []
    for side, row in enumerate(rules.END_ROWS):
        for name in NAMES[8 * row : 8 * row + 8]:
            turned = " rotate(180)" if side == seat else ""
            signs.append(group([path(_SIGN)], "", f"translate({spots[name].x:g} {spots[name].y:g}){turned}"))
    return [group(signs, "meadow-sign")]


def _names(seat: int, plan: BanglagorPlan, spots: dict[str, ZoneShape]) -> list[Element]:
    """Return the names of rows and files on the frame."""
    left_file, bottom_row = ("a", 1) if seat == 0 else ("h", 12)
    x, y = plan.left / 2 + 0.5, plan.top + plan.length + plan.letter / 2 + (1 if plan is LYING else 0)
    rows = (text(x, spots[f"{left_file}{row}"].y, str(row), "rack-label", plan.letter - 1) for row in range(1, 13))
    files = (text(spots[f"{file}{bottom_row}"].x, y, file, "rack-label", plan.letter) for file in "abcdefgh")
    return [*rows, *files]


def _rack(plan: BanglagorPlan, tint: str) -> list[Element]:
    """Return a rack round the middle of its caption: upright a recess in the frame, lying a tray with grooves."""
    width, height = plan.rack
    top = plan.head / 2 if plan.head else -height / 2
    recess = rect(-width / 2, top, width, height, "rack", 9)
    floor = [recess, *([replace(recess, cls=tint, attributes=(*recess.attributes, _FAINT))] if tint else [])]
    if not plan.head:
        return floor
    x, y, wide, tall = -width / 2 - _RIM, -plan.head / 2 - 4, width + 2 * _RIM, height + plan.head + _RIM + 4
    return [
        rect(x + 1, y + 1 + _CAST, wide - 2, tall - 2, "rack-base", 13),
        filled(rect(x + 1, y + 1, wide - 2, tall - 2, "", 13), "wood"),
        rect(x + 2, y + 2, wide - 4, tall - 4, "rack-edge", 12),
        *floor,
        *(_groove(0, top + height * (place + 0.5) / 3) for place in range(3)),
    ]


def _groove(x: Number, y: Number) -> Element:
    """Return the groove in which the columns of one height stand, on a part of a rack round a point."""
    return rect(x - 53, y - 5, 106, 19, "rack-groove", 9.5)


def _parts(player: str, is_near: bool, plan: BanglagorPlan) -> dict[str, ZoneShape]:
    """Return the zones of a player's rack, a part for each height."""
    width, height = plan.rack
    is_upright = plan is UPRIGHT
    across, down = (3, 1) if is_upright else (1, 3)
    if is_upright:
        left, top = 5, plan.height - height - 3 if is_near else 2
    else:
        left, top = plan.width - width - _RIM, plan.height - height - _RIM if is_near else plan.head + 4
    wide, tall = width / across, height / down
    spots = {}
    for place, each in enumerate(HEIGHTS):
        x, y = left + place % across * wide, top + place // across * tall
        spots[hand_zone(player, each)] = ZoneShape(x + wide / 2, y + tall / 2, rect(x, y, wide, tall, "hit", 9))
    return spots
