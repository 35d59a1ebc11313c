"""Pictures made of pixels: a position as PNG, a record as animated GIF.

The packages that paint them (resvg-py, Pillow) come with the extra `web` and are imported when they are needed.
Letters are those of the machine's fonts: where there are none, pictures have no text.
"""

import importlib
import io
from collections.abc import Sequence
from typing import Any

from charkoni.core.errors import BadText, Reason, mark
from charkoni.core.position import Position
from charkoni.draw.scene import View
from charkoni.draw.themes import THEMES

COLOURS = 128
"""Colours of a GIF: the boards have few, their soft edges the others."""

SAMPLES = 8
"""From how many frames the colours of a GIF are chosen."""

PLY_MS = 900
THROW_MS = 600
LAST_MS = 4000
SMALLEST, LARGEST = 40, 8000
GIF_LARGEST = 2000

_NO_PAINTER = mark("pictures need more packages; install them with: {command}")
_NO_WIDTH = mark("a picture can be {smallest} to {largest} pixels wide")


class NoPainter(BadText):
    """A package that paints pictures is not installed."""


class BadWidth(BadText):
    """A picture of this width cannot be painted."""


def png(view: View, position: Position, theme: str = "light", width: int | None = None) -> bytes:
    """Return a position as PNG, `width` pixels wide, by default as large as its SVG; raise NoPainter or BadWidth."""
    _check_width(width, LARGEST)
    return _paint(view, position, theme, width)


def gif(view: View, positions: Sequence[Position], theme: str = "light", width: int = 480) -> bytes:
    """Return positions one after the other as a GIF that repeats; raise NoPainter or BadWidth.

    A throw is shown more briefly than a move, the last position much longer.
    """
    _check_width(width, GIF_LARGEST)
    image = _need("PIL.Image", "gif")
    frames = [image.open(io.BytesIO(_paint(view, each, theme, width))).convert("RGB") for each in positions]
    palette = _palette(image, frames)
    shown = [frame.quantize(palette=palette, dither=image.Dither.NONE) for frame in frames]
    out = io.BytesIO()
    shown[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=shown[1:],
        duration=_durations(positions),
        loop=0,
        optimize=False,
        disposal=1,
    )
    return out.getvalue()


def _check_width(width: int | None, largest: int) -> None:
    if width is not None and not SMALLEST <= width <= largest:
        limits = {"smallest": SMALLEST, "largest": largest}
        raise BadWidth(str(width), Reason("BAD_WIDTH", "", _NO_WIDTH, limits))


def _paint(view: View, position: Position, theme: str, width: int | None) -> bytes:
    resvg = _need("resvg_py", "png")
    ground = THEMES[theme]["ground"]["fill"]
    return bytes(resvg.svg_to_bytes(svg_string=view.svg(position, theme), width=width, background=ground))


def _need(module: str, what: str) -> Any:
    """Return a module of the extra; raise NoPainter when it is not there."""
    try:
        return importlib.import_module(module)
    except ImportError:
        command = "pip install 'charkoni[web]'"
        raise NoPainter(what, Reason("NO_PAINTER", "", _NO_PAINTER, {"command": command})) from None


def _palette(image: Any, frames: Sequence[Any]) -> Any:
    """Return an image whose palette serves all frames: one palette, so that nothing that stands still flickers."""
    step = max(1, len(frames) // SAMPLES)
    chosen = [*frames[::step], frames[-1]]
    width, height = frames[0].size
    sheet = image.new("RGB", (width, height * len(chosen)))
    for place, frame in enumerate(chosen):
        sheet.paste(frame, (0, height * place))
    return sheet.quantize(COLOURS, image.Quantize.MAXCOVERAGE, dither=image.Dither.NONE)


def _durations(positions: Sequence[Position]) -> list[int]:
    """Return how long each position is shown, in milliseconds: one that waits for a throw is soon over."""
    shown = [THROW_MS if position.odds else PLY_MS for position in positions]
    shown[-1] = LAST_MS
    return shown
