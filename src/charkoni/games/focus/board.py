"""The board of Focus: towers as stacks of checkers in their true order, reserves as piles in wells.

Zones: the cells; "drop", the reserve of the player to move.  Chips: "k-1" .. "k-5", the number of checkers that move;
"return", the null move.  Slots: a checker has that of its cell and height, a reserve those of "reserve-a", "reserve-b".
"""

from charkoni.core.board_types import Counter, Layout, Piece, PieceSlot, ZoneShape, ellipse, polygon, rect
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.focus.events import COLOURS, LETTERS, PLAYERS, RESERVE_SHOWN, describe, events, labels
from charkoni.games.focus.geometry import DRAWN, LYING, UPRIGHT, empty_board
from charkoni.games.focus.moves import NAMES
from charkoni.games.focus.rules import EMPTY, HEIGHT, PLACES
from charkoni.games.focus.taps import attempt, owner_of, prompt
from charkoni.games.focus.text import letters

__all__ = ["attempt", "counters", "describe", "events", "labels", "layout", "pieces", "prompt"]

CHECKERS_EACH = 18
LIFT = 8
"""The vertical distance between two checkers of a tower."""
PILE = 5
"""The height of a pile in a well; what is more goes on top."""


def layout(flags: Flags, seat: int, portrait: bool) -> Layout:
    """Return the board with the player `seat` at the bottom; upright the cells are higher, with room for towers."""
    grid = UPRIGHT if portrait else LYING
    spots: dict[str, ZoneShape] = {}
    for name, (column, row) in zip(NAMES, PLACES, strict=True):
        x, y = grid.at(column, row, seat)
        spots[name] = ZoneShape(x, y, rect(x - grid.across / 2, y - grid.up / 2, grid.across, grid.up, "hit"))
    for side, player in enumerate(PLAYERS):
        x, y = grid.well(side == seat)[1]
        edge = polygon(grid.well_edge(side == seat), "hit")
        spots[f"reserve-{player}"] = ZoneShape(x, y, edge)
        if side == seat:
            drop = ZoneShape(x - 6, y, edge)  # arrow keys distinguish both zones
    spots["drop"] = drop  # above the reserve
    return Layout(
        grid.width,
        grid.height,
        empty_board(grid, seat),
        DRAWN.symbols,
        spots,
        COLOURS,
        13,
        stacks={f"disc-{player}": player for player in PLAYERS},
        paint_servers=DRAWN.paint_servers,
        flat_symbols=DRAWN.flat_symbols,
        has_chips=True,
        selection_ring=ellipse(0, 5, 27, 14.5),
    )


def pieces(s: State, flags: Flags, layout: Layout) -> list[Piece]:
    """Return all checkers, the heights of towers of two and more, and the reserves with their counts."""
    listed: list[Piece] = []
    for name, tower in zip(NAMES, s.tower.tolist(), strict=True):
        if tower == EMPTY:
            continue
        spot = layout.spots[name]
        height = int(HEIGHT[tower])
        foot = spot.y + 4 + LIFT * (height - 1) / 2
        depth = int(spot.y) * 10
        for i, letter in enumerate(letters(tower)):
            symbol = "disc-a" if letter == "r" else "disc-b"
            listed.append(Piece(PieceSlot(name, i), symbol, spot.x, foot - LIFT * i, z=depth + i))
        if height > 1:
            x, y = spot.x + 19, foot - LIFT * (height - 1) - 8
            listed.append(Piece(PieceSlot(f"{name}#"), "badge", x, y, "count", str(height), depth + 9))
    for side, player in enumerate(PLAYERS):
        listed.extend(_reserve(layout, player, int(s.reserve[side])))
    return listed


def _reserve(layout: Layout, player: str, checkers: int) -> list[Piece]:
    """Return the checkers of a reserve in piles, RESERVE_SHOWN at most, and their number in the corner of the frame."""
    zone = f"reserve-{player}"
    is_near = layout.spots[zone].y > layout.height / 2
    grid = UPRIGHT if layout.height == UPRIGHT.height else LYING
    places = grid.well(is_near)
    listed = []
    for i in range(min(checkers, RESERVE_SHOWN)):
        pile, level = divmod(i, PILE) if i < PILE * len(places) else divmod(i - PILE * len(places), 2)
        level += PILE * (i >= PILE * len(places))
        x, y = places[pile]
        listed.append(Piece(PieceSlot(zone, i), f"disc-{player}", x, y + 6 - LIFT * level, z=int(y) * 10 + level))
    x, y = (layout.width - 19, layout.height - grid.side - 19) if is_near else (17, 18)
    shown = str(checkers) if checkers < 1000 else "999+"
    return [*listed, Piece(PieceSlot(f"{zone}#"), "badge", x, y, "count", shown, 10_000)]


def counters(s: State, flags: Flags, words: Words) -> list[Counter]:
    """Return owned towers, reserves, and the checkers that each side has lost."""
    listed = []
    standing = "".join(letters(tower) for tower in s.tower.tolist() if tower != EMPTY)
    for side in range(2):
        owned = sum(owner_of(tower) == side for tower in s.tower.tolist())
        listed.append(Counter(side, words._("towers"), str(owned)))
        listed.append(Counter(side, words._("reserve"), str(int(s.reserve[side]))))
        lost = CHECKERS_EACH - standing.count(LETTERS[side]) - int(s.reserve[side])
        if lost > 0:
            listed.append(Counter(side, words._("destroyed"), str(lost)))
    return listed
