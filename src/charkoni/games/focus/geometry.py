"""The places of Focus's board: eight rows without corners, and a well for a reserve in two of the corners.

The empty board: cells of maple inlaid in a frame of walnut, and a well of felt for each reserve.
"""

from dataclasses import dataclass

from charkoni.core.board_types import Element, filled, group, path, rect, rounded, text, with_attributes
from charkoni.core.drawings import read_drawings
from charkoni.games.focus.events import COLOURS
from charkoni.games.focus.rules import PLACES

Point = tuple[float, float]

DRAWN = read_drawings(__file__)
"""Lacquered checkers, plain with a groove or notched with a cross; flat ones are bars, round or square, of which towers
show the letter of the topmost one.
"""

SIZE = 8


@dataclass(frozen=True)
class Grid:
    """The board of an orientation: the size of a cell, and of the frame; below it the side of the board is seen."""

    across: float
    up: float
    frame: float
    side: float

    @property
    def width(self) -> float:
        """The width of the board."""
        return SIZE * self.across + 2 * self.frame

    @property
    def height(self) -> float:
        """The height of the board, with its side."""
        return SIZE * self.up + 2 * self.frame + self.side

    def at(self, column: float, row: float, seat: int) -> Point:
        """Return the centre of a cell, columns and rows from 1; b sees the board turned by half."""
        across, up = (column, row) if seat == 0 else (9 - column, 9 - row)
        return self.frame + (across - 0.5) * self.across, self.frame + (SIZE + 0.5 - up) * self.up

    def well(self, is_near: bool) -> list[Point]:
        """Return the places in a well: at the lower right for the near player, opposite for the far one."""
        cells = ((8, 1), (7, 1), (8, 2)) if is_near else ((1, 8), (2, 8), (1, 7))
        return [self.at(column, row, 0) for column, row in cells]

    def well_edge(self, is_near: bool) -> list[Point]:
        """Return the corners of a well."""
        inset = 3.5
        right, low = self.frame + SIZE * self.across, self.frame + SIZE * self.up
        far, deep = 2 * self.across - inset, 2 * self.up - inset
        near_x, near_y = self.across - inset, self.up - inset
        corner = [(inset, inset), (far, inset), (far, near_y), (near_x, near_y), (near_x, deep), (inset, deep)]
        if is_near:
            return [(right - x, low - y) for x, y in corner]
        return [(self.frame + x, self.frame + y) for x, y in corner]


LYING = Grid(56, 56, 26, 9)
UPRIGHT = Grid(56, 71, 19, 8)


_RADIUS = 22


def empty_board(grid: Grid, seat: int) -> tuple[Element, ...]:
    """Return the board without checkers."""
    width, height = grid.width, grid.height - grid.side
    elements = [
        rect(6, 12, width - 6, height + grid.side - 12, "shade", _RADIUS),
        rect(2, 2 + grid.side, width - 6, height - 6, "walnut-side", _RADIUS),
        filled(rect(2, 2, width - 6, height - 4, "", _RADIUS), "walnut"),
        path(_grain(width, height), "walnut-grain"),
        rect(2, 2, width - 6, height - 4, "walnut-edge", _RADIUS),
    ]
    pale: list[str] = []
    tan: list[str] = []
    half, tall = grid.across / 2 - 0.6, grid.up / 2 - 0.6
    for column, row in PLACES:
        x, y = grid.at(column, row, 0)
        cell = f"M{x - half:g},{y - tall:g}h{2 * half:g}v{2 * tall:g}h{-2 * half:g}Z"
        (tan if (column + row) % 2 == 0 else pale).append(cell)
    elements.extend((filled(path("".join(pale)), "pale"), filled(path("".join(tan)), "tan")))
    elements.append(path(_cell_grain(grid), "maple-grain"))
    elements.append(path("".join((*pale, *tan)), "maple-groove"))
    for is_near in (True, False):
        colour = COLOURS[seat if is_near else 1 - seat]
        elements.extend(_well(grid, is_near, colour))
        x, y = grid.at(1, 1, 0) if is_near else grid.at(8, 8, 0)
        elements.append(group(DRAWN.parts["inlay"], transform=f"translate({x:g} {y:g})"))
    elements.extend(_coordinates(grid, seat))
    return tuple(elements)


def _grain(width: float, height: float) -> str:
    """Return long lines of grain over a plank."""
    lines = []
    for i, y in enumerate(range(14, round(height) - 8, 37)):
        bend = (5, -4, 3)[i % 3]
        lines.append(f"M8,{y}q{width / 4:.0f},{bend} {width / 2 - 8:.0f},0t{width / 2 - 10:.0f},{-bend // 2}")
    return "".join(lines)


def _cell_grain(grid: Grid) -> str:
    """Return short lines of grain in the cells, along the cells of one tint and across those of the other."""
    lines = []
    half, tall = grid.across / 2 - 6, grid.up / 2 - 6
    for column, row in PLACES:
        x, y = grid.at(column, row, 0)
        shift = 3 * ((column * 2 + row * 3) % 3 - 1)
        if (column + row) % 2:
            lines.append(f"M{x - half:g},{y - 9 + shift:g}q{half:g},3 {2 * half:g},0")
            lines.append(f"M{x - half:g},{y + 11 + shift:g}q{half:g},-4 {2 * half:g},1")
        else:
            lines.append(f"M{x - 8 + shift:g},{y - tall:g}q3,{tall:g} 0,{2 * tall:g}")
            lines.append(f"M{x + 10 + shift:g},{y - tall:g}q-4,{tall:g} 1,{2 * tall:g}")
    return "".join(lines)


def _well(grid: Grid, is_near: bool, colour: str) -> list[Element]:
    """Return a well, sunk into the frame: felt in the colour of its player, and the shadow of its upper edges."""
    corners = grid.well_edge(is_near)
    felt = rounded(corners, 10)
    shadow = path(felt + rounded(_lit(corners), 10), "shade")
    return [
        group([path(felt, "walnut-rim")], transform="translate(1 1.6)"),
        path(felt, f"land-{colour}"),
        with_attributes(path(felt, f"side-{colour}"), ("fill-opacity", "0.22")),
        with_attributes(shadow, ("fill-rule", "evenodd")),
        path(felt, "walnut-groove"),
    ]


def _lit(corners: list[Point]) -> list[Point]:
    """Return the corners of the part of a well that the light from the upper left reaches.

    The corners go clockwise: the well lies below an edge that goes to the right, and at the right of one that goes up.
    """
    lit = []
    for i, (x, y) in enumerate(corners):
        (bx, by), (ax, ay) = corners[i - 1], corners[(i + 1) % len(corners)]
        lit.append((x + 5 * (by > y or ay < y), y + 7 * (bx < x or ax > x)))
    return lit


def _coordinates(grid: Grid, seat: int) -> list[Element]:
    names = []
    rim = grid.frame / 2
    for number in range(1, SIZE + 1):
        x, y = grid.at(number, number, seat)
        names.append(text(x, grid.height - grid.side - rim - 1, "abcdefgh"[number - 1], "walnut-label", 12))
        names.append(text(rim, y, str(number), "walnut-label", 12))
    return names
