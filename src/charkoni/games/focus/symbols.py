"""The symbols of Focus: lacquered checkers, plain with a groove or notched with a cross, and the badge of a count."""

from charkoni.core.board_types import Element, circle, ellipse, filled, path
from charkoni.games.focus.events import COLOURS, PLAYERS

LIFT = 8
"""The vertical distance between two checkers of a tower."""

_SIDE = "M-22,-3 V4 A22,10.5 0 0 0 22,4 V-3 A22,10.5 0 0 1 -22,-3 Z"
_NOTCHES = "M-18.5,3.4v5.4M-12,6.3v5.6M-4.2,7.9v5.7M4.2,7.9v5.7M12,6.3v5.6M18.5,3.4v5.4"
_FLAT_SIDE = "M-20,-3 V3 A20,9 0 0 0 20,3 V-3 Z"
_FLAT_NOTCHES = "M-16,3 v5 M-8,6 v5 M0,7 v5 M8,6 v5 M16,3 v5"


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
    """Return the checkers of the flat set."""
    by_name = {}
    for player, colour in zip(PLAYERS, COLOURS, strict=True):
        paint = f"side-{colour} rim-{colour}"
        disc = [ellipse(0, 6, 20, 8, "shade"), path(_FLAT_SIDE, paint), ellipse(0, -3, 20, 9, paint)]
        if player == "a":
            disc.append(ellipse(0, -3, 11, 4.6, "shine"))
        else:
            disc.append(path(_FLAT_NOTCHES, f"rim-{colour} bare"))
            disc.append(path("M-9,-3 H9 M0,-6.5 V0.5", "shine-line"))
        by_name[f"disc-{player}"] = tuple(disc)
    return by_name
