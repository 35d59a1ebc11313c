"""Positions and records as image files: SVG, PNG, GIF."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from charkoni.cli import inputs
from charkoni.cli.errors import bad_word
from charkoni.core.errors import N_
from charkoni.core.files import atomic_files
from charkoni.core.game import Game
from charkoni.core.record import LETTERS
from charkoni.graphics import position_images
from charkoni.graphics.scene import BoardView
from charkoni.graphics.themes import THEMES

GIF_WIDTH = 480


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
        """Return the view of the board; raise BadWord."""
        seats = LETTERS[: game.players]
        letter = (self.seat or "a").lower()
        if len(letter) != 1 or letter not in seats:
            raise bad_word(letter, N_("there is no such seat in this game; seats: {seats}"), seats=", ".join(seats))
        return BoardView(game, seats.index(letter), self.portrait)

    def theme_name(self) -> str:
        """Return the name of the theme; raise BadWord."""
        theme = self.theme or "light"
        if theme not in THEMES:
            raise bad_word(theme, N_("there is no such theme; there are {themes}"), themes=", ".join(THEMES))
        return theme


def write_position(name: str, text: str | None, svg: Path | None, png: Path | None, options: ImageOptions) -> None:
    """Render a position into new files, `-` for standard output; raise BadText or OSError."""
    if svg and not png and options.width is not None:
        raise bad_word(str(options.width), N_("--width is for PNG and GIF: an SVG fits any size"))
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
    record, place = inputs.record_at(path, at)
    positions = record.positions[: place + 1]
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
        raise bad_word(str(path), N_("the file exists already"))
    content = render()
    atomic_files.create(path, content)
