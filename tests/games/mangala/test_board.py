"""Mangala: the signs of the direction of sowing, and the counters."""

import pytest

import charkoni
from charkoni.core.translations import Words
from charkoni.graphics.scene import BoardView, counters

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
