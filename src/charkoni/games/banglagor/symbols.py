"""The pieces of Banglagor: columns that stand up, the rack of a hand, the flood over the border, and the flat set.

A column is drawn around the middle of its cell; Blue's are hexagonal, Green's are round.  It has a ring for each unit
of its height, which its top names.  A bound one lacks the glaze of its top, and has a chain, but no shadow.
"""

from typing import NamedTuple

from charkoni.core.board_types import Element, Number, ellipse, filled, path, rect, text
from charkoni.core.drawings import read_drawings
from charkoni.games.banglagor.moves import HEIGHTS
from charkoni.games.banglagor.taps import COLOURS, PLAYERS


class Stand(NamedTuple):
    """How columns stand.

    foot: how far below the middle of its cell a column stands.  rise: the height of a ring.
    """

    foot: int
    rise: int


R, FLAT = 16, 7
"""Radii of a column, seen from above at a slant."""

DRAWN = read_drawings(__file__)


def symbols(
    racks: dict[str, tuple[Element, ...]], flood: tuple[Element, ...], stand: Stand
) -> dict[str, tuple[Element, ...]]:
    """Return the columns of both sides, free and bound, the badge of a count, racks, and the border's sign.

    Columns in a rack that are not drawn have a symbol without elements.
    racks: the drawings of racks by name.  flood: the sign of the border.  stand: how columns stand.
    """
    by_name = {**DRAWN.symbols, **racks, "border": flood}
    for player in PLAYERS:
        for height in HEIGHTS:
            shadow = filled(ellipse(6 + height, stand.foot + 2.5, R + 5 + 2 * height, FLAT + 4.5), "shadow")
            by_name[f"{player}{height}"] = (shadow, *_column(player, height, stand))
            by_name[f"{player}{height}-bound"] = (
                *_column(player, height, stand, True),
                *_chain(player, height, stand),
            )
    return by_name


def _column(player: str, height: int, stand: Stand, is_bound: bool = False) -> tuple[Element, ...]:
    """Return a standing column: its rings from below, its top, and the number of its height."""
    colour = COLOURS[PLAYERS.index(player)]
    *feet, upper = (stand.foot - stand.rise * i for i in range(height + 1))
    sides = (path(f"{_front(player, y)} v{-stand.rise} H{-R} Z", f"pillar-{colour}") for y in feet)
    rings = (filled(side, f"{colour}-side") for side in sides)
    grooves = path("".join(_front(player, y + 1.6) for y in feet[1:]), "pillar-groove")
    edge, top, ink = f"pillar-{colour}", f"{colour}-top", f"ink-{colour}"
    if is_bound:
        edge, top, ink = "pillar-raw-edge", "raw", "pillar-raw-ink"
    back = f"L{R / 2:g},{upper - FLAT:g} H{-R / 2:g} Z"
    outline = ellipse(0, upper, R, FLAT, edge) if player == "b" else path(f"{_front(player, upper)} {back}", edge)
    face = filled(outline, top)
    number = text(0, upper + 0.5, str(height), ink, 11.5)
    return (*rings, *([grooves] if height > 1 else []), face, number)


def _front(player: str, y: Number) -> str:
    """Return the path of the front edge of a column's outline, whose middle is at y, from left to right."""
    if player == "a":
        return f"M{-R},{y:g} L{-R / 2:g},{y + FLAT:g} H{R / 2:g} L{R},{y:g}"
    return f"M{-R},{y:g} A{R},{FLAT} 0 0 0 {R},{y:g}"


def _chain(player: str, height: int, stand: Stand) -> tuple[Element, ...]:
    """Return a chain round a column, a little above its middle, with a padlock in front."""
    y = stand.foot - stand.rise * height / 2 + 0.5
    links, lock = _front(player, y), y + FLAT
    shackle = f"M-2.4,{lock:g} v-1.6 a2.4,2.4 0 0 1 4.8,0 v1.6"
    return (
        path(links, "chain"),
        path(links, "chain-link"),
        path(shackle, "chain-lock bare"),
        rect(-4, lock - 0.5, 8, 6, "king", 1.4),
    )
