"""Print-outs as plain text, by default of at most 80 columns."""

import textwrap
import unicodedata
from collections.abc import Sequence

from charkoni.tournament.printouts.document import (
    CENTRE,
    RIGHT,
    Badge,
    Figures,
    Grid,
    Item,
    NameCard,
    Part,
    Sheet,
    Slip,
    Text,
)

WIDTH = 80
GAP = 2
NARROWEST = 8


def text(sheet: Sheet, width: int = WIDTH) -> str:
    """Return a sheet as lines of at most `width` columns, each ended by LF."""
    lines = [
        *textwrap.wrap(sheet.title, width),
        *(line for under in sheet.under for line in textwrap.wrap(under, width)),
    ]
    for part in sheet.parts:
        lines += ["", *_part(part, width)]
    return "\n".join(line.rstrip() for line in lines).strip("\n") + "\n"


def _part(part: Part, width: int) -> list[str]:
    if isinstance(part, Grid):
        return grid_lines(part, width)
    if isinstance(part, Text):
        return [piece for line in part.lines for piece in (textwrap.wrap(line, width, subsequent_indent="  ") or [""])]
    if isinstance(part, Figures):
        return [
            line
            for each in part.figures
            for line in ("", *textwrap.wrap(each.head, width), *each.picture.lines, *textwrap.wrap(each.foot, width))
        ]
    if isinstance(part, NameCard):
        return [part.name, part.line, part.link]
    if isinstance(part, Item):
        return _item(part, width)
    if isinstance(part, Slip):
        return _slip(part, width)
    if isinstance(part, Badge):
        code = [part.code, part.link, *textwrap.wrap(part.note, width)] if part.code else []
        lines = [*textwrap.wrap(f"{part.number}  {part.name}", width), part.event, *part.lines, *code]
        return [*(line for line in lines if line), "-" * width]
    lines = [piece.center(width) for line, _ in part.lines for piece in textwrap.wrap(line, width)]
    role, name = part.signature
    signature = [("_" * 40).center(width), f"{role}: {name}".center(width)] if role else []
    return [*lines, *([part.code.center(width)] if part.code else []), *signature]


def _item(item: Item, width: int) -> list[str]:
    label = f"{item.sign} {item.label} ".lstrip()
    lines = textwrap.wrap(label + item.text, width, subsequent_indent=" " * len(label))
    for picture in item.pictures:
        lines += ["", *picture.lines]
    return [*lines, "", *textwrap.wrap(item.caption, width)] if item.caption else lines


def grid_lines(grid: Grid, width: int = WIDTH) -> list[str]:
    """Return the lines of a grid; wide columns are wrapped, and a grid that is still too wide is split by columns."""
    widths = _widths(grid, width)
    pieces = []
    for first, last in _splits(widths, width):
        keep = [*range(min(first, 3)), *range(first, last)] if first else list(range(last))
        head = [grid.columns[i].head for i in keep]
        rows = [head, *([row[i] for i in keep] for row in grid.rows)]
        lines = [line for row in rows for line in _row(grid, row, keep, widths)]
        height = len(_row(grid, head, keep, widths))
        rule = "-" * max(sum(widths[i] for i in keep) + GAP * (len(keep) - 1), 1)
        pieces.append([*lines[:height], rule, *lines[height:]])
    return [line for i, piece in enumerate(pieces) for line in ([""] if i else []) + piece]


def _widths(grid: Grid, width: int) -> list[int]:
    """Return the widths of the columns; wide ones are narrowed first."""
    widths = [
        max([_length(column.head), *(_length(row[i]) for row in grid.rows)]) for i, column in enumerate(grid.columns)
    ]
    wide = [i for i, column in enumerate(grid.columns) if column.wide]
    while sum(widths) + GAP * (len(widths) - 1) > width and wide:
        largest = max(wide, key=lambda i: widths[i])
        if widths[largest] <= 2 * NARROWEST:
            break
        widths[largest] -= 1
    return widths


def _splits(widths: Sequence[int], width: int) -> list[tuple[int, int]]:
    """Return the ranges of columns that fit side by side; later ranges are printed after the first three columns."""
    splits, first, used = [], 0, 0
    repeated = sum(widths[:3]) + 3 * GAP
    for i, one in enumerate(widths):
        if used and used + one > width:
            splits.append((first, i))
            first, used = i, repeated
        used += one + GAP
    return [*splits, (first, len(widths))]


def _row(grid: Grid, cells: Sequence[str], keep: Sequence[int], widths: Sequence[int]) -> list[str]:
    pairs = zip(cells, keep, strict=True)
    broken = [textwrap.wrap(cell, max(widths[i], 1), break_on_hyphens=False) or [""] for cell, i in pairs]
    lines = []
    for line in range(max(map(len, broken))):
        parts = []
        for pieces, i in zip(broken, keep, strict=True):
            piece = pieces[line] if line < len(pieces) else ""
            parts.append(_aligned(piece, widths[i], grid.columns[i].align))
        lines.append((" " * GAP).join(parts).rstrip())
    return lines


def _aligned(cell: str, width: int, align: str) -> str:
    room = width - _length(cell)
    if align == RIGHT:
        return " " * room + cell
    if align == CENTRE:
        return " " * (room // 2) + cell + " " * (room - room // 2)
    return cell + " " * room


def _length(cell: str) -> int:
    """Return the width of a text in columns; combining characters have none."""
    return sum(1 for char in cell if not unicodedata.combining(char))


def _slip(slip: Slip, width: int) -> list[str]:
    lines = [piece for line in slip.head for piece in textwrap.wrap(line, width)]
    for (role, name), labels in zip(slip.sides, slip.boxes, strict=True):
        boxes = "  ".join(f"{label} [____]" for label in labels)
        beside = boxes if len(labels) == 1 else ""
        lines += textwrap.wrap(f"{role}: {name}", width - len(beside) - 2) or [role]
        lines[-1] = f"{lines[-1].ljust(width - len(beside))}{beside}"
        lines += [] if beside else textwrap.wrap(boxes.replace(" [", "\xa0["), width)
    if slip.results:
        lines.append("   ".join(f"[ ] {result}" for result in slip.results))
    for name in slip.signatures:
        lines += textwrap.wrap(f"{name}: {'_' * 20}", width)
    codes = [f"{name}: {code}" for (_, name), code in zip(slip.sides, slip.codes, strict=True) if code]
    return [*lines, *codes, "-" * width]
