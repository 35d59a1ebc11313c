"""Raster images: PNG and GIF."""

import importlib
import io

import pytest
from PIL import Image

import charkoni
from charkoni.core.errors import BadText
from charkoni.graphics import position_images, raster
from charkoni.graphics.scene import BoardView
from charkoni.graphics.themes import THEMES, theme_of

GAME = charkoni.game("mangala")
MOVES = ("4", "6", "3")


def colour(theme: str, name: str) -> tuple[int, ...]:
    text = theme_of(GAME.family, theme)[name]["fill"]
    return tuple(int(text[place : place + 2], 16) for place in (1, 3, 5))


def positions():
    record = charkoni.Record(GAME)
    for move in MOVES:
        record.play(move)
    return record.positions


@pytest.mark.parametrize("theme", THEMES)
def test_a_png_has_its_size_and_the_colours_of_its_theme(theme):
    view = BoardView(GAME)
    picture = Image.open(io.BytesIO(position_images.png(view, GAME.start(), theme, 300))).convert("RGB")
    assert picture.size == (300, pytest.approx(300 * view.layout.height / view.layout.width, abs=1))
    shown = {found for _, found in picture.getcolors(1 << 20) or ()}
    assert {colour(theme, "ground"), colour(theme, "slab-side")} <= shown


def test_a_png_is_as_large_as_its_svg_by_default():
    view = BoardView(GAME)
    picture = Image.open(io.BytesIO(position_images.png(view, GAME.start())))
    assert picture.size == (view.layout.width, view.layout.height)


def test_a_gif_has_a_frame_for_every_position_and_rests_on_the_last():
    picture = Image.open(io.BytesIO(position_images.gif(BoardView(GAME), positions(), "dark", 200)))
    assert (picture.n_frames, picture.size[0], picture.info["loop"]) == (len(MOVES) + 1, 200, 0)
    durations = []
    for place in range(picture.n_frames):
        picture.seek(place)
        durations.append(picture.info["duration"])
    assert durations == [position_images.PLY_MS] * len(MOVES) + [position_images.LAST_MS]


@pytest.mark.parametrize("width", [0, 39, 8001])
def test_a_width_that_cannot_be_painted_is_refused(width):
    with pytest.raises(position_images.BadWidth, match="40 to 8000 pixels"):
        position_images.png(BoardView(GAME), GAME.start(), width=width)


@pytest.mark.parametrize(("module", "paint"), [("resvg_py", "png"), ("PIL.Image", "gif")])
def test_a_missing_package_is_named(monkeypatch, module, paint):
    def without(name, package=None):
        if name == module:
            raise ModuleNotFoundError(name)
        return real(name, package)

    real = importlib.import_module
    monkeypatch.setattr(raster.importlib, "import_module", without)
    work = {
        "png": lambda: position_images.png(BoardView(GAME), GAME.start()),
        "gif": lambda: position_images.gif(BoardView(GAME), positions()),
    }
    with pytest.raises(position_images.NoRasterizer, match=r"pip install .*\[pictures\]'$") as found:
        work[paint]()
    assert isinstance(found.value, BadText) and "\n" not in str(found.value)
