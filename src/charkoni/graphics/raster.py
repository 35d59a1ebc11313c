"""Rasterization of SVG: one document as PNG, several in sequence as animated GIF.

The libraries (resvg-py, Pillow) come with the extra `pictures` and are imported on first use.  Text is set in the fonts
of the machine, or in a given one; without any, images have no text.
"""

import importlib
import io
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from charkoni.core.errors import N_, BadText, Reason
from charkoni.core.files.installation import install_command

if TYPE_CHECKING:
    from PIL.Image import Image

COLOURS = 128
"""Size of a GIF's palette: boards have few colours, antialiasing needs the others."""

SAMPLES = 8
"""The number of frames from which the palette of a GIF is computed."""

_NO_RASTERIZER = N_("pictures need more packages; install them with: {command}")


class NoRasterizer(BadText):
    """A library that renders pixels is not installed."""


class Font(NamedTuple):
    """A sans serif font: the name of its family, and its files."""

    family: str
    files: tuple[Path, ...]


def png(svg: str, ground: str, width: int | None = None, font: Font | None = None) -> bytes:
    """Return an SVG as PNG on a background, `width` pixels wide, by default its own width; raise NoRasterizer.

    font: with one, the image is the same on every machine; by default text is set in the fonts of the machine.
    """
    resvg = _need("resvg_py", "png")
    own = {"font_files": [str(file) for file in font.files], "sans_serif_family": font.family,
           "skip_system_fonts": True} if font else {}  # fmt: skip
    return bytes(resvg.svg_to_bytes(svg_string=svg, width=width, background=ground, **own))


def gif(svgs: Sequence[str], durations: Sequence[int], ground: str, width: int) -> bytes:
    """Return SVGs as an endless GIF; durations: of each frame, in ms; raise NoRasterizer."""
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


def _need(module: str, what: str) -> ModuleType:
    """Return a module of the extra; raise NoRasterizer when it is not installed."""
    try:
        return importlib.import_module(module)
    except ImportError:
        command = {"command": install_command("pictures")}
        raise NoRasterizer(what, Reason("NO_RASTERIZER", "", _NO_RASTERIZER, command)) from None


def _palette(image: ModuleType, frames: Sequence["Image"]) -> "Image":
    """Return an image with the common palette of all frames: with one palette, static parts do not flicker."""
    step = max(1, len(frames) // SAMPLES)
    chosen = [*frames[::step], frames[-1]]
    width, height = frames[0].size
    sheet = image.new("RGB", (width, height * len(chosen)))
    for place, frame in enumerate(chosen):
        sheet.paste(frame, (0, height * place))
    palette: Image = sheet.quantize(COLOURS, image.Quantize.MAXCOVERAGE, dither=image.Dither.NONE)
    return palette
