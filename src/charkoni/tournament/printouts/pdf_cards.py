"""Slips, badges and player cards of print-outs as PDF (reportlab)."""

from charkoni.tournament.printouts.document import RIGHT, Badge, Slip
from charkoni.tournament.printouts.pdf_text import MM, fitting, font_style, paragraph, qr_code

BOX_PADDING = 12
"""The space left and right of the text in a cell, together."""

BADGE_MM = 50
"""The height of a badge in mm."""


def slip_grid(slips: list[Slip], width: float, height: float) -> object:
    """Return the slips as a table of four on a page."""
    from reportlab.lib import colors
    from reportlab.platypus import Table

    cells: list[object] = [_slip(slip, width / 2 - 10 * MM) for slip in slips]
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


def _slip(slip: Slip, width: float) -> list[object]:
    from reportlab.lib import colors
    from reportlab.platypus import Spacer, Table

    story: list[object] = [paragraph(line, font_style(9.5)) for line in slip.head]
    for (role, name), labels in zip(slip.sides, slip.boxes, strict=True):
        size = 13 if len(name) <= 40 else 10
        words = [paragraph(role, font_style(8)), paragraph(name, font_style(size, bold=True))]
        is_beside = len(labels) == 1
        room = 20 * MM if is_beside else width / len(labels)
        boxes = [paragraph(label, font_style(fitting(label, 6.5, room - BOX_PADDING))) for label in labels]
        row = [[words, *boxes]] if is_beside else [[words]]
        style: list[object] = [("VALIGN", (0, 0), (-1, -1), "TOP"), ("LEFTPADDING", (0, 0), (0, 0), 0)]
        if is_beside:
            style.append(("BOX", (1, 0), (1, 0), 0.8, colors.black))
        widths = [width - 20 * MM, 20 * MM] if is_beside else [width]
        story += [Spacer(1, 2.5 * MM), Table(row, colWidths=widths, style=style, hAlign="LEFT")]
        if len(boxes) > 1:
            grid = [("GRID", (0, 0), (-1, -1), 0.8, colors.black), ("VALIGN", (0, 0), (-1, -1), "TOP")]
            story.append(Table([boxes], colWidths=[width / len(boxes)] * len(boxes), rowHeights=[11 * MM], style=grid))
    if slip.results:
        ticks = [[paragraph(f"☐ {result}", font_style(11.5)) for result in slip.results]]
        story += [Spacer(1, 3 * MM), Table(ticks, colWidths=[width / len(slip.results)] * len(slip.results))]
    for name in slip.signatures:
        line = Table(
            [[paragraph(name, font_style(7.5))]],
            colWidths=[width],
            style=[("LINEABOVE", (0, 0), (-1, -1), 0.4, colors.black)],
        )
        story += [Spacer(1, 8 * MM), line]
    if any(slip.codes):
        pairs = zip(slip.sides, slip.codes, strict=True)
        cells = [
            [qr_code(c, 25 * MM), paragraph(name, font_style(7, bold=True)), paragraph(c, font_style(5))]
            for (_, name), c in pairs
        ]
        story += [
            Spacer(1, 2 * MM),
            Table([cells], colWidths=[width / 2] * 2, style=[("VALIGN", (0, 0), (-1, -1), "TOP")]),
        ]
    return story


def badge_grid(badges: list[Badge], width: float) -> object:
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


def _badge(badge: Badge) -> list[object]:
    size = 19 if len(badge.name) <= 30 else 13
    return [
        paragraph(badge.event[:60], font_style(8)),
        paragraph(badge.number, font_style(24, bold=True, align=RIGHT)),
        paragraph(badge.name, font_style(size, bold=True)),
        *(paragraph(line, font_style(9)) for line in badge.lines),
    ]


def _card(badge: Badge, width: float) -> object:
    from reportlab.platypus import Table

    words = [
        paragraph(badge.event[:60], font_style(7)),
        paragraph(f"{badge.number}  {badge.name}", font_style(10, bold=True)),
    ]
    if not badge.code:
        return words
    words += [paragraph(badge.code, font_style(14, bold=True)), paragraph(badge.note, font_style(7))]
    side = 34 * MM
    style = [("VALIGN", (0, 0), (-1, -1), "TOP"), *((f"{s}PADDING", (0, 0), (-1, -1), 0) for s in ("LEFT", "RIGHT"))]
    return Table([[words, qr_code(badge.link, side)]], colWidths=[width - side, side], style=style)
