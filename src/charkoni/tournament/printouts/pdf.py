"""Print-outs as PDF (reportlab), with bundled fonts that have Cyrillic, Kazakh, Kyrgyz and Turkish letters."""

import functools
import io
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from charkoni.core.errors import mark
from charkoni.graphics import raster
from charkoni.graphics.raster import Font
from charkoni.tournament.model.errors import BadSetting, refusal
from charkoni.tournament.printouts.document import CENTRE, RIGHT, Badge, Grid, Item, Picture, Poster, Sheet, Slip, Text

FONTS = Path(__file__).resolve().parent / "fonts"
PLAIN, BOLD = "DejaVuSansCondensed", "DejaVuSansCondensed-Bold"
FAMILY = "DejaVu Sans Condensed"
MM = 72 / 25.4
"""Points of a millimetre."""

PIXELS = 520
"""The width of boards in pixels."""

HIGHEST, LARGE = 47 * MM, 68 * MM
"""The largest height of a board, and of a large one, in points."""

SIZES = {1: 14, 2: 22, 3: 36, 4: 150}
"""Font sizes of the lines of posters, in points."""

BOX_PADDING = 12
"""The space left and right of the text in a cell, together."""

BADGE_MM = 50
"""The height of a badge in mm."""

_PAPER = mark("paper is A4 or Letter")
_MISSING = mark("for PDF install: pip install 'charkoni[tournament]'")


def pdf(sheet: Sheet, paper: str = "A4") -> bytes:
    """Return a sheet as PDF; equal sheets give equal bytes.

    paper: A4 or Letter.  Raise BadSetting for another paper, or without reportlab.
    """
    try:
        from reportlab.lib.pagesizes import A4, LETTER, landscape
        from reportlab.platypus import SimpleDocTemplate
    except ImportError:
        raise refusal(BadSetting, "pdf", _MISSING) from None
    sizes = {"A4": A4, "LETTER": LETTER}
    if paper.upper() not in sizes:
        raise refusal(BadSetting, paper, _PAPER)
    size = sizes[paper.upper()]
    size = landscape(size) if sheet.landscape else size
    _register()
    out = io.BytesIO()
    margin = 12 * MM
    document = SimpleDocTemplate(
        out, pagesize=size, leftMargin=margin, rightMargin=margin, topMargin=margin, bottomMargin=16 * MM,
        title=sheet.title, author="Charkoni", invariant=1, lang=sheet.language,
    )  # fmt: skip
    width, height = size[0] - 2 * margin - 12, size[1] - margin - 16 * MM - 12
    story = _story(sheet, width, height)
    footer = functools.partial(_footer, sheet.title if not _is_loose(sheet) else "")
    decorate = _frame if sheet.framed else footer
    document.build(story, onFirstPage=decorate, onLaterPages=decorate)
    return out.getvalue()


@functools.cache
def _register() -> None:
    from reportlab import rl_config
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    rl_config.useA85 = 0  # images as bytes: their text form is computed in Python, and a quarter larger
    for name in (PLAIN, BOLD):
        pdfmetrics.registerFont(TTFont(name, str(FONTS / f"{name}.ttf")))
    pdfmetrics.registerFontFamily(PLAIN, normal=PLAIN, bold=BOLD, italic=PLAIN, boldItalic=BOLD)


def _is_loose(sheet: Sheet) -> bool:
    """Return whether a sheet holds only slips and posters, which have no common title."""
    return bool(sheet.parts) and all(isinstance(part, Slip | Badge | Poster) for part in sheet.parts)


def _footer(title: str, canvas: Any, document: Any) -> None:
    canvas.saveState()
    canvas.setFont(PLAIN, 8)
    if title:
        canvas.drawString(12 * MM, 8 * MM, title[:100])
        canvas.drawRightString(document.pagesize[0] - 12 * MM, 8 * MM, str(document.page))
    canvas.restoreState()


def _frame(canvas: Any, document: Any) -> None:
    """Draw a double frame round a page."""
    width, height = document.pagesize
    for inset, line in ((10 * MM, 2.0), (12.5 * MM, 0.6)):
        canvas.setLineWidth(line)
        canvas.rect(inset, inset, width - 2 * inset, height - 2 * inset)


def _style(size: float = 9.5, bold: bool = False, align: str = "l") -> Any:
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


def _paragraph(text: str, style: Any) -> Any:
    from reportlab.platypus import Paragraph

    return Paragraph(escape(text), style)


def _story(sheet: Sheet, width: float, height: float) -> list[Any]:
    from reportlab.platypus import PageBreak, Spacer

    story: list[Any] = []
    if not _is_loose(sheet):
        story += [
            _paragraph(sheet.title, _style(15, bold=True)),
            *(_paragraph(line, _style(10)) for line in sheet.under),
        ]
        story.append(Spacer(1, 4 * MM))
    slips = [part for part in sheet.parts if isinstance(part, Slip)]
    for i, part in enumerate(part for part in sheet.parts if not isinstance(part, Slip | Badge)):
        if isinstance(part, Grid):
            story += [_grid(part, width), Spacer(1, 4 * MM)]
        elif isinstance(part, Text):
            story += [Spacer(1, 2.5 * MM)] * part.heading
            story += [_paragraph(line, _style(10.5, bold=part.heading)) for line in part.lines]
            if part.heading:
                story[-1].keepWithNext = True
            else:
                story.append(Spacer(1, 4 * MM))
        elif isinstance(part, Item):
            story += [_item(part, width), Spacer(1, 1.2 * MM)]
        else:
            story += ([PageBreak()] if i else []) + [Spacer(1, 35 * MM)] * sheet.framed + _poster(part, width)
    if slips:
        story.append(_slips(slips, width, height))
    badges = [part for part in sheet.parts if isinstance(part, Badge)]
    if badges:
        story.append(_badges(badges, width))
    return story


def _grid(grid: Grid, width: float) -> Any:
    from reportlab.lib import colors
    from reportlab.platypus import Table

    size = 9.5 if len(grid.columns) <= 10 else 8.0
    rows = [[_paragraph(column.head, _style(size, bold=True, align=column.align)) for column in grid.columns]]
    styles = [_style(size, align=column.align) for column in grid.columns]
    rows += [[_paragraph(cell, style) for cell, style in zip(row, styles, strict=True)] for row in grid.rows]
    return Table(
        rows,
        colWidths=_widths(grid, width, size),
        repeatRows=1,
        style=[
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LINEBELOW", (0, 0), (-1, 0), 1, colors.black),
            ("LINEBELOW", (0, 1), (-1, -1), 0.3, colors.grey),
            *((f"{side}PADDING", (0, 0), (-1, -1), 4) for side in ("LEFT", "RIGHT")),
            *((f"{side}PADDING", (0, 0), (-1, -1), 2.5) for side in ("TOP", "BOTTOM")),
        ],
    )


def _item(item: Item, width: float) -> Any:
    """Return a numbered sentence and, below it, its boards; it is not broken over pages."""
    from reportlab.platypus import Spacer, Table

    label = 15 * MM if item.sign else 11 * MM
    room = width - label
    words: list[Any] = [_paragraph(item.text, _style(10.5))]
    if item.pictures:
        images = [_image(picture, (room - 6 * MM) / 2) for picture in item.pictures]
        row = Table([images], colWidths=[image.drawWidth + 6 * MM for image in images], hAlign="LEFT", style=_TIGHT)
        words += [Spacer(1, 1.5 * MM), row]
    if item.caption:
        words += [_paragraph(item.caption, _style(9)), Spacer(1, 2 * MM)]
    sign = f"{item.sign} {item.label}".strip()
    return Table([[_paragraph(sign, _style(10.5)), words]], colWidths=[label, room], style=_TIGHT)


_TIGHT = [("VALIGN", (0, 0), (-1, -1), "TOP"), *((f"{side}PADDING", (0, 0), (-1, -1), 0) for side in
          ("LEFT", "RIGHT", "TOP", "BOTTOM"))]  # fmt: skip


def _image(picture: Picture, width: float) -> Any:
    """Return a board as an image at most `width` wide and HIGHEST or LARGE high."""
    from reportlab.platypus import Image

    image = Image(io.BytesIO(_pixels(picture.svg)))
    height = LARGE if picture.is_large else HIGHEST
    scale = min(width / image.imageWidth, height / image.imageHeight)
    image.drawWidth, image.drawHeight = image.imageWidth * scale, image.imageHeight * scale
    image.hAlign = "LEFT"
    return image


@functools.lru_cache(maxsize=64)
def _pixels(svg: str) -> bytes:
    return raster.png(svg, "#ffffff", PIXELS, Font(FAMILY, tuple(FONTS / f"{name}.ttf" for name in (PLAIN, BOLD))))


def _widths(grid: Grid, width: float, size: float) -> list[float]:
    """Return the widths of columns in points: narrow ones as wide as their text, wide ones share the rest."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

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


def _poster(poster: Poster, width: float) -> list[Any]:
    from reportlab.platypus import Spacer

    story: list[Any] = [Spacer(1, 30 * MM)]
    for line, size in poster.lines:
        story += [
            _paragraph(line, _style(_fitting(line, SIZES[size], width), bold=size > 2, align="c")),
            Spacer(1, 5 * MM),
        ]
    if poster.code:
        story += [_code(poster.code, 85 * MM, width), _paragraph(poster.code, _style(10, align="c"))]
    if poster.signature[0]:
        story += [Spacer(1, 25 * MM), _signature(poster.signature)]
    return story


def _signature(signature: tuple[str, str]) -> Any:
    """Return a line to sign, with role and name under it."""
    from reportlab.lib import colors
    from reportlab.platypus import Table

    role, name = signature
    return Table(
        [[_paragraph(role, _style(10)), _paragraph(name, _style(10, align="r"))]],
        colWidths=[55 * MM] * 2,
        style=[("LINEABOVE", (0, 0), (-1, -1), 0.8, colors.black), ("LEFTPADDING", (0, 0), (-1, -1), 0),
               ("RIGHTPADDING", (0, 0), (-1, -1), 0), ("VALIGN", (0, 0), (-1, -1), "TOP")],
    )  # fmt: skip


def _fitting(line: str, size: float, width: float) -> float:
    """Return the font size at which the longest word of a line fits, at least 8."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    longest = max((stringWidth(word, BOLD, size) for word in line.split()), default=0.0)
    return size if longest <= width else max(size * width / longest, 8.0)


def _code(text: str, side: float, width: float = 0.0) -> Any:
    import segno
    from reportlab.graphics.shapes import Drawing, Rect

    matrix = [list(row) for row in segno.make(text, error="m").matrix]
    cell = side / (len(matrix) + 4)
    drawing = Drawing(max(side, width), side)
    shift = (max(side, width) - side) / 2
    for y, row in enumerate(matrix):
        for x, length in _runs(row):
            place = (shift + (x + 2) * cell, side - (y + 3) * cell)
            drawing.add(Rect(*place, cell * length, cell * 1.02, strokeWidth=0, strokeColor=None))
    return drawing


def _runs(row: list[int]) -> list[tuple[int, int]]:
    """Return the runs of dark modules of a row of a QR code, (start, length)."""
    runs: list[tuple[int, int]] = []
    for x, dark in enumerate(row):
        if dark and runs and sum(runs[-1]) == x:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        elif dark:
            runs.append((x, 1))
    return runs


def _slips(slips: list[Slip], width: float, height: float) -> Any:
    """Return the slips as a table of four on a page."""
    from reportlab.lib import colors
    from reportlab.platypus import Table

    cells: list[Any] = [_slip(slip, width / 2 - 10 * MM) for slip in slips]
    cells += [""] * (len(cells) % 2)
    rows = [cells[i : i + 2] for i in range(0, len(cells), 2)]
    return Table(
        rows,
        colWidths=[width / 2] * 2,
        rowHeights=[height / 2 - 2] * len(rows),
        style=[
            ("BOX", (0, 0), (-1, -1), 0.5, colors.black),
            ("INNERGRID", (0, 0), (-1, -1), 0.5, colors.black),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            *((f"{side}PADDING", (0, 0), (-1, -1), 5 * MM) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")),
        ],
    )


def _slip(slip: Slip, width: float) -> list[Any]:
    from reportlab.lib import colors
    from reportlab.platypus import Spacer, Table

    story: list[Any] = [_paragraph(line, _style(9.5)) for line in slip.head]
    for (role, name), labels in zip(slip.sides, slip.boxes, strict=True):
        size = 13 if len(name) <= 40 else 10
        words = [_paragraph(role, _style(8)), _paragraph(name, _style(size, bold=True))]
        is_beside = len(labels) == 1
        room = 20 * MM if is_beside else width / len(labels)
        boxes = [_paragraph(label, _style(_fitting(label, 6.5, room - BOX_PADDING))) for label in labels]
        row = [[words, *boxes]] if is_beside else [[words]]
        style: list[Any] = [("VALIGN", (0, 0), (-1, -1), "TOP"), ("LEFTPADDING", (0, 0), (0, 0), 0)]
        if is_beside:
            style.append(("BOX", (1, 0), (1, 0), 0.8, colors.black))
        widths = [width - 20 * MM, 20 * MM] if is_beside else [width]
        story += [Spacer(1, 2.5 * MM), Table(row, colWidths=widths, style=style, hAlign="LEFT")]
        if len(boxes) > 1:
            grid = [("GRID", (0, 0), (-1, -1), 0.8, colors.black), ("VALIGN", (0, 0), (-1, -1), "TOP")]
            story.append(Table([boxes], colWidths=[width / len(boxes)] * len(boxes), rowHeights=[11 * MM], style=grid))
    if slip.results:
        ticks = [[_paragraph(f"☐ {result}", _style(11.5)) for result in slip.results]]
        story += [Spacer(1, 3 * MM), Table(ticks, colWidths=[width / len(slip.results)] * len(slip.results))]
    for name in slip.signatures:
        line = Table(
            [[_paragraph(name, _style(7.5))]],
            colWidths=[width],
            style=[("LINEABOVE", (0, 0), (-1, -1), 0.4, colors.black)],
        )
        story += [Spacer(1, 8 * MM), line]
    if any(slip.codes):
        pairs = zip(slip.sides, slip.codes, strict=True)
        cells = [
            [_code(c, 25 * MM), _paragraph(name, _style(7, bold=True)), _paragraph(c, _style(5))]
            for (_, name), c in pairs
        ]
        story += [
            Spacer(1, 2 * MM),
            Table([cells], colWidths=[width / 2] * 2, style=[("VALIGN", (0, 0), (-1, -1), "TOP")]),
        ]
    return story


def _badges(badges: list[Badge], width: float) -> Any:
    """Return badges and cards side by side, five players on a page."""
    from reportlab.lib import colors
    from reportlab.platypus import Table

    rows = [[_badge(badge), _card(badge, width / 2 - 8 * MM)] for badge in badges]
    return Table(
        rows,
        colWidths=[width / 2] * 2,
        rowHeights=[BADGE_MM * MM] * len(rows),
        style=[
            ("BOX", (0, 0), (-1, -1), 0.5, colors.black, None, (3, 2)),
            ("INNERGRID", (0, 0), (-1, -1), 0.5, colors.black, None, (3, 2)),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            *((f"{side}PADDING", (0, 0), (-1, -1), 4 * MM) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")),
        ],
    )


def _badge(badge: Badge) -> list[Any]:
    size = 19 if len(badge.name) <= 30 else 13
    return [
        _paragraph(badge.event[:60], _style(8)),
        _paragraph(badge.number, _style(24, bold=True, align=RIGHT)),
        _paragraph(badge.name, _style(size, bold=True)),
        *(_paragraph(line, _style(9)) for line in badge.lines),
    ]


def _card(badge: Badge, width: float) -> Any:
    from reportlab.platypus import Table

    words = [
        _paragraph(badge.event[:60], _style(7)),
        _paragraph(f"{badge.number}  {badge.name}", _style(10, bold=True)),
    ]
    if not badge.code:
        return words
    words += [_paragraph(badge.code, _style(14, bold=True)), _paragraph(badge.note, _style(7))]
    side = 34 * MM
    style = [("VALIGN", (0, 0), (-1, -1), "TOP"), *((f"{s}PADDING", (0, 0), (-1, -1), 0) for s in ("LEFT", "RIGHT"))]
    return Table([[words, _code(badge.link, side)]], colWidths=[width - side, side], style=style)
