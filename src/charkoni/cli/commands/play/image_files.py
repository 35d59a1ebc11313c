"""Positions and records as image files: SVG, PNG, GIF."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from charkoni.cli import inputs
from charkoni.core.errors import N_, BadText, Reason
from charkoni.core.files import atomic_files
from charkoni.core.game import Game
from charkoni.core.record import LETTERS
from charkoni.graphics import position_images
from charkoni.graphics.scene import BoardView
from charkoni.graphics.themes import THEMES

GIF_WIDTH = 480

_NO_THEME = N_("there is no such theme; there are {themes}")
_NO_SEAT = N_("there is no such seat in this game; seats: {seats}")
_SVG_HAS_NO_WIDTH = N_("--width is for PNG and GIF: an SVG fits any size")


class BadImage(BadText):
    """Options of a picture that cannot be rendered."""


@dataclass(frozen=True, slots=True)
class ImageOptions:
    """Options of a picture, None for the default.

    theme: a name of `THEMES`.  seat: the letter of the seat at the bottom.  width: in pixels, not for SVG.
    """

    theme: str | None = None
    seat: str | None = None
    portrait: bool = False
    width: int | None = None

    def view(self, game: Game) -> BoardView:
        """Return the view of the board; raise BadImage."""
        seats = LETTERS[: game.players]
        letter = (self.seat or "a").lower()
        if len(letter) != 1 or letter not in seats:
            raise BadImage(letter, Reason("NO_SEAT", "", _NO_SEAT, {"seats": ", ".join(seats)}))
        return BoardView(game, seats.index(letter), self.portrait)

    def theme_name(self) -> str:
        """Return the name of the theme; raise BadImage."""
        theme = self.theme or "light"
        if theme not in THEMES:
            raise BadImage(theme, Reason("NO_THEME", "", _NO_THEME, {"themes": ", ".join(THEMES)}))
        return theme


def write_position(name: str, text: str | None, svg: Path | None, png: Path | None, options: ImageOptions) -> None:
    """Render a position into new files, `-` for standard output; raise BadText or OSError."""
    if svg and not png and options.width is not None:
        raise BadImage(str(options.width), Reason("NO_WIDTH", "", _SVG_HAS_NO_WIDTH))
    position = inputs.position(name, text)
    view, theme = options.view(position.game), options.theme_name()
    if svg:
        _write(svg, lambda: (view.svg(position, theme) + "\n").encode())
    if png:
        _write(png, lambda: position_images.png(view, position, theme, options.width))


def write_record(path: Path, at: int | None, gif: Path, options: ImageOptions) -> None:
    """Render a record up to a ply as an animated GIF into a new file, `-` for standard output.

    at: the number of plies, None for all.  Raises BadText or OSError.
    """
    record = inputs.record(path)
    if at is not None and at > len(record):
        raise BadImage(str(at), Reason("NO_PLY", "", N_("the record has {plies} plies"), {"plies": len(record)}))
    positions = record.positions if at is None else record.positions[: at + 1]
    view, theme = options.view(record.game), options.theme_name()
    _write(gif, lambda: position_images.gif(view, positions, theme, options.width or GIF_WIDTH))


def _write(path: Path, render: Callable[[], bytes]) -> None:
    """Write a picture to a new file or standard output; no file is left when rendering fails."""
    if str(path) == "-":
        content = render()
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    path = path.expanduser()
    if path.exists():
        raise BadImage(str(path), Reason("EXISTS", "", N_("the file exists already")))
    content = render()
    atomic_files.create(path, content)
