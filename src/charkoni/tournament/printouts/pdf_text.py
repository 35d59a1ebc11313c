"""Text and QR codes of print-outs as PDF (reportlab), with bundled fonts.

The fonts have Cyrillic, Kazakh, Kyrgyz and Turkish letters.
"""

import functools
from pathlib import Path
from xml.sax.saxutils import escape

import segno
from reportlab import rl_config
from reportlab.lib.enums import TA_CENTER, TA_LEFT, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Flowable, Paragraph

from charkoni.tournament.printouts.document import CENTRE, RIGHT

FONTS = Path(__file__).resolve().parent / "fonts"
PLAIN, BOLD = "DejaVuSansCondensed", "DejaVuSansCondensed-Bold"
FAMILY = "DejaVu Sans Condensed"
MM = 72 / 25.4
"""Points of a millimetre."""


@functools.cache
def register() -> None:
    """Register the fonts, once a process."""
    rl_config.useA85 = 0  # images as bytes: their text form is computed in Python, and a quarter larger
    for name in (PLAIN, BOLD):
        pdfmetrics.registerFont(TTFont(name, str(FONTS / f"{name}.ttf")))
    pdfmetrics.registerFontFamily(PLAIN, normal=PLAIN, bold=BOLD, italic=PLAIN, boldItalic=BOLD)


def font_style(size: float = 9.5, bold: bool = False, align: str = "l") -> object:
    """Return the style of a paragraph.  size: of the font, in points.  align: as of `document.Column`."""
    return ParagraphStyle(
        f"{size}{bold}{align}",
        fontName=BOLD if bold else PLAIN,
        fontSize=size,
        leading=1.25 * size,
        alignment={RIGHT: TA_RIGHT, CENTRE: TA_CENTER}.get(align, TA_LEFT),
        splitLongWords=True,
    )


def paragraph(text: str, style: object) -> object:
    """Return a paragraph of plain text: it is escaped."""
    return Paragraph(escape(text), style)


def fitting(line: str, size: float, width: float) -> float:
    """Return the font size at which the longest word of a line fits, at least 8."""
    longest = max((stringWidth(word, BOLD, size) for word in line.split()), default=0.0)
    return size if longest <= width else max(size * width / longest, 8.0)


class QrCode(Flowable):  # type: ignore[misc]  # reportlab has no types
    """A QR code, centred: one path, which takes a tenth of the time of a shape for each run.

    side, width: of the code and of its place, in points.
    """

    def __init__(self, text: str, side: float, width: float = 0.0) -> None:
        super().__init__()
        self.width, self.height = max(side, width), side
        self._rows = [list(row) for row in segno.make(text, error="m").matrix]

    def draw(self) -> None:
        """Draw the dark modules, run by run."""
        cell = self.height / (len(self._rows) + 4)
        shift = (self.width - self.height) / 2
        path = self.canv.beginPath()
        for y, row in enumerate(self._rows):
            for x, length in _runs(row):
                path.rect(shift + (x + 2) * cell, self.height - (y + 3) * cell, cell * length, cell * 1.02)
        self.canv.drawPath(path, stroke=0, fill=1)


def _runs(row: list[int]) -> list[tuple[int, int]]:
    """Return the runs of dark modules of a row of a QR code, (start, length)."""
    runs: list[tuple[int, int]] = []
    for x, dark in enumerate(row):
        if dark and runs and sum(runs[-1]) == x:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        elif dark:
            runs.append((x, 1))
    return runs
