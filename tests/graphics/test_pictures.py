"""Golden pictures of all boards: hashes of their pixels in two themes.

After an intended change of a board, look at the new pictures and write the new hashes:

    .venv/bin/python -m tests.graphics.test_pictures [FOLDER]

With a folder the pictures are written there, too.  Letters depend on the fonts of the machine, so the pixels are
hashed without them, and the text has a hash of its own.
"""

import hashlib
import io
import json
import random
import re
import sys
from pathlib import Path

import pytest
import resvg_py
from PIL import Image

import charkoni
from charkoni.core.game import Position
from charkoni.graphics.scene import BoardView
from charkoni.web.engine.warm import playable

KNOWN = Path(__file__).with_name("pictures.json")
TEXT = re.compile(r"<text[^>]*>([^<]*)</text>")
LYING = {"light": False, "dark": True}
PLIES = 40
WIDTH = 480


def middle(name: str) -> Position:
    """Return a position with many kinds of pieces, always the same one."""
    luck = random.Random(name)
    position = charkoni.game(name).start()
    for _ in range(PLIES):
        if position.moves:
            position = position.play(luck.choice(sorted(position.moves)))
    return position


def picture(name: str, theme: str) -> tuple[bytes, str]:
    """Return a board as PNG without letters, and its letters."""
    position = middle(name)
    svg = BoardView(position.game, portrait=not LYING[theme]).svg(position, theme)
    return bytes(resvg_py.svg_to_bytes(svg_string=TEXT.sub("", svg), width=WIDTH, skip_system_fonts=True)), " ".join(
        TEXT.findall(svg)
    )


def hashes(name: str, theme: str) -> dict[str, str]:
    """Return the size of a picture and hashes of its pixels and letters."""
    png, letters = picture(name, theme)
    image = Image.open(io.BytesIO(png)).convert("RGBA")
    pixels, written = (hashlib.sha256(each).hexdigest()[:24] for each in (image.tobytes(), letters.encode()))
    return {"size": f"{image.width}x{image.height}", "pixels": pixels, "letters": written}


@pytest.mark.parametrize("theme", LYING)
@pytest.mark.parametrize("name", playable())
def test_pictures_stay_as_they_are(name, theme):
    known = json.loads(KNOWN.read_text("utf-8"))
    assert hashes(name, theme) == known[f"{name} {theme}"], __doc__


def test_no_other_picture_is_known():
    assert set(json.loads(KNOWN.read_text("utf-8"))) == {f"{name} {theme}" for name in playable() for theme in LYING}


def write(folder: Path | None) -> None:
    """Write all hashes anew, and the pictures if a folder is given."""
    found = {f"{name} {theme}": hashes(name, theme) for name in playable() for theme in LYING}
    KNOWN.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        for name in playable():
            for theme in LYING:
                (folder / f"{name}-{theme}.png").write_bytes(picture(name, theme)[0])


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
