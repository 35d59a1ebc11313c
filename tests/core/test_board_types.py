"""Elements of a board, and the slots of pieces while they are listed."""

from charkoni.core.board_types import Element, PieceSlot, Tally, group, polygon, rect, text


def test_elements_carry_their_attributes_in_order():
    assert rect(1, 2, 3, 4, "field").attributes == (("x", 1), ("y", 2), ("width", 3), ("height", 4))
    assert rect(1, 2, 3, 4, r=5).attributes[-1] == ("rx", 5)
    assert polygon([(0, 1.5), (2, 3)]).attributes == (("points", "0,1.5 2,3"),)
    assert text(1, 2, "a") == Element("text", "coord", (("x", 1), ("y", 2), ("font-size", 12)), "a")


def test_a_group_holds_its_children_and_perhaps_a_transformation():
    children = [rect(0, 0, 1, 1), rect(1, 1, 1, 1)]
    assert group(children) == Element("g", children=tuple(children))
    assert group(children, transform="rotate(9)").attributes == (("transform", "rotate(9)"),)


def test_the_slots_of_a_zone_are_counted_from_the_bottom():
    tally = Tally()
    assert [tally.next(zone) for zone in ("c3", "d4", "c3")] == [
        PieceSlot("c3", 0),
        PieceSlot("d4", 0),
        PieceSlot("c3", 1),
    ]
