"""Print-outs as a self-contained HTML page with a print style sheet; boards and QR codes are SVG."""

import hashlib
import io
import re
from collections.abc import Sequence
from html import escape

from charkoni.tournament.printouts.document import CENTRE, RIGHT, Badge, Grid, Item, Poster, Sheet, Slip, Text

_STYLE = """
@page { size: PAPER; margin: 14mm 12mm; }
* { box-sizing: border-box; }
body { font: 10.5pt/1.3 "DejaVu Sans Condensed", "Noto Sans", Arial, sans-serif; color: #000; background: #fff;
  margin: 1em auto; max-width: 62em; padding: 0 1em; }
h1 { font-size: 16pt; margin: 0 0 .2em; } h2 { font-size: 11pt; margin: 1.2em 0 .2em; break-after: avoid; }
.under { margin: 0 0 .8em; } table + p, p + p { break-before: avoid; }
table { border-collapse: collapse; width: 100%; margin: .6em 0; } thead { display: table-header-group; }
th, td { border-bottom: .4pt solid #888; padding: .22em .45em; text-align: left; vertical-align: top;
  overflow-wrap: anywhere; }
th { border-bottom: 1pt solid #000; white-space: nowrap; } .r { text-align: right; white-space: nowrap; }
.c { text-align: center; white-space: nowrap; } tr { break-inside: avoid; }
.slips { display: grid; grid-template-columns: 1fr 1fr; gap: 4mm; }
.slip { border: .6pt solid #000; padding: 4mm; min-height: 125mm; break-inside: avoid; overflow-wrap: anywhere; }
.slip .name { font-size: 13pt; font-weight: bold; } .slip .row { display: flex; gap: 1mm; margin-top: 1mm; }
.slip .box { float: right; border: .8pt solid #000; width: 18mm;
  height: 12mm; font-size: 7pt; padding: 1mm; margin-left: 2mm; }
.slip .row .box { float: none; flex: 1; width: auto; margin: 0; } .slip .side { min-height: 15mm; margin: 3mm 0; }
.tick { display: inline-block; border: .8pt solid #000; width: 4mm; height: 4mm; margin: 0 1mm 0 3mm; }
.sign { margin-top: 7mm; border-top: .4pt solid #000; font-size: 8pt; } .code svg { width: 26mm; height: 26mm; }
.item { display: grid; grid-template-columns: 4.2em minmax(0, 1fr); margin: .35em 0; break-inside: avoid; }
.label { white-space: nowrap; } .sign-of { display: inline-block; width: 1.1em; }
.boards { display: flex; gap: 4mm; margin: 1.5mm 0 0; } .board { flex: 0 1 86mm; min-width: 0; }
.board svg { display: block; width: 100%; height: auto; max-height: 47mm; } .board.large svg { max-height: 68mm; }
.caption { font-size: 9pt; margin: .6mm 0 2.5mm; }
.codes { display: flex; flex-wrap: wrap; gap: 6mm; margin-top: 3mm; font-size: 6.5pt; } .codes b { font-size: 8pt; }
.codes > div { width: 32mm; overflow-wrap: anywhere; }
.badge { display: grid; grid-template-columns: 1fr 1fr; border: .6pt dashed #000; break-inside: avoid; height: 54mm;
  margin-bottom: -.6pt; font-size: 9pt; overflow: hidden; }
.badge > div { padding: 4mm; overflow-wrap: anywhere; min-width: 0; }
.badge > div + div { border-left: .6pt dashed #000; }
.badge .name { font-size: 20pt; font-weight: bold; line-height: 1.15; margin: 2mm 0; }
.badge > div + div .name { font-size: 11pt; } .badge .number { float: right; font-size: 30pt; font-weight: bold; }
.badge > div + div .number { font-size: 16pt; margin-right: 2mm; }
.badge .code { float: right; clear: right; font-size: 5pt; width: 30mm; }
.badge .code svg { width: 28mm; height: 28mm; }
.badge .code + div { display: none; } .badge .personal { font: bold 15pt monospace; margin: 1mm 0; }
.badge .event { font-size: 8pt; } .badge .note { font-size: 7.5pt; }
.poster { text-align: center; break-after: page; padding-top: 30mm; overflow-wrap: anywhere; }
.poster .code svg { width: 90mm; height: 90mm; } .s1 { font-size: 14pt; } .s2 { font-size: 22pt; }
.s3 { font-size: 36pt; font-weight: bold; } .s4 { font-size: 120pt; font-weight: bold; line-height: 1.1; }
.signature { margin: 24mm auto 0; width: 110mm; max-width: 100%; border-top: .6pt solid #000; padding-top: 1mm;
  font-size: 10pt; display: flex; justify-content: space-between; gap: 4mm; }
.framed .poster { border: 4pt double #000; min-height: 240mm; padding-top: 55mm; margin-bottom: 8mm; }
@media print { body { margin: 0; max-width: none; padding: 0; } }
"""


def html(sheet: Sheet, paper: str = "A4") -> str:
    """Return a sheet as an HTML page.  paper: A4 or Letter."""
    size = f"{paper} landscape" if sheet.landscape else paper
    body = []
    if not all(isinstance(part, Slip | Badge | Poster) for part in sheet.parts):
        body.append(f"<h1>{escape(sheet.title)}</h1>")
        body += [f'<p class="under">{escape(line)}</p>' for line in sheet.under]
    slips = [part for part in sheet.parts if isinstance(part, Slip)]
    badges = [part for part in sheet.parts if isinstance(part, Badge)]
    body += [_part(part) for part in sheet.parts if not isinstance(part, Slip | Badge)]
    body += [_badge(badge) for badge in badges]
    if slips:
        body.append('<div class="slips">' + "".join(_slip(slip) for slip in slips) + "</div>")
    if sheet.framed:
        body = ['<div class="framed">', *body, "</div>"]
    return (
        f'<!doctype html>\n<html lang="{escape(sheet.language)}">\n<meta charset="utf-8">\n'
        f"<title>{escape(sheet.title)}</title>\n<style>{_STYLE.replace('PAPER', size)}</style>\n"
        + "\n".join(body)
        + "\n</html>\n"
    )


def _part(part: Grid | Text | Item | Poster) -> str:
    if isinstance(part, Grid):
        return _grid(part)
    if isinstance(part, Text):
        kind = "h2" if part.heading else "p"
        return "".join(f"<{kind}>{escape(line)}</{kind}>" for line in part.lines)
    if isinstance(part, Item):
        return _item(part)
    lines = "".join(f'<div class="s{size}">{escape(line)}</div>' for line, size in part.lines)
    role, name = part.signature
    line = f'<div class="signature">{escape(role)}<span>{escape(name)}</span></div>' if role else ""
    return f'<div class="poster">{lines}{_code(part.code)}{line}</div>'


def _item(item: Item) -> str:
    boards = "".join(
        f'<div class="board{" large" * picture.is_large}">{_own_ids(picture.svg)}</div>' for picture in item.pictures
    )
    row = f'<div class="boards">{boards}</div>' if boards else ""
    caption = f'<div class="caption">{escape(item.caption)}</div>' if item.caption else ""
    sign = f'<span class="sign-of">{escape(item.sign)}</span> ' if item.sign else ""
    label = f'<div class="label">{sign}{escape(item.label)}</div>'
    return f'<div class="item">{label}<div><div>{escape(item.text)}</div>{row}{caption}</div></div>'


def _own_ids(svg: str) -> str:
    """Return an SVG whose ids are of no other picture on the page: they begin with a digest of it."""
    digest = hashlib.sha256(svg.encode()).hexdigest()[:8]
    return re.sub(r'( id="|href="#|url\(#)', rf"\g<1>i{digest}-", svg)


def _grid(grid: Grid) -> str:
    kinds = [{RIGHT: ' class="r"', CENTRE: ' class="c"'}.get(column.align, "") for column in grid.columns]
    head = "".join(f"<th{kind}>{escape(c.head)}</th>" for kind, c in zip(kinds, grid.columns, strict=True))
    rows = "".join(
        "<tr>" + "".join(f"<td{kind}>{escape(cell)}</td>" for kind, cell in zip(kinds, row, strict=True)) + "</tr>"
        for row in grid.rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _slip(slip: Slip) -> str:
    head = "".join(f"<div>{escape(line)}</div>" for line in slip.head)
    sides = "".join(map(_slip_side, slip.sides, slip.boxes))
    ticks = "".join(f'<span class="tick"></span>{escape(result)}' for result in slip.results)
    signs = "".join(f'<div class="sign">{escape(name)}</div>' for name in slip.signatures)
    return f'<div class="slip">{head}{sides}<div>{ticks}</div>{signs}{_side_codes(slip)}</div>'


def _slip_side(side: tuple[str, str], labels: Sequence[str]) -> str:
    """Return a side with its boxes: one next to the name, several in a row below it."""
    role, name = side
    who = f'<div>{escape(role)}</div><div class="name">{escape(name)}</div>'
    boxes = "".join(f'<div class="box">{escape(label)}</div>' for label in labels)
    inner = f'{who}<div class="row">{boxes}</div>' if len(labels) > 1 else boxes + who
    return f'<div class="side">{inner}</div>'


def _side_codes(slip: Slip) -> str:
    """Return the code of each player, under the name."""
    if not any(slip.codes):
        return ""
    codes = zip(slip.sides, slip.codes, strict=True)
    return (
        '<div class="codes">'
        + "".join(f"<div><b>{escape(name)}</b>{_code(c)}</div>" for (_, name), c in codes)
        + "</div>"
    )


def _badge(badge: Badge) -> str:
    lines = "".join(f"<div>{escape(line)}</div>" for line in badge.lines)
    name = f'<div class="name">{escape(badge.name)}</div>'
    number = f'<div class="number">{escape(badge.number)}</div>'
    event = f'<div class="event">{escape(badge.event)}</div>'
    code = f'<div class="personal">{escape(badge.code)}</div>' if badge.code else ""
    note = f'<div class="note">{escape(badge.note)}</div>' if badge.code else ""
    return (
        f'<div class="badge"><div>{event}{number}{name}{lines}</div>'
        f"<div>{_code(badge.link) if badge.code else ''}{event}{number}{name}{code}{note}</div></div>"
    )


def _code(text: str) -> str:
    if not text:
        return ""
    import segno

    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=2)
    return f'<div class="code">{out.getvalue().decode()}</div><div>{escape(text)}</div>'
