"""The board of Focus: towers as stacks of discs in their true order.

Zones: the cells; "drop", the reserve of the player to move.  Chips: "k-1" .. "k-5", the number of checkers that move;
"return", the null move.  Slots: a checker has that of its cell and height, a reserve those of "reserve-a", "reserve-b".
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
    ellipse,
    path,
    rect,
    text,
)
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.focus.events import COLOURS, LETTERS, PLAYERS, RESERVE_SHOWN, describe, events, labels
from charkoni.games.focus.rules import EMPTY, HEIGHT, PLACES
from charkoni.games.focus.taps import attempt, owner_of, prompt, scripts
from charkoni.games.focus.text import NAMES, letters

__all__ = ["attempt", "counters", "describe", "events", "labels", "layout", "pieces", "prompt", "scripts"]

CELL = 56
SIZE = 8 * CELL
MARGIN = 24
TRAY = 50
WIDTH = SIZE + 2 * MARGIN
HEIGHT_OF_ALL = SIZE + 2 * MARGIN + 2 * TRAY
CHECKERS_EACH = 18
LIFT = 7
"""The vertical distance between two checkers of a tower."""

_SIDE = "M-20,-3 V3 A20,9 0 0 0 20,3 V-3 Z"
_NOTCHES = "M-16,3 v5 M-8,6 v5 M0,7 v5 M8,6 v5 M16,3 v5"


def layout(flags: Flags, seat: int, portrait: bool) -> Layout:
    """Return the board with the player `seat` at the bottom; it is the same in portrait and landscape."""
    ground: list[Element] = [
        rect(3, 3, WIDTH - 6, HEIGHT_OF_ALL - 6, "ground", 22),
        rect(3, 3, WIDTH - 6, HEIGHT_OF_ALL - 6, "frame", 22),
    ]
    spots: dict[str, Spot] = {}
    for name, (column, row) in zip(NAMES, PLACES, strict=True):
        x, y = _place(column, row, seat)
        tint = "field" if (column + row) % 2 else "field2"
        ground.append(rect(x - CELL / 2 + 1, y - CELL / 2 + 1, CELL - 2, CELL - 2, tint, 8))
        spots[name] = Spot(x, y, rect(x - CELL / 2, y - CELL / 2, CELL, CELL, "hit"))
    ground.extend(_coordinates(seat))
    for side, player in enumerate(PLAYERS):
        y = HEIGHT_OF_ALL - 9 - TRAY / 2 if side == seat else 9 + TRAY / 2
        box = (MARGIN, y - TRAY / 2 + 3, SIZE, TRAY - 6)
        ground.append(rect(*box, f"land-{COLOURS[side]}", 20))
        ground.append(rect(*box, f"rim-{COLOURS[side]} bare", 20))
        spots[f"reserve-{player}"] = Spot(MARGIN + 34, y, rect(*box, "hit", 20))
    near = spots[f"reserve-{PLAYERS[seat]}"]
    spots["drop"] = near
    discs = {f"disc-{player}": player for player in PLAYERS}
    return Layout(WIDTH, HEIGHT_OF_ALL, tuple(ground), _symbols(), spots, COLOURS, 13, stacks=discs)


def _place(column: int, row: int, seat: int) -> tuple[Number, Number]:
    """Return the centre of a cell; b sees the board rotated by half a turn."""
    across, up = (column, row) if seat == 0 else (9 - column, 9 - row)
    return MARGIN + (across - 0.5) * CELL, MARGIN + TRAY + (8.5 - up) * CELL


def _coordinates(seat: int) -> list[Element]:
    names: list[Element] = []
    for number in range(1, 9):
        x, _ = _place(number, 1, seat)
        _, y = _place(1, number, seat)
        names.append(text(x, MARGIN + TRAY + SIZE + 10, "abcdefgh"[number - 1], "coord", 12))
        names.append(text(MARGIN - 11, y, str(number), "coord", 12))
    return names


def _symbols() -> dict[str, tuple[Element, ...]]:
    """Return a checker of each side, the plain and the notched rim, and the badge of a count."""
    symbols: dict[str, tuple[Element, ...]] = {"badge": (circle(0, 0, 10, "badge"),)}
    for player, colour in zip(PLAYERS, COLOURS, strict=True):
        disc = [
            ellipse(0, 6, 20, 8, "shade"),
            path(_SIDE, f"side-{colour} rim-{colour}"),
            ellipse(0, -3, 20, 9, f"side-{colour} rim-{colour}"),
        ]
        if player == "a":
            disc.append(ellipse(0, -3, 11, 4.6, "shine"))
        else:
            disc.append(path(_NOTCHES, f"rim-{colour} bare"))
            disc.append(path("M-9,-3 H9 M0,-6.5 V0.5", "shine-line"))
        symbols[f"disc-{player}"] = tuple(disc)
    return symbols


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
            listed.append(Piece(Slot(name, i), symbol, spot.x, foot - LIFT * i, z=depth + i))
        if height > 1:
            x, y = spot.x + 19, foot - LIFT * (height - 1) - 8
            listed.append(Piece(Slot(f"{name}#"), "badge", x, y, "count", str(height), depth + 9))
    for side, player in enumerate(PLAYERS):
        listed.extend(_reserve(layout, player, int(s.reserve[side])))
    return listed


def _reserve(layout: Layout, player: str, checkers: int) -> list[Piece]:
    """Return the checkers of a reserve side by side, RESERVE_SHOWN at most, and their number."""
    zone = f"reserve-{player}"
    spot = layout.spots[zone]
    shown = min(checkers, RESERVE_SHOWN)
    row = [
        Piece(Slot(zone, place), f"disc-{player}", spot.x + 22 + 19 * place, spot.y, z=place) for place in range(shown)
    ]
    return [*row, Piece(Slot(f"{zone}#"), "badge", spot.x - 12, spot.y, "count", _short(checkers), 20)]


def _short(number: int) -> str:
    return str(number) if number < 1000 else "999+"


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
