"""The board of Gana: a chess board; the pieces of a side on a square stand as a pile.

Zones: the squares.  Chips: "n" "e" "s" "w" a direction, "alone" the king alone, "k-1" .. "k-4" the king's distance.
White has smooth discs of ivory, Black grooved ones of onyx; a king has a golden band and a crown, and stands on top of
his pile.  On a mixed square the viewer's pile stands in front at the left; a badge shows the numbers of both sides,
White's first.  A cross-hair surrounds a king in danger.
"""

from charkoni.core.board_types import Counter, Layout, Number, Piece, ZoneShape
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.gana.events import (
    PLAYERS,
    badge_slot,
    describe,
    events,
    halo_slot,
    is_in_danger,
    king_slot,
    labels,
    pawn_slot,
)
from charkoni.games.gana.geometry import ALONE, BADGE, FAR, NEAR, STEP, is_turned, layout
from charkoni.games.gana.moves import NAMES
from charkoni.games.gana.rules import LIMIT, NOWHERE, SIZE, SQUARES
from charkoni.games.gana.taps import attempt, prompt

__all__ = ["attempt", "counters", "describe", "events", "labels", "layout", "pieces", "prompt"]

_ROW_DEPTH = 16
"""Paint order: each row is in front of those behind it."""


def pieces(s: State, flags: Flags, layout: Layout) -> list[Piece]:
    """Return all pawns and kings, the badges of mixed squares, and the signs around kings in danger."""
    placed: list[Piece] = []
    groups, kings = s.group.tolist(), s.king.tolist()
    near = int(is_turned(layout))
    for square in range(SQUARES):
        sizes = groups[0][square], groups[1][square]
        if any(sizes):
            placed.extend(_square(square, sizes, kings, layout, near))
    for side in range(2):
        if is_in_danger(s, side):
            king = next(piece for piece in placed if piece.slot == king_slot(side, kings[side]))
            placed.append(Piece(halo_slot(side), "halo", king.x, king.y, z=king.z))
    return placed


def counters(s: State, flags: Flags, words: Words) -> list[Counter]:
    """Return the number of pieces and the danger of the king for both sides, and the plies without a capture."""
    counted = []
    for side in range(2):
        counted.append(Counter(side, words._("pieces"), str(int(s.left[side]))))
        if s.king[side] == NOWHERE:
            danger = words._("taken")
        else:
            danger = words._("in danger") if is_in_danger(s, side) else words._("not in danger")
        counted.append(Counter(side, words._("king"), danger))
    return [*counted, Counter(None, words._("no capture"), f"{int(s.counter)}/{LIMIT}")]


def _square(square: int, sizes: tuple[int, int], kings: list[int], layout: Layout, near: int) -> list[Piece]:
    """Return the pieces on a square, and the badge of a mixed one.  near: the side of the viewer."""
    spot = layout.spots[NAMES[square]]
    row = square // SIZE if near else SIZE - 1 - square // SIZE
    if not all(sizes):
        return _pile(square, 0 if sizes[0] else 1, sizes, kings, _moved(spot, ALONE), _ROW_DEPTH * row)
    placed = _pile(square, 1 - near, sizes, kings, _moved(spot, FAR), _ROW_DEPTH * row)
    placed += _pile(square, near, sizes, kings, _moved(spot, NEAR), _ROW_DEPTH * row + 5)
    x, y = _moved(spot, BADGE)
    return [*placed, Piece(badge_slot(square), "badge", x, y, "count", f"{sizes[0]}|{sizes[1]}", _ROW_DEPTH * row + 10)]


def _moved(spot: ZoneShape, by: tuple[Number, Number]) -> tuple[Number, Number]:
    return spot.x + by[0], spot.y + by[1]


def _pile(
    square: int, side: int, sizes: tuple[int, int], kings: list[int], foot: tuple[Number, Number], z: int
) -> list[Piece]:
    """Return the pieces of a side on a square from below; its king stands on top."""
    x, y = foot
    has_king = kings[side] == square
    placed = []
    for level in range(sizes[side]):
        is_king = has_king and level == sizes[side] - 1
        slot = king_slot(side, square) if is_king else pawn_slot(side, square, level)
        symbol = f"{'king' if is_king else 'pawn'}-{PLAYERS[side]}{'-raised' if level else ''}"
        placed.append(Piece(slot, symbol, x, y - STEP * level, z=z + level))
    return placed
