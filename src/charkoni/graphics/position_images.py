"""Raster images of positions: one as PNG, several as animated GIF."""

from collections.abc import Sequence

from charkoni.core.errors import N_, BadText, Reason
from charkoni.core.game import Position
from charkoni.graphics import raster
from charkoni.graphics.raster import NoRasterizer
from charkoni.graphics.scene import BoardView
from charkoni.graphics.themes import THEMES

__all__ = ["BadWidth", "NoRasterizer", "background", "durations", "gif", "png"]

PLY_MS = 900
THROW_MS = 600
LAST_MS = 4000
SMALLEST, LARGEST = 40, 8000
GIF_LARGEST = 2000

_NO_WIDTH = N_("a picture can be {smallest} to {largest} pixels wide")


class BadWidth(BadText):
    """The width of an image is out of range."""


def png(view: BoardView, position: Position, theme: str = "light", width: int | None = None) -> bytes:
    """Return a position as PNG, `width` pixels wide, by default as large as its SVG; raise NoRasterizer or BadWidth."""
    _check_width(width, LARGEST)
    return raster.png(view.svg(position, theme), background(theme), width)


def gif(view: BoardView, positions: Sequence[Position], theme: str = "light", width: int = 480) -> bytes:
    """Return positions in sequence as an endless GIF; raise NoRasterizer or BadWidth.

    A position that waits for a throw is shown for THROW_MS, the last one for LAST_MS, others for PLY_MS.
    """
    _check_width(width, GIF_LARGEST)
    svgs = [view.svg(each, theme) for each in positions]
    return raster.gif(svgs, durations(positions), background(theme), width)


def background(theme: str) -> str:
    """Return the background colour of a theme."""
    return THEMES[theme]["ground"]["fill"]


def durations(positions: Sequence[Position]) -> list[int]:
    """Return the duration of each frame in milliseconds."""
    shown = [THROW_MS if position.odds else PLY_MS for position in positions]
    shown[-1] = LAST_MS
    return shown


def _check_width(width: int | None, largest: int) -> None:
    if width is not None and not SMALLEST <= width <= largest:
        limits = {"smallest": SMALLEST, "largest": largest}
        raise BadWidth(str(width), Reason("BAD_WIDTH", "", _NO_WIDTH, limits))
