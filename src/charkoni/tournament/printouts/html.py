"""Print-outs as a self-contained HTML page with a print style sheet; boards and QR codes are SVG."""

import hashlib
import io
import re
from collections.abc import Sequence
from html import escape
from pathlib import Path

from charkoni.tournament.printouts.document import (
    CENTRE,
    RIGHT,
    Badge,
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

_STYLE = Path(__file__).with_name("print.css").read_text("utf-8")  # PAPER: its size, and landscape


def html(sheet: Sheet, paper: str = "A4") -> str:
    """Return a sheet as an HTML page.  paper: A4 or Letter."""
    size = f"{paper} landscape" if sheet.landscape else paper
    body = []
    if not all(isinstance(part, Slip | Badge | NameCard | Poster) for part in sheet.parts):
        body.append(f"<h1>{escape(sheet.title)}</h1>")
        body += [f'<p class="under">{escape(line)}</p>' for line in sheet.under]
    slips = [part for part in sheet.parts if isinstance(part, Slip)]
    badges = [part for part in sheet.parts if isinstance(part, Badge)]
    cards = [part for part in sheet.parts if isinstance(part, NameCard)]
    body += [_part(part) for part in sheet.parts if not isinstance(part, Slip | Badge | NameCard)]
    body += [_badge(badge) for badge in badges]
    if slips:
        body.append('<div class="slips">' + "".join(_slip(slip) for slip in slips) + "</div>")
    if cards:
        body.append('<div class="cards">' + "".join(map(_name_card, cards)) + "</div>")
    if sheet.framed:
        body = ['<div class="framed">', *body, "</div>"]
    return (
        f'<!doctype html>\n<html lang="{escape(sheet.language)}">\n<meta charset="utf-8">\n'
        f"<title>{escape(sheet.title)}</title>\n<style>\n{_STYLE.replace('PAPER', size)}</style>\n"
        + "\n".join(body)
        + "\n</html>\n"
    )


def _part(part: Grid | Text | Figures | Item | Poster) -> str:
    if isinstance(part, Grid):
        return _grid(part)
    if isinstance(part, Text):
        kind = "h2" if part.heading else "p"
        page = ' class="new-page"' if part.new_page else ""
        return "".join(f"<{kind}{page}>{escape(line)}</{kind}>" for line in part.lines)
    if isinstance(part, Figures):
        figures = (
            f"<div><div>{escape(each.head)}</div>{_board(each.picture)}"
            f"{'<div class=answer></div>' if each.is_answered else ''}"
            f"{f'<div class=caption>{escape(each.foot)}</div>' if each.foot else ''}</div>"
            for each in part.figures
        )
        return f'<div class="figures" style="columns:{part.columns}">{"".join(figures)}</div>'
    if isinstance(part, Item):
        return _item(part)
    lines = "".join(f'<div class="s{size}">{escape(line)}</div>' for line, size in part.lines)
    role, name = part.signature
    line = f'<div class="signature">{escape(role)}<span>{escape(name)}</span></div>' if role else ""
    return f'<div class="poster">{lines}{_code(part.code)}{line}</div>'


def _item(item: Item) -> str:
    boards = "".join(map(_board, item.pictures))
    row = f'<div class="boards">{boards}</div>' if boards else ""
    caption = f'<div class="caption">{escape(item.caption)}</div>' if item.caption else ""
    sign = f'<span class="sign-of">{escape(item.sign)}</span> ' if item.sign else ""
    label = f'<div class="label">{sign}{escape(item.label)}</div>'
    return f'<div class="item">{label}<div><div>{escape(item.text)}</div>{row}{caption}</div></div>'


def _board(picture: Picture) -> str:
    return f'<div class="board{" large" * picture.is_large}">{_own_ids(picture.svg)}</div>'


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
    kind = ' class="form"' if grid.is_form else ""
    return f"<table{kind}><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


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


def _name_card(card: NameCard) -> str:
    return f'<div><div class="name">{escape(card.name)}</div><div>{escape(card.line)}</div>{_code(card.link)}</div>'


def _code(text: str) -> str:
    if not text:
        return ""
    import segno

    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=2)
    return f'<div class="code">{out.getvalue().decode()}</div><div>{escape(text)}</div>'
