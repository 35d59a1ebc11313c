"""The symbols of Chaupar: turned pieces, each colour with a head of its own, sticks, lock, badge, frame of the turn."""

from collections.abc import Mapping, Sequence

from charkoni.core.board_types import Element, circle, ellipse, filled, group, line, rect, text
from charkoni.core.game_types import Flags
from charkoni.games.chaupar.geometry import DRAWN, Cross

BESIDE_HEAD = (20.5, -20)
"""The place of the height of a pile from the middle of its topmost piece: on the right of the head, never over it."""
STICK_GAP = 33
"""The distance between two sticks that lie side by side."""

_PIPS: Mapping[str, Sequence[tuple[int, int]]] = {
    "1": [(0, 0)],
    "2": [(-1, 0), (1, 0)],
    "3": [(-1, 0), (0, 0), (1, 0)],
    "4": [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    "5": [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    "6": [(-1, -1), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 1)],
}


def symbols(flags: Flags, board: Cross) -> dict[str, tuple[Element, ...]]:
    """Return the pieces (plain, lapped, small), the sticks, the lock, the badge and the frame of the turn."""
    sticks = {f"stick-{value}": _stick(value, 42 if board.is_upright else 72) for value in flags["dice"]}
    return {**DRAWN.symbols, "turn": (circle(0, 0, board.yard + 4, "mark"),), **sticks}


def flat_symbols(flags: Flags, board: Cross) -> dict[str, tuple[Element, ...]]:
    """Return the flat set: pieces with the shape of their colour, the rim of their team and a letter; sticks."""
    half = 42 if board.is_upright else 72
    sticks = {
        f"stick-{value}": (rect(-half, -13, 2 * half, 26, "stick", 4), text(0, 0, value, "count", 20))
        for value in flags["dice"]
    }
    return {**DRAWN.flat_symbols, **sticks}


def _stick(value: str, half: int) -> tuple[Element, ...]:
    """Return a stick die showing a face: rings that are counted, and the number."""
    pitch = half * 0.3
    middle = half * 0.3
    tilt = {"1": -2, "2": 2, "3": -1, "4": 1, "5": 1, "6": -2}[value]
    rings = [(middle + x * pitch, 5.5 * y - 1) for x, y in _PIPS[value]]
    parts = [
        filled(ellipse(4, 8, half + 6, 15), "cast"),
        filled(rect(-half, -13, 2 * half, 26, "bone", 9), "bone"),
        line(-half + 7, 8.5, half - 7, 8.5, "linen-thread"),
        text(-half + 17, -1, value, "bone-ink", 20),
        *(circle(round(x, 1), y, 3.6, "bone-ink") for x, y in rings),
    ]
    return (group(parts, transform=f"rotate({tilt})"),)
