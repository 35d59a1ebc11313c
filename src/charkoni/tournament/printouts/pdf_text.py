"""Text and QR codes of print-outs as PDF (reportlab), with bundled fonts.

The fonts have Cyrillic, Kazakh, Kyrgyz and Turkish letters.
"""

import functools
from pathlib import Path
from xml.sax.saxutils import escape

from charkoni.tournament.printouts.document import CENTRE, RIGHT

FONTS = Path(__file__).resolve().parent / "fonts"
PLAIN, BOLD = "DejaVuSansCondensed", "DejaVuSansCondensed-Bold"
FAMILY = "DejaVu Sans Condensed"
MM = 72 / 25.4
"""Points of a millimetre."""


@functools.cache
def register() -> None:
    """Register the fonts, once a process."""
    from reportlab import rl_config
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    rl_config.useA85 = 0  # images as bytes: their text form is computed in Python, and a quarter larger
    for name in (PLAIN, BOLD):
        pdfmetrics.registerFont(TTFont(name, str(FONTS / f"{name}.ttf")))
    pdfmetrics.registerFontFamily(PLAIN, normal=PLAIN, bold=BOLD, italic=PLAIN, boldItalic=BOLD)


def font_style(size: float = 9.5, bold: bool = False, align: str = "l") -> object:
    """Return the style of a paragraph.  size: of the font, in points.  align: as of `document.Column`."""
    from reportlab.lib.enums import TA_CENTER, TA_LEFT, TA_RIGHT
    from reportlab.lib.styles import ParagraphStyle

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
    from reportlab.platypus import Paragraph

    return Paragraph(escape(text), style)


def fitting(line: str, size: float, width: float) -> float:
    """Return the font size at which the longest word of a line fits, at least 8."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    longest = max((stringWidth(word, BOLD, size) for word in line.split()), default=0.0)
    return size if longest <= width else max(size * width / longest, 8.0)


def qr_code(text: str, side: float, width: float = 0.0) -> object:
    """Return a QR code as a drawing, centred.  side, width: of the code and of the drawing, in points."""
    from charkoni.tournament.printouts.pdf_codes import QrCode

    return QrCode(text, side, width)
