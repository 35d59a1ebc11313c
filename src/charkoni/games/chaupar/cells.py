"""The cells of Chaupar on a grid, and the zones of its pieces.

Zones: "p1" .. "p68" the cells of the edge as black walks it, "lane-a1" .. "lane-d7", "home-a" .. "home-d" and
"charkoni-a" .. "charkoni-d".
"""

from typing import TypeVar

from charkoni.games.chaupar.rules import CHARKONI, HOME, LANE, QUARTER, cell_of

COLOURS = "abcd"
SIZE = 19

Length = TypeVar("Length", int, float)
Spot = tuple[int, int]
"""A place on the 19 x 19 grid: x to the right, y up, from 0."""


def turned(spot: tuple[Length, Length], quarters: int) -> tuple[Length, Length]:
    """Return the spot after quarter turns anticlockwise about the middle of the board."""
    x, y = spot
    for _ in range(quarters):
        x, y = SIZE - 1 - y, x
    return x, y


def edge_spot(colour: int, step: int) -> Spot:
    """Return the spot of an own step of a colour."""
    quarters, rest = divmod(step - 1, QUARTER)
    own = rest + 1
    if own <= 8:
        spot = (8, 8 - own)
    elif own == 9:
        spot = (9, 0)
    else:
        spot = (10, own - 10)
    return turned(spot, colour + quarters)


def lane_spot(colour: int, cell: int) -> Spot:
    """Return the spot of a lane cell of a colour; 8 is Home, on the side of that lane."""
    return turned((9, cell), colour)


def zone_of(colour: int, piece: int) -> str:
    """Return the zone of a piece of a colour (see `rules` for its number)."""
    letter = COLOURS[colour]
    if piece == CHARKONI:
        return f"charkoni-{letter}"
    if piece == HOME:
        return f"home-{letter}"
    if piece > LANE:
        return f"lane-{letter}{piece - LANE}"
    return f"p{int(cell_of(colour, piece >> 1)) + 1}"
