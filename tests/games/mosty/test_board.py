"""Mosty: the board, its zones, pieces and counters."""

import pytest

import charkoni
from charkoni.core.translations import Words
from charkoni.games.mosty.geometry import STEP, TALL
from charkoni.graphics import scene
from charkoni.graphics.move_highlights import zones_of_last
from charkoni.graphics.scene import BoardView

pytestmark = pytest.mark.once

ENGLISH = Words("en")
EDGES = ("edge-a0", "edge-a1", "edge-b0", "edge-b1")


def _corners(diamond):
    points = str(dict(diamond.attributes)["points"]).split()
    return [(float(x), float(y)) for x, y in (point.split(",") for point in points)]


def test_zones_are_the_crossings_and_the_edges():
    spots = BoardView(charkoni.game("mosty:size=2")).layout.spots
    assert set(spots) == {"a1", "a3", "b2", "c1", "c3", *EDGES}


def test_red_sees_his_edges_at_the_bottom_and_the_top():
    spots = BoardView(charkoni.game("mosty"), 0).layout.spots
    assert spots["edge-a0"].y > spots["e5"].y > spots["edge-a1"].y
    assert spots["edge-b0"].x < spots["e5"].x < spots["edge-b1"].x
    assert spots["a1"].x < spots["c1"].x and spots["a1"].y > spots["a3"].y


def test_blue_sees_the_board_turned_by_a_quarter_turn():
    spots = BoardView(charkoni.game("mosty"), 1).layout.spots
    assert spots["edge-b0"].y > spots["e5"].y > spots["edge-b1"].y
    assert spots["edge-a1"].x < spots["e5"].x < spots["edge-a0"].x
    assert spots["a1"].y > spots["c1"].y and spots["a1"].x > spots["a3"].x


@pytest.mark.parametrize("portrait", [False, True])
def test_zones_of_crossings_fill_the_board_between_the_posts(portrait):
    layout = BoardView(charkoni.game("mosty"), 0, portrait).layout
    steps = STEP, TALL if portrait else STEP
    one, other = layout.spots["a1"], layout.spots["b2"]
    assert (abs(one.x - other.x), abs(one.y - other.y)) == steps
    points = str(dict(layout.spots["c3"].shape.attributes)["points"]).split()
    for axis, step in enumerate(steps):
        ends = [float(point.split(",")[axis]) for point in points]
        assert max(ends) - min(ends) == 2 * step


@pytest.mark.parametrize("size", [2, 5, 10])
def test_the_upright_board_fills_a_phone_and_its_crossings_are_targets(size):
    layout = BoardView(charkoni.game(f"mosty:size={size}"), 0, True).layout
    scale = min(352 / layout.width, 506 / layout.height)  # px a unit in the space that a table has at 360 x 740
    assert scale * layout.width == 352
    assert 2 * scale * STEP >= 30 and 2 * scale * TALL >= 36  # the diagonals of a crossing's diamond


@pytest.mark.parametrize("seat", [0, 1])
def test_the_quays_are_zones_beside_all_crossings(seat):
    layout = BoardView(charkoni.game("mosty"), seat).layout
    points = [p for zone in layout.spots if zone not in EDGES for p in _corners(layout.spots[zone].shape)]
    for zone in EDGES:
        box = {name: float(value) for name, value in layout.spots[zone].shape.attributes}
        right, bottom = box["x"] + box["width"], box["y"] + box["height"]
        assert not any(box["x"] < x < right and box["y"] < y < bottom for x, y in points), zone
        assert box["x"] >= 0 and right <= layout.width and box["y"] >= 0 and bottom <= layout.height


@pytest.mark.parametrize("colour", ["red", "blue"])
def test_every_post_is_drawn_once_and_in_the_flat_set_without_height_and_light(colour):
    layout, symbol = BoardView(charkoni.game("mosty:size=3")).layout, f"posts-{colour}"
    assert [dict(each.attributes).get("href") for each in layout.ground].count(f"#{symbol}") == 1
    for drawn in (layout.symbols[symbol], layout.flat_symbols[symbol]):
        (tops,) = (element for element in drawn if element.cls == f"post-{colour}")
        assert str(dict(tops.attributes)["d"]).lower().count("m") == 3 * 4
    assert {element.cls for element in layout.flat_symbols[symbol]} == {f"post-{colour}", f"post-{colour}-edge"}


@pytest.mark.parametrize(
    ("seat", "symbols"),
    [
        (0, {"a1": "bridge-a1", "b2": "bridge-a0", "c1": "bridge-b0", "c3": "bridge-b0"}),
        (1, {"a1": "bridge-a0", "b2": "bridge-a1", "c1": "bridge-b1", "c3": "bridge-b1"}),
    ],
)
def test_bridges_stand_upright_or_lie_by_side_crossing_and_seat(seat, symbols):
    # Red a1 upright (1,0)-(1,2) and b2 lying (1,2)-(3,2); Blue c1 and c3 lying.
    position = charkoni.game("mosty:size=2").parse("1b/r/rb a")
    shown = {piece.slot.zone: piece.symbol for piece in BoardView(position.game, seat).pieces(position)}
    chain = {"a1", "b2"}
    assert shown == {zone: symbol + ("-chain" if zone in chain else "") for zone, symbol in symbols.items()}


def test_the_winning_chain_is_marked():
    position = charkoni.game("mosty:size=2").parse("rb/1/rb .")
    shown = {piece.slot.zone: piece.symbol for piece in BoardView(position.game).pieces(position)}
    assert shown == {"a1": "bridge-a1-won", "a3": "bridge-a1-won", "c1": "bridge-b0", "c3": "bridge-b0"}


def test_single_bridges_are_no_chain():
    position = charkoni.game("mosty").parse("5/4/5/4/5/4/1r3/4/4b a")
    assert {piece.symbol for piece in BoardView(position.game).pieces(position)} == {"bridge-a1", "bridge-b0"}


def test_counters_show_the_bridges_needed_and_with_two_links_those_left():
    position = charkoni.game("mosty:links=2").parse("5/4/5/4/2r2/4/5/4/5 b 2")
    shown = [(counter.player, counter.value) for counter in scene.counters(position, ENGLISH)]
    assert shown == [(0, "4"), (1, "5"), (None, "2")]
    over = charkoni.game("mosty:size=2").parse("rb/1/r1 .")
    shown = [(counter.label, counter.value) for counter in scene.counters(over, ENGLISH)]
    assert shown == [("shores", "connected"), ("shores", "apart")], "beside the score 1 and 0 no other numbers"


@pytest.mark.parametrize("portrait", [False, True])
def test_the_last_bridge_glows_and_no_post_beside_it_is_covered(portrait):
    """The light of a bridge, on Red's upright one and Blue's lying one, reaches no post but those at its ends."""
    layout = BoardView(charkoni.game("mosty"), 0, portrait).layout
    assert set(layout.last_marks) == {name for name in layout.symbols if name.startswith("bridge-")}
    across, up = STEP, TALL if portrait else STEP
    for name, glow in layout.last_marks.items():
        is_upright = "1" in name
        beside, along = (across, up) if is_upright else (up, across)
        for ray in glow.children:
            box = {key: float(value) for key, value in ray.attributes}
            wide, long = (box["width"], box["height"]) if is_upright else (box["height"], box["width"])
            assert (box["x"], box["y"]) == (-box["width"] / 2, -box["height"] / 2)
            assert wide / 2 + 9.8 <= beside and long / 2 <= along + 9.8  # the radius of a post and its edge


def test_a_picture_marks_the_last_bridge_and_other_zones_by_their_shape():
    position = charkoni.game("mosty:size=2").parse("1b/r/rb a")
    assert (
        position.svg(marks=["a1"]).count('transform="translate(') == position.svg().count('transform="translate(') + 1
    )
    assert "<polygon" in position.svg(marks=["a3"]) and "<polygon" not in position.svg(marks=["a1"])


def test_the_bridge_that_wins_is_the_only_one_marked_as_the_last_move():
    """The chain that joins the shores is golden anyway."""
    before = charkoni.game("mosty:size=2").parse("r1/1/1b a")
    assert zones_of_last(before, "a1", before.play("a1")) == ["a1"]
