"""The pieces of Gana: discs of ivory and onyx that stand one on another, kings with a crown, and the flat set.

A symbol is drawn around the middle of its disc; a pile grows by STEP a piece.
"""

from charkoni.core.board_types import (
    Element,
    circle,
    ellipse,
    filled,
    group,
    linear_gradient,
    path,
    radial_gradient,
    rect,
)
from charkoni.games.gana.events import COLOURS, PLAYERS

STEP = 10
"""The height of a disc."""

_R, _FLAT = 20, 10.5
"""Radii of a disc, seen from slightly above."""
_TOP = -STEP / 2
_STUFFS = ("ivory", "onyx")
_CROWN = "M-11.5,-6.5 Q0,0 11.5,-6.5 L14.5,-22 L6.5,-14.5 L0,-26 L-6.5,-14.5 L-14.5,-22 Z"
_BRINK = "M-18.6,-4 A18.6,9.4 0 0 0 18.6,-4"
_BRIM = "M-12.2,-10 Q0,-3.5 12.2,-10"
_TIPS = ((-14.5, -22.5), (0, -26.5), (14.5, -22.5))

_FLAT_R = 16
_FLAT_UP = "translate(0 -6)"
"""A flat disc has no side: it is drawn nearer to the middle of the square than a standing one."""
_FLAT_CROWN = "M-9,7 L-11,-6 L-5,0 L0,-9 L5,0 L11,-6 L9,7 Z"


def _round(stuff: str) -> dict[str, Element]:
    """Return the gradients of a disc's side and top: light comes from the upper left."""
    light, mid, deep = f"{stuff}-light", f"{stuff}-mid", f"{stuff}-deep"
    return {
        f"{stuff}-side": linear_gradient([(0, mid), (0.25, light), (0.6, mid), (1, deep)], x2=1, y2=0),
        f"{stuff}-top": linear_gradient([(0, light), (0.45, mid), (1, deep)], x2=0.9, y2=1.3),
        f"{stuff}-dish": linear_gradient([(0, deep), (0.4, mid), (1, light)], x2=0.7, y2=1),
    }


PAINT_SERVERS = {
    "frame": linear_gradient([(0, "marble-frame-light"), (1, "marble-frame-deep")], x2=0.6),
    "pale": linear_gradient([(0, "marble-pale"), (1, "marble-pale-deep")], x2=1),
    "dark": linear_gradient([(0, "marble-dark"), (1, "marble-dark-deep")], x2=1),
    **_round("ivory"),
    **_round("onyx"),
    "gold": linear_gradient(
        [(0, "crown-mid"), (0.3, "crown-light"), (0.6, "crown-mid"), (1, "crown-deep")], x2=1, y2=0
    ),
    "shadow": radial_gradient([(0.55, "umbra"), (1, "penumbra")]),
}


def symbols(size: int) -> dict[str, tuple[Element, ...]]:
    """Return pawns and kings of both sides, each on the board and raised on a pile, the badge, the sign of danger.

    size: of the text on the badge.
    """
    by_name: dict[str, tuple[Element, ...]] = {
        "badge": (rect(-size, -size * 0.58, 2 * size, size * 1.16, "badge", size * 0.58),),
        "halo": (path("M13,-17 A26,20 0 1 1 -13,-17 M-31,0 H-23 M23,0 H31 M0,25 V17", "mark bare"),),
    }
    shadow = filled(ellipse(5, 9, _R + 7, _FLAT + 4), "shadow")
    for player, stuff in zip(PLAYERS, _STUFFS, strict=True):
        for name, disc in (("pawn", _pawn(stuff)), ("king", _king(stuff))):
            by_name[f"{name}-{player}"] = (shadow, *disc)
            by_name[f"{name}-{player}-raised"] = disc
    return by_name


def flat_symbols() -> dict[str, tuple[Element, ...]]:
    """Return the pieces as flat discs, plain for White, with an inner ring for Black."""
    by_name: dict[str, tuple[Element, ...]] = {}
    for player, colour in zip(PLAYERS, COLOURS, strict=True):
        for ending in ("", "-raised"):
            by_name[f"pawn-{player}{ending}"] = (group(_flat_pawn(player, colour), transform=_FLAT_UP),)
            by_name[f"king-{player}{ending}"] = (group(_flat_king(colour), transform=_FLAT_UP),)
    return by_name


def _pawn(stuff: str) -> tuple[Element, ...]:
    """Return a disc: White's has a dish, Black's grooves on its top and ribs on its side."""
    side = f"M{-_R},{_TOP} V{-_TOP} A{_R},{_FLAT} 0 0 0 {_R},{-_TOP} V{_TOP} Z"
    disc = [filled(path(side, stuff), f"{stuff}-side"), filled(ellipse(0, _TOP, _R, _FLAT, stuff), f"{stuff}-top")]
    if stuff == "ivory":
        return (*disc, filled(ellipse(0, _TOP, _R * 0.58, _FLAT * 0.55), "ivory-dish"))
    return (
        *disc,
        ellipse(0, _TOP, _R * 0.62, _FLAT * 0.6, "onyx-ring"),
        path(_ribs(), "onyx-rib"),
        path(_BRINK, "onyx-ring"),
    )


def _ribs() -> str:
    """Return the path of short lines on the side of a disc."""
    places = ((-15.5, 4.4), (-8.5, 7.4), (0, 8.5), (8.5, 7.4), (15.5, 4.4))
    return "".join(f"M{x},{y}v4" for x, y in places)


def _king(stuff: str) -> tuple[Element, ...]:
    """Return a disc with a golden band that wears a crown."""
    band = f"M{-_R},0 A{_R},{_FLAT} 0 0 0 {_R},0 V3.5 A{_R},{_FLAT} 0 0 1 {-_R},3.5 Z"
    return (
        *_pawn(stuff)[:2],
        filled(path(band, "crown"), "gold"),
        filled(path(_CROWN, "crown"), "gold"),
        path(_BRIM, "crown bare"),
        *(filled(circle(x, y, 2.6, "crown"), "gold") for x, y in _TIPS),
    )


def _flat_pawn(player: str, colour: str) -> tuple[Element, ...]:
    disc = circle(0, 0, _FLAT_R, f"side-{colour} rim-{colour}")
    if player == "a":
        bow = path(f"M{-0.6 * _FLAT_R:g},{-0.2 * _FLAT_R:g} A10,10 0 0 1 {0.1 * _FLAT_R:g},{-0.63 * _FLAT_R:g}", "line")
        return (disc, bow)
    return (disc, circle(0, 0, 0.56 * _FLAT_R, "shine-line"))


def _flat_king(colour: str) -> tuple[Element, ...]:
    return (
        circle(0, 0, _FLAT_R + 1, "king"),
        circle(0, 0, 0.82 * _FLAT_R, f"side-{colour} rim-{colour}"),
        group([path(_FLAT_CROWN, "king")], transform="scale(0.86)"),
    )
