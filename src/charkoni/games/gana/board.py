"""The board of Gana: a chess board; the discs on a square stand in two rows, each side's own row nearer to it.

Zones: the squares.  Chips: "n" "e" "s" "w" a direction, "alone" the king alone, "k-1" .. "k-4" the king's distance.
White has discs with a plain rim, Black discs with an inner ring; a king has a golden rim and a crown.  A badge shows
the numbers of both sides on a mixed square, White's first; a cross-hair surrounds a king in danger.
"""

from charkoni.core.board_types import Counter, Element, Layout, Number, Piece, Spot, circle, group, path, rect, text
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.gana.events import (
    COLOURS,
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
from charkoni.games.gana.rules import LIMIT, NOWHERE, SIZE, SQUARES
from charkoni.games.gana.taps import NAMES, attempt, prompt, scripts

__all__ = ["attempt", "counters", "describe", "events", "labels", "layout", "pieces", "prompt", "scripts"]

CELL = 64
MARGIN = 26
BOARD = SIZE * CELL
WIDTH = BOARD + 2 * MARGIN
LARGE = 20
SMALL = 13
"""Radius of a piece alone on its square, and of one that shares it."""

_BESIDE = 15
_ROWS = 14
_ROWS_APART = 17
"""Distance of shared places from the centre of a square: sideways, vertically, vertically with a badge in between."""

_CROWN = "M-9,7 L-11,-6 L-5,0 L0,-9 L5,0 L11,-6 L9,7 Z"


def layout(flags: Flags, seat: int, portrait: bool) -> Layout:
    """Return the board with the player `seat` in front; it is the same upright and lying."""
    ground: list[Element] = [
        rect(3, 3, WIDTH - 6, WIDTH - 6, "ground", 20),
        rect(3, 3, WIDTH - 6, WIDTH - 6, "frame", 20),
    ]
    spots: dict[str, Spot] = {}
    for square, name in enumerate(NAMES):
        x, y = _place(square, seat)
        box = (x - CELL / 2, y - CELL / 2, CELL, CELL)
        tint = "field" if (square % SIZE + square // SIZE) % 2 else "field2"
        ground.append(rect(x - CELL / 2 + 1, y - CELL / 2 + 1, CELL - 2, CELL - 2, tint, 6))
        spots[name] = Spot(x, y, rect(*box, "hit"))
    for number in range(SIZE):
        x, _ = _place(number, seat)
        _, y = _place(number * SIZE, seat)
        ground.append(text(x, WIDTH - 14, "abcdefgh"[number], "coord", 14))
        ground.append(text(14, y, str(number + 1), "coord", 14))
    up = -1 if seat == 0 else 1
    arrows = {"n": (0, up), "e": (-up, 0), "s": (0, -up), "w": (up, 0)}
    return Layout(WIDTH, WIDTH, tuple(ground), _symbols(), spots, COLOURS, 14, arrows)


def pieces(s: State, flags: Flags, layout: Layout) -> list[Piece]:
    """Return all pawns and kings, the badges of mixed squares, and the signs around kings in danger."""
    found: list[Piece] = []
    groups, kings = s.group.tolist(), s.king.tolist()
    bottom = 0 if layout.spots["a1"].y > layout.spots["a8"].y else 1
    for square in range(SQUARES):
        white, black = groups[0][square], groups[1][square]
        if white or black:
            found.extend(_square(square, (white, black), kings, layout.spots[NAMES[square]], bottom))
    for side in range(2):
        if is_in_danger(s, side):
            king = next(piece for piece in found if piece.slot == king_slot(side, kings[side]))
            symbol = "halo-small" if king.symbol.endswith("-small") else "halo"
            found.append(Piece(halo_slot(side), symbol, king.x, king.y, z=3))
    return found


def counters(s: State, flags: Flags, words: Words) -> list[Counter]:
    """Return the number of pieces and the danger of the king for both sides, and the plies without a capture."""
    found = []
    for side in range(2):
        found.append(Counter(side, words._("pieces"), str(int(s.left[side]))))
        if s.king[side] == NOWHERE:
            danger = words._("taken")
        else:
            danger = words._("in danger") if is_in_danger(s, side) else words._("not in danger")
        found.append(Counter(side, words._("king"), danger))
    return [*found, Counter(None, words._("no capture"), f"{int(s.counter)}/{LIMIT}")]


def _place(square: int, seat: int) -> tuple[Number, Number]:
    """Return the centre of a square: b sees the board turned by half a turn."""
    column, row = square % SIZE, square // SIZE
    across, up = (column, row) if seat == 0 else (7 - column, 7 - row)
    return MARGIN + across * CELL + CELL // 2, MARGIN + (7 - up) * CELL + CELL // 2


def _symbols() -> dict[str, tuple[Element, ...]]:
    """Return pawns and kings of both sides in two sizes, the badge and the sign of danger."""
    symbols: dict[str, tuple[Element, ...]] = {"badge": (rect(-18, -8.5, 36, 17, "badge", 8.5),)}
    for ending, r in (("", LARGE), ("-small", SMALL)):
        for player, colour in zip(PLAYERS, COLOURS, strict=True):
            symbols[f"pawn-{player}{ending}"] = _disc(player, colour, r)
            symbols[f"king-{player}{ending}"] = _king(player, colour, r)
        symbols[f"halo{ending}"] = _halo(r + 3, r // 4)
    return symbols


def _disc(player: str, colour: str, r: int) -> tuple[Element, ...]:
    """Return a disc: plain with a shine for White, with an inner ring for Black."""
    disc = [circle(0, 2, r, "shade"), circle(0, 0, r, f"side-{colour} rim-{colour}")]
    if player == "a":
        bow = f"M{-0.6 * r:g},{-0.2 * r:g} A{0.64 * r:g},{0.64 * r:g} 0 0 1 {0.1 * r:g},{-0.63 * r:g}"
        disc.append(path(bow, "line"))
    else:
        disc.append(circle(0, 0, 0.56 * r, "shine-line"))
    return tuple(disc)


def _king(player: str, colour: str, r: int) -> tuple[Element, ...]:
    """Return a king: the disc in a thick golden ring, a crown on it."""
    return (
        circle(0, 2, r + 1, "shade"),
        circle(0, 0, r + 1, "king"),
        circle(0, 0, 0.82 * r, f"side-{colour} rim-{colour}"),
        group([path(_CROWN, "king")], transform=f"scale({1.08 * r / LARGE:g})"),
    )


def _halo(r: int, tick: int) -> tuple[Element, ...]:
    """Return a ring with four ticks, a cross-hair."""
    ticks = f"M0,{-r - tick} V{-r} M0,{r + tick} V{r} M{-r - tick},0 H{-r} M{r + tick},0 H{r}"
    return (circle(0, 0, r, "mark bare"), path(ticks, "mark bare"))


def _places(mine: int, theirs: int) -> list[tuple[Number, Number]]:
    """Return the places on a square relative to its centre: first those of the viewer, in the bottom row.

    mine, theirs: the pieces of the viewer and of the other side.  With two sides each begins at its left, and the
    badge has room between the rows.
    """
    if mine and theirs:
        left, right, up = -_BESIDE, _BESIDE, -_ROWS_APART
        own: list[tuple[Number, Number]] = [(left, -up), (right, -up), (left, up)]
        others: list[tuple[Number, Number]] = [(right, up), (left, up), (right, -up)]
        return own[:mine] + others[:theirs]
    if mine + theirs < 3:
        return [(x, 0) for x in _columns(mine + theirs)]
    bottom, top = (2, mine - 2) if mine else (theirs - 2, 2)
    rows: tuple[tuple[int, Number], ...] = ((bottom, _ROWS), (top, -_ROWS))
    return [(x, y) for number, y in rows for x in _columns(number)]


def _columns(number: int) -> tuple[Number, ...]:
    """Return the x of one or two pieces in a row."""
    return (0,) if number == 1 else (-_BESIDE, _BESIDE)


def _square(square: int, sizes: tuple[int, int], kings: list[int], spot: Spot, bottom: int) -> list[Piece]:
    """Return the pieces on a square, the king of a side in its first place."""
    places = iter(_places(sizes[bottom], sizes[1 - bottom]))
    ending = "" if sum(sizes) == 1 else "-small"
    found = []
    for side in (bottom, 1 - bottom):
        pawns = 0
        for number in range(sizes[side]):
            dx, dy = next(places)
            if number == 0 and kings[side] == square:
                slot, symbol, z = king_slot(side, square), f"king-{PLAYERS[side]}{ending}", 2
            else:
                slot, symbol, z = pawn_slot(side, square, pawns), f"pawn-{PLAYERS[side]}{ending}", 1
                pawns += 1
            found.append(Piece(slot, symbol, spot.x + dx, spot.y + dy, z=z))
    if all(sizes):
        found.append(Piece(badge_slot(square), "badge", spot.x, spot.y, "count", f"{sizes[0]}|{sizes[1]}", 4))
    return found
