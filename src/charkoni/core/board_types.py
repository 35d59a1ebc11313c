"""A board as data: elements, layouts, pieces and events, and the interface of `board.py` of a game folder.

A board module defines the layout of the board and its symbols, the pieces of a position, the tap sequences that enter
a move, and the events of a move; the package `graphics` makes scenes, pictures and animations from them.  There are no
colours here: elements and pieces carry classes, and a theme assigns the paint of each class.  A game folder may have a
data file `materials.toml` (`Materials`) that paints classes of its own in every theme; the gradients and patterns in
`Layout.paint_servers`, to which `filled` elements refer, take their colours from them.  Symbols and gradients may be in
an SVG file (`charkoni.core.drawings`).

Classes that every theme paints:

    ground  the board itself        field, field2  cells, in two tints
    line, wall, frame               coord (text)   hatch  forbidden region  home, castle, gate, store, recess
    side-C  fill of a side's pieces, C its colour: red, green, yellow, blue, black, white
    rim-C  a stroke in the side's dark tone        ink-C  text on a piece   land-C  a side's region
    link-C  a thick line of the side               stone  a neutral piece   hollow  the shaded rim of a recess
    count (text on a neutral badge), badge (the neutral badge)              note (text)
    shade, shine, shine-line  soft shadow and highlights
    gloss-light, gloss-none, gloss-dark; umbra, penumbra  stops of gradients: volume; a shadow to its edge
    bound  the sign of a bound piece
    stick, pip  dice                king           mark  attention          last  the last move
    bare  no fill, to be named last: a shape without fill needs it or a class of lines
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple, Protocol

from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words

Number = int | float
Attributes = tuple[tuple[str, Number | str], ...]
Paint = Mapping[str, str]
"""SVG presentation attributes."""
Theme = Mapping[str, Paint]
"""The paint of each class."""
THEME_NAMES = ("light", "dark", "contrast", "wood")
SOUNDS = ("wood", "plank", "glass", "cloth", "stone", "bone")
"""The materials of pieces that the client can sound."""


@dataclass(frozen=True, slots=True)
class Element:
    """One SVG element: its tag, class, attributes, text and children."""

    tag: str
    cls: str = ""
    attributes: Attributes = ()
    text: str = ""
    children: tuple["Element", ...] = ()


Stops = Sequence[tuple[Number, str]]
"""The stops of a gradient: the offset, 0 to 1, and the class of each."""


def rect(x: Number, y: Number, width: Number, height: Number, cls: str = "", r: Number = 0) -> Element:
    """Return a rectangle with its left upper corner and the radius of its corners."""
    round_corners: Attributes = (("rx", r),) if r else ()
    return Element("rect", cls, (("x", x), ("y", y), ("width", width), ("height", height), *round_corners))


def circle(x: Number, y: Number, r: Number, cls: str = "") -> Element:
    """Return a circle."""
    return Element("circle", cls, (("cx", x), ("cy", y), ("r", r)))


def ellipse(x: Number, y: Number, rx: Number, ry: Number, cls: str = "") -> Element:
    """Return an ellipse."""
    return Element("ellipse", cls, (("cx", x), ("cy", y), ("rx", rx), ("ry", ry)))


def line(x1: Number, y1: Number, x2: Number, y2: Number, cls: str = "line") -> Element:
    """Return a line."""
    return Element("line", cls, (("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2)))


def path(d: str, cls: str = "") -> Element:
    """Return a path of SVG path data."""
    return Element("path", cls, (("d", d),))


def polygon(points: Sequence[tuple[Number, Number]], cls: str = "") -> Element:
    """Return a closed polygon."""
    return Element("polygon", cls, (("points", " ".join(f"{x:g},{y:g}" for x, y in points)),))


def rounded(corners: Sequence[tuple[Number, Number]], radius: Number) -> str:
    """Return the path of a polygon with round corners."""
    parts = []
    for i, (x, y) in enumerate(corners):
        (bx, by), (ax, ay) = corners[i - 1], corners[(i + 1) % len(corners)]
        one, other = math.hypot(bx - x, by - y), math.hypot(ax - x, ay - y)
        near, far = min(radius, one / 2) / one, min(radius, other / 2) / other
        parts.append(
            f"{'L' if i else 'M'}{x + near * (bx - x):.1f},{y + near * (by - y):.1f}"
            f"Q{x:.1f},{y:.1f} {x + far * (ax - x):.1f},{y + far * (ay - y):.1f}"
        )
    return "".join(parts) + "Z"


def text(x: Number, y: Number, words: str, cls: str = "coord", size: Number = 12) -> Element:
    """Return text centred on a point, `size` high."""
    return Element("text", cls, (("x", x), ("y", y), ("font-size", size)), words)


def group(children: Sequence[Element], cls: str = "", transform: str = "") -> Element:
    """Return a group, perhaps transformed."""
    attributes: Attributes = (("transform", transform),) if transform else ()
    return Element("g", cls, attributes, children=tuple(children))


def with_attributes(element: Element, *attributes: tuple[str, Number | str]) -> Element:
    """Return an element with further attributes."""
    return replace(element, attributes=(*element.attributes, *attributes))


def filled(element: Element, server: str, attribute: str = "fill") -> Element:
    """Return an element painted by a gradient or pattern of the layout.  attribute: "fill" or "stroke"."""
    return with_attributes(element, (attribute, f"url(#{server})"))


def linear_gradient(stops: Stops, x1: Number = 0, y1: Number = 0, x2: Number = 0, y2: Number = 1) -> Element:
    """Return a linear gradient, by default from top to bottom.  Coordinates: 0 to 1 over the painted element's box."""
    return _gradient("linearGradient", stops, x1=x1, y1=y1, x2=x2, y2=y2)


def radial_gradient(
    stops: Stops, cx: Number = 0.5, cy: Number = 0.5, r: Number = 0.5, focus: tuple[Number, Number] | None = None
) -> Element:
    """Return a radial gradient.  Coordinates: 0 to 1 over the painted element's box.  focus: by default the centre."""
    fx, fy = focus or (cx, cy)
    return _gradient("radialGradient", stops, cx=cx, cy=cy, r=r, fx=fx, fy=fy)


def _gradient(tag: str, stops: Stops, **ends: Number) -> Element:
    children = tuple(Element("stop", cls, (("offset", f"{offset:g}"),)) for offset, cls in stops)
    return Element(tag, "", tuple((name, f"{value:g}") for name, value in ends.items()), children=children)


@dataclass(frozen=True)
class Materials:
    """The materials of a game's board.

    classes: the attributes of each class, with one value for all themes or a list of one for each of THEME_NAMES.  The
    stops of gradients are painted by "stop-color" and "stop-opacity".  palette: words that stand for such lists.
    sound: of the pieces, one of SOUNDS.
    """

    classes: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    palette: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sound: str = "wood"

    @cached_property
    def themes(self) -> Mapping[str, Theme]:
        """The paint of these classes, by theme; raise ValueError for values that are not one for each theme."""
        painted = {
            cls: {name: dict(zip(THEME_NAMES, self._values(value), strict=True)) for name, value in paint.items()}
            for cls, paint in self.classes.items()
        }
        return {
            theme: {cls: {name: values[theme] for name, values in paint.items()} for cls, paint in painted.items()}
            for theme in THEME_NAMES
        }

    def _values(self, value: object) -> Iterable[str]:
        """Return the value of an attribute in each theme."""
        if isinstance(value, str):
            return self.palette.get(value, (value,) * len(THEME_NAMES))
        return map(str, value) if isinstance(value, list) else [str(value)] * len(THEME_NAMES)


class ZoneShape(NamedTuple):
    """The place of a zone: its centre, and its hit shape (in board coordinates)."""

    x: Number
    y: Number
    shape: Element


@dataclass(frozen=True)
class Layout:
    """A board seen from a seat: its size, its static background, the symbols of pieces, and the places of the zones.

    symbols: drawn around (0, 0).  spots: by zone id, the names of the notation; chips have no spot.  colours: of the
    players, by seat.  text_size: of the text on pieces.  arrows: chips that are directions, with the vector (x, y) of
    each on this board.  stacks: symbols of pieces that hide those below them, each with the letter of its owner.
    paint_servers: gradients and patterns by name.  flat_symbols: symbols drawn differently in the flat set of pieces, a
    setting of the device.  alternatives: symbols with the same meaning as one named by pieces; every piece keeps one of
    them by its id.  has_chips: whether some position of the game offers chips in addition to zones or instead of them;
    a page reserves room for them, so that the board never changes its size.  selection_ring: the ring around the middle
    of the lowest piece on a zone that marks a selectable piece; without it, or if pieces are off the middle of the
    zone, the shape of the zone is used.  last_marks: by symbol what marks a piece in the middle of a zone of the last
    move, drawn below it around (0, 0), instead of the shape of the zone.
    """

    width: Number
    height: Number
    ground: tuple[Element, ...]
    symbols: Mapping[str, tuple[Element, ...]]
    spots: Mapping[str, ZoneShape]
    colours: tuple[str, ...]
    text_size: Number = 17
    arrows: Mapping[str, tuple[Number, Number]] = field(default_factory=dict)
    stacks: Mapping[str, str] = field(default_factory=dict)
    paint_servers: Mapping[str, Element] = field(default_factory=dict)
    flat_symbols: Mapping[str, tuple[Element, ...]] = field(default_factory=dict)
    alternatives: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    has_chips: bool = False
    selection_ring: Element | None = None
    last_marks: Mapping[str, Element] = field(default_factory=dict)


class PieceSlot(NamedTuple):
    """A place that holds at most one piece: a zone or tray, and the height above its bottom, from 0."""

    zone: str
    height: int = 0


SlotPair = tuple[PieceSlot | None, PieceSlot | None]
"""Where a piece comes from and goes to: from None it is new, to None it leaves the board."""


class Piece(NamedTuple):
    """Something on the board that may change: its slot, its symbol, and where and how it is drawn.

    text: a number or letter shown on its middle, in the class of its cls that begins with "ink-", else "count"; of a
    piece of the class "caption" a message (`N_`), which is translated.
    z: paint order.
    """

    slot: PieceSlot
    symbol: str
    x: Number
    y: Number
    cls: str = ""
    text: str = ""
    z: int = 0


@dataclass(frozen=True, slots=True)
class Event:
    """One effect of a move; the events of a move are in the order in which they happen.

    kind: throw, place, enter, move, sow, drop, merge, overflow, capture, collect, bind, free, fortress, lift, hand,
    pass, extra, build, home, king, score, end.  moved: pairs of slots.  path: the zones it passes.  zone: where it
    happens.  value: a number or word.
    """

    kind: str
    moved: tuple[SlotPair, ...] = ()
    path: tuple[str, ...] = ()
    zone: str = ""
    value: str = ""


class Counter(NamedTuple):
    """A labelled number beside the board: of a player, or of the game (player None).

    bar: the value, the goal or limit marked on the bar, and the whole; None for a number without a bar.
    """

    player: int | None
    label: str
    value: str
    bar: tuple[Number, Number, Number] | None = None


TapSequence = tuple[str, ...]
"""Zones and chips in the order in which they are tapped."""
Script, Spot, Slot = TapSequence, ZoneShape, PieceSlot  # the names before 1.1, which games of others import


class BoardModule(Protocol):
    """The interface of `board.py` of a game folder.  words: the language of texts; states are records (`FieldRecord`).

    A board may have a function `attempt(s, prefix, zone, flags)` that returns the text of the move that a tap without
    effect probably means, the reason against it, or None; without one `Moves.meant` answers.
    """

    def layout(self, flags: Flags, seat: int, portrait: bool) -> Layout:
        """Return the board with the player `seat` at the bottom, upright or lying."""

    def pieces(self, s: State, flags: Flags, layout: Layout) -> list[Piece]:
        """Return everything that may change; no two pieces in one slot."""

    def labels(self, s: State, flags: Flags, words: Words) -> dict[str, str]:
        """Return a description of every zone that can be tapped, cells and chips: for people and screen readers."""

    def events(self, before: State, move: str, after: State, flags: Flags) -> list[Event]:
        """Return the events of a legal move or throw.  Replayed on the pieces before, they give those after."""

    def prompt(self, s: State, prefix: TapSequence, flags: Flags, words: Words) -> str:
        """Return the instruction for the next tap, or for a throw that is due.  prefix: the zones tapped so far."""

    def describe(self, before: State, move: str, after: State, flags: Flags, words: Words) -> str:
        """Return whole sentences that describe a move or throw and its effects."""

    def counters(self, s: State, flags: Flags, words: Words) -> list[Counter]:
        """Return the numbers beside the board: stores, reserves, draw counters."""


@dataclass(slots=True)
class Tally:
    """The number of occupied slots by zone, while pieces are listed."""

    used: dict[str, int] = field(default_factory=dict)

    def next(self, zone: str) -> PieceSlot:
        """Return the next free slot of the zone, which is then occupied."""
        height = self.used.get(zone, 0)
        self.used[zone] = height + 1
        return PieceSlot(zone, height)
