"""The board of Toguz Korgool: two rows of holes, two kazans between them; every stone is a piece.

Zones: "a1" .. "b9" the holes, "a" and "b" the kazans.  Each stone has a slot of its hole or kazan, numbered from 0.
"""

from math import cos, pi, sin, sqrt

from charkoni.core.board_types import Counter, Layout, Number, Piece, PieceSlot, TapSequence
from charkoni.core.errors import N_, Reason
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words

from charkoni_toguz.catalog import CATALOG
from charkoni_toguz.events import describe, events
from charkoni_toguz.geometry import BEADS, DEEP, KAZAN, LENGTH, MARGIN, PLAYERS, layout
from charkoni_toguz.moves import MOVES
from charkoni_toguz.rules import HOLES, STONES, WIN

__all__ = ["attempt", "counters", "describe", "events", "labels", "layout", "pieces", "prompt"]

_GOLDEN_ANGLE = pi * (3 - sqrt(5))
_ROWS = 3
"""Stones lie in a kazan in so many rows."""
_NOT_YOURS = N_("this is the opponent's hole")


def pieces(s: State, flags: Flags, layout: Layout) -> list[Piece]:
    """Return all stones, the count of every hole and kazan, and the signs of tuzes."""
    placed: list[Piece] = []
    is_upright = layout.height > layout.width
    holes, kazans, tuzes = s.holes.tolist(), s.kazan.tolist(), s.tuz.tolist()
    for side, player in enumerate(PLAYERS):
        outwards = _outwards(layout, player, is_upright)
        for hole in range(1, HOLES + 1):
            zone = f"{player}{hole}"
            if tuzes[1 - side] == hole:
                spot, sign = layout.spots[zone], f"tuz-{PLAYERS[1 - side]}"
                placed.append(Piece(PieceSlot(sign), sign, spot.x, spot.y, z=50))
                continue
            _pile(placed, layout, zone, holes[side][hole - 1], is_upright)
            away = outwards * (DEEP[is_upright] - (26 if is_upright else 15))
            _count(placed, layout, zone, holes[side][hole - 1], *((away, 0) if is_upright else (0, away)))
        _kazan(placed, layout, player, kazans[side], is_upright)
    return placed


def labels(s: State, flags: Flags, words: Words) -> dict[str, str]:
    """Return the label of every hole and kazan: its stones, or whose tuz it is."""
    texts = {}
    for number, player in enumerate(PLAYERS):
        side, owner = CATALOG.players[number], CATALOG.players[1 - number]
        kazan = int(s.kazan[number])
        texts[player] = words.ngettext("{side}'s kazan: {n} stone", "{side}'s kazan: {n} stones", kazan, side=side)
        for hole, stones in enumerate(s.holes[number].tolist(), 1):
            texts[f"{player}{hole}"] = (
                words._("{side}'s hole {hole}: {owner}'s tuz", hole=hole, side=side, owner=owner)
                if s.tuz[1 - number] == hole
                else words.ngettext(
                    "{side}'s hole {hole}: {n} stone", "{side}'s hole {hole}: {n} stones", stones, hole=hole, side=side
                )
            )
    return texts


def prompt(s: State, prefix: TapSequence, flags: Flags, words: Words) -> str:
    """Return the prompt for the next tap."""
    return words._("Choose a hole to sow from.")


def attempt(s: State, prefix: TapSequence, zone: str, flags: Flags) -> str | Reason | None:
    """Return the move that a tap on a hole means; on a hole of the opponent, the reason against it."""
    meant = MOVES.meant(s, prefix, zone, int(s.turn))
    return meant if meant or len(zone) == 1 else Reason("NOT_YOUR_SIDE", "T2", _NOT_YOURS)


def counters(s: State, flags: Flags, words: Words) -> list[Counter]:
    """Return both kazans, with the 82 stones that win as the goal, and the stones in the holes of each side."""
    counted = []
    for side, kazan in enumerate(s.kazan.tolist()):
        counted.append(Counter(side, words._("kazan"), str(kazan), (kazan, WIN, STONES)))
        counted.append(Counter(side, words._("in the holes"), str(int(s.holes[side].sum()))))
    return counted


def _outwards(layout: Layout, player: str, is_upright: bool) -> int:
    """Return the direction from a row of holes to the edge of the board: 1 or -1 along x or y."""
    spot = layout.spots[f"{player}1"]
    return 1 if (spot.x > layout.width / 2 if is_upright else spot.y > layout.spots[player].y) else -1


def _pile(placed: list[Piece], layout: Layout, zone: str, stones: int, is_upright: bool) -> None:
    """Append stones on a sunflower spiral in a hole, closer together the more there are."""
    spot = layout.spots[zone]
    gap = min(12.5, 34 / sqrt(max(stones, 1)))
    wide, tall = (1.2, 0.72) if is_upright else (0.72, 1.45)
    inwards = -(17 if is_upright else 9) * _outwards(layout, zone[0], is_upright)
    x0, y0 = (spot.x + inwards, spot.y) if is_upright else (spot.x, spot.y + inwards)
    for number in range(stones):
        r, angle = gap * sqrt(number + 0.4), number * _GOLDEN_ANGLE
        x, y = x0 + r * cos(angle) * wide, y0 + r * sin(angle) * tall
        placed.append(Piece(PieceSlot(zone, number), BEADS[0], round(x, 1), round(y, 1), z=number))


def _kazan(placed: list[Piece], layout: Layout, player: str, stones: int, is_upright: bool) -> None:
    """Append the stones of a kazan in three rows from its owner's left, and their number at the other end."""
    spot = layout.spots[player]
    way = 1 if layout.spots[f"{player}9"].x > layout.spots[f"{player}1"].x else -1
    if is_upright:
        way = 1 if layout.spots[f"{player}9"].y > layout.spots[f"{player}1"].y else -1
    room = LENGTH[is_upright] - 2 * MARGIN - 100
    column, row = min(18.0, room / max(1, (stones - 1) // _ROWS)), KAZAN[is_upright] * 0.56
    for number in range(stones):
        place, line = divmod(number, _ROWS)
        along = way * (place * column + line % 2 * column / 2 - LENGTH[is_upright] / 2 + MARGIN + 28)
        across = (line - 1) * row * way
        x, y = (spot.x - across, spot.y + along) if is_upright else (spot.x + along, spot.y + across)
        placed.append(Piece(PieceSlot(player, number), BEADS[0], round(x, 1), round(y, 1), z=number))
    end = way * (LENGTH[is_upright] / 2 - MARGIN - 34)
    _count(placed, layout, player, stones, *((0, end) if is_upright else (end, 0)))


def _count(placed: list[Piece], layout: Layout, zone: str, stones: int, dx: Number, dy: Number) -> None:
    spot = layout.spots[zone]
    placed.append(Piece(PieceSlot(f"{zone}#"), "badge", spot.x + dx, spot.y + dy, "count", str(stones), 200))
