"""The pieces of Banglagor: columns that stand up, the rack of a hand, the flood over the border, and the flat set.

A column is drawn around the middle of its cell; Blue's are hexagonal, Green's are round.  It has a ring for each unit
of its height, which its top names.  A bound one lacks the glaze of its top, and has a chain, but no shadow.
"""

from math import sqrt
from typing import NamedTuple

from charkoni.core.board_types import (
    Attributes,
    Element,
    Number,
    circle,
    ellipse,
    filled,
    linear_gradient,
    path,
    radial_gradient,
    rect,
    text,
)
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

_FLAT_RADII = (10, 13.5, 17)
"""Radii of the rings of a column of the flat set, the top one first."""


def _glaze(colour: str, is_round: bool) -> dict[str, Element]:
    """Return the gradients of a column's side and top; a hexagonal side has three faces."""
    light, top, mid, deep = (f"pillar-{colour}-{tone}" for tone in ("light", "top", "mid", "deep"))
    if is_round:
        side = [(0, mid), (0.25, light), (0.6, mid), (1, deep)]
    else:
        side = [(0, mid), (0.25, light), (0.25, mid), (0.75, mid), (0.75, deep), (1, deep)]
    return {
        f"{colour}-side": linear_gradient(side, x2=1, y2=0),
        f"{colour}-top": linear_gradient(
            [(0, light if is_round else top), (1, top if is_round else mid)], x2=0.8, y2=1.2
        ),
    }


PAINT_SERVERS = {
    "wood": linear_gradient([(0, "rack-light"), (1, "rack-deep")], x2=0.5),
    "land-a": linear_gradient([(0, "sand"), (1, "sand-deep")], x2=0.3),
    "land-b": linear_gradient([(0, "meadow-deep"), (1, "meadow")], x2=0.3),
    "river": linear_gradient([(0, "river-deep"), (0.4, "river-light"), (1, "river-deep")]),
    **_glaze("blue", False),
    **_glaze("green", True),
    "raw": linear_gradient([(0, "pillar-raw"), (1, "pillar-raw-deep")], x2=0.8, y2=1.2),
    "shadow": radial_gradient([(0.4, "umbra"), (1, "penumbra")]),
}


def symbols(
    racks: dict[str, tuple[Element, ...]], flood: tuple[Element, ...], stand: Stand
) -> dict[str, tuple[Element, ...]]:
    """Return the columns of both sides, free and bound, the badge of a count, racks, and the border's sign.

    Columns in a rack that are not drawn have a symbol without elements.
    racks: the drawings of racks by name.  flood: the sign of the border.  stand: how columns stand.
    """
    by_name: dict[str, tuple[Element, ...]] = {
        "badge": (rect(-14, -9, 28, 18, "badge", 9),),
        **racks,
        "hidden": (),
        "border": flood,
    }
    for player in PLAYERS:
        for height in HEIGHTS:
            shadow = filled(ellipse(6 + height, stand.foot + 2.5, R + 5 + 2 * height, FLAT + 4.5), "shadow")
            by_name[f"{player}{height}"] = (shadow, *_column(player, height, stand))
            by_name[f"{player}{height}-bound"] = (
                *_column(player, height, stand, True),
                *_chain(player, height, stand),
            )
    return by_name


def flat_symbols() -> dict[str, tuple[Element, ...]]:
    """Return the columns as nested rings, seen from above."""
    by_name: dict[str, tuple[Element, ...]] = {}
    for player in PLAYERS:
        colour = _colour(player)
        for height in HEIGHTS:
            rings = _FLAT_RADII[:height][::-1]
            standing = [_flat_ring(player, radius, f"side-{colour} rim-{colour}") for radius in rings]
            number = str(height)
            by_name[f"{player}{height}"] = (*standing, text(0, 0, number, f"ink-{colour}", 14))
            by_name[f"{player}{height}-bound"] = (*_flat_bound(player, rings, colour), text(0, 0, number, "count", 14))
    return by_name


def _colour(player: str) -> str:
    return COLOURS[PLAYERS.index(player)]


def _column(player: str, height: int, stand: Stand, is_bound: bool = False) -> tuple[Element, ...]:
    """Return a standing column: its rings from below, its top, and the number of its height."""
    colour = _colour(player)
    *feet, upper = (stand.foot - stand.rise * i for i in range(height + 1))
    rings = (filled(path(_side(player, y, stand.rise), f"pillar-{colour}"), f"{colour}-side") for y in feet)
    grooves = path("".join(_front(player, y + 1.6) for y in feet[1:]), "pillar-groove")
    edge, top, ink = f"pillar-{colour}", f"{colour}-top", f"ink-{colour}"
    if is_bound:
        edge, top, ink = "pillar-raw-edge", "raw", "pillar-raw-ink"
    face = filled(_top(player, upper, edge), top)
    number = text(0, upper + 0.5, str(height), ink, 11.5)
    return (*rings, *([grooves] if height > 1 else []), face, number)


def _front(player: str, y: Number) -> str:
    """Return the path of the front edge of a column's outline, whose middle is at y, from left to right."""
    if player == "a":
        return f"M{-R},{y:g} L{-R / 2:g},{y + FLAT:g} H{R / 2:g} L{R},{y:g}"
    return f"M{-R},{y:g} A{R},{FLAT} 0 0 0 {R},{y:g}"


def _side(player: str, y: Number, rise: int) -> str:
    """Return the path of the side of a ring that stands at y."""
    return f"{_front(player, y)} v{-rise} H{-R} Z"


def _top(player: str, y: Number, cls: str) -> Element:
    if player == "b":
        return ellipse(0, y, R, FLAT, cls)
    half = R / 2
    return path(f"{_front(player, y)} L{half:g},{y - FLAT:g} H{-half:g} Z", cls)


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


def _flat_ring(player: str, radius: Number, cls: str) -> Element:
    """Return a ring: for Blue a square with round corners, about as large as Green's circle."""
    if player == "b":
        return circle(0, 0, radius, cls)
    half = radius - 1.5
    return rect(-half, -half, 2 * half, 2 * half, cls, radius / 3)


def _flat_bound(player: str, rings: tuple[float, ...], colour: str) -> tuple[Element, ...]:
    """Return a bound column: pale, hatched, with the rings as outlines and a chain across it."""
    shown = [_flat_ring(player, rings[0], f"land-{colour} rim-{colour}")]
    faint: Attributes = (("opacity", 0.5),)
    lines = path(_hatching(player, rings[0]), f"rim-{colour} bare")
    shown.append(Element("g", "", faint, children=(lines,)))
    shown.extend(_flat_ring(player, radius, f"rim-{colour} bare") for radius in rings)
    shown.append(rect(-20, -6.5, 40, 13, "badge", 6.5))
    for way in (-1, 1):
        shown.extend(ellipse(way * x, 0, 3.4, 2.8, "bound") for x in (11, 16.4))
    return tuple(shown)


def _hatching(player: str, radius: float) -> str:
    """Return the path of slanting lines within a ring."""
    parts = []
    half = radius - 2.5
    reach = radius * 1.3
    for offset in (step * 5 - reach for step in range(int(reach * 2 / 5) + 1)):
        if player == "a":  # y = x + offset * sqrt(2), clipped by a square
            shift = offset * sqrt(2)
            low, high = max(-half, -half - shift), min(half, half - shift)
        else:
            chord = (radius - 1) ** 2 - offset**2
            if chord <= 0:
                continue
            shift = offset * sqrt(2)
            low, high = -shift / 2 - sqrt(chord / 2), -shift / 2 + sqrt(chord / 2)
        if high - low > 3:
            parts.append(f"M{low:.1f},{low + shift:.1f} L{high:.1f},{high + shift:.1f}")
    return " ".join(parts)
