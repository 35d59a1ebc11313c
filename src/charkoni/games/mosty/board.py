"""The board of Mosty: red discs and blue squares between broad borders, links from dot to dot.

Zones: the crossings, each a diamond between four dots; "edge-a0", "edge-a1", "edge-b0", "edge-b1" the borders, where
no link is set (S5).  A link stands in the slot of its crossing.
"""

from charkoni.core.board_types import (
    Counter,
    Element,
    Layout,
    Number,
    Piece,
    Slot,
    Spot,
    circle,
    line,
    polygon,
    rect,
    text,
)
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.mosty.chains import largest_chain, links, needed, winning_chain
from charkoni.games.mosty.events import PLAYERS, describe, events, labels
from charkoni.games.mosty.rules import crossings, is_joined, is_upright
from charkoni.games.mosty.taps import EDGE, attempt, prompt, scripts
from charkoni.games.mosty.text import column_name, crossing_name

__all__ = ["attempt", "counters", "describe", "events", "labels", "layout", "pieces", "prompt", "scripts"]

COLOURS = ("red", "blue")
STEP = 32
"""Distance from a dot to the next crossing."""
BORDER = 28
"""Width of a border."""
FREE = 11
"""Half a diagonal of the diamond that shows a free crossing."""

_IMPOSSIBLE = "–"


def layout(flags: Flags, seat: int, portrait: bool) -> Layout:
    """Return the board with a border of the player `seat` in front; it is the same upright and lying."""
    size = int(flags["size"])
    margin = _margin(size)
    inner = 2 * size * STEP
    whole = inner + 2 * margin
    plate = BORDER / 2 + 6
    ground: list[Element] = [
        rect(3, 3, whole - 6, whole - 6, "ground", 22),
        rect(3, 3, whole - 6, whole - 6, "frame", 22),
        rect(margin - plate, margin - plate, inner + 2 * plate, inner + 2 * plate, "field", 18),
    ]
    spots: dict[str, Spot] = {}
    for side in range(2):
        for end in range(2):
            box = _border(size, seat, side, end)
            ground.append(rect(*box, f"land-{COLOURS[side]}", BORDER / 2))
            ground.append(rect(*box, f"rim-{COLOURS[side]} bare", BORDER / 2))
            middle = box[0] + box[2] / 2, box[1] + box[3] / 2
            spots[f"{EDGE}{PLAYERS[side]}{end}"] = Spot(*middle, rect(*box, "hit", BORDER / 2))
    for crossing in crossings(size):
        x, y = _place(crossing, seat, size)
        ground.append(_diamond(x, y, FREE, "field2"))
        spots[crossing_name(crossing)] = Spot(x, y, _diamond(x, y, STEP, "hit"))
    ground.extend(_dots(size, seat))
    ground.extend(_names(size, seat))
    return Layout(whole, whole, tuple(ground), _symbols(), spots, COLOURS)


def pieces(s: State, flags: Flags, layout: Layout) -> list[Piece]:
    """Return all links; those of each side's largest chain, or of the chain that wins, are marked."""
    seat = 0 if layout.spots[f"{EDGE}a0"].y > layout.spots[f"{EDGE}a1"].y else 1
    found: list[Piece] = []
    for side, player in enumerate(PLAYERS):
        won = is_joined(s, side)
        marked = dict.fromkeys(winning_chain(s, side) if won else largest_chain(s, side), "-won" if won else "-chain")
        for crossing in links(s, side):
            zone = crossing_name(crossing)
            spot = layout.spots[zone]
            turned = int(is_upright(side, crossing) == (seat == 0))
            symbol = f"bridge-{player}{turned}{marked.get(crossing, '')}"
            found.append(Piece(Slot(zone), symbol, spot.x, spot.y))
    return found


def counters(s: State, flags: Flags, words: Words) -> list[Counter]:
    """Return the number of links each side needs, and with two links a turn those left in this one."""
    found = []
    for side in range(2):
        n = needed(s, side)
        found.append(Counter(side, words._("bridges still needed"), _IMPOSSIBLE if n is None else str(n)))
    if flags["links"] == "2":
        found.append(Counter(None, words._("bridges left in this turn"), str(int(s.left))))
    return found


def _letter_size(size: int) -> int:
    """Return the font size of the coordinates: a large board is shown smaller."""
    return max(13, 2 * size)


def _margin(size: int) -> Number:
    return BORDER / 2 + _letter_size(size) + 18


def _place(place: tuple[Number, Number], seat: int, size: int) -> tuple[Number, Number]:
    """Return a place in the picture: b sees the board turned by a quarter turn, x=0 in front and y=0 on the right."""
    x, y = place
    right, up = (x, y) if seat == 0 else (2 * size - y, x)
    return _margin(size) + right * STEP, _margin(size) + (2 * size - up) * STEP


def _border(size: int, seat: int, side: int, end: int) -> tuple[Number, Number, Number, Number]:
    """Return left, top, width and height of the border where a side begins (end 0) or the one it must reach (1)."""
    line_of_dots = 2 * size * end
    x, y = _place((size, line_of_dots) if side == 0 else (line_of_dots, size), seat, size)
    length = 2 * (size - 0.45) * STEP
    width, height = (length, BORDER) if side == seat else (BORDER, length)
    return x - width / 2, y - height / 2, width, height


def _diamond(x: Number, y: Number, half: Number, cls: str) -> Element:
    return polygon([(x, y - half), (x + half, y), (x, y + half), (x - half, y)], cls)


def _dot(x: Number, y: Number, side: int) -> list[Element]:
    """Return a dot of a side: Red's are round, Blue's are square."""
    cls = f"side-{COLOURS[side]} rim-{COLOURS[side]}"
    if side == 0:
        return [circle(x, y, 9, cls), circle(x - 2.5, y - 2.5, 3, "shine")]
    return [rect(x - 8.5, y - 8.5, 17, 17, cls, 2), rect(x - 5, y - 5, 5, 5, "shine", 1)]


def _dots(size: int, seat: int) -> list[Element]:
    found: list[Element] = []
    for y in range(2 * size + 1):
        for x in range(1 - y % 2, 2 * size + 1, 2):
            found.extend(_dot(*_place((x, y), seat, size), y % 2))
    return found


def _names(size: int, seat: int) -> list[Element]:
    """Return the coordinates, and on each border the letter of its player."""
    found: list[Element] = []
    letter = _letter_size(size)
    outside = -(BORDER / 2 + 9 + letter / 2) / STEP
    for number in range(1, 2 * size):
        found.append(text(*_place((number, outside), seat, size), column_name(number), "coord", letter))
        found.append(text(*_place((outside, number), seat, size), str(number), "coord", letter))
    for end in (0, 2 * size):
        for gap in sorted({2, 2 * size - 2}):
            found.append(text(*_place((gap, end), seat, size), "a", "note", 17))
            found.append(text(*_place((end, gap), seat, size), "b", "note", 17))
    return found


def _symbols() -> dict[str, tuple[Element, ...]]:
    """Return the links of each side in both directions: plain, and with a halo as a member of a chain."""
    symbols: dict[str, tuple[Element, ...]] = {}
    for side, player in enumerate(PLAYERS):
        for turned in range(2):
            for chain, halo in (("", ""), ("-chain", "shade"), ("-won", "king")):
                symbols[f"bridge-{player}{turned}{chain}"] = tuple(_link(side, turned == 1, halo))
    return symbols


def _link(side: int, turned: bool, halo: str) -> list[Element]:
    """Return a link, lying or turned upright; it hides the diamond of its crossing and ends on its dots.

    Red's is plain, Blue's has a bright line along its middle.
    """
    elements = [_diamond(0, 0, FREE + 2, "field")]
    if halo:
        elements.append(_beam(9, turned, halo))
    elements.append(_beam(4.6, turned, f"rim-{COLOURS[side]} bare"))
    ends = (0, -STEP, 0, STEP) if turned else (-STEP, 0, STEP, 0)
    elements.append(line(*ends, f"link-{COLOURS[side]}"))
    if side == 1:
        elements.append(line(*ends, "shine-line"))
    for x, y in (ends[:2], ends[2:]):
        elements.extend(_dot(x, y, side))
    return elements


def _beam(half: Number, turned: bool, cls: str) -> Element:
    """Return a beam from dot to dot, `half` wide on either side; its round ends stay below the dots."""
    width, height = (half, STEP + half) if turned else (STEP + half, half)
    return rect(-width, -height, 2 * width, 2 * height, cls, half)
