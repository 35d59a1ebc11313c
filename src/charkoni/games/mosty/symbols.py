"""The posts and bridges of Mosty: Red's posts are round, his bridges have planks across; Blue's are square, with rails.

Posts are drawn layer by layer, all of a side as the points of one path with a broad stroke: a large board has two
hundred.
"""

from collections.abc import Sequence
from itertools import pairwise

from charkoni.core.board_types import Element, Number, circle, group, linear_gradient, path, radial_gradient, rect
from charkoni.games.mosty.events import PLAYERS

COLOURS = ("red", "blue")

_POST = 9
"""Half the width of a post."""
_RISE = 4
"""How far a post is above its foot."""
_DECK = 7
"""Half the width of a bridge."""
_PLANK = 6.5
"""The distance of the gaps between planks."""

_SHINE = "post-shine"
_FLAT = (("post-C-edge", 0, 0, _POST + 0.8), ("post-C", 0, 0, _POST - 0.8))
_IN_WATER = (("post-foam", 0, _RISE + 1, _POST + 3), ("post-shade", 4, _RISE + 4, _POST + 1))
_ABOVE = (
    ("post-C-edge", 0, _RISE, _POST + 0.8),
    ("post-C-deep", 0, _RISE, _POST - 0.5),
    ("post-C-edge", 0, 0, _POST + 0.8),
    ("post-C", 0, 0, _POST - 0.5),
    ("post-C-light", -0.8, -0.8, _POST - 3),
    (_SHINE, -3, -3, 1.9),
)
"""The layers of a post: class, shift and half the width."""

_GLOW = (11, 8, 5.5)
"""The rays of the light round a bridge, each beyond its edge; where they lie on each other it is brighter."""
_BRIDGES = {
    f"bridge-{player}{turned}{chain}": (side, turned, chain)
    for side, player in enumerate(PLAYERS)
    for turned in range(2)
    for chain in ("", "-chain", "-won")
}
"""The symbols of bridges: the side, whether it is upright, and the kind of its chain."""

Place = tuple[Number, Number]

PAINT_SERVERS = {
    "lake": radial_gradient([(0, "water"), (1, "water-deep")], 0.42, 0.38, 0.75),
    "quay-red": linear_gradient([(0, "quay-red"), (1, "quay-red-deep")]),
    "quay-blue": linear_gradient([(0, "quay-blue"), (1, "quay-blue-deep")]),
}


def symbols(across: Number, up: Number, *, is_flat: bool) -> dict[str, tuple[Element, ...]]:
    """Return the bridges of each side in both directions: plain, as a member of a chain, and of the chain that wins.

    across, up: half the length of a lying and of an upright bridge.  is_flat: as lines from dot to dot.
    """
    drawn, halo = (_flat_bridge, "shade") if is_flat else (_bridge, "plank-chain")
    halos = {"": "", "-chain": halo, "-won": "king"}
    return {
        name: tuple(drawn(side, turned == 1, (across, up)[turned], halos[chain]))
        for name, (side, turned, chain) in _BRIDGES.items()
    }


def glows(across: Number, up: Number) -> dict[str, Element]:
    """Return the light along each bridge that marks it as the last one: it hides no post beside the bridge."""
    return {
        name: group([_beam(_DECK + ray, (across, up)[turned], turned == 1, "plank-glow", r=3 + ray) for ray in _GLOW])
        for name, (_, turned, _) in _BRIDGES.items()
    }


def posts(side: int, places: Sequence[Place], *, is_flat: bool) -> tuple[Element, ...]:
    """Return the posts of a side, each with its shadow and foam round its foot, or as flat dots."""
    return tuple(_layers(side, places, _FLAT if is_flat else (*_IN_WATER, *_ABOVE)))


def repeated(shape: str, places: Sequence[Place]) -> str:
    """Return the path of a closed shape or a point at several places, in steps from one to the next: it packs well."""
    parts = [f"M{places[0][0]:.4g},{places[0][1]:.4g}{shape}"]
    steps = pairwise(places)
    return "".join([*parts, *(f"m{x - left:g},{y - top:g}{shape}" for (left, top), (x, y) in steps)])


def _layers(side: int, places: Sequence[Place], layers: Sequence[tuple[str, Number, Number, Number]]) -> list[Element]:
    """Return a path for each layer: its class, in which C is the colour, its shift, and half its width."""
    elements = []
    for cls, dx, dy, r in layers:
        if side == 0 or cls == _SHINE:
            core: Number = 0
            d = repeated("h.01", [(x + dx, y + dy) for x, y in places])
            joint = ("stroke-linecap", "round")
        else:
            core = 0.6 * r
            box = f"h{2 * core:.3g}v{2 * core:.3g}h{-2 * core:.3g}z"
            d = repeated(box, [(x + dx - core, y + dy - core) for x, y in places])
            joint = ("stroke-linejoin", "round")
        attributes = (("d", d), ("stroke-width", 2 * (r * (0.95 if core else 1) - core)), joint)
        elements.append(Element("path", cls.replace("C", COLOURS[side]), attributes))
    return elements


def _bridge(side: int, is_upright: bool, half: Number, halo: str) -> list[Element]:
    """Return a bridge with the posts on which it ends, half of its length on either side."""
    colour = COLOURS[side]
    elements = [_beam(_DECK, half, is_upright, "water-shade", 5, 7)]
    if halo:
        elements.append(_beam(_DECK + 3.4, half, is_upright, halo))
    if not is_upright:
        elements.append(_beam(_DECK, half, is_upright, f"plank-{colour}-deep", 0, 3))
    elements.append(_beam(_DECK, half, is_upright, f"plank-{colour}"))
    elements.extend(_planks(side, is_upright, half))
    ends: list[Place] = [(0, -half), (0, half)] if is_upright else [(-half, 0), (half, 0)]
    return [*elements, *_layers(side, ends, _ABOVE)]


def _planks(side: int, is_upright: bool, half: Number) -> list[Element]:
    """Return what lies on a deck: Red's gaps between planks, Blue's rails, and a light edge."""
    reach = half - _POST
    edge = _DECK - 1.8
    steps = int(reach // _PLANK)
    gaps = [_segment(is_upright, i * _PLANK, -_DECK, i * _PLANK, _DECK) for i in range(-steps, steps + 1)]
    if side == 0:
        light = _segment(is_upright, -reach, -edge, reach, -edge)
        return [path("".join(gaps), "plank-gap"), path(light, "plank-light")]
    rails = "".join(_segment(is_upright, -reach, way * (_DECK - 2.6), reach, way * (_DECK - 2.6)) for way in (-1, 1))
    return [path("".join(gaps[::2]), "plank-gap"), path(rails, "plank-rail")]


def _segment(is_upright: bool, x1: Number, y1: Number, x2: Number, y2: Number) -> str:
    """Return the path of a line; x runs along the bridge."""
    return f"M{y1:g},{x1:g}L{y2:g},{x2:g}" if is_upright else f"M{x1:g},{y1:g}L{x2:g},{y2:g}"


def _beam(
    broad: Number, half: Number, is_upright: bool, cls: str, dx: Number = 0, dy: Number = 0, r: Number = 3
) -> Element:
    """Return a beam from post to post, `broad` on either side of its middle; its ends stay below the posts."""
    width, height = (broad, half + 4) if is_upright else (half + 4, broad)
    return rect(dx - width, dy - height, 2 * width, 2 * height, cls, r)


def _flat_bridge(side: int, is_upright: bool, half: Number, halo: str) -> list[Element]:
    """Return a line between two dots: Red's is plain, Blue's has a bright middle."""
    colour = COLOURS[side]
    elements = [_beam(9, half, is_upright, halo)] if halo else []
    elements.append(_beam(4.6, half, is_upright, f"rim-{colour} bare"))
    ends: list[Place] = [(0, -half), (0, half)] if is_upright else [(-half, 0), (half, 0)]
    middle = _segment(is_upright, -half, 0, half, 0)
    elements.append(path(middle, f"link-{colour}"))
    if side == 1:
        elements.append(path(middle, "shine-line"))
    cls = f"side-{colour} rim-{colour}"
    dots = (circle(x, y, _POST, cls) if side == 0 else rect(x - 8.5, y - 8.5, 17, 17, cls, 2) for x, y in ends)
    return [*elements, *dots]
