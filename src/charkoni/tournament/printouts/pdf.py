"""Print-outs as PDF (reportlab)."""

import functools
import io
from typing import Any

from charkoni.core.errors import N_
from charkoni.core.files.installation import install_command
from charkoni.graphics import raster
from charkoni.graphics.raster import Font
from charkoni.tournament.model.errors import BadSetting, refusal
from charkoni.tournament.printouts.document import Badge, Grid, Item, Picture, Poster, Sheet, Slip, Text
from charkoni.tournament.printouts.pdf_cards import badge_grid, slip_grid
from charkoni.tournament.printouts.pdf_text import (
    BOLD,
    FAMILY,
    FONTS,
    MM,
    PLAIN,
    fitting,
    font_style,
    paragraph,
    qr_code,
    register,
)

PIXELS = 520
"""The width of boards in pixels."""

HIGHEST, LARGE = 47 * MM, 68 * MM
"""The largest height of a board, and of a large one, in points."""

SIZES = {1: 14, 2: 22, 3: 36, 4: 150}
"""Font sizes of the lines of posters, in points."""


def pdf(sheet: Sheet, paper: str = "A4") -> bytes:
    """Return a sheet as PDF; equal sheets give equal bytes.

    paper: A4 or Letter.  Raise BadSetting for another paper, or without reportlab.
    """
    try:
        from reportlab.lib.pagesizes import A4, LETTER, landscape
        from reportlab.platypus import SimpleDocTemplate
    except ImportError:
        command = install_command("tournament")
        raise refusal(BadSetting, "pdf", N_("for PDF install: {command}"), command=command) from None
    sizes = {"A4": A4, "LETTER": LETTER}
    if paper.upper() not in sizes:
        raise refusal(BadSetting, paper, N_("paper is A4 or Letter"))
    size = sizes[paper.upper()]
    size = landscape(size) if sheet.landscape else size
    register()
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


def _story(sheet: Sheet, width: float, height: float) -> list[Any]:
    from reportlab.platypus import PageBreak, Spacer

    story: list[Any] = []
    if not _is_loose(sheet):
        story += [
            paragraph(sheet.title, font_style(15, bold=True)),
            *(paragraph(line, font_style(10)) for line in sheet.under),
        ]
        story.append(Spacer(1, 4 * MM))
    slips = [part for part in sheet.parts if isinstance(part, Slip)]
    for i, part in enumerate(part for part in sheet.parts if not isinstance(part, Slip | Badge)):
        if isinstance(part, Grid):
            story += [_grid(part, width), Spacer(1, 4 * MM)]
        elif isinstance(part, Text):
            story += [Spacer(1, 2.5 * MM)] * part.heading
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
        story.append(slip_grid(slips, width, height))
    badges = [part for part in sheet.parts if isinstance(part, Badge)]
    if badges:
        story.append(badge_grid(badges, width))
    return story


def _grid(grid: Grid, width: float) -> object:
    from reportlab.lib import colors
    from reportlab.platypus import Table

    size = 9.5 if len(grid.columns) <= 10 else 8.0
    rows = [[paragraph(column.head, font_style(size, bold=True, align=column.align)) for column in grid.columns]]
    styles = [font_style(size, align=column.align) for column in grid.columns]
    rows += [[paragraph(cell, style) for cell, style in zip(row, styles, strict=True)] for row in grid.rows]
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


def _item(item: Item, width: float) -> object:
    """Return a numbered sentence and, below it, its boards; it is not broken over pages."""
    from reportlab.platypus import Spacer, Table

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


def _poster(poster: Poster, width: float) -> list[object]:
    from reportlab.platypus import Spacer

    story: list[Any] = [Spacer(1, 30 * MM)]
    for line, size in poster.lines:
        story += [
            paragraph(line, font_style(fitting(line, SIZES[size], width), bold=size > 2, align="c")),
            Spacer(1, 5 * MM),
        ]
    if poster.code:
        story += [qr_code(poster.code, 85 * MM, width), paragraph(poster.code, font_style(10, align="c"))]
    if poster.signature[0]:
        story += [Spacer(1, 25 * MM), _signature(poster.signature)]
    return story


def _signature(signature: tuple[str, str]) -> object:
    """Return a line to sign, with role and name under it."""
    from reportlab.lib import colors
    from reportlab.platypus import Table

    role, name = signature
    return Table(
        [[paragraph(role, font_style(10)), paragraph(name, font_style(10, align="r"))]],
        colWidths=[55 * MM] * 2,
        style=[("LINEABOVE", (0, 0), (-1, -1), 0.8, colors.black), ("LEFTPADDING", (0, 0), (-1, -1), 0),
               ("RIGHTPADDING", (0, 0), (-1, -1), 0), ("VALIGN", (0, 0), (-1, -1), "TOP")],
    )  # fmt: skip
