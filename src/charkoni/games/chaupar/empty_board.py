"""The empty board of Chaupar: the embroidered cloth, and the yards in the gaps between its arms."""

from math import cos, pi, sin

from charkoni.core.board_types import (
    Element,
    Number,
    circle,
    filled,
    group,
    line,
    path,
    polygon,
    rect,
    rounded,
    text,
    with_attributes,
)
from charkoni.games.chaupar.geometry import CELL, ENTRY, HALF, LENGTH, Cross, yard
from charkoni.games.chaupar.rules import END, QUARTER

PAINTS = ("black", "red", "yellow", "green")
CASTLE_OUT = 5
"""The distance from Home, in cells, of both castles of an arm."""

_FRINGE = 8


def empty_board(board: Cross, entry: str, seat: int, *, has_numbers: bool) -> tuple[Element, ...]:
    """Return the board without pieces, perhaps with the own steps of the player at the bottom as numbers."""
    cloth = rounded(board.outline(board.edge), 9)
    elements = [
        *_mat(board),
        group([path(cloth, "shade")], transform="translate(5 8)"),
        *(_in_arm(board, arm, [_fringe(board)]) for arm in range(4)),
        *(_cord(board, arm, entry) for arm in range(4)),
        path(cloth, "cloth"),
        path(rounded(board.outline(board.edge - 3.5), 7), "cloth-braid"),
    ]
    for arm in range(4):
        elements.append(_in_arm(board, arm, _cells(board, entry, PAINTS[(seat + arm) % 4])))
    elements.extend(_home(board, seat))
    for arm in range(4):
        elements.extend(_yard(board, arm, entry, (seat + arm) % 4))
    if has_numbers:
        elements.extend(_numbers(board))
    return tuple(elements)


def _mat(board: Cross) -> list[Element]:
    """Return the mat on which the cloth and the yards lie, with a border."""
    width, height = board.width, board.height
    return [
        filled(rect(1, 1, width - 2, height - 2, "mat-rim", 26), "mat"),
        rect(8, 8, width - 16, height - 16, "mat-edge", 20),
        rect(13, 13, width - 26, height - 26, "mat-stitch", 16),
    ]


def _in_arm(board: Cross, arm: int, elements: list[Element]) -> Element:
    """Return elements drawn for an arm that points down from the origin, turned into an arm."""
    x, y = board.centre
    return group(elements, transform=f"translate({x:g} {y:g}) rotate({board.turn(arm):.4g})")


def _fringe(board: Cross) -> Element:
    y = board.start + LENGTH + board.edge
    fringe = line(-HALF - board.edge + 5, y, HALF + board.edge - 5, y, "cloth-fringe")
    return with_attributes(fringe, ("stroke-width", 2 * _FRINGE))


def _cells(board: Cross, entry: str, paint: str) -> list[Element]:
    """Return the cells of an arm, its lane with chevrons, its castles, and the arrows of its entry and end cell."""
    sides = [(across, out) for across in (-1, 1) for out in range(1, 9) if out != CASTLE_OUT]
    lane = [(0, out) for out in range(1, 9)]
    castles = [(across, CASTLE_OUT) for across in (-1, 1)]
    tinted = [*lane, ENTRY[entry]]

    def squares(cells: list[tuple[int, int]], size: float, cls: str) -> Element:
        return path("".join(_square(board, *cell, size) for cell in cells), cls)

    elements = [
        squares([*sides, *lane, *castles], 18, "linen"),
        squares(tinted, 17.2, f"land-{paint}"),
        squares([*sides, *lane], 15, "linen-thread"),
        squares(castles, 16, "cloth-braid"),
        *(_castle(*_middle(board, *castle)) for castle in castles),
        path("".join(_chevron(*_middle(board, 0, out), -1) for out in range(1, 8)), f"rim-{paint} bare"),
        path(_arrow(*_middle(board, 0, 8), -1), f"side-{paint} rim-{paint}"),
        path(_arrow(*_middle(board, *ENTRY[entry]), 1 if entry == "inner" else -1), f"side-{paint} rim-{paint}"),
    ]
    return elements


def _middle(board: Cross, across: int, out: int) -> tuple[float, float]:
    return across * CELL, board.start + (out - 0.5) * CELL


def _square(board: Cross, across: int, out: int, half: float) -> str:
    """Return a square with round corners as path data, round the middle of a cell."""
    x, y = _middle(board, across, out)
    side = 2 * half - 8
    start = f"M{x - half + 4:.1f},{y - half:.1f}"
    return f"{start}h{side:g}q4,0 4,4v{side:g}q0,4 -4,4h{-side:g}q-4,0 -4,-4v{-side:g}q0,-4 4,-4Z"


def _chevron(x: float, y: float, ahead: int) -> str:
    return f"M{x - 5:g},{y - 4 * ahead:.1f}l5,{8 * ahead} 5,{-8 * ahead}"


def _arrow(x: float, y: float, ahead: int) -> str:
    s = ahead
    return f"M{x:g},{y + 11 * s:.1f}l9,{-10 * s}h-5.5v{-11 * s}h-7v{11 * s}h-5.5Z"


def _castle(x: Number, y: Number) -> Element:
    """Return the embroidered flower of a castle."""
    flower = [path(_petals(8, 1, 14, 6.5, 0.5), "cloth-deep"), path(_petals(8, 1, 14, 5.5), "cloth-gold")]
    return group([*flower, circle(0, 0, 3.4, "cloth-deep")], transform=f"translate({x:g} {y:.1f})")


def _petals(number: int, inner: float, outer: float, width: float, turn: float = 0) -> str:
    """Return a ring of pointed petals round the origin as path data.  turn: in parts of the angle of a petal."""
    parts = []
    for i in range(number):
        angle = 2 * pi * (i + turn) / number
        ux, uy = sin(angle), -cos(angle)
        middle = (inner + outer) / 2

        def at(out: float, across: float, ux: float = ux, uy: float = uy) -> str:
            return f"{ux * out - uy * across:.1f},{uy * out + ux * across:.1f}"

        parts.append(f"M{at(inner, 0)}Q{at(middle, width)} {at(outer, 0)}Q{at(middle, -width)} {at(inner, 0)}Z")
    return "".join(parts)


def _cord(board: Cross, arm: int, entry: str) -> Element:
    """Return the cord from a yard to its entry cell."""
    (x, y), (u, v) = yard(board, arm, entry), board.at(arm, *ENTRY[entry])
    return line(round(x, 1), round(y, 1), round(u, 1), round(v, 1), "cloth-braid")


def _home(board: Cross, seat: int) -> list[Element]:
    """Return Home: a medallion, with a large petal in the colour of each arm towards its lane."""
    x, y = board.centre
    elements: list[Element] = [
        polygon(_short(board.home_outline(-2)), "cloth-deep"),
        polygon(_short(board.home_outline(-3)), "cloth-braid"),
    ]
    leaves = _petals(8, 12, 0.72 * board.start, 9, 0.5) if not board.is_upright else _petals(8, 12, 56, 9, 0)
    elements.append(group([path(leaves, "cloth-gold")], transform=f"translate({x:g} {y:g})"))
    for arm in range(4):
        paint = PAINTS[(seat + arm) % 4]
        elements.append(_in_arm(board, arm, [path(_large_petal(board.start - 7), f"land-{paint} rim-{paint}")]))
    flower = [path(_petals(8, 2, 19, 8.5), "cloth-gold"), circle(0, 0, 4.5, "cloth-deep")]
    return [*elements, group(flower, transform=f"translate({x:g} {y:g})")]


def _large_petal(length: float) -> str:
    """Return a petal from the origin downwards, blunt at its end."""
    return (
        f"M0,6C-10,{0.3 * length:.1f} -44,{0.55 * length:.1f} -42,{length - 6:.1f}Q-42,{length:.1f} -36,{length:.1f}"
        f"H36Q42,{length:.1f} 42,{length - 6:.1f}C44,{0.55 * length:.1f} 10,{0.3 * length:.1f} 0,6Z"
    )


def _short(corners: list[tuple[float, float]]) -> list[tuple[float, float]]:
    return [(round(x, 1), round(y, 1)) for x, y in corners]


def _yard(board: Cross, arm: int, entry: str, colour: int) -> list[Element]:
    """Return a yard: a round cushion with a ring in its colour, of beads for red and green."""
    x, y = yard(board, arm, entry)
    paint, radius = PAINTS[colour], board.yard
    ring = circle(x, y, radius - 7, f"link-{paint}")
    if colour % 2:
        ring = with_attributes(ring, ("stroke-dasharray", "0.1 11"))
    return [
        circle(x + 4, y + 7, radius + 1, "shade"),
        circle(x, y, radius, "cloth"),
        circle(x, y, radius - 2.5, "cloth-braid"),
        circle(x, y, radius - 7, "linen"),
        ring,
        circle(x, y, radius - 13, "linen-thread"),
    ]


def _numbers(board: Cross) -> list[Element]:
    """Return the own steps of the player at the bottom on the border of the cloth."""
    rim = 1.5 + (board.edge - 4) / CELL / 2
    elements = []
    for step in range(1, 4 * QUARTER + 1):
        arm, own = divmod(step - 1, QUARTER)
        own += 1
        place = (-rim, own) if own < END else (rim, 2 * END - own) if own > END else (0, 8 + rim - 1)
        x, y = board.at(arm, *place)
        elements.append(text(round(x, 1), round(y, 1), str(step), "cloth-number", 10))
    return elements
