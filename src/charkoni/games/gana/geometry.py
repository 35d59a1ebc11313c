"""The geometry of Gana's board: its layout, and the places of piles on a square.

The board is seen from slightly above, so that pieces stand as piles.
"""

from random import Random
from typing import NamedTuple

from charkoni.core.board_types import Element, Layout, Number, ZoneShape, ellipse, filled, path, rect, text
from charkoni.core.drawings import read_drawings
from charkoni.core.game_types import Flags
from charkoni.games.gana.events import COLOURS
from charkoni.games.gana.moves import NAMES
from charkoni.games.gana.rules import SIZE, SQUARES

DRAWN = read_drawings(__file__)
"""Discs of ivory and onyx that stand one on another, kings with a crown, each also raised on a pile, and the flat set:
flat discs have no side, and are drawn nearer to the middle of the square.
"""

STEP = 10
"""The height of a disc."""
CELL = 64
"""The side of a square."""

_CAST = 6
"""The height of the side of the board, below."""


class _Plan(NamedTuple):
    """The sizes of a board, lying or upright."""

    rim: int
    label: int
    text: int


_LYING = _Plan(30, 15, 13)
_UPRIGHT = _Plan(18, 14, 15)


ALONE, NEAR, FAR, BADGE = (0, 12), (-12, 9), (12, 1), (18, 25)
"""The lowest piece of a pile relative to the centre of a square: of one that has it for itself, of the viewer's and of
the other one on a shared square; and the badge, in the corner that both piles leave free, however high they are."""


def is_turned(layout: Layout) -> bool:
    """Return whether the board is seen by Black."""
    return layout.spots["a1"].y < layout.spots["a8"].y


def layout(flags: Flags, seat: int, portrait: bool) -> Layout:
    """Return the board with the player `seat` in front."""
    plan = _UPRIGHT if portrait else _LYING
    width, height = SIZE * CELL + 2 * plan.rim, SIZE * CELL + 2 * plan.rim
    spots: dict[str, ZoneShape] = {}
    for square, name in enumerate(NAMES):
        row, column = divmod(square if seat == 0 else SQUARES - 1 - square, SIZE)  # b sees the board turned
        x, y = plan.rim + column * CELL + CELL // 2, plan.rim + (SIZE - 1 - row) * CELL + CELL // 2
        spots[name] = ZoneShape(x, y, rect(x - CELL / 2, y - CELL / 2, CELL, CELL, "hit"))
    ground = [*_frame(width, height, plan), *_slabs(spots, plan), *_names(spots, seat, height, plan)]
    badge = rect(-plan.text, -plan.text * 0.58, 2 * plan.text, plan.text * 1.16, "badge", plan.text * 0.58)
    up = -1 if seat == 0 else 1
    return Layout(
        width,
        height + _CAST,
        tuple(ground),
        {"badge": (badge,), **DRAWN.symbols},
        spots,
        COLOURS,
        plan.text,
        arrows={"n": (0, up), "e": (-up, 0), "s": (0, -up), "w": (up, 0)},
        paint_servers=DRAWN.paint_servers,
        flat_symbols=DRAWN.flat_symbols,
        has_chips=True,
        selection_ring=ellipse(0, 5, 25.5, 14.5),
    )


def _frame(width: int, height: int, plan: _Plan) -> list[Element]:
    """Return the wooden frame with its side below, and the edge of the recess in which the slabs lie."""
    rim, inner = plan.rim, (SIZE * CELL, SIZE * CELL)
    return [
        rect(1, 1 + _CAST, width - 2, height - 2, "marble-base", 14),
        filled(rect(1, 1, width - 2, height - 2, "", 14), "frame"),
        rect(2, 2, width - 4, height - 4, "marble-edge", 13),
        rect(rim - 3, rim - 3, inner[0] + 6, inner[1] + 6, "marble-base", 3),
    ]


def _slabs(spots: dict[str, ZoneShape], plan: _Plan) -> list[Element]:
    """Return the squares, the dark one a1 among them, and the veins of their stone."""
    slabs: list[Element] = []
    veins: list[list[str]] = [[], []]
    luck = Random(7)
    for square, name in enumerate(NAMES):
        x, y = spots[name].x - CELL / 2, spots[name].y - CELL / 2
        is_pale = (square % SIZE + square // SIZE) % 2
        slabs.append(filled(rect(x, y, CELL, CELL), "pale" if is_pale else "dark"))
        veins[is_pale].append(_vein(luck, x, y))
    return [*slabs, path("".join(veins[1]), "marble-vein"), path("".join(veins[0]), "marble-vein2")]


def _vein(luck: Random, x: Number, y: Number) -> str:
    """Return the path of a vein, from one side of a slab to another."""
    start, slope = luck.randint(8, CELL - 8), luck.randint(-20, 20)
    end = min(max(start + slope, 4), CELL - 4) - start
    first, second = luck.randint(-9, 9), luck.randint(-9, 9)
    across = f"M{x:g},{y + start:g}c{CELL // 3},{first} {CELL // 2},{end + second} {CELL},{end}"
    if luck.random() < 0.6:
        return across
    foot = luck.randint(12, CELL - 12)
    return f"{across}M{x + foot:g},{y:g}c{first},{start // 2} {second},{start // 3} {slope // 2},{start}"


def _names(spots: dict[str, ZoneShape], seat: int, height: int, plan: _Plan) -> list[Element]:
    """Return the names of files and rows on the frame."""
    file, row = ("a", "1") if seat == 0 else ("h", "8")
    below, beside = height - plan.rim / 2 + 1, plan.rim / 2
    names = [text(spots[f"{each}{row}"].x, below, each, "marble-label", plan.label) for each in "abcdefgh"]
    rows = range(1, SIZE + 1)
    return names + [text(beside, spots[f"{file}{each}"].y, str(each), "marble-label", plan.label) for each in rows]
