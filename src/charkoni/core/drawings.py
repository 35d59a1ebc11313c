"""Drawings of a game's folder: the symbols of pieces and the gradients of the board, in an SVG file.

A group of `drawings.svg` with an id is a symbol; the group `flat-NAME` is the symbol NAME of the flat set.  In `defs`
are the gradients and the parts that other groups use: `<use href="#NAME"/>` stands for the elements of a group before
it, and with a transformation for a group of them.  A shape that occurs in several elements is an entity.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from charkoni.core.board_types import Attributes, Element

_SVG = "{http://www.w3.org/2000/svg}"
_FLAT = "flat-"


@dataclass(frozen=True, slots=True)
class Drawings:
    """The contents of a file: the symbols of both sets, the gradients, and the groups that symbols use, by name."""

    symbols: dict[str, tuple[Element, ...]] = field(default_factory=dict)
    flat_symbols: dict[str, tuple[Element, ...]] = field(default_factory=dict)
    paint_servers: dict[str, Element] = field(default_factory=dict)
    parts: dict[str, tuple[Element, ...]] = field(default_factory=dict)


def read_drawings(module: str) -> Drawings:
    """Return the drawings beside a module, whose path this is; raise ValueError for a use of an unknown group."""
    path = Path(module).with_name("drawings.svg")
    drawings, groups = Drawings(), dict[str, tuple[Element, ...]]()
    root = ElementTree.parse(path).getroot()
    for each in (*root.iterfind(f"{_SVG}defs/*"), *root.iterfind(f"{_SVG}g")):
        name = each.attrib.pop("id")
        if each.tag != f"{_SVG}g":
            drawings.paint_servers[name] = _element(each, groups, path)
            continue
        groups[name] = _elements(each, groups, path)
        if each not in root:
            drawings.parts[name] = groups[name]
        elif name.startswith(_FLAT):
            drawings.flat_symbols[name.removeprefix(_FLAT)] = groups[name]
        else:
            drawings.symbols[name] = groups[name]
    return drawings


def _elements(group: ElementTree.Element, groups: Mapping[str, tuple[Element, ...]], path: Path) -> tuple[Element, ...]:
    """Return the elements of a group.  groups: those before it."""
    found: list[Element] = []
    for each in group:
        if each.tag != f"{_SVG}use":
            found.append(_element(each, groups, path))
            continue
        name, transform = each.attrib["href"].removeprefix("#"), each.get("transform")
        if name not in groups:
            raise ValueError(f"{path}: there is no group {name!r} before its use")
        used = groups[name]
        found += [Element("g", "", (("transform", transform),), children=used)] if transform else used
    return tuple(found)


def _element(each: ElementTree.Element, groups: Mapping[str, tuple[Element, ...]], path: Path) -> Element:
    attributes: Attributes = tuple((name, value) for name, value in each.attrib.items() if name != "class")
    text = (each.text or "").strip()
    return Element(each.tag.removeprefix(_SVG), each.get("class", ""), attributes, text, _elements(each, groups, path))
