"""Previews of links as SVG, in the colours of the program: a title with the board of one game, or with all boards."""

import re
from html import escape

from charkoni.graphics.svg import number
from charkoni.graphics.themes import FONT

WIDTH, HEIGHT = 1200, 630
"""The size of previews in pixels, which all programs show uncut."""

PAPER, INK, ACCENT = "#faf7f1", "#2b2620", "#6b2d5f"
COLUMNS = 4


def placed(svg: str, x: float, y: float, width: float, height: float) -> str:
    """Return an SVG as part of another one, as large as fits into a box."""
    box = f' x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    return re.sub(r' width="[^"]*" height="[^"]*"', box, svg, count=1)


def preview(title: str, boards: list[str]) -> str:
    """Return the preview of a link as SVG: a title, and one board or several in rows."""
    if len(boards) == 1:
        shown, size, x = placed(boards[0], 500, 40, 660, 550), 76, 60
    else:
        shown, size, x = "".join(placed(each, *_cell(place)) for place, each in enumerate(boards)), 48, 915
    words = (
        f'<text x="{x}" y="{HEIGHT - 170 if len(boards) > 1 else 330}" font-size="{size}" font-weight="700"'
        f' fill="{INK}">{escape(title)}</text>'
    )
    bar = f'<rect width="{WIDTH}" height="12" fill="{ACCENT}"/>'
    paper = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
        f' font-family="{escape(FONT)}">{paper}{bar}{shown}{words}</svg>'
    )


def _cell(place: int) -> tuple[float, float, float, float]:
    """Return the box of a board in the preview of all games."""
    width, height = (WIDTH - 50) / COLUMNS, (HEIGHT - 50) / 2
    row, column = divmod(place, COLUMNS)
    return 30 + column * width, 36 + row * height, width - 10, height - 14
