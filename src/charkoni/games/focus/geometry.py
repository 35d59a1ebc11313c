"""The places of Focus's board: eight rows without corners, and a well for a reserve in two of the corners."""

from dataclasses import dataclass

Point = tuple[float, float]

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
