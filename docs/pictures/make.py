"""Makes the pictures of the documents: PYTHONPATH=. python docs/pictures/make.py [boards] [pages]

boards: games.png, a board of each game, each a position of a random game that is always the same.
pages: screenshots of a server of its own, with the browser of the tests; look at them after a change of a page.
"""

import io
import random
import sys
from pathlib import Path

from PIL import Image
from tests.browser.documented_pages import write_pages

import charkoni
from charkoni.core.constants import OVER
from charkoni.core.game import Position
from charkoni.graphics import position_images
from charkoni.graphics.scene import BoardView

HERE = Path(__file__).resolve().parent
LARGEST = 250_000
COLOURS = 256
WIDTH, GAP = 1400, 24
PLIES = {"mangala": 9, "focus": 24, "mosty": 20, "gana": 16, "barbakan": 20, "chaupar": 60, "banglagor": 14}
ROWS = (("focus", "barbakan", "chaupar"), ("banglagor", "gana", "mosty"), ("mangala",))


def position(name: str) -> Position:
    """Return a position in the middle of a game."""
    rng, reached = random.Random(name), charkoni.game(name).start()
    for _ in range(PLIES[name]):
        if reached.turn != OVER:
            reached = reached.play(rng.choice(reached.moves))
    return reached


def board(name: str, width: int) -> Image.Image:
    """Return the picture of a game."""
    shown = position(name)
    content = position_images.png(BoardView(shown.game), shown, "light", width)
    return Image.open(io.BytesIO(content)).convert("RGB")


def row_of(names: tuple[str, ...]) -> list[Image.Image]:
    """Return the boards of a row, as high as each other and together as wide as the picture."""
    shapes = [board(name, 400).size for name in names]
    room = WIDTH - GAP * (len(names) + 1)
    height = min(room / sum(width / high for width, high in shapes), 440 if len(names) > 1 else 300)
    return [board(name, round(height * width / high)) for name, (width, high) in zip(names, shapes, strict=True)]


def write_boards() -> None:
    """Write the picture of all boards on the paper of their theme, with a palette, so that it is small."""
    rows = [row_of(names) for names in ROWS]
    height = sum(row[0].height for row in rows) + GAP * (len(rows) + 1)
    sheet = Image.new("RGB", (WIDTH, height), position_images.background("light"))
    y = GAP
    for row in rows:
        x = (WIDTH - sum(picture.width for picture in row) - GAP * (len(row) - 1)) // 2
        for picture in row:
            sheet.paste(picture, (x, y))
            x += picture.width + GAP
        y += row[0].height + GAP
    path = HERE / "games.png"
    sheet.quantize(COLOURS, kmeans=1, dither=Image.Dither.NONE).save(path, optimize=True)
    size = path.stat().st_size
    print(f"{path.name} {size} bytes")
    assert size < LARGEST, path


def main() -> None:
    """Write what is asked for, by default all."""
    wanted = sys.argv[1:] or ["boards", "pages"]
    if "boards" in wanted:
        write_boards()
    if "pages" in wanted:
        for path in write_pages(HERE):
            print(f"{path.name} {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
