"""What Mosty looks like: red discs and blue squares between broad banks, links from dot to dot.

Zones: the crossings, each a diamond between four dots; "edge-a0", "edge-a1", "edge-b0", "edge-b1" the banks, where
nothing is built.  A link stands in the slot of its crossing.
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
from charkoni.games.mosty.chains import is_upright, largest_chain, links, needed, winning_chain
from charkoni.games.mosty.events import PLAYERS, events, labels, tell
from charkoni.games.mosty.rules import crossings, is_joined
from charkoni.games.mosty.taps import EDGE, attempt, column, name, prompt, scripts

__all__ = ["attempt", "counters", "events", "labels", "layout", "pieces", "prompt", "scripts", "tell"]

COLOURS = ("red", "blue")
STEP = 32
"""From a dot to the next crossing."""
BANK = 28
"""How broad a border is."""
FREE = 11
"""Half a diagonal of the diamond that shows a free crossing."""

_IMPOSSIBLE = "–"


def layout(flags: Flags, seat: int, portrait: bool) -> Layout:
    """Return the board with a border of the player `seat` in front; it is the same upright and lying."""
    size = int(flags["size"])
    margin = _margin(size)
    water = 2 * size * STEP
    whole = water + 2 * margin
    plate = BANK / 2 + 6
    ground: list[Element] = [
        rect(3, 3, whole - 6, whole - 6, "ground", 22),
        rect(3, 3, whole - 6, whole - 6, "frame", 22),
        rect(margin - plate, margin - plate, water + 2 * plate, water + 2 * plate, "field", 18),
    ]
    spots: dict[str, Spot] = {}
    for side in range(2):
        for end in range(2):
            box = _bank(size, seat, side, end)
            ground.append(rect(*box, f"land-{COLOURS[side]}", BANK / 2))
            ground.append(rect(*box, f"rim-{COLOURS[side]} bare", BANK / 2))
            middle = box[0] + box[2] / 2, box[1] + box[3] / 2
            spots[f"{EDGE}{PLAYERS[side]}{end}"] = Spot(*middle, rect(*box, "hit", BANK / 2))
    for crossing in crossings(size):
        x, y = _place(crossing, seat, size)
        ground.append(_diamond(x, y, FREE, "field2"))
        spots[name(crossing)] = Spot(x, y, _diamond(x, y, STEP, "hit"))
    ground.extend(_dots(size, seat))
    ground.extend(_names(size, seat))
    return Layout(whole, whole, tuple(ground), _symbols(), spots, COLOURS)


def _letter_size(size: int) -> int:
    """Return how high the coordinates are: a large board is shown smaller."""
    return max(13, 2 * size)


def _margin(size: int) -> Number:
    return BANK / 2 + _letter_size(size) + 18


def _place(place: tuple[Number, Number], seat: int, size: int) -> tuple[Number, Number]:
    """Return where a place is: b sees the board turned by a quarter turn, x=0 in front and y=0 on the right."""
    x, y = place
    right, up = (x, y) if seat == 0 else (2 * size - y, x)
    return _margin(size) + right * STEP, _margin(size) + (2 * size - up) * STEP


def _bank(size: int, seat: int, side: int, end: int) -> tuple[Number, Number, Number, Number]:
    """Return left, top, width and height of the border where a side begins (end 0) or the one it must reach (1)."""
    line_of_dots = 2 * size * end
    x, y = _place((size, line_of_dots) if side == 0 else (line_of_dots, size), seat, size)
    length = 2 * (size - 0.45) * STEP
    width, height = (length, BANK) if side == seat else (BANK, length)
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
    """Return the coordinates, and on each bank the letter of its player."""
    found: list[Element] = []
    high = _letter_size(size)
    outside = -(BANK / 2 + 9 + high / 2) / STEP
    for number in range(1, 2 * size):
        found.append(text(*_place((number, outside), seat, size), column(number), "coord", high))
        found.append(text(*_place((outside, number), seat, size), str(number), "coord", high))
    for end in (0, 2 * size):
        for gap in sorted({2, 2 * size - 2}):
            found.append(text(*_place((gap, end), seat, size), "a", "note", 17))
            found.append(text(*_place((end, gap), seat, size), "b", "note", 17))
    return found


def _symbols() -> dict[str, tuple[Element, ...]]:
    """Return the links: of each side, both directions, plain or with a halo for members of a chain."""
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
    drawn = [_diamond(0, 0, FREE + 2, "field")]
    if halo:
        drawn.append(_beam(9, turned, halo))
    drawn.append(_beam(4.6, turned, f"rim-{COLOURS[side]} bare"))
    ends = (0, -STEP, 0, STEP) if turned else (-STEP, 0, STEP, 0)
    drawn.append(line(*ends, f"link-{COLOURS[side]}"))
    if side == 1:
        drawn.append(line(*ends, "shine-line"))
    for x, y in (ends[:2], ends[2:]):
        drawn.extend(_dot(x, y, side))
    return drawn


def _beam(half: Number, turned: bool, cls: str) -> Element:
    """Return a beam from dot to dot, `half` wide on either side; its round ends stay below the dots."""
    width, height = (half, STEP + half) if turned else (STEP + half, half)
    return rect(-width, -height, 2 * width, 2 * height, cls, half)


def pieces(s: State, flags: Flags, layout: Layout) -> list[Piece]:
    """Return all links; those of each side's largest chain, and of the chain that wins, are marked."""
    seat = 0 if layout.spots[f"{EDGE}a0"].y > layout.spots[f"{EDGE}a1"].y else 1
    found: list[Piece] = []
    for side, player in enumerate(PLAYERS):
        won = is_joined(s, side)
        marked = dict.fromkeys(winning_chain(s, side) if won else largest_chain(s, side), "-won" if won else "-chain")
        for place in links(s, side):
            zone = name(place)
            spot = layout.spots[zone]
            turned = int(is_upright(side, place) == (seat == 0))
            symbol = f"bridge-{player}{turned}{marked.get(place, '')}"
            found.append(Piece(Slot(zone), symbol, spot.x, spot.y))
    return found


def counters(s: State, flags: Flags, words: Words) -> list[Counter]:
    """Return how many links each side needs, and with two links a turn how many are left in this one."""
    found = []
    for side in range(2):
        n = needed(s, side)
        found.append(Counter(side, words._("bridges still needed"), _IMPOSSIBLE if n is None else str(n)))
    if flags["links"] == "2":
        found.append(Counter(None, words._("bridges left in this turn"), str(int(s.left))))
    return found
