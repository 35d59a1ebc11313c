"""The board of Barbakan: four rings of points round a walled circle, with one-way gates in the wall.

Zones: the points; "hand-a" .. "hand-d", the trays in the corners, the viewer's own at the bottom left.  Chip: "pass".
Slots: a pawn on the board has that of its point, pawns in hand those of their tray.  A tray also shows a number: the
pawns in hand and, when all are placed, those inside.
"""

from math import dist

from charkoni.core.board_types import (
    Counter,
    Element,
    Layout,
    Piece,
    PieceSlot,
    ZoneShape,
    circle,
    ellipse,
    group,
    path,
)
from charkoni.core.constants import OVER
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.barbakan.events import COLOURS, PLAYERS, attempt, describe, events, labels, prompt
from charkoni.games.barbakan.geometry import DRAWN, BarbakanPlan, empty_board, fractions, plan, tray, tray_edge
from charkoni.games.barbakan.moves import HAND
from charkoni.games.barbakan.points import BOARDS, PointMap
from charkoni.games.barbakan.rules import is_shut_in
from charkoni.games.barbakan.text import pawns_inside

__all__ = ["attempt", "counters", "describe", "events", "labels", "layout", "pieces", "prompt"]

REACH = {"o": 18, "b": 16}
"""The largest radius of the zone of a point by ring, else 24: numbers stay beside rings of light of o and b."""
HEAP = (11, 10)
"""The distances of the pawns in a tray, across and upright: they stand in two rows."""
TALLY = (47, 62)
"""The distances of the number of a tray from the edges of the board."""

_CORNERS = {2: ((-1, 1), (1, -1)), 3: ((-1, 1), (-1, -1), (1, -1)), 4: ((-1, 1), (-1, -1), (1, -1), (1, 1))}
"""The corners of the trays in the order of play, the viewer's own first: right 1, left -1; bottom 1, top -1."""


def layout(flags: Flags, seat: int, portrait: bool) -> Layout:
    """Return the board rotated for the player `seat`."""
    board, players = BOARDS[flags["board"]], int(flags["players"])
    place = plan(-seat / players, players, is_upright=portrait)
    elements: list[Element] = []
    spots: dict[str, ZoneShape] = {}
    for player in range(players):
        right, down = _CORNERS[players][(player - seat) % players]
        elements.extend(tray(place, right, down, COLOURS[player]))
        # The outline of his pawns shows whose the tray is when no pawn is left in it.
        x, y = (place.width - 36 if right > 0 else 36), (place.height - 16 if down > 0 else 42)
        emblem = DRAWN.parts[f"emblem-{PLAYERS[player]}"]
        elements.append(group(emblem, transform=f"translate({x:g} {y:g}) scale(0.95)"))
        (x, y), (width, height) = place.centre, (place.width / 2 - TALLY[0], place.height / 2 - TALLY[1])
        spots[f"{HAND}{PLAYERS[player]}"] = ZoneShape(
            x + right * width, y + down * height, path(tray_edge(place, right, down), "hit")
        )
    spots |= _points(board, place)
    return Layout(
        place.width,
        place.height,
        (*elements, *empty_board(place, board)),
        DRAWN.symbols,
        spots,
        COLOURS[:players],
        12,
        paint_servers=DRAWN.paint_servers,
        flat_symbols=DRAWN.flat_symbols,
        selection_ring=ellipse(0, 4, 17, 10),
    )


def _points(board: PointMap, place: BarbakanPlan) -> dict[str, ZoneShape]:
    """Return the points; their zones, circles, do not overlap."""
    places = [place.at(zone[0], at) for zone, at in zip(board.points, fractions(board), strict=True)]
    spots = {}
    for zone, (x, y) in zip(board.points, places, strict=True):
        nearest = min(dist((x, y), other) for other in places if other != (x, y))
        spots[zone] = ZoneShape(x, y, circle(x, y, min(REACH.get(zone[0], 24), nearest / 2), "hit"))
    return spots


def pieces(s: State, flags: Flags, layout: Layout) -> list[Piece]:
    """Return all pawns, on the board and in hand, pale if shut in, and the number of every tray."""
    board = BOARDS[flags["board"]]
    is_moving = s.turn != OVER and not any(s.hand.tolist())
    listed: list[Piece] = []
    for player, pawns in enumerate(s.pawns.tolist()[: int(flags["players"])]):
        letter = PLAYERS[player]
        for point, zone in enumerate(board.points):
            if pawns >> point & 1:
                spot = layout.spots[zone]
                kind = "shut" if is_moving and is_shut_in(s, point) else "pawn"
                listed.append(Piece(PieceSlot(zone), f"{kind}-{letter}", spot.x, spot.y, z=int(spot.y)))
        listed.extend(_hand(s, player, flags, layout))
    return listed


def _hand(s: State, player: int, flags: Flags, layout: Layout) -> list[Piece]:
    """Return the pawns in hand, in two rows, and the number of the tray."""
    zone = f"{HAND}{PLAYERS[player]}"
    spot = layout.spots[zone]
    is_right, is_low = spot.x > layout.width / 2, spot.y > layout.height / 2
    hand = int(s.hand[player])
    pawns = []
    for i in range(hand):
        column, row = divmod(i, 2)
        across = 20 + HEAP[0] * column + 5 * row
        x = layout.width - across if is_right else across
        y = layout.height - 16 - HEAP[1] * row if is_low else 42 - HEAP[1] * row
        pawns.append(Piece(PieceSlot(zone, i), f"small-{PLAYERS[player]}", x, y, z=int(y)))
    n, total = pawns_inside(s, player, flags)
    shown = str(hand) if any(s.hand.tolist()) else f"{n}/{total}"
    return [*pawns, Piece(PieceSlot(f"{zone}#"), "badge", spot.x, spot.y, "count", shown, 1000)]


def counters(s: State, flags: Flags, words: Words) -> list[Counter]:
    """Return the pawns inside and, while any are left, those in hand."""
    listed = []
    for player in range(int(flags["players"])):
        if any(s.hand.tolist()):
            listed.append(Counter(player, words._("in hand"), str(int(s.hand[player]))))
        n, total = pawns_inside(s, player, flags)
        listed.append(Counter(player, words._("inside"), f"{n}/{total}"))
    return listed
