"""The symbols of Chaupar: turned pieces, each colour with a head of its own, sticks, lock, badge, frame of the turn."""

from collections.abc import Mapping, Sequence

from charkoni.core.board_types import (
    Element,
    Number,
    circle,
    ellipse,
    filled,
    group,
    line,
    linear_gradient,
    path,
    polygon,
    radial_gradient,
    rect,
    text,
)
from charkoni.core.game_types import Flags
from charkoni.games.chaupar.cells import COLOURS
from charkoni.games.chaupar.empty_board import PAINTS
from charkoni.games.chaupar.geometry import Cross

BESIDE_HEAD = (20.5, -20)
"""The place of the height of a pile from the middle of its topmost piece: on the right of the head, never over it."""
STICK_GAP = 33
"""The distance between two sticks that lie side by side."""

PAINT_SERVERS = {
    "turned": linear_gradient(
        [(0.05, "gloss-light"), (0.45, "gloss-none"), (0.55, "gloss-none"), (1, "gloss-dark")], x2=1, y2=0
    ),
    "cast": radial_gradient([(0.3, "umbra"), (1, "penumbra")]),
    "bone": linear_gradient([(0, "bone-light"), (1, "bone-deep")]),
    "mat": radial_gradient([(0.3, "mat-light"), (1, "mat-deep")], r=0.75),
}

_BODY = (
    "M-13,10C-13,6.5 -9,6 -7.5,2.5C-5.5,-1.5 -5,-5 -4.6,-8.5L-7,-8.5C-8.6,-8.5 -8.6,-12 -7,-12"
    "L7,-12C8.6,-12 8.6,-8.5 7,-8.5L4.6,-8.5C5,-5 5.5,-1.5 7.5,2.5C9,6 13,6.5 13,10C13,15 -13,15 -13,10Z"
)
_HEADS: Mapping[str, str] = {
    "a": "M0,-26A7,7 0 0 1 3.5,-12H-3.5A7,7 0 0 1 0,-26Z",
    "b": "M0,-29.5C2,-25 7.5,-22 7.5,-17C7.5,-13 4,-12 3,-12H-3C-4,-12 -7.5,-13 -7.5,-17C-7.5,-22 -2,-25 0,-29.5Z",
    "c": "M-3.5,-12L-8.5,-22.5C-9,-26.5 9,-26.5 8.5,-22.5L3.5,-12Z",
    "d": "M0,-29L8,-20L3.5,-12H-3.5L-8,-20Z",
}
"""By colour: ball, onion, goblet and double cone."""
_SHINE: Mapping[str, tuple[Number, Number]] = {
    "a": (-2.6, -20.5),
    "b": (-2.8, -18.5),
    "c": (-3.2, -20),
    "d": (-3, -20.5),
}
_BAND = "M-10.3,5.2C-6,8.4 6,8.4 10.3,5.2"
_BEAD = "M-6.3,-10.2H6.3"
_LOCK = "M-4.5,-1 V-5 A4.5,4.5 0 0 1 4.5,-5 V-1"
_PIPS: Mapping[str, Sequence[tuple[int, int]]] = {
    "1": [(0, 0)],
    "2": [(-1, 0), (1, 0)],
    "3": [(-1, 0), (0, 0), (1, 0)],
    "4": [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    "5": [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    "6": [(-1, -1), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 1)],
}
_FLAT: Mapping[str, Element] = {
    "a": circle(0, 0, 15),
    "b": polygon([(0, -19), (18, 13), (-18, 13)]),
    "c": rect(-14, -14, 28, 28, r=4),
    "d": polygon([(0, -19), (19, 0), (0, 19), (-19, 0)]),
}
_DASHES = (("stroke-dasharray", "5 3"),)


def symbols(flags: Flags, board: Cross) -> dict[str, tuple[Element, ...]]:
    """Return the pieces (plain, lapped, small), the sticks, the lock, the badge and the frame of the turn."""
    by_name: dict[str, tuple[Element, ...]] = {
        "badge": (circle(0, 0, 10.5, "badge"),),
        "lock": (rect(-8, -1, 16, 11, "cloth-gold", 2), path(_LOCK, "cloth-braid"), circle(0, 4, 1.8, "bone-ink")),
        "turn": (circle(0, 0, board.yard + 4, "mark"),),
    }
    for letter, paint in zip(COLOURS, PAINTS, strict=True):
        shade = filled(ellipse(4, 12, 17, 7.5), "cast")
        piece = (shade, *_piece(letter, paint))
        by_name[f"piece-{letter}"] = piece
        by_name[f"lap-{letter}"] = (*piece, path(_BAND, "cloth-braid"), *_LAP)
        by_name[f"small-{letter}"] = (group(_piece(letter, paint), transform="scale(0.62)"),)
    for value in flags["dice"]:
        by_name[f"stick-{value}"] = _stick(value, 42 if board.is_upright else 72)
    return by_name


def flat_symbols(flags: Flags, board: Cross) -> dict[str, tuple[Element, ...]]:
    """Return the flat set: pieces with the shape of their colour, the rim of their team and a letter; sticks."""
    half = 42 if board.is_upright else 72
    by_name: dict[str, tuple[Element, ...]] = {
        f"stick-{value}": (rect(-half, -13, 2 * half, 26, "stick", 4), text(0, 0, value, "count", 20))
        for value in flags["dice"]
    }
    for letter, paint in zip(COLOURS, PAINTS, strict=True):
        piece = _flat_piece(letter, paint)
        shade = group([Element(_FLAT[letter].tag, "shade", _FLAT[letter].attributes)], transform="translate(1 3)")
        by_name[f"piece-{letter}"] = (shade, *piece)
        by_name[f"lap-{letter}"] = (shade, *piece, *_LAP)
        by_name[f"small-{letter}"] = (group(piece, transform="scale(0.6)"),)
    return by_name


_LAP = (circle(-18, -20, 8, "badge"), text(-18, -20, "+", "count", 15))


def _piece(letter: str, paint: str) -> list[Element]:
    """Return a turned piece: body and head with the light from the left."""
    cls = f"side-{paint} rim-{paint}"
    x, y = _SHINE[letter]
    return [
        path(_BODY, cls),
        path(_HEADS[letter], cls),
        filled(path(_BODY + _HEADS[letter]), "turned"),
        path(_BEAD, f"rim-{paint} bare"),
        ellipse(x, y, 1.9, 2.6, "shine"),
    ]


def _flat_piece(letter: str, paint: str) -> list[Element]:
    shape = _FLAT[letter]
    dashes = _DASHES if COLOURS.index(letter) % 2 else ()
    body = Element(shape.tag, f"side-{paint} rim-{paint}", (*shape.attributes, ("stroke-linejoin", "round"), *dashes))
    return [body, text(0, 4 if letter == "b" else 0, letter, f"ink-{paint}", 19)]


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
