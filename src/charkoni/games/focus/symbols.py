"""The symbols of Focus: lacquered checkers, plain with a groove or notched with a cross, and the badge of a count."""

from charkoni.core.board_types import Element, circle, ellipse, filled, path, rect, text
from charkoni.games.focus.events import COLOURS, PLAYERS

LIFT = 8
"""The vertical distance between two checkers of a tower."""

_SIDE = "M-22,-3 V4 A22,10.5 0 0 0 22,4 V-3 A22,10.5 0 0 1 -22,-3 Z"
_NOTCHES = "M-18.5,3.4v5.4M-12,6.3v5.6M-4.2,7.9v5.7M4.2,7.9v5.7M12,6.3v5.6M18.5,3.4v5.4"
_FLAT_GROOVE = "M-12,2.2H12"
_FLAT_NOTCHES = "M-14,0v4.4M-7,0v4.4M0,0v4.4M7,0v4.4M14,0v4.4"


def symbols() -> dict[str, tuple[Element, ...]]:
    """Return a checker of each side and the badge of a count."""
    by_name: dict[str, tuple[Element, ...]] = {"badge": (circle(0, 0, 10, "badge"),)}
    for player, colour in zip(PLAYERS, COLOURS, strict=True):
        paint = f"side-{colour} rim-{colour}"
        disc = [
            filled(ellipse(4, 7, 26, 12), "cast"),
            path(_SIDE, paint),
            filled(path(_SIDE), "lacquer"),
            ellipse(0, -3, 22, 10.5, paint),
            filled(ellipse(0, -3, 21, 9.6), "sheen"),
        ]
        if player == "a":
            disc.append(ellipse(0, -2.4, 13.5, 6, f"rim-{colour} bare"))
            disc.append(path("M-12.5,-2.2A13,5.8 0 0 0 10,1.4", "shine-line"))
        else:
            disc.append(path(_NOTCHES, f"rim-{colour} bare"))
            disc.append(path("M-11,-3H11M0,-8V2", f"rim-{colour} bare"))
            disc.append(path("M-11,-1.8H11M1.2,-8V2", "shine-line"))
        by_name[f"disc-{player}"] = tuple(disc)
    return by_name


def flat_symbols() -> dict[str, tuple[Element, ...]]:
    """Return the checkers of the flat set: bars seen from the side, round and with a groove or square with notches.

    In a tower the letter of the topmost one is seen, of those below the groove or the notches.
    """
    by_name: dict[str, tuple[Element, ...]] = {}
    for player, colour, r, sign in zip(PLAYERS, COLOURS, (9, 2), (_FLAT_GROOVE, _FLAT_NOTCHES), strict=True):
        by_name[f"disc-{player}"] = (
            rect(-21, -9, 45, 18, "shade", r),
            rect(-22, -12, 44, 18, f"side-{colour} rim-{colour}", r),
            path(sign, f"rim-{colour} bare"),
            text(0, -5.4, player, f"ink-{colour}", 11.5),
        )
    return by_name
