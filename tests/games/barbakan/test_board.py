"""The board of Barbakan: layout, pawns, trays, counters."""

import re
from itertools import pairwise, product
from math import dist

import pytest
from tests.games.barbakan.positions import EMPTY, LAST_STEP, RACE, position
from tests.graphics.test_themes import contrast, difference, lab

import charkoni
from charkoni.core.board_types import Element
from charkoni.core.translations import Words
from charkoni.games.barbakan import board
from charkoni.graphics import scene
from charkoni.graphics.scene import BoardView
from charkoni.graphics.themes import THEMES, theme_of

pytestmark = pytest.mark.once

ENGLISH = Words("en")
LEAST = 4.5
RING_EDGE = 2.1
"""Half the width of the dark edge of a ring of light, in style.css."""
VARIANTS = (
    "barbakan",
    "barbakan:players=3",
    "barbakan:players=4",
    "barbakan:board=mini3",
    "barbakan:board=mini3,players=3",
    "barbakan:board=mini4",
    "barbakan:board=mini4,players=4",
)


@pytest.mark.parametrize("name", VARIANTS)
def test_zones_are_the_points_and_the_hands(name):
    game = charkoni.game(name)
    spots = BoardView(game).layout.spots
    hands = {f"hand-{letter}" for letter in "abcd"[: game.players]}
    assert set(spots) == {*board.BOARDS[game.flags["board"]].points, *hands}


@pytest.mark.parametrize("name", VARIANTS)
def test_no_two_points_are_near_on_a_phone(name):
    layout = BoardView(charkoni.game(name), 0, True).layout
    spots = [spot for zone, spot in layout.spots.items() if not zone.startswith("hand")]
    nearest = min(dist(one[:2], other[:2]) for one in spots for other in spots if one is not other)
    assert nearest * 360 / layout.width >= 32


def box_of(number: Element, at: tuple[float, float]) -> tuple[float, float, float, float]:
    """Return the left, right, upper and lower edge of a number by its middle."""
    size = float(dict(number.attributes)["font-size"])
    (x, y), half, high = at, 0.31 * size * len(number.text), 0.355 * size
    return x - half, x + half, y - high, y + high


@pytest.mark.parametrize("name", VARIANTS)
def test_no_grass_grows_on_the_numbers_of_the_outer_ring(name):
    for seat, portrait in product(range(2), (False, True)):
        ground = BoardView(charkoni.game(name), seat, portrait).layout.ground
        (grass,) = (str(dict(each.attributes)["d"]) for each in ground if each.cls == "turf-blade")
        tufts = [tuple(map(float, each)) for each in re.findall(r"M(-?\d+),(-?\d+)", grass)]
        numbers = [dict(each.attributes) for each in ground if each.cls == "turf-label"]
        assert len(tufts) > 12 and numbers
        near = min(dist((x, y - 3.5), (each["x"], each["y"])) for x, y in tufts for each in numbers)
        assert near >= 14


@pytest.mark.parametrize("name", VARIANTS)
def test_the_numbers_of_the_towers_lie_outside_and_beside_the_pawns_within(name):
    for seat, portrait in product(range(2), (False, True)):
        layout = BoardView(charkoni.game(name), seat, portrait).layout
        towers = [each for each in layout.ground if any(part.cls == "masonry-label" for part in each.children)]
        assert len(towers) == sum(zone[0] == "b" for zone in layout.spots)
        for tower in towers:
            number = tower.children[-1]
            at = [float(each) for each in re.findall(r"-?[\d.]+", str(dict(tower.attributes)["transform"]))]
            aside = [float(dict(number.attributes)[key]) for key in "xy"]
            middle = at[0] + aside[0], at[1] + aside[1]
            left, right, top, bottom = box_of(number, middle)
            pawn = layout.spots[f"b{number.text}"]
            assert dist(middle, pawn[:2]) > dist(at, pawn[:2]) + 2
            assert abs(min(max(left, pawn.x), right) - pawn.x) > 8 or bottom < pawn.y - 28.5 or top > pawn.y
            assert dist(aside, (0, 0)) < 10


@pytest.mark.parametrize("name", VARIANTS)
def test_the_numbers_of_the_outer_ring_lie_beside_pawns_and_rings_of_light(name):
    """Rings as the page draws them: of the natural set round the foot, of the flat one along the zone."""
    game = charkoni.game(name)
    for seat, portrait in product(range(game.players), (False, True)):
        layout = BoardView(game, seat, portrait).layout
        spots = {zone: spot for zone, spot in layout.spots.items() if zone[0] == "o"}
        numbers = [each for each in layout.ground if each.cls == "turf-label"]
        assert len(numbers) == len(spots)
        for i, number in enumerate(numbers, 1):
            x, y = (float(dict(number.attributes)[key]) for key in "xy")
            own = spots[f"o{number.text}"]
            assert number.text == str(i)
            assert min(spots.values(), key=lambda spot: dist(spot[:2], (x, y))) is own
            left, right, top, bottom = box_of(number, (x, y))
            for spot in spots.values():
                radius = float(dict(spot.shape.attributes)["r"]) + RING_EDGE
                nearest = min(max(left, spot.x), right), min(max(top, spot.y), bottom)
                assert dist(nearest, spot[:2]) > radius, (seat, portrait, number.text)
                across, up = nearest[0] - spot.x, min(max(top, spot.y + 4), bottom) - spot.y - 4
                assert (across / (17 + RING_EDGE)) ** 2 + (up / (10 + RING_EDGE)) ** 2 > 1
                assert abs(across) > 8 or bottom < spot.y - 31 or top > spot.y, (seat, portrait, number.text)


def test_numbers_run_clockwise_from_the_top():
    for portrait in (False, True):
        layout = BoardView(charkoni.game("barbakan"), portrait=portrait).layout
        spots, x, y = layout.spots, layout.width / 2, layout.height / 2
        assert (spots["o1"].x, spots["o7"].y) == pytest.approx((x, y))
        assert spots["o1"].y < spots["m1"].y < spots["b1"].y < spots["c1"].y < y
        assert spots["o7"].x > x > spots["o19"].x
        assert spots["b1"].x < x < spots["b2"].x


def test_the_points_of_a_ring_lie_equally_far_apart_on_an_oval():
    spots = BoardView(charkoni.game("barbakan"), portrait=True).layout.spots
    for ring, size in board.BOARDS["b12"].rings:
        ends = [spots[f"{ring}{i % size + 1}"][:2] for i in range(size + 1)]
        gaps = [dist(one, other) for one, other in pairwise(ends)]
        assert max(gaps) < 1.2 * min(gaps), ring


@pytest.mark.parametrize(("name", "turned"), [("barbakan", 12), ("barbakan:players=3", 8), ("barbakan:players=4", 6)])
def test_the_next_player_sees_the_board_turned_by_his_share(name, turned):
    first, second = (BoardView(charkoni.game(name), seat).layout.spots for seat in range(2))
    for point in range(1, 25 - turned):
        assert dist(first[f"o{point}"][:2], second[f"o{point + turned}"][:2]) < 0.01


@pytest.mark.parametrize("name", VARIANTS)
def test_everybody_has_his_own_tray_on_the_left_below(name):
    game = charkoni.game(name)
    for seat in range(game.players):
        for portrait in (False, True):
            layout = BoardView(game, seat, portrait).layout
            spot = layout.spots[f"hand-{'abcd'[seat]}"]
            assert spot.x < layout.width / 2 and spot.y > layout.height / 2


@pytest.mark.parametrize("portrait", [False, True])
@pytest.mark.parametrize("name", VARIANTS)
def test_pawns_in_hand_stand_in_their_tray_beside_its_number(name, portrait):
    game = charkoni.game(name)
    layout = BoardView(game, portrait=portrait).layout
    for piece in BoardView(game, portrait=portrait).pieces(game.start()):
        spot = layout.spots[piece.slot.zone.removesuffix("#")]
        assert (piece.x < layout.width / 2, piece.y < layout.height / 2) == (
            spot.x < layout.width / 2,
            spot.y < layout.height / 2,
        )
        if piece.symbol != "badge":
            assert 12 < min(piece.x, layout.width - piece.x) < 92 and 8 < piece.y - 23 < layout.height - 34
            assert piece.y + 7 <= spot.y - 10.5 or piece.y - 23 >= spot.y + 10.5, "badge and pawn overlap"


@pytest.mark.parametrize("theme", THEMES)
def test_pawns_and_labels_stand_out_from_the_ground(theme):
    game = charkoni.game("barbakan:players=4")
    paints = theme_of(game.family, theme)
    grounds = [
        paints["flagstone"]["fill"],
        paints["track"]["stroke"],
        *(paints[f"{each}-{tone}"]["stop-color"] for each in ("turf", "paving") for tone in ("light", "deep")),
    ]
    for side, ground in product(BoardView(game).layout.colours, grounds):
        fill, rim = paints[f"side-{side}"]["fill"], paints[f"rim-{side}"]["stroke"]
        assert max(contrast(fill, ground), contrast(rim, ground)) >= LEAST, (side, ground)
    for ground in ("turf-light", "turf-deep"):
        assert contrast(paints["turf-label"]["fill"], paints[ground]["stop-color"]) >= 4.5
    assert contrast(paints["passage-arrow"]["fill"], paints["passage"]["fill"]) >= 4.5


@pytest.mark.parametrize("theme", sorted({*THEMES} - {"contrast"}))
def test_the_yard_differs_from_the_grass(theme):
    """By at least 12 (CIEDE2000), where the wall lies between them; boards in high contrast are line drawings."""
    paints = theme_of(charkoni.game("barbakan").family, theme)
    turf, yard = (
        [lab(paints[f"{each}-{tone}"]["stop-color"]) for tone in ("light", "deep")] for each in ("turf", "paving")
    )
    assert min(difference(one, other) for one, other in product(turf, yard)) >= 12


def test_pawns_that_cannot_move_are_pale():
    shown = {piece.slot.zone: piece.symbol for piece in BoardView(charkoni.game("barbakan")).pieces(position(RACE))}
    assert {zone for zone, symbol in shown.items() if symbol.startswith("shut")} == {"o5", "b1"}
    assert (shown["o1"], shown["o6"]) == ("pawn-a", "pawn-b")


def test_no_pawn_is_pale_while_pawns_are_placed():
    text = "......................../............/............/............ a 12:12"
    for move in ("@o1", "@o2"):
        text = str(position(text).play(move))
    symbols = {piece.symbol for piece in BoardView(charkoni.game("barbakan")).pieces(position(text))}
    assert symbols == {"pawn-a", "pawn-b", "small-a", "small-b", "badge"}


@pytest.mark.parametrize(
    ("text", "shown"), [(f"{EMPTY} a 12:12", ["12", "12"]), (RACE, ["6/12", "7/12"]), (LAST_STEP, ["11/12", "11/12"])]
)
def test_trays_show_the_pawns_in_hand_and_then_those_inside(text, shown):
    pieces = BoardView(charkoni.game("barbakan")).pieces(position(text))
    assert sorted(piece.text for piece in pieces if piece.symbol == "badge") == sorted(shown)


def test_counters_show_pawns_inside_and_while_placing_those_in_hand():
    shown = [(counter.player, counter.label, counter.value) for counter in scene.counters(position(RACE), ENGLISH)]
    assert shown == [(0, "inside", "6/12"), (1, "inside", "7/12")]
    start = position(f"{EMPTY} a 12:12")
    assert [counter.value for counter in scene.counters(start, ENGLISH)] == ["12", "0/12", "12", "0/12"]
