"""What a board looks like, as data: the vocabulary in which `board.py` of a game folder answers.

A board module says where things are, what they look like, which taps mean which move and what happened; the
package `graphics` makes scenes, pictures and animations of it.  Nothing here knows colours: elements and pieces carry
classes, and a theme gives the classes their paint.

Classes that every theme paints:

    ground  the board itself        field, field2  cells, in two tints
    line, wall, frame               coord (text)   hatch  forbidden region  home, castle, gate, store, pit
    side-C  fill of a side's pieces, C its colour: red, green, yellow, blue, black, white
    rim-C  a stroke in the side's dark tone        ink-C  text on a piece   land-C  a side's region
    link-C  a thick line of the side               stone  a neutral piece   hollow  the shaded rim of a pit
    count (text on a neutral badge), badge (the neutral badge)              note (text)
    shade, shine, shine-line  soft shadow and highlights    bound  the sign of a bound piece
    stick, pip  dice                king           mark  attention          last  the last move
    bare  no fill, to be named last: a shape without fill needs it or a class of lines
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from charkoni.core.errors import Reason
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words

Number = int | float
Attributes = tuple[tuple[str, Number | str], ...]


@dataclass(frozen=True, slots=True)
class Element:
    """One SVG element: its tag, class, attributes, text and children."""

    tag: str
    cls: str = ""
    attributes: Attributes = ()
    text: str = ""
    children: tuple["Element", ...] = ()


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


def text(x: Number, y: Number, words: str, cls: str = "coord", size: Number = 12) -> Element:
    """Return text centred on a point, `size` high."""
    return Element("text", cls, (("x", x), ("y", y), ("font-size", size)), words)


def group(children: Sequence[Element], cls: str = "", transform: str = "") -> Element:
    """Return a group, perhaps transformed."""
    attributes: Attributes = (("transform", transform),) if transform else ()
    return Element("g", cls, attributes, children=tuple(children))


class Spot(NamedTuple):
    """Where a zone is: its centre, and the shape that is hit (in board coordinates)."""

    x: Number
    y: Number
    shape: Element


@dataclass(frozen=True)
class Layout:
    """A board seen from a seat: its size, what never changes, the symbols of pieces, and where the zones are.

    symbols: drawn around (0, 0).  spots: by zone id, the names of the notation; chips have no spot.
    colours: of the players, by seat.  text_size: of the text on pieces.  arrows: chips that are directions, with the
    way (x, y) that each means on this board.  stacks: symbols of pieces that hide those below them, each with the
    letter of its owner.
    """

    width: Number
    height: Number
    ground: tuple[Element, ...]
    symbols: Mapping[str, tuple[Element, ...]]
    spots: Mapping[str, Spot]
    colours: tuple[str, ...]
    text_size: Number = 17
    arrows: Mapping[str, tuple[Number, Number]] = field(default_factory=dict)
    stacks: Mapping[str, str] = field(default_factory=dict)


class Slot(NamedTuple):
    """A place that holds at most one piece: a zone or tray, and the level above its bottom, 0 first."""

    zone: str
    level: int = 0


class Piece(NamedTuple):
    """Something on the board that may change: where it belongs, its symbol, and where and how it is drawn.

    text: a number or letter shown on its middle, in the class of its cls that begins with "ink-", else "count".
    z: paint order.
    """

    slot: Slot
    symbol: str
    x: Number
    y: Number
    cls: str = ""
    text: str = ""
    z: int = 0


@dataclass(frozen=True, slots=True)
class Event:
    """Something that a move did, in the order of happening.

    kind: throw, place, enter, move, sow, drop, merge, overflow, capture, collect, bind, free, fortress, lift, hand,
    pass, extra, build, home, king, score, end.  moved: from which slot to which; None before: a new piece; None
    after: it leaves the board.  path: the zones it walks through.  zone: where it happens.  value: a number or word.
    """

    kind: str
    moved: tuple[tuple[Slot | None, Slot | None], ...] = ()
    path: tuple[str, ...] = ()
    zone: str = ""
    value: str = ""


class Counter(NamedTuple):
    """A labelled number beside the board: of a player, or of the game (player None).

    bar: the value, the goal or limit to be seen on it, and the whole, if it is shown as a bar, too.
    """

    player: int | None
    label: str
    value: str
    bar: tuple[Number, Number, Number] | None = None


Script = tuple[str, ...]
"""The zones tapped one after the other."""


class BoardModule(Protocol):
    """What `board.py` of a game folder provides.  `words` translates; states are records (np.record)."""

    def layout(self, flags: Flags, seat: int, portrait: bool) -> Layout:
        """Return the board with the player `seat` at the bottom, upright or lying."""

    def pieces(self, s: State, flags: Flags, layout: Layout) -> list[Piece]:
        """Return everything that may change; no two pieces in one slot."""

    def labels(self, s: State, flags: Flags, words: Words) -> dict[str, str]:
        """Return a full phrase for every zone that can be tapped, cells and chips: for people and screen readers."""

    def scripts(self, s: State, move: str, flags: Flags) -> Sequence[Script]:
        """Return the ways to tap a legal move.  All scripts of a position together are prefix-free."""

    def events(self, before: State, move: str, after: State, flags: Flags) -> list[Event]:
        """Return what a legal move or throw does.  Replayed on the pieces before, it gives those after."""

    def prompt(self, s: State, prefix: Script, flags: Flags, words: Words) -> str:
        """Return the coach's sentence for what has been tapped so far."""

    def attempt(self, s: State, prefix: Script, zone: str, flags: Flags) -> str | Reason | None:
        """Return what a tap on a zone without effect seems to mean: a move text, or why not at once, or None."""

    def tell(self, before: State, move: str, after: State, flags: Flags, words: Words) -> str:
        """Return whole sentences that tell a move or throw and what it brings."""

    def counters(self, s: State, flags: Flags, words: Words) -> list[Counter]:
        """Return the numbers beside the board: stores, reserves, draw counters."""


@dataclass(slots=True)
class Tally:
    """Counts levels while pieces are listed: the next free slot of a zone."""

    used: dict[str, int] = field(default_factory=dict)

    def next(self, zone: str) -> Slot:
        """Return the next slot of the zone."""
        level = self.used.get(zone, 0)
        self.used[zone] = level + 1
        return Slot(zone, level)
