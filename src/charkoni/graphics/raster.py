"""Paints SVG as pixels: a picture as PNG, pictures one after the other as GIF.  Knows no board.

The packages that paint (resvg-py, Pillow) come with the extra `web` and are imported when they are needed.  Letters
are those of the machine's fonts: where there are none, pictures have no text.
"""

import importlib
import io
from collections.abc import Sequence
from typing import Any

from charkoni.core.errors import BadText, Reason, mark

COLOURS = 128
"""Colours of a GIF: the boards have few, their soft edges the others."""

SAMPLES = 8
"""From how many frames the colours of a GIF are chosen."""

_NO_PAINTER = mark("pictures need more packages; install them with: {command}")


class NoPainter(BadText):
    """A package that paints pictures is not installed."""


def png(svg: str, ground: str, width: int | None = None) -> bytes:
    """Return an SVG as PNG on a ground, `width` pixels wide, by default as large as it says; raise NoPainter."""
    resvg = _need("resvg_py", "png")
    return bytes(resvg.svg_to_bytes(svg_string=svg, width=width, background=ground))


def gif(svgs: Sequence[str], durations: Sequence[int], ground: str, width: int) -> bytes:
    """Return SVGs as a GIF that repeats; durations: how long each is shown, in ms; raise NoPainter."""
    image = _need("PIL.Image", "gif")
    frames = [image.open(io.BytesIO(png(svg, ground, width))).convert("RGB") for svg in svgs]
    palette = _palette(image, frames)
    shown = [frame.quantize(palette=palette, dither=image.Dither.NONE) for frame in frames]
    out = io.BytesIO()
    shown[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=shown[1:],
        duration=list(durations),
        loop=0,
        optimize=False,
        disposal=1,
    )
    return out.getvalue()


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
