"""Pictures: `charkoni show --svg --png` and `charkoni record show --gif`."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from charkoni.cli import finding
from charkoni.core.errors import BadText, Reason, mark
from charkoni.core.game import Game
from charkoni.core.record import LETTERS
from charkoni.graphics import position_images
from charkoni.graphics.scene import View
from charkoni.graphics.themes import THEMES

GIF_WIDTH = 480

_NO_THEME = mark("there is no such theme; there are {themes}")
_NO_SEAT = mark("there is no such seat in this game; seats: {seats}")
_NO_PLY = mark("the record has {plies} plies")
_EXISTS = mark("the file exists already")
_SVG_IS_TRUE = mark("--width is for PNG and GIF: an SVG fits any size")


class BadPicture(BadText):
    """A wish for a picture that cannot be fulfilled."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a board is to be painted: theme, the seat at its bottom by its letter, upright or lying, width in pixels."""

    theme: str | None = None
    seat: str | None = None
    portrait: bool = False
    width: int | None = None

    def view(self, game: Game) -> View:
        """Return the board as it is to be seen; raise BadPicture."""
        seats = LETTERS[: game.players]
        letter = (self.seat or "a").lower()
        if len(letter) != 1 or letter not in seats:
            raise BadPicture(letter, Reason("NO_SEAT", "", _NO_SEAT, {"seats": ", ".join(seats)}))
        return View(game, seats.index(letter), self.portrait)

    def paint(self) -> str:
        """Return the theme; raise BadPicture."""
        theme = self.theme or "light"
        if theme not in THEMES:
            raise BadPicture(theme, Reason("NO_THEME", "", _NO_THEME, {"themes": ", ".join(THEMES)}))
        return theme


def show(name: str, text: str | None, svg: Path | None, png: Path | None, look: Look) -> None:
    """Paint a position into new files; - is standard output."""
    if svg and not png and look.width is not None:
        raise BadPicture(str(look.width), Reason("NO_WIDTH", "", _SVG_IS_TRUE))
    position = finding.position(name, text)
    view, theme = look.view(position.game), look.paint()
    if svg:
        _write(svg, lambda: (view.svg(position, theme) + "\n").encode())
    if png:
        _write(png, lambda: position_images.png(view, position, theme, look.width))


def record(path: Path, at: int | None, gif: Path, look: Look) -> None:
    """Paint a record, or its beginning up to a ply, as a moving picture into a new file; - is standard output."""
    found = finding.record(path)
    if at is not None and at > len(found):
        raise BadPicture(str(at), Reason("NO_PLY", "", _NO_PLY, {"plies": len(found)}))
    positions = found.positions if at is None else found.positions[: at + 1]
    view, theme = look.view(found.game), look.paint()
    _write(gif, lambda: position_images.gif(view, positions, theme, look.width or GIF_WIDTH))


def _write(path: Path, paint: Callable[[], bytes]) -> None:
    """Write a picture to a new file or standard output; a picture that fails leaves no file."""
    if str(path) == "-":
        content = paint()
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    path = path.expanduser()
    if path.exists():
        raise BadPicture(str(path), Reason("EXISTS", "", _EXISTS))
    content = paint()
    with path.open("xb") as file:
        file.write(content)
