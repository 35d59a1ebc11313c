"""The symbols of Barbakan: enamelled pawns, each colour with a head of its own, and the badge of a number."""

from collections.abc import Mapping

from charkoni.core.board_types import (
    Element,
    circle,
    ellipse,
    filled,
    group,
    linear_gradient,
    path,
    polygon,
    radial_gradient,
    rect,
    text,
)
from charkoni.games.barbakan.taps import PLAYERS

COLOURS = ("red", "blue", "yellow", "green")

PAINT_SERVERS = {
    "enamel": linear_gradient(
        [(0.05, "gloss-light"), (0.45, "gloss-none"), (0.55, "gloss-none"), (1, "gloss-dark")], x2=1, y2=0
    ),
    "cast": radial_gradient([(0.3, "umbra"), (1, "penumbra")]),
}

_BODY = (
    "M-10.5,4.5C-10.5,1.5 -7,1 -5.5,-4C-4.6,-7.5 -4,-10 -3.6,-12L-5.6,-12C-7,-12 -7,-15 -5.6,-15"
    "L5.6,-15C7,-15 7,-12 5.6,-12L3.6,-12C4,-10 4.6,-7.5 5.5,-4C7,1 10.5,1.5 10.5,4.5C10.5,8.5 -10.5,8.5 -10.5,4.5Z"
)
_HEADS: Mapping[str, str] = {
    "a": "M0,-27.5A6.3,6.3 0 0 1 3,-15H-3A6.3,6.3 0 0 1 0,-27.5Z",
    "b": "M-4,-15L-7,-20V-27H-3.8V-24.4H-1.7V-27H1.7V-24.4H3.8V-27H7V-20L4,-15Z",
    "c": "M-4,-15L-7.5,-17.5L0,-30L7.5,-17.5L4,-15Z",
    "d": "M0,-29L7.2,-22L3,-15H-3L-7.2,-22Z",
}
"""By player: ball, battlement, spire and diamond."""
GATE = (rect(-7, -11, 14, 22, "passage", 5), polygon([(0, 7.5), (5, -2), (0, -0.2), (-5, -2)], "passage-arrow"))
"""A dark passage through the wall, with an arrow that leads inwards: downwards."""
_WALL = "M-19,0H19"
OUTLINES: Mapping[str, str] = {letter: _BODY + head for letter, head in _HEADS.items()}


def symbols() -> dict[str, tuple[Element, ...]]:
    """Return for each player a pawn, a small one in hand and a pale one that is shut in; a badge and a gate."""
    by_name: dict[str, tuple[Element, ...]] = {"badge": (rect(-20, -10.5, 40, 21, "badge", 10.5),)}
    wall = (
        Element("path", cls, (("d", _WALL), ("stroke-width", width)))
        for cls, width in (("masonry-edge", 17), ("masonry", 13))
    )
    by_name["gate"] = (*wall, *GATE)
    shade = filled(ellipse(3.5, 6, 14.5, 6), "cast")
    for letter, colour in zip(PLAYERS, COLOURS, strict=True):
        outline = path(OUTLINES[letter])
        pawn = (shade, *_pawn(letter, f"side-{colour} rim-{colour}"), filled(outline, "enamel"))
        by_name[f"pawn-{letter}"] = pawn
        by_name[f"small-{letter}"] = (group(pawn, transform="scale(0.75)"),)
        by_name[f"shut-{letter}"] = _pawn(letter, f"land-{colour} rim-{colour}")
    return by_name


def _pawn(letter: str, cls: str) -> tuple[Element, ...]:
    return (path(_BODY, cls), path(_HEADS[letter], cls))


def flat_symbols() -> dict[str, tuple[Element, ...]]:
    """Return the pawns of the flat set: a shape and the letter of each player."""
    by_name: dict[str, tuple[Element, ...]] = {}
    for player, (letter, colour) in enumerate(zip(PLAYERS, COLOURS, strict=True)):
        low = 3 if player == 2 else 0.5
        shade = group([_shape(player, "shade")], transform="translate(1 2)")
        body = _shape(player, f"side-{colour} rim-{colour}")
        pale = _shape(player, f"land-{colour} rim-{colour}")
        pawn = (shade, body, text(0, low, letter, f"ink-{colour}", 14))
        by_name[f"pawn-{letter}"] = pawn
        by_name[f"small-{letter}"] = (group(pawn, transform="scale(0.75)"),)
        by_name[f"shut-{letter}"] = (pale, text(0, low, letter, "note", 14))
    return by_name


def _shape(player: int, cls: str) -> Element:
    """Return the outline of a player's flat pawns: circle, square, triangle, diamond."""
    if player == 0:
        return circle(0, 0, 12.5, cls)
    if player == 1:
        return rect(-11.5, -11.5, 23, 23, cls, 3)
    if player == 2:
        return polygon([(0, -15), (14, 10.5), (-14, 10.5)], cls)
    return polygon([(0, -15), (15, 0), (0, 15), (-15, 0)], cls)
