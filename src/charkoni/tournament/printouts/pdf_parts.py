"""The parts of print-outs as PDF (reportlab): grids, sentences with boards, posters, slips, badges.

The bundled fonts have Cyrillic, Kazakh, Kyrgyz and Turkish letters.
"""

import functools
import io
from collections.abc import Iterable
from pathlib import Path
from xml.sax.saxutils import escape

import segno
from reportlab import rl_config
from reportlab.lib import colors
from reportlab.lib.enums import TA_CENTER, TA_LEFT, TA_RIGHT
from reportlab.lib.pagesizes import A4, LETTER, landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Image, PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table

from charkoni.graphics import raster
from charkoni.graphics.raster import Font
from charkoni.tournament.printouts.document import (
    CENTRE,
    RIGHT,
    Badge,
    Figure,
    Figures,
    Grid,
    Item,
    NameCard,
    Picture,
    Poster,
    Sheet,
    Slip,
    Text,
)

FONTS = Path(__file__).resolve().parent / "fonts"
PLAIN, BOLD = "DejaVuSansCondensed", "DejaVuSansCondensed-Bold"
FAMILY = "DejaVu Sans Condensed"
MM = 72 / 25.4
"""Points of a millimetre."""

SIZES = {"A4": A4, "LETTER": LETTER}
"""The sizes of paper."""

PIXELS = 520
"""The width of boards in pixels."""

HIGHEST, LARGE = 47 * MM, 68 * MM
"""The largest height of a board, and of a large one, in points."""

FONT_SIZES = {1: 14, 2: 22, 3: 36, 4: 150}
"""Font sizes of the lines of posters, in points."""

BOX_PADDING = 12
"""The space left and right of the text in a cell, together."""

BADGE_MM = 50
"""The height of a badge in mm."""

FORM_ROW = 8.6 * MM
"""The height of a row that is written in by hand, in points."""

SHARPNESS = 3
"""Pixels per point of boards that are cut out or solved on."""

LARGEST_SHARE, EXPLAINED_SHARE = 0.72, 0.6
"""The heights of a board to be solved on, and of one with a text below it, as shares of the width of their column:
three rows of the former fit on a page."""

CARDS_ACROSS, CARDS_DOWN = 4, 5
CARD_CODE, CARD_PADDING = 28 * MM, 2 * MM


_ALL = (0, 0), (-1, -1)
_TOP = ("VALIGN", *_ALL, "TOP")
_SIDES, _ENDS = ("LEFT", "RIGHT"), ("TOP", "BOTTOM")


def _padding(points: float, sides: Iterable[str] = (*_SIDES, *_ENDS)) -> list[tuple[object, ...]]:
    """Return the style of cells with space at some sides."""
    return [(f"{side}PADDING", *_ALL, points) for side in sides]


_TIGHT = [_TOP, *_padding(0)]


def document(sheet: Sheet, paper: tuple[float, float]) -> bytes:
    """Return a sheet as PDF.  paper: width and height in points, upright."""
    size = landscape(paper) if sheet.landscape else paper
    register()
    out = io.BytesIO()
    margin = 12 * MM
    template = SimpleDocTemplate(
        out, pagesize=size, leftMargin=margin, rightMargin=margin, topMargin=margin, bottomMargin=16 * MM,
        title=sheet.title, author="Charkoni", invariant=1, lang=sheet.language,
    )  # fmt: skip
    width, height = size[0] - 2 * margin - 12, size[1] - margin - 16 * MM - 12
    decorate = _frame if sheet.framed else functools.partial(_footer, sheet.title if not _is_loose(sheet) else "")
    template.build(_story(sheet, width, height), onFirstPage=decorate, onLaterPages=decorate)
    return out.getvalue()


def _footer(title: str, canvas: Canvas, document: SimpleDocTemplate) -> None:
    canvas.saveState()
    canvas.setFont(PLAIN, 8)
    if title:
        canvas.drawString(12 * MM, 8 * MM, title[:100])
        canvas.drawRightString(document.pagesize[0] - 12 * MM, 8 * MM, str(document.page))
    canvas.restoreState()


def _frame(canvas: Canvas, document: SimpleDocTemplate) -> None:
    """Draw a double frame round a page."""
    width, height = document.pagesize
    for inset, line in ((10 * MM, 2.0), (12.5 * MM, 0.6)):
        canvas.setLineWidth(line)
        canvas.rect(inset, inset, width - 2 * inset, height - 2 * inset)


def _is_loose(sheet: Sheet) -> bool:
    """Return whether a sheet holds only slips and posters, which have no common title."""
    return bool(sheet.parts) and all(isinstance(part, Slip | Badge | NameCard | Poster) for part in sheet.parts)


def _story(sheet: Sheet, width: float, height: float) -> list[Flowable]:
    story: list[Flowable] = []
    if not _is_loose(sheet):
        story += [
            paragraph(sheet.title, font_style(15, bold=True)),
            *(paragraph(line, font_style(10)) for line in sheet.under),
        ]
        story.append(Spacer(1, 4 * MM))
    slips = [part for part in sheet.parts if isinstance(part, Slip)]
    for i, part in enumerate(part for part in sheet.parts if not isinstance(part, Slip | Badge | NameCard)):
        if isinstance(part, Grid):
            story += [_grid(part, width), Spacer(1, 4 * MM)]
        elif isinstance(part, Figures):
            story += [*_figures(part, width, height), Spacer(1, 2 * MM)]
        elif isinstance(part, Text):
            story += [PageBreak()] * part.new_page + [Spacer(1, 2.5 * MM)] * part.heading
            story += [paragraph(line, font_style(10.5, bold=part.heading)) for line in part.lines]
            if part.heading:
                story[-1].keepWithNext = True
            else:
                story.append(Spacer(1, 4 * MM))
        elif isinstance(part, Item):
            story += [_item(part, width), Spacer(1, 1.2 * MM)]
        else:
            story += ([PageBreak()] if i else []) + [Spacer(1, 35 * MM)] * sheet.framed + _poster(part, width)
    if slips:
        story.append(_slip_grid(slips, width, height))
    badges = [part for part in sheet.parts if isinstance(part, Badge)]
    if badges:
        story.append(_badge_grid(badges, width))
    room = width / CARDS_ACROSS - 2 * CARD_PADDING, height / CARDS_DOWN - 1 - 2 * CARD_PADDING
    cards: list[object] = [name_card(part, *room) for part in sheet.parts if isinstance(part, NameCard)]
    if cards:
        story.append(_cells(_rows(cards, CARDS_ACROSS), width, height / CARDS_DOWN - 1, CARD_PADDING, None, (3, 2)))
    return story


def _rows(cells: list[object], columns: int) -> list[list[object]]:
    """Return cells in rows, the last one filled up with empty ones."""
    rows = [cells[i : i + columns] for i in range(0, len(cells), columns)]
    rows[-1] += [""] * (columns - len(rows[-1]))
    return rows


def _figures(part: Figures, width: float, height: float) -> list[object]:
    """Return figures in rows that are not broken over pages."""
    room = width / part.columns - 5 * MM
    cells: list[object] = [_figure(figure, room, height - 14 * MM) for figure in part.figures]
    return [
        Table(
            [row],
            colWidths=[width / part.columns] * part.columns,
            style=[_TOP, ("LEFTPADDING", *_ALL, 0), ("RIGHTPADDING", *_ALL, 5 * MM)],
        )
        for row in _rows(cells, part.columns)
    ]


def _figure(figure: Figure, width: float, height: float) -> list[object]:
    share = LARGEST_SHARE if figure.is_answered else EXPLAINED_SHARE if figure.foot else 0.0
    limit = min(height, share * width) if share else height
    story: list[object] = [_image(figure.picture, width, limit, int(SHARPNESS * width))]
    if figure.head:
        story.insert(0, paragraph(figure.head, font_style(9)))
    if figure.is_answered:
        story.append(
            Table([[""]], colWidths=[width], rowHeights=[FORM_ROW], style=[("LINEBELOW", *_ALL, 0.4, colors.black)])
        )
    if figure.foot:
        story += [paragraph(figure.foot, font_style(9)), Spacer(1, 2 * MM)]
    return story


def name_card(card: NameCard, width: float, height: float) -> list[Flowable]:
    """Return a card of at most this width and height, in points: a long name makes the code smaller."""
    size = fitting(card.name, 12 if len(card.name) <= 24 else 9, width)
    name, line, link = (
        paragraph(card.name, font_style(size, bold=True, align=CENTRE)),
        paragraph(card.line, font_style(7, align=CENTRE)),
        paragraph(card.link, font_style(5, align=CENTRE)),
    )
    used = sum(each.wrap(width, height)[1] for each in (name, line, link))
    return [name, line, QrCode(card.link, min(CARD_CODE, height - used), width), link]


def _grid(grid: Grid, width: float) -> object:
    size = 8.0 if grid.is_small or len(grid.columns) > 10 else 9.5
    rows = [[paragraph(column.head, font_style(size, bold=True, align=column.align)) for column in grid.columns]]
    styles = [font_style(size, align=column.align) for column in grid.columns]
    rows += [[paragraph(cell, style) for cell, style in zip(row, styles, strict=True)] for row in grid.rows]
    lines = ("GRID" if grid.is_form else "LINEBELOW", (0, 1), (-1, -1), 0.3, colors.grey)
    return Table(
        rows,
        colWidths=_widths(grid, width, size),
        rowHeights=[None, *([FORM_ROW] * len(grid.rows))] if grid.is_form else None,
        repeatRows=1,
        style=[
            _TOP,
            ("LINEBELOW", (0, 0), (-1, 0), 1, colors.black),
            lines,
            *_padding(4, _SIDES),
            *_padding(2.5, _ENDS),
        ],
    )


def _item(item: Item, width: float) -> object:
    """Return a numbered sentence and, below it, its boards; it is not broken over pages."""
    label = 15 * MM if item.sign else 11 * MM
    room = width - label
    words: list[object] = [paragraph(item.text, font_style(10.5))]
    if item.pictures:
        images = [_image(picture, (room - 6 * MM) / 2) for picture in item.pictures]
        row = Table([images], colWidths=[image.drawWidth + 6 * MM for image in images], hAlign="LEFT", style=_TIGHT)
        words += [Spacer(1, 1.5 * MM), row]
    if item.caption:
        words += [paragraph(item.caption, font_style(9)), Spacer(1, 2 * MM)]
    sign = f"{item.sign} {item.label}".strip()
    return Table([[paragraph(sign, font_style(10.5)), words]], colWidths=[label, room], style=_TIGHT)


def _image(picture: Picture, width: float, height: float = 0, pixels: int = PIXELS) -> Image:
    """Return a board as an image at most `width` wide and `height` high, by default HIGHEST or LARGE.

    pixels: the width of the bitmap.
    """
    image = Image(io.BytesIO(_pixels(picture.svg, pixels)))
    height = height or (LARGE if picture.is_large else HIGHEST)
    scale = min(width / image.imageWidth, height / image.imageHeight)
    image.drawWidth, image.drawHeight = image.imageWidth * scale, image.imageHeight * scale
    image.hAlign = "LEFT"
    return image


@functools.lru_cache(maxsize=64)
def _pixels(svg: str, width: int) -> bytes:
    return raster.png(svg, "#ffffff", width, Font(FAMILY, tuple(FONTS / f"{name}.ttf" for name in (PLAIN, BOLD))))


def _widths(grid: Grid, width: float, size: float) -> list[float]:
    """Return the widths of columns in points: narrow ones as wide as their text, wide ones share the rest."""
    needed, longest_words = [], []
    for i, column in enumerate(grid.columns):
        head = stringWidth(column.head, BOLD, size)
        needed.append(max((stringWidth(row[i], PLAIN, size) for row in grid.rows), default=0.0))
        parts = [part for row in grid.rows for part in row[i].split()]
        longest_words.append(max(head, max((stringWidth(part, PLAIN, size) for part in parts), default=0.0)) + 9)
        needed[i] = max(needed[i], head) + 9
    wide = [i for i, column in enumerate(grid.columns) if column.wide]
    if wide:
        room = max(width - sum(one for i, one in enumerate(needed) if i not in wide), 24.0 * len(wide))
        # Words stay whole where there is room; the rest is shared by the width of the text beyond them.
        least = longest_words if sum(longest_words[i] for i in wide) < room else [0.0] * len(longest_words)
        spare = room - sum(least[i] for i in wide)
        share = sum(needed[i] - least[i] for i in wide)
        for i in wide:
            more = (needed[i] - least[i]) / share if share else 1 / len(wide)
            needed[i] = least[i] + spare * more
    total = sum(needed)
    return [one * width / total for one in needed] if total > width else needed


def _poster(poster: Poster, width: float) -> list[object]:
    story: list[Flowable] = [Spacer(1, 30 * MM)]
    for line, size in poster.lines:
        story += [
            paragraph(line, font_style(fitting(line, FONT_SIZES[size], width), bold=size > 2, align="c")),
            Spacer(1, 5 * MM),
        ]
    if poster.code:
        story += [QrCode(poster.code, 85 * MM, width), paragraph(poster.code, font_style(10, align="c"))]
    if poster.signature[0]:
        story += [Spacer(1, 25 * MM), _signature(poster.signature)]
    return story


def _signature(signature: tuple[str, str]) -> object:
    """Return a line to sign, with role and name under it."""
    role, name = signature
    return Table(
        [[paragraph(role, font_style(10)), paragraph(name, font_style(10, align="r"))]],
        colWidths=[55 * MM] * 2,
        style=[("LINEABOVE", *_ALL, 0.8, colors.black), *_padding(0, _SIDES), _TOP],
    )


def _cells(rows: list[list[object]], width: float, height: float, padding: float, *dash: object) -> Table:
    """Return a table with lines round its cells, of one width and height.  dash: of the lines."""
    lines = [(name, *_ALL, 0.5, colors.black, *dash) for name in ("BOX", "INNERGRID")]
    style = [*lines, _TOP, *_padding(padding)]
    return Table(rows, colWidths=[width / len(rows[0])] * len(rows[0]), rowHeights=[height] * len(rows), style=style)


def _slip_grid(slips: list[Slip], width: float, height: float) -> object:
    """Return the slips as a table of four on a page."""
    cells: list[object] = [_slip(slip, width / 2 - 10 * MM) for slip in slips]
    return _cells(_rows(cells, 2), width, height / 2 - 2, 5 * MM)


def _slip(slip: Slip, width: float) -> list[object]:
    story: list[object] = [paragraph(line, font_style(9.5)) for line in slip.head]
    for (role, name), labels in zip(slip.sides, slip.boxes, strict=True):
        size = 13 if len(name) <= 40 else 10
        words = [paragraph(role, font_style(8)), paragraph(name, font_style(size, bold=True))]
        is_beside = len(labels) == 1
        room = 20 * MM if is_beside else width / len(labels)
        boxes = [paragraph(label, font_style(fitting(label, 6.5, room - BOX_PADDING))) for label in labels]
        row = [[words, *boxes]] if is_beside else [[words]]
        style: list[object] = [_TOP, ("LEFTPADDING", (0, 0), (0, 0), 0)]
        if is_beside:
            style.append(("BOX", (1, 0), (1, 0), 0.8, colors.black))
        widths = [width - 20 * MM, 20 * MM] if is_beside else [width]
        story += [Spacer(1, 2.5 * MM), Table(row, colWidths=widths, style=style, hAlign="LEFT")]
        if len(boxes) > 1:
            grid = [("GRID", *_ALL, 0.8, colors.black), _TOP]
            story.append(Table([boxes], colWidths=[width / len(boxes)] * len(boxes), rowHeights=[11 * MM], style=grid))
    if slip.results:
        ticks = [[paragraph(f"☐ {result}", font_style(11.5)) for result in slip.results]]
        story += [Spacer(1, 3 * MM), Table(ticks, colWidths=[width / len(slip.results)] * len(slip.results))]
    for name in slip.signatures:
        line = Table(
            [[paragraph(name, font_style(7.5))]], colWidths=[width], style=[("LINEABOVE", *_ALL, 0.4, colors.black)]
        )
        story += [Spacer(1, 8 * MM), line]
    if any(slip.codes):
        pairs = zip(slip.sides, slip.codes, strict=True)
        cells = [
            [QrCode(c, 25 * MM), paragraph(name, font_style(7, bold=True)), paragraph(c, font_style(5))]
            for (_, name), c in pairs
        ]
        story += [Spacer(1, 2 * MM), Table([cells], colWidths=[width / 2] * 2, style=[_TOP])]
    return story


def _badge_grid(badges: list[Badge], width: float) -> object:
    """Return badges and cards side by side, five players on a page."""
    rows: list[list[object]] = [[_badge(badge), _card(badge, width / 2 - 8 * MM)] for badge in badges]
    return _cells(rows, width, BADGE_MM * MM, 4 * MM, None, (3, 2))


def _badge(badge: Badge) -> list[object]:
    size = 19 if len(badge.name) <= 30 else 13
    return [
        paragraph(badge.event[:60], font_style(8)),
        paragraph(badge.number, font_style(24, bold=True, align=RIGHT)),
        paragraph(badge.name, font_style(size, bold=True)),
        *(paragraph(line, font_style(9)) for line in badge.lines),
    ]


def _card(badge: Badge, width: float) -> object:
    words = [
        paragraph(badge.event[:60], font_style(7)),
        paragraph(f"{badge.number}  {badge.name}", font_style(10, bold=True)),
    ]
    if not badge.code:
        return words
    words += [paragraph(badge.code, font_style(14, bold=True)), paragraph(badge.note, font_style(7))]
    side = 34 * MM
    style = [_TOP, *_padding(0, _SIDES)]
    return Table([[words, QrCode(badge.link, side)]], colWidths=[width - side, side], style=style)


# --- texts and codes --------------------------------------------------------------------------------------------------


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


def paragraph(text: str, style: object) -> Flowable:
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
