"""What Chaupar looks like: a cross of cells round Home, a corner for each colour with its Charkoni and its sticks.

Zones: those of `cells`.  Chips: "die-1" .. "die-6" a value, "hand-5" hand it over, "leave-5" leave it unused,
"turn-in" and "go-on" the fork at the own end cell.  The pieces of a pile lie in the slots of its zone level by level.
Other slots: "die" the values left, "handed" the value handed over, "turn" the frame of whoever acts, "lock-c" and
"lock-d" the lock of a lane whose colour has to wait (C11).
"""

from charkoni.core.board_types import Counter, Layout, Number, Piece, Slot, Spot, polygon, rect
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.chaupar.cells import COLOURS, edge_spot, lane_spot, turned, zone_of
from charkoni.games.chaupar.events import describe, events, labels
from charkoni.games.chaupar.geometry import (
    CARD,
    CELL,
    CHARKONI_AT,
    MARGIN,
    PAINTS,
    STICK_GAP,
    WHOLE,
    ground,
    place,
    symbols,
)
from charkoni.games.chaupar.rules import CHARKONI, HOME, LANE, STEPS, may_step_home
from charkoni.games.chaupar.taps import attempt, prompt, scripts, sticks

__all__ = ["attempt", "counters", "describe", "events", "labels", "layout", "pieces", "prompt", "scripts"]

LIFT = 5
"""How much higher each piece of a pile lies than the one below it."""

STICKS_ASIDE = 92
"""How far above or below the middle of a corner its sticks lie."""

_SEATS = ((-21, -19), (21, -19), (-21, 23), (21, 23))
"""Where four pieces sit in the Charkoni, from its middle."""

_ABOVE = 1000
"""The paint order of what lies on no cell."""


def layout(flags: Flags, seat: int, portrait: bool) -> Layout:
    """Return the board with the arm of the player `seat` at the bottom; upright there is no room for numbers."""
    spots: dict[str, Spot] = {}
    for step in range(1, STEPS + 1):
        spots[zone_of(0, 2 * step)] = _square(edge_spot(0, step), seat)
    for colour in range(4):
        for cell in range(1, 8):
            spots[zone_of(colour, LANE + cell)] = _square(lane_spot(colour, cell), seat)
        spots[zone_of(colour, HOME)] = _home(colour, seat)
        x, y = place(CHARKONI_AT[flags["entry"]], colour, seat)
        spots[zone_of(colour, CHARKONI)] = Spot(x, y, rect(x - 70, y - 70, 140, 140, "hit", 70))
    drawn = ground(flags, seat, with_numbers=not portrait)
    piled = {f"{kind}-{colour}": colour for colour in COLOURS for kind in ("piece", "lap")}
    return Layout(WHOLE, WHOLE, drawn, symbols(flags), spots, PAINTS, 16, stacks=piled)


def _square(spot: tuple[int, int], seat: int) -> Spot:
    x, y = place(spot, 0, seat)
    return Spot(x, y, rect(x - CELL / 2, y - CELL / 2, CELL, CELL, "hit"))


def _home(colour: int, seat: int) -> Spot:
    """Return the triangle of Home that points from a colour's lane to the middle of the board."""
    corners = [place(turned(corner, colour), 0, seat) for corner in ((7.5, 7.5), (10.5, 7.5), (9.0, 9.0))]
    x, y = place((9.0, 7.93), colour, seat)
    return Spot(x, y, polygon(corners, "hit"))


def pieces(s: State, flags: Flags, layout: Layout) -> list[Piece]:
    """Return the pieces, the heights of piles, the sticks, the locks and whose turn it is."""
    found: list[Piece] = []
    for colour, own in enumerate(s.pieces.tolist()):
        for piece in sorted(set(own)):
            height = own.count(piece)
            if piece == CHARKONI:
                found.extend(_waiting(layout, colour, height))
            elif piece == HOME:
                found.extend(_arrived(layout, colour, height))
            else:
                found.extend(_pile(layout, colour, piece, height))
    found.extend(_locks(s, layout))
    found.extend(_sticks(s, flags, layout))
    if s.turn != OVER:
        acting = int(s.thrower if s.turn == CHANCE else s.turn)
        x, y = _card_middle(layout, acting)
        found.append(Piece(Slot("turn"), "turn", x, y))
    return found


def _waiting(layout: Layout, colour: int, number: int) -> list[Piece]:
    zone = zone_of(colour, CHARKONI)
    spot = layout.spots[zone]
    symbol = f"piece-{COLOURS[colour]}"
    return [
        Piece(Slot(zone, level), symbol, spot.x + dx, spot.y + dy, z=int(spot.y + dy))
        for level, (dx, dy) in enumerate(_SEATS[:number])
    ]


def _arrived(layout: Layout, colour: int, number: int) -> list[Piece]:
    """Return the pieces Home, small and side by side along the edge of their triangle."""
    zone = zone_of(colour, HOME)
    spot = layout.spots[zone]
    is_level = abs(spot.x - layout.width / 2) < 1
    found = []
    for level in range(number):
        along = 20 * (level - (number - 1) / 2)
        x, y = (spot.x + along, spot.y) if is_level else (spot.x, spot.y + along)
        found.append(Piece(Slot(zone, level), f"small-{COLOURS[colour]}", x, y, z=int(y)))
    return found


def _pile(layout: Layout, colour: int, piece: int, height: int) -> list[Piece]:
    """Return the pieces on a cell; the topmost shows a completed lap, a badge the height."""
    zone = zone_of(colour, piece)
    spot = layout.spots[zone]
    foot = spot.y + LIFT * (height - 1) / 2
    symbol = f"piece-{COLOURS[colour]}"
    depth = 10 * int(spot.y)
    found = [Piece(Slot(zone, level), symbol, spot.x, foot - LIFT * level, z=depth + level) for level in range(height)]
    if piece < LANE and piece & 1:
        found[-1] = found[-1]._replace(symbol=f"lap-{COLOURS[colour]}")
    if height > 1:
        y = foot - LIFT * (height - 1) - 12
        found.append(Piece(Slot(f"{zone}#"), "badge", spot.x + 13, y, "count", str(height), depth + 9))
    return found


def _locks(s: State, layout: Layout) -> list[Piece]:
    """Return the locks of yellow and green, before whom black and red have to be Home (C11)."""
    found = []
    for colour in (2, 3):
        if not may_step_home(s, colour):
            spot = layout.spots[zone_of(colour, HOME)]
            found.append(Piece(Slot(f"lock-{COLOURS[colour]}"), "lock", spot.x, spot.y, z=_ABOVE))
    return found


def _sticks(s: State, flags: Flags, layout: Layout) -> list[Piece]:
    """Return the values left beside the thrower's Charkoni, the one handed over beside the partner's."""
    x, y = _sticks_middle(layout, int(s.thrower))
    found = [
        Piece(Slot("die", level), f"stick-{value}", x, y + STICK_GAP * (level - 1), z=_ABOVE + level)
        for level, value in enumerate(sticks(s, flags))
    ]
    if s.handed:
        x, y = _sticks_middle(layout, int(s.turn))
        found.append(Piece(Slot("handed"), f"stick-{flags['dice'][s.handed - 1]}", x, y, z=_ABOVE + 9))
    return found


def _card_middle(layout: Layout, colour: int) -> tuple[Number, Number]:
    """Return the middle of a colour's corner: the quarter of the board in which its Charkoni lies."""
    spot = layout.spots[zone_of(colour, CHARKONI)]
    near, far = MARGIN + CARD / 2, WHOLE - MARGIN - CARD / 2
    return (near if spot.x < WHOLE / 2 else far), (near if spot.y < WHOLE / 2 else far)


def _sticks_middle(layout: Layout, colour: int) -> tuple[Number, Number]:
    """Return where the sticks of a colour lie: on the other side of the corner than its Charkoni."""
    x, y = _card_middle(layout, colour)
    return x, y + (-STICKS_ASIDE if layout.spots[zone_of(colour, CHARKONI)].y > y else STICKS_ASIDE)


def counters(s: State, flags: Flags, words: Words) -> list[Counter]:
    """Return how many pieces of each colour are Home and how many wait, and which faces the sticks have."""
    found = []
    for colour, own in enumerate(s.pieces.tolist()):
        found.append(Counter(colour, words._("in Home"), f"{own.count(HOME)}/4"))
        found.append(Counter(colour, words._("waiting"), str(own.count(CHARKONI))))
    return [*found, Counter(None, words._("sticks"), "·".join(flags["dice"]))]
