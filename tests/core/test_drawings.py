"""Drawings in an SVG file: symbols of both sets, gradients, and parts that symbols use."""

from pathlib import Path

import pytest

from charkoni.core.board_types import Element, circle, group, linear_gradient
from charkoni.core.drawings import Drawings, read_drawings
from charkoni.graphics.svg import render

DRAWN = """<!DOCTYPE svg [
  <!ENTITY body "M0,0H4">
]>
<svg xmlns="http://www.w3.org/2000/svg">
  <defs>
    <linearGradient id="gold" x1="0" y1="0" x2="0.25" y2="1"><stop class="light" offset="0.5"/></linearGradient>
    <g id="cast"><circle class="shade" cx="1" cy="2" r="3"/></g>
  </defs>
  <g id="pawn"><use href="#cast"/><path d="&body;&body;" fill="url(#gold)"/></g>
  <g id="small"><use href="#pawn" transform="scale(0.5)"/></g>
  <g id="flat-pawn"><text class="ink" x="0" y="1">a</text></g>
</svg>
"""


def read(folder: Path, text: str) -> Drawings:
    (folder / "drawings.svg").write_text(text, "utf-8")
    return read_drawings(str(folder / "board.py"))


def test_groups_are_symbols_and_use_those_before_them(tmp_path: Path) -> None:
    drawn = read(tmp_path, DRAWN)
    assert (list(drawn.symbols), list(drawn.flat_symbols), list(drawn.parts)) == (["pawn", "small"], ["pawn"], ["cast"])
    cast, body = drawn.symbols["pawn"]
    assert (cast,) == drawn.parts["cast"] and render(cast) == render(circle(1, 2, 3, "shade"))
    assert body == Element("path", "", (("d", "M0,0H4M0,0H4"), ("fill", "url(#gold)")))
    assert drawn.symbols["small"] == (group(drawn.symbols["pawn"], transform="scale(0.5)"),)
    assert drawn.flat_symbols["pawn"] == (Element("text", "ink", (("x", "0"), ("y", "1")), "a"),)
    assert drawn.paint_servers == {"gold": linear_gradient([(0.5, "light")], x2=0.25)}


def test_a_group_that_is_not_there_yet_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"drawings\.svg: there is no group 'cats' before its use"):
        read(tmp_path, DRAWN.replace('href="#cast"', 'href="#cats"'))
