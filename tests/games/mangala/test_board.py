"""Mangala: the signs of the direction of sowing, and the counters."""

import pytest
from tests.graphics.test_themes import contrast

import charkoni
from charkoni.core.translations import Words
from charkoni.graphics.scene import BoardView, counters
from charkoni.graphics.themes import THEMES, theme_of

pytestmark = pytest.mark.once

ENGLISH = Words("en")


def test_the_numbers_beside_the_board_are_stores_and_what_lies_in_the_holes():
    position = charkoni.game("mangala").parse("1,2,3,0,0,0:20/4,0,0,0,0,1:17 a")
    found = [(each.player, each.label, each.value) for each in counters(position, ENGLISH)]
    assert found == [(0, "store", "20"), (0, "in the holes", "6"), (1, "store", "17"), (1, "in the holes", "5")]
    assert counters(position, ENGLISH)[0].bar == (20, 24, 48)


@pytest.mark.parametrize(("seat", "portrait"), [(0, False), (0, True), (1, False), (1, True)])
def test_signs_between_the_holes_point_the_way_of_sowing(seat, portrait):
    """On each side of the middle line they point from hole 1 to hole 6 of the player there (M3)."""
    layout = BoardView(charkoni.game("mangala"), seat, portrait).layout
    signs = [dict(each.attributes)["d"] for each in layout.ground if each.tag == "path" and each.cls == "slab-arrow"]
    assert len(signs) == 6
    for d in signs:
        (x1, y1), (x2, y2), (x3, y3) = (map(float, point.lstrip("ML").split(",")) for point in d.split(" "))
        holes = {zone: spot for zone, spot in layout.spots.items() if len(zone) == 2}
        side = min(holes, key=lambda zone: (holes[zone].x - x2) ** 2 + (holes[zone].y - y2) ** 2)[0]
        along = (holes[f"{side}6"].x - holes[f"{side}1"].x, holes[f"{side}6"].y - holes[f"{side}1"].y)
        assert (x2 - (x1 + x3) / 2) * along[0] + (y2 - (y1 + y3) / 2) * along[1] > 0


@pytest.mark.parametrize(("seat", "portrait"), [(0, False), (0, True), (1, False), (1, True)])
def test_the_number_of_a_hole_is_alone_on_the_rim_of_the_slab(seat, portrait):
    """Its count is a number, too: the index is smaller and outside the holes, the counts and the stores."""
    view = BoardView(charkoni.game("mangala"), seat, portrait)
    layout = view.layout
    (rim,) = (each for each in layout.ground if each.cls == "slab-rim")
    frame, width = (
        dict(rim.attributes),
        float(theme_of(charkoni.game("mangala").family, "light")["slab-rim"]["stroke-width"]),
    )
    within = [float(frame[key]) + width / 2 for key in "xy"]
    counts = [piece for piece in view.pieces(charkoni.game("mangala").start()) if piece.symbol == "badge"]
    indices = [each for each in layout.ground if each.cls == "slab-label"]
    assert len(indices) == 12 and len(counts) == 14
    for index in indices:
        x, y, size = (float(dict(index.attributes)[key]) for key in ("x", "y", "font-size"))
        assert size < 0.75 * layout.text_size
        bottom = float(frame["y"]) * 2 + float(frame["height"])
        assert min(x, layout.width - x) + size / 3 < within[0] or min(y, bottom - y) + size / 3 < within[1]
    for piece in counts:
        half, high = (21, 15) if portrait else (17, 12)
        bottom = float(frame["y"]) * 2 + float(frame["height"])
        assert min(piece.x, layout.width - piece.x) - half >= within[0]
        assert min(piece.y, bottom - piece.y) - high >= within[1]


def test_holes_are_ovals_a_quarter_higher_than_wide():
    layout = BoardView(charkoni.game("mangala")).layout
    for zone in (f"{player}{hole}" for player in "ab" for hole in range(1, 7)):
        shape = {key: float(value) for key, value in layout.spots[zone].shape.attributes}
        assert (shape["rx"], shape["ry"]) == (shape["width"] / 2, shape["height"] / 2)
        assert shape["height"] - 8 == 1.25 * (shape["width"] - 8)


@pytest.mark.parametrize("theme", THEMES)
def test_the_pale_number_of_a_hole_can_be_read_on_the_rim(theme):
    paints = theme_of(charkoni.game("mangala").family, theme)
    ink, rim, opacity = (
        paints["slab-label"]["fill"],
        paints["slab-rim"]["stroke"],
        float(paints["slab-label"]["fill-opacity"]),
    )
    pairs = ((int(ink[i : i + 2], 16), int(rim[i : i + 2], 16)) for i in (1, 3, 5))
    mixed = "".join(f"{round(opacity * one + (1 - opacity) * other):02x}" for one, other in pairs)
    assert opacity == (1 if theme == "contrast" else 0.6)
    assert contrast(f"#{mixed}", rim) >= 4.5
