"""The board of Chaupar: a cross of cells round Home; in each gap between two arms the yard of a colour, its Charkoni.

Zones: those of `cells`.  Chips: "die-1" .. "die-6", a value; "hand-5", hand it over; "leave-5", leave it unused;
"turn-in" and "go-on", the choice at the own end cell.  Slots: the pieces of a pile have those of its zone, by height;
"die", the values left, beside the thrower's yard; "handed", the value handed over; "turn", the ring round the yard of
the decider or thrower; "lock-c" and "lock-d", the lock of a lane whose colour has to wait (C11).
"""

from math import hypot

from charkoni.core.board_types import Counter, Layout, Number, Piece, PieceSlot, ZoneShape, circle, ellipse, polygon
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.chaupar import geometry
from charkoni.games.chaupar.cells import COLOURS, zone_of
from charkoni.games.chaupar.events import describe, events, labels
from charkoni.games.chaupar.geometry import DRAWN, PAINTS, Cross, empty_board
from charkoni.games.chaupar.moves import sticks
from charkoni.games.chaupar.rules import CHARKONI, HOME, LANE, QUARTER, STEPS, may_step_home
from charkoni.games.chaupar.symbols import BESIDE_HEAD, STICK_GAP, flat_symbols, symbols
from charkoni.games.chaupar.taps import attempt, prompt

__all__ = ["attempt", "counters", "describe", "events", "labels", "layout", "pieces", "prompt"]

LIFT = 5
"""The vertical distance between two pieces of a pile."""

_STAGGER = (-3, 4, -1)
"""The distances of the sticks from a straight pile, to the right."""

_ABOVE = 10_000
"""The paint order of pieces outside the cells."""


def layout(flags: Flags, seat: int, portrait: bool) -> Layout:
    """Return the board with the yard of the player `seat` at the bottom; in portrait there is no room for numbers."""
    entry = flags["entry"]
    board = geometry.cross(entry, is_upright=portrait)
    spots: dict[str, ZoneShape] = {}
    for step in range(1, STEPS + 1):
        quarter, own = divmod(step - 1, QUARTER)
        spots[zone_of(0, 2 * step)] = _square(board, (quarter - seat) % 4, *geometry.edge_place(own + 1))
    for colour in range(4):
        arm = (colour - seat) % 4
        for cell in range(1, 8):
            spots[zone_of(colour, LANE + cell)] = _square(board, arm, 0, 8 - cell)
        spots[zone_of(colour, HOME)] = _home(board, arm)
        x, y = geometry.yard(board, arm, entry)
        spots[zone_of(colour, CHARKONI)] = ZoneShape(x, y, circle(x, y, board.yard + 4, "hit"))
    return Layout(
        board.width,
        board.height,
        empty_board(board, entry, seat, has_numbers=not portrait),
        symbols(flags, board),
        spots,
        PAINTS,
        16,
        stacks={f"{kind}-{colour}": colour for colour in COLOURS for kind in ("piece", "lap")},
        paint_servers=DRAWN.paint_servers,
        selection_ring=ellipse(0, 9.5, 18, 9.5),
        flat_symbols=flat_symbols(flags, board),
    )


def _square(board: Cross, arm: int, across: float, out: float) -> ZoneShape:
    x, y = board.at(arm, across, out)
    corners = [(round(a, 1), round(b, 1)) for a, b in board.corners(arm, across, out)]
    return ZoneShape(round(x, 1), round(y, 1), polygon(corners, "hit"))


def _home(board: Cross, arm: int) -> ZoneShape:
    """Return the triangle of Home that points from an arm to the centre of the board."""
    x, y = board.home(arm)
    corners = [board.centre, *(board.point(arm, side * geometry.HALF, board.start) for side in (-1, 1))]
    return ZoneShape(round(x, 1), round(y, 1), polygon([(round(a, 1), round(b, 1)) for a, b in corners], "hit"))


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
    for colour in (2, 3):
        if not may_step_home(s, colour):  # yellow and green wait until black and red are Home (C11)
            spot = layout.spots[zone_of(colour, HOME)]
            listed.append(Piece(PieceSlot(f"lock-{COLOURS[colour]}"), "lock", spot.x, spot.y, z=_ABOVE))
    listed.extend(_sticks(s, flags, layout))
    if s.turn != OVER:
        acting = int(s.thrower if s.turn == CHANCE else s.turn)
        spot = layout.spots[zone_of(acting, CHARKONI)]
        listed.append(Piece(PieceSlot("turn"), "turn", spot.x, spot.y))
    return listed


def _waiting(layout: Layout, colour: int, number: int) -> list[Piece]:
    """Return the pieces in a yard, two by two."""
    zone = zone_of(colour, CHARKONI)
    spot = layout.spots[zone]
    symbol = f"piece-{COLOURS[colour]}"
    radius = _board(layout).yard
    places = [(0.33 * x * radius, 0.37 * y * radius + 7) for y in (-1, 1) for x in (-1, 1)]
    return [
        Piece(PieceSlot(zone, i), symbol, spot.x + dx, spot.y + dy, z=_depth(spot.y + dy))
        for i, (dx, dy) in enumerate(places[:number])
    ]


def _board(layout: Layout) -> Cross:
    """Return the cross of a layout; of its arms nothing is asked, which depend on the flags."""
    return geometry.cross("inner", is_upright=layout.height > layout.width)


def _depth(y: Number) -> int:
    """Return the paint order of what stands at a height of the picture."""
    return 10 * int(y)


def _arrived(layout: Layout, colour: int, number: int) -> list[Piece]:
    """Return the pieces Home, small and side by side along the edge of their triangle."""
    zone = zone_of(colour, HOME)
    spot = layout.spots[zone]
    dx, dy = spot.x - layout.width / 2, spot.y - layout.height / 2
    far = hypot(dx, dy)
    listed = []
    for i in range(number):
        along = 19 * (i - (number - 1) / 2) / far
        x, y = spot.x - along * dy, spot.y + along * dx
        listed.append(Piece(PieceSlot(zone, i), f"small-{COLOURS[colour]}", x, y, z=_depth(y)))
    return listed


def _pile(layout: Layout, colour: int, piece: int, height: int) -> list[Piece]:
    """Return the pieces on a cell; the topmost shows a completed lap, a badge the height."""
    zone = zone_of(colour, piece)
    spot = layout.spots[zone]
    foot = spot.y + LIFT * (height - 1) / 2
    symbol = f"piece-{COLOURS[colour]}"
    depth = _depth(spot.y)
    listed = [Piece(PieceSlot(zone, i), symbol, spot.x, foot - LIFT * i, z=depth + i) for i in range(height)]
    if piece < LANE and piece & 1:
        listed[-1] = listed[-1]._replace(symbol=f"lap-{COLOURS[colour]}")
    if height > 1:
        x, y = spot.x + BESIDE_HEAD[0], foot - LIFT * (height - 1) + BESIDE_HEAD[1]
        listed.append(Piece(PieceSlot(f"{zone}#"), "badge", x, y, "count", str(height), depth + 9))
    return listed


def _sticks(s: State, flags: Flags, layout: Layout) -> list[Piece]:
    """Return the values left beside the thrower's Charkoni, the one handed over beside the partner's."""
    x, y = _sticks_middle(layout, int(s.thrower))
    listed = [
        Piece(PieceSlot("die", i), f"stick-{value}", x + _STAGGER[i], y + STICK_GAP * (i - 1), z=_ABOVE + i)
        for i, value in enumerate(sticks(s, flags))
    ]
    if s.handed:
        x, y = _sticks_middle(layout, int(s.turn))
        listed.append(Piece(PieceSlot("handed"), f"stick-{flags['dice'][s.handed - 1]}", x, y, z=_ABOVE + 9))
    return listed


def _sticks_middle(layout: Layout, colour: int) -> tuple[Number, Number]:
    spot = layout.spots[zone_of(colour, CHARKONI)]
    return geometry.sticks(_board(layout), (spot.x, spot.y))


def counters(s: State, flags: Flags, words: Words) -> list[Counter]:
    """Return the pieces of each colour Home and waiting, and the faces of the sticks."""
    listed = []
    for colour, own in enumerate(s.pieces.tolist()):
        listed.append(Counter(colour, words._("in Home"), f"{own.count(HOME)}/4"))
        listed.append(Counter(colour, words._("waiting"), str(own.count(CHARKONI))))
    return [*listed, Counter(None, words._("sticks"), "·".join(flags["dice"]))]
