"""The geometry of Mosty's board: a lake between two quays of each side, posts in the water, crossings between them.

Upright the board is taller than wide, so that a phone has larger places.
"""

from random import Random
from typing import NamedTuple

from charkoni.core.board_types import Element, Layout, Number, ZoneShape, filled, path, polygon, rect, text
from charkoni.core.game_types import Flags
from charkoni.games.mosty.events import EDGE, PLAYERS
from charkoni.games.mosty.moves import column_name, crossing_name
from charkoni.games.mosty.rules import crossings
from charkoni.games.mosty.symbols import COLOURS, PAINT_SERVERS, glows, posts, repeated, symbols

STEP = 32
"""Distance from a post to the next crossing."""
TALL = 45
"""The same from below to above on the upright board."""

_FREE = 6.5
"""Half a diagonal of the diamond that shows a free crossing."""
_DIAMOND = f"l{_FREE},{_FREE}l{-_FREE},{_FREE}l{-_FREE},{-_FREE}z"
_SHORE = 12
"""Distance of the outer posts from the quay."""
_CORNER = 16
_CAST = 5
"""The height of the side of the board, below."""


class MostyPlan(NamedTuple):
    """The sizes of a board.  across, up: the distance from a post to the next crossing.  quay: the width of a quay."""

    size: int
    seat: int
    across: int
    up: int
    letter: int

    @property
    def quay(self) -> int:
        """The width of a quay."""
        return self.letter + 12

    @property
    def margin(self) -> int:
        """The distance of the outer posts from the edge of the board."""
        return self.quay + _SHORE

    @property
    def width(self) -> int:
        """The width of the whole board."""
        return 2 * (self.size * self.across + self.margin)

    @property
    def height(self) -> int:
        """The height of the whole board, without its side."""
        return 2 * (self.size * self.up + self.margin)

    def place(self, x: Number, y: Number) -> tuple[Number, Number]:
        """Return a place in the picture: b sees the board turned by a quarter turn, x=0 in front, y=0 on the right."""
        right, up = (x, y) if self.seat == 0 else (2 * self.size - y, x)
        return self.margin + right * self.across, self.margin + (2 * self.size - up) * self.up


def layout(flags: Flags, seat: int, portrait: bool) -> Layout:
    """Return the board with a quay of the player `seat` in front."""
    size = int(flags["size"])
    plan = MostyPlan(size, seat, STEP, TALL if portrait else STEP, max(13, round(2.1 * size)))
    spots: dict[str, ZoneShape] = {}
    for side in range(2):
        for end in range(2):
            box = _strip(plan, side, end)
            middle = box[0] + box[2] / 2, box[1] + box[3] / 2
            spots[f"{EDGE}{PLAYERS[side]}{end}"] = ZoneShape(*middle, rect(*box, "hit", 4))
    free: list[tuple[Number, Number]] = []
    for crossing in crossings(size):
        x, y = plan.place(*crossing)
        free.append((x, y - _FREE))
        hit = [(x, y - plan.up), (x + plan.across, y), (x, y + plan.up), (x - plan.across, y)]
        spots[crossing_name(crossing)] = ZoneShape(x, y, polygon(hit, "hit"))
    natural = _posts(plan, is_flat=False)
    placed = [Element("use", "", (("href", f"#{name}"),)) for name in natural]
    ground = [*_quays(plan), *_water(plan), path(repeated(_DIAMOND, free), "water-free"), *placed, *_names(plan)]
    return Layout(
        plan.width,
        plan.height + _CAST,
        tuple(ground),
        symbols(plan.across, plan.up, is_flat=False) | natural,
        spots,
        COLOURS,
        paint_servers=PAINT_SERVERS,
        flat_symbols=symbols(plan.across, plan.up, is_flat=True) | _posts(plan, is_flat=True),
        last_marks=glows(plan.across, plan.up),
    )


def seat_of(layout: Layout) -> int:
    """Return the player in front."""
    return 0 if layout.spots[f"{EDGE}a0"].y > layout.spots[f"{EDGE}a1"].y else 1


def _strip(plan: MostyPlan, side: int, end: int) -> tuple[Number, Number, Number, Number]:
    """Return left, top, width and height of the quay where a side begins (end 0) or the one it must reach (1)."""
    q = plan.quay
    across, down = plan.width - 2 * q, plan.height - 2 * q
    if side == plan.seat:
        return (q, 0 if end else plan.height - q, across, q)
    is_left = (end == 0) == (side == 1)
    return (0 if is_left else plan.width - q, q, q, down)


def _quays(plan: MostyPlan) -> list[Element]:
    """Return the quays with their masonry: those in front and behind, and between them those at the sides."""
    w, h, q, r = plan.width, plan.height, plan.quay, _CORNER
    near, beside = COLOURS[plan.seat], COLOURS[1 - plan.seat]
    c = round(0.293 * r, 1)  # where a diagonal meets the round corner
    left = f"M{q},{q}L{c},{c}A{r},{r} 0 0 0 0,{r}V{h - r}A{r},{r} 0 0 0 {c},{h - c}L{q},{h - q}Z"
    right = f"M{w - q},{q}L{w - c},{c}A{r},{r} 0 0 1 {w},{r}V{h - r}A{r},{r} 0 0 1 {w - c},{h - c}L{w - q},{h - q}Z"
    return [
        rect(1, 1 + _CAST, w - 2, h - 2, "quay-base", r),
        filled(rect(0, 0, w, h, "", r), f"quay-{near}"),
        filled(path(left), f"quay-{beside}"),
        filled(path(right), f"quay-{beside}"),
        path(_masonry(plan), "quay-joint"),
        path(
            f"M{q},{q}L{c},{c}M{w - q},{q}L{w - c},{c}M{q},{h - q}L{c},{h - c}M{w - q},{h - q}L{w - c},{h - c}",
            "quay-edge",
        ),
        rect(1, 1, w - 2, h - 2, "quay-edge", r - 1),
        rect(2.5, 2.5, w - 5, h - 5, "quay-lip", r - 2),
    ]


def _masonry(plan: MostyPlan) -> str:
    """Return the path of the joints: two courses of stones along each quay."""
    w, h, q = plan.width, plan.height, plan.quay
    half, stone = q / 2, q * 1.5
    parts = [f"M{half},{half}H{w - half:g}V{h - half:g}H{half}z"]
    for course, inset in ((0, half), (1, q)):
        near = course * half
        for i in range(1, int(w / stone) + 1):
            x = inset + (i - 0.5 * course) * stone
            if inset < x < w - inset:
                parts.append(f"M{x:g},{near:g}v{half:g}M{x:g},{h - near:g}v{-half:g}")
        for i in range(1, int(h / stone) + 1):
            y = inset + (i - 0.5 * course) * stone
            if inset < y < h - inset:
                parts.append(f"M{near:g},{y:g}h{half:g}M{w - near:g},{y:g}h{-half:g}")
    return "".join(parts)


def _water(plan: MostyPlan) -> list[Element]:
    """Return the lake, the shadow of the quays on it, and waves."""
    q = plan.quay
    wide, tall = plan.width - 2 * q, plan.height - 2 * q
    luck = Random(plan.size)
    waves = []
    for _ in range(10 + 5 * plan.size):
        x, y = q + luck.randint(12, wide - 34), q + luck.randint(12, tall - 12)
        waves.append(f"M{x},{y}q4,-4 8,0t8,0" + ("t8,0" if luck.random() < 0.4 else ""))
    shade = f"M{q},{q}h{wide}v6H{q + 6}V{q + tall}h-6z"
    return [
        filled(rect(q, q, wide, tall), "lake"),
        path("".join(waves), "water-wave"),
        path(shade, "water-shade"),
        rect(q, q, wide, tall, "quay-edge"),
    ]


def _posts(plan: MostyPlan, *, is_flat: bool) -> dict[str, tuple[Element, ...]]:
    """Return the symbols with all posts of a side, those at its quays, too; the ground refers to them."""
    end, drawn = 2 * plan.size, {}
    for side, colour in enumerate(COLOURS):
        places = [plan.place(x, y) for y in range(side, end + 1, 2) for x in range(1 - side, end + 1, 2)]
        drawn[f"posts-{colour}"] = posts(side, places, is_flat=is_flat)
    return drawn


def _names(plan: MostyPlan) -> list[Element]:
    """Return the names of columns and rows on the quays."""
    labels: list[Element] = []
    below, left = plan.height - plan.quay / 2 + 1.5, plan.quay / 2
    for number in range(1, 2 * plan.size):
        along, beside = plan.place(number, 0), plan.place(0, number)
        if plan.seat == 0:
            column, row = (along[0], below), (left, beside[1])
        else:
            column, row = (plan.width - left, along[1]), (beside[0], below)
        labels.append(text(*column, column_name(number), "quay-label", plan.letter))
        labels.append(text(*row, str(number), "quay-label", plan.letter))
    return labels
