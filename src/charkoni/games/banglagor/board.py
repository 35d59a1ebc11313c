"""The board of Banglagor: two lands with a border between them, columns seen from above as nested rings.

Zones: the cells; "hand-a-1" .. "hand-b-3" the columns in hand.  Chips: "return", "free", "lift", "pass".
Slots: a column on the board has the slot of its cell; those in hand have the slots of their height, removed ones the
slots "taken-a-1" .. "taken-b-3" of the player who removed them.  Blue's columns are square, Green's are round; a bound
one is hatched, has a chain and casts no shadow.
"""

from math import sqrt

from charkoni.core.board_types import (
    Attributes,
    Counter,
    Element,
    Layout,
    Number,
    Piece,
    Slot,
    Spot,
    circle,
    ellipse,
    group,
    line,
    path,
    rect,
    text,
)
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.banglagor import rules
from charkoni.games.banglagor.events import BORDER, describe, events, labels, trays
from charkoni.games.banglagor.taps import (
    COLOURS,
    HEIGHTS,
    NAMES,
    PLAYERS,
    attempt,
    hand_zone,
    is_mine,
    is_placing,
    prompt,
    scripts,
)
from charkoni.games.banglagor.text import columns, height_of, needed_height

__all__ = ["attempt", "counters", "describe", "events", "labels", "layout", "pieces", "prompt", "scripts"]

CELL = 45
SIDE = 8 * CELL
FRONTIER = 12
"""The width of the border between the lands."""
LENGTH = 12 * CELL + FRONTIER
PAD = 5
MARGIN = 24
GROUP = 120
"""The width of the part of a tray for one height."""
TRAY = 50
FAN = 10
RADII = (11, 15, 19)
"""Radii of the rings of a column, the top one first."""
ARMY = rules.COLUMNS_EACH * sum(HEIGHTS)
"""The total height that each player begins with."""

_LIFT_SIGN = "M-8,-11 H8 M0,10 V-6 M-5,-1 L0,-6 L5,-1"


def layout(flags: Flags, seat: int, portrait: bool) -> Layout:
    """Return the board with the land of the player `seat` below.

    The trays are above and below it in portrait, at its right in landscape.
    """
    left, top = (PAD, PAD + TRAY + PAD) if portrait else (MARGIN, PAD + 3)
    width = SIDE + 2 * PAD if portrait else MARGIN + SIDE + PAD + GROUP + 2 * PAD
    height = LENGTH + 2 * (TRAY + 2 * PAD) if portrait else LENGTH + MARGIN + PAD + 3
    ground: list[Element] = [
        rect(1, 1, width - 2, height - 2, "ground", 14),
        rect(1, 1, width - 2, height - 2, "frame", 14),
    ]
    spots: dict[str, Spot] = {}
    for cell, name in enumerate(NAMES):
        x, y = _place(cell, seat, left, top)
        ground.append(rect(x - CELL / 2 + 1, y - CELL / 2 + 1, CELL - 2, CELL - 2, _land(cell), 6))
        spots[name] = Spot(x, y, rect(x - CELL / 2, y - CELL / 2, CELL, CELL, "hit"))
    middle = top + LENGTH / 2
    ground.extend(line(left + 2, middle + way, left + SIDE - 2, middle + way, "gate") for way in (-2.5, 2.5))
    ground.extend(_lift_signs(seat, spots))
    ground.extend(_coordinates(spots, seat, portrait))
    for side, player in enumerate(PLAYERS):
        _tray(ground, spots, player, side == seat, portrait)
    return Layout(width, height, tuple(ground), _symbols(), spots, COLOURS, 15)


def _place(cell: int, seat: int, left: Number, top: Number) -> tuple[Number, Number]:
    """Return the centre of a cell; b sees the board rotated by half a turn."""
    row, file = divmod(cell, 8) if seat == 0 else divmod(rules.CELLS - 1 - cell, 8)
    return left + (file + 0.5) * CELL, top + (11.5 - row) * CELL + (FRONTIER if row < 6 else 0)


def _land(cell: int) -> str:
    return f"land-{COLOURS[cell // rules.LAND_CELLS]}"


def _lift_signs(seat: int, spots: dict[str, Spot]) -> list[Element]:
    """Return the signs on the end rows, from which columns are lifted (B14): arrows pointing outwards."""
    signs = []
    for side, row in enumerate(rules.END_ROWS):
        for name in NAMES[8 * row : 8 * row + 8]:
            spot = spots[name]
            turned = "" if side == seat else " rotate(180)"
            signs.append(
                group([path(_LIFT_SIGN, f"rim-{COLOURS[side]} bare")], "", f"translate({spot.x:g} {spot.y:g}){turned}")
            )
    faint: Attributes = (("opacity", 0.4),)
    return [Element("g", "", faint, children=tuple(signs))]


def _coordinates(spots: dict[str, Spot], seat: int, portrait: bool) -> list[Element]:
    """Return the names of rows and files: in the corners of cells in portrait, beside the board in landscape."""
    names: list[Element] = []
    left_file, bottom_row = ("a", 1) if seat == 0 else ("h", 12)
    size = 9 if portrait else 12
    for row in range(1, 13):
        spot = spots[f"{left_file}{row}"]
        x, y = (16.5 if row > 9 else 19, 17.5) if portrait else (CELL / 2 + 11, 0)
        names.append(text(spot.x - x, spot.y - y, str(row), "coord", size))
    for file in "abcdefgh":
        spot = spots[f"{file}{bottom_row}"]
        x, y = (18.5, 17) if portrait else (0, CELL / 2 + 11)
        names.append(text(spot.x + x, spot.y + y, file, "coord", size))
    return names


def _tray(ground: list[Element], spots: dict[str, Spot], player: str, is_near: bool, portrait: bool) -> None:
    """Add the tray of a player with a part for each height; in landscape it is beside his land."""
    colour = COLOURS[PLAYERS.index(player)]
    if portrait:
        corner: tuple[Number, Number] = (PAD, PAD + (LENGTH + TRAY + 2 * PAD if is_near else 0))
        wide, tall = SIDE, TRAY
    else:
        corner = (MARGIN + SIDE + PAD, PAD + 3 + (LENGTH / 2 + FRONTIER / 2 if is_near else 0))
        wide, tall = GROUP, 6 * CELL
    x, y = corner
    ground.append(rect(x, y, wide, tall, f"land-{colour}", 12))
    ground.append(rect(x, y, wide, tall, f"rim-{colour} bare", 12))
    for place, height in enumerate(HEIGHTS):
        if portrait:
            box: tuple[Number, ...] = (x + place * GROUP, y, GROUP, tall)
        else:
            box = (x, y + place * tall / 3, wide, tall / 3)
        shape = rect(box[0], box[1], box[2], box[3], "hit", 12)
        spots[hand_zone(player, height)] = Spot(box[0] + box[2] / 2, box[1] + box[3] / 2, shape)


def _symbols() -> dict[str, tuple[Element, ...]]:
    """Return the columns of both sides, free and bound, the badge of a count, and the sign of the border."""
    symbols: dict[str, tuple[Element, ...]] = {
        "badge": (rect(-14, -10, 28, 20, "badge", 10),),
        "border": (path(_border_lines(), "hatch"),),
    }
    for player, colour in zip(PLAYERS, COLOURS, strict=True):
        for height in HEIGHTS:
            rings = RADII[:height][::-1]
            shadow = _ring(player, rings[0], "shade", 1 + height)
            standing = [_ring(player, radius, f"side-{colour} rim-{colour}") for radius in rings]
            symbols[f"{player}{height}"] = (shadow, *standing)
            symbols[f"{player}{height}-bound"] = _bound(player, rings, colour)
    return symbols


def _ring(player: str, radius: Number, cls: str, down: Number = 0) -> Element:
    """Return a ring: for Blue a square with round corners, about as large as Green's circle."""
    if player == "b":
        return circle(0, down, radius, cls)
    half = radius - 1.5
    return rect(-half, down - half, 2 * half, 2 * half, cls, radius / 3)


def _bound(player: str, rings: tuple[float, ...], colour: str) -> tuple[Element, ...]:
    """Return a bound column: pale, hatched, with the rings as outlines and a chain across it."""
    shown = [_ring(player, rings[0], f"land-{colour} rim-{colour}")]
    faint: Attributes = (("opacity", 0.5),)
    lines = path(_hatching(player, rings[0]), f"rim-{colour} bare")
    shown.append(Element("g", "", faint, children=(lines,)))
    shown.extend(_ring(player, radius, f"rim-{colour} bare") for radius in rings)
    shown.append(rect(-22, -6.5, 44, 13, "badge", 6.5))
    for way in (-1, 1):
        shown.extend(ellipse(way * x, 0, 3.6, 2.8, "bound") for x in (12.4, 18))
    return tuple(shown)


def _hatching(player: str, radius: float) -> str:
    """Return the path of slanting lines within a ring."""
    parts = []
    half = radius - 2.5
    reach = radius * 1.3
    for offset in (step * 5 - reach for step in range(int(reach * 2 / 5) + 1)):
        if player == "a":  # y = x + offset * sqrt(2), clipped by a square
            shift = offset * sqrt(2)
            low, high = max(-half, -half - shift), min(half, half - shift)
        else:
            chord = (radius - 1) ** 2 - offset**2
            if chord <= 0:
                continue
            shift = offset * sqrt(2)
            low, high = -shift / 2 - sqrt(chord / 2), -shift / 2 + sqrt(chord / 2)
        if high - low > 3:
            parts.append(f"M{low:.1f},{low + shift:.1f} L{high:.1f},{high + shift:.1f}")
    return " ".join(parts)


def _border_lines() -> str:
    """Return the path of the hatching of both border rows, relative to the centre of the border."""
    parts = []
    edge, tall = SIDE / 2 - 4, CELL - 6
    for top in (-FRONTIER / 2 - CELL + 3, FRONTIER / 2 + 3):
        for foot in range(-SIDE // 2 - 36, SIDE // 2 - 4, 9):  # a line leans to the right and is clipped by the edges
            low, high = max(foot, -edge), min(foot + tall, edge)
            parts.append(f"M{low:g},{top + tall - (low - foot):g} L{high:g},{top + tall - (high - foot):g}")
    return " ".join(parts)


def pieces(s: State, flags: Flags, layout: Layout) -> list[Piece]:
    """Return all columns, those in hand or removed with counts, and during placing the sign of the border."""
    listed: list[Piece] = []
    board = columns(s)
    for name, column in zip(NAMES, board, strict=True):
        if column:
            spot = layout.spots[name]
            side = 0 if is_mine(column, 0) else 1
            height = height_of(column)
            is_bound = column.endswith("*")
            symbol = f"{PLAYERS[side]}{height}-bound" if is_bound else f"{PLAYERS[side]}{height}"
            listed.append(Piece(Slot(name), symbol, spot.x, spot.y, _ink(side, is_bound), str(height), 10))
    for zone, count in trays(s, board).items():
        listed.extend(_fan(layout, zone, count))
    if is_placing(s):
        low, high = layout.spots["a6"], layout.spots["h7"]
        listed.append(Piece(Slot(BORDER), "border", (low.x + high.x) / 2, (low.y + high.y) / 2))
    return listed


def _ink(side: int, is_bound: bool = False) -> str:
    return "count" if is_bound else f"ink-{COLOURS[side]}"


def _fan(layout: Layout, zone: str, count: int) -> list[Piece]:
    """Return the columns of one height in a tray, each partly over the one before, and their number."""
    kind, player, height = zone.split("-")
    spot = layout.spots[hand_zone(player, int(height))]
    side = PLAYERS.index(player) if kind == "hand" else 1 - PLAYERS.index(player)
    shown = [
        Piece(
            Slot(zone, i),
            f"{PLAYERS[side]}{height}",
            spot.x - 40 + FAN * i,
            spot.y,
            _ink(side),
            height if i == count - 1 else "",
            10 + i,
        )
        for i in range(count)
    ]
    if count:
        x = spot.x - 25 + FAN * (count - 1) + RADII[int(height) - 1]
        shown.append(Piece(Slot(f"{zone}#"), "badge", x, spot.y, "count", f"×{count}", 20))
    return shown


def counters(s: State, flags: Flags, words: Words) -> list[Counter]:
    """Return total heights with the least needed (B15), columns in hand or bound, plies without invasion (B16)."""
    listed = []
    board = columns(s)
    totals = [int(rules.total(s, side)) for side in range(2)]
    for side in range(2):
        half = needed_height(s, side)
        bar = None if is_placing(s) else (totals[side], half, ARMY)
        listed.append(Counter(side, words._("total height"), str(totals[side]), bar))
        if is_placing(s):
            listed.append(Counter(side, words._("columns in hand"), str(sum(s.hand[side].tolist()))))
            continue
        bound = sum(is_mine(column, side) and column.endswith("*") for column in board)
        listed.append(Counter(side, words._("lost below"), str(half)))
        listed.append(Counter(side, words._("bound"), str(bound)))
    if not is_placing(s):
        listed.append(Counter(None, words._("plies without invasion"), f"{s.counter}/{rules.DRAW_PLIES}"))
    return listed
