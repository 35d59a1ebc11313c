"""Makes the pictures of the README: python docs/pictures/make.py

One of each game in the light theme and one in the dark, each a position of a random game that is always the same.
"""

import io
import random
from pathlib import Path

from PIL import Image

import charkoni
from charkoni.core.constants import OVER
from charkoni.core.game import Position
from charkoni.graphics import position_images
from charkoni.graphics.scene import BoardView

HERE = Path(__file__).resolve().parent
WIDTH = 500
LARGEST = 65_000
PLIES = {"mangala": 9, "focus": 24, "mosty": 20, "gana": 16, "barbakan": 20, "chaupar": 60, "banglagor": 14}
DARK = "focus"


def position(name: str) -> Position:
    """Return a position in the middle of a game."""
    rng, found = random.Random(name), charkoni.game(name).start()
    for _ in range(PLIES[name]):
        if found.turn != OVER:
            found = found.play(rng.choice(found.moves))
    return found


def write(name: str, theme: str, path: Path) -> None:
    """Write a picture with few colours, so that it is small."""
    shown = position(name)
    content = position_images.png(BoardView(shown.game), shown, theme, WIDTH)
    small = Image.open(io.BytesIO(content)).convert("RGB").quantize(128, dither=Image.Dither.NONE)
    small.save(path, optimize=True)
    size = path.stat().st_size
    print(f"{path.name} {size} bytes")
    assert size < LARGEST, path


def main() -> None:
    """Write all pictures."""
    for name in charkoni.games():
        write(name, "light", HERE / f"{name}.png")
    write(DARK, "dark", HERE / f"{DARK}-dark.png")


if __name__ == "__main__":
    main()
