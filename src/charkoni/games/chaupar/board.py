"""The board of Chaupar: a cross of cells round Home, a corner for each colour with its Charkoni and its sticks.

Zones: those of `cells`.  Chips: "die-1" .. "die-6", a value; "hand-5", hand it over; "leave-5", leave it unused;
"turn-in" and "go-on", the choice at the own end cell.  Slots: the pieces of a pile have those of its zone, by height;
"die", the values left; "handed", the value handed over; "turn", the frame of the decider or thrower; "lock-c" and
"lock-d", the lock of a lane whose colour has to wait (C11).
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
"""The vertical distance between two pieces of a pile."""

STICKS_ASIDE = 92
"""The distance of the sticks from the centre of their corner, above or below it."""

_PLACES = ((-21, -19), (21, -19), (-21, 23), (21, 23))
"""The four places in the Charkoni, relative to its centre."""

_ABOVE = 1000
"""The paint order of pieces outside the cells."""


def layout(flags: Flags, seat: int, portrait: bool) -> Layout:
    """Return the board with the arm of the player `seat` at the bottom; in portrait there is no room for numbers."""
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
    """Return the triangle of Home that points from a colour's lane to the centre of the board."""
    corners = [place(turned(corner, colour), 0, seat) for corner in ((7.5, 7.5), (10.5, 7.5), (9.0, 9.0))]
    x, y = place((9.0, 7.93), colour, seat)
    return Spot(x, y, polygon(corners, "hit"))


def pieces(s: State, flags: Flags, layout: Layout) -> list[Piece]:
    """Return the pieces, the heights of piles, the sticks, the locks and the frame of the turn."""
    listed: list[Piece] = []
    for colour, own in enumerate(s.pieces.tolist()):
        for piece in sorted(set(own)):
            height = own.count(piece)
            if piece == CHARKONI:
                listed.extend(_waiting(layout, colour, height))
            elif piece == HOME:
                listed.extend(_arrived(layout, colour, height))
            else:
                listed.extend(_pile(layout, colour, piece, height))
    listed.extend(_locks(s, layout))
    listed.extend(_sticks(s, flags, layout))
    if s.turn != OVER:
        acting = int(s.thrower if s.turn == CHANCE else s.turn)
        x, y = _card_middle(layout, acting)
        listed.append(Piece(Slot("turn"), "turn", x, y))
    return listed


def _waiting(layout: Layout, colour: int, number: int) -> list[Piece]:
    zone = zone_of(colour, CHARKONI)
    spot = layout.spots[zone]
    symbol = f"piece-{COLOURS[colour]}"
    return [
        Piece(Slot(zone, i), symbol, spot.x + dx, spot.y + dy, z=int(spot.y + dy))
        for i, (dx, dy) in enumerate(_PLACES[:number])
    ]


def _arrived(layout: Layout, colour: int, number: int) -> list[Piece]:
    """Return the pieces Home, small and side by side along the edge of their triangle."""
    zone = zone_of(colour, HOME)
    spot = layout.spots[zone]
    is_level = abs(spot.x - layout.width / 2) < 1
    listed = []
    for i in range(number):
        along = 20 * (i - (number - 1) / 2)
        x, y = (spot.x + along, spot.y) if is_level else (spot.x, spot.y + along)
        listed.append(Piece(Slot(zone, i), f"small-{COLOURS[colour]}", x, y, z=int(y)))
    return listed


def _pile(layout: Layout, colour: int, piece: int, height: int) -> list[Piece]:
    """Return the pieces on a cell; the topmost shows a completed lap, a badge the height."""
    zone = zone_of(colour, piece)
    spot = layout.spots[zone]
    foot = spot.y + LIFT * (height - 1) / 2
    symbol = f"piece-{COLOURS[colour]}"
    depth = 10 * int(spot.y)
    listed = [Piece(Slot(zone, i), symbol, spot.x, foot - LIFT * i, z=depth + i) for i in range(height)]
    if piece < LANE and piece & 1:
        listed[-1] = listed[-1]._replace(symbol=f"lap-{COLOURS[colour]}")
    if height > 1:
        y = foot - LIFT * (height - 1) - 12
        listed.append(Piece(Slot(f"{zone}#"), "badge", spot.x + 13, y, "count", str(height), depth + 9))
    return listed


def _locks(s: State, layout: Layout) -> list[Piece]:
    """Return the locks of yellow and green, which wait until black and red are Home (C11)."""
    listed = []
    for colour in (2, 3):
        if not may_step_home(s, colour):
            spot = layout.spots[zone_of(colour, HOME)]
            listed.append(Piece(Slot(f"lock-{COLOURS[colour]}"), "lock", spot.x, spot.y, z=_ABOVE))
    return listed


def _sticks(s: State, flags: Flags, layout: Layout) -> list[Piece]:
    """Return the values left beside the thrower's Charkoni, the one handed over beside the partner's."""
    x, y = _sticks_middle(layout, int(s.thrower))
    listed = [
        Piece(Slot("die", i), f"stick-{value}", x, y + STICK_GAP * (i - 1), z=_ABOVE + i)
        for i, value in enumerate(sticks(s, flags))
    ]
    if s.handed:
        x, y = _sticks_middle(layout, int(s.turn))
        listed.append(Piece(Slot("handed"), f"stick-{flags['dice'][s.handed - 1]}", x, y, z=_ABOVE + 9))
    return listed


def _card_middle(layout: Layout, colour: int) -> tuple[Number, Number]:
    """Return the centre of a colour's corner: the quarter of the board with its Charkoni."""
    spot = layout.spots[zone_of(colour, CHARKONI)]
    near, far = MARGIN + CARD / 2, WHOLE - MARGIN - CARD / 2
    return (near if spot.x < WHOLE / 2 else far), (near if spot.y < WHOLE / 2 else far)


def _sticks_middle(layout: Layout, colour: int) -> tuple[Number, Number]:
    """Return the position of a colour's sticks, on the other side of the corner than its Charkoni."""
    x, y = _card_middle(layout, colour)
    return x, y + (-STICKS_ASIDE if layout.spots[zone_of(colour, CHARKONI)].y > y else STICKS_ASIDE)


def counters(s: State, flags: Flags, words: Words) -> list[Counter]:
    """Return the pieces of each colour Home and waiting, and the faces of the sticks."""
    listed = []
    for colour, own in enumerate(s.pieces.tolist()):
        listed.append(Counter(colour, words._("in Home"), f"{own.count(HOME)}/4"))
        listed.append(Counter(colour, words._("waiting"), str(own.count(CHARKONI))))
    return [*listed, Counter(None, words._("sticks"), "·".join(flags["dice"]))]
