"""The board of Chaupar: layout, pieces, counters."""

from itertools import combinations, product
from math import dist

import pytest
from tests.games.chaupar.positions import shown
from tests.graphics.test_themes import contrast

from charkoni import game
from charkoni.core.translations import Words
from charkoni.graphics import scene
from charkoni.graphics.scene import BoardView
from charkoni.graphics.themes import THEMES, theme_of

pytestmark = pytest.mark.once

CHAUPAR = game("chaupar")
OUTER = game("chaupar:entry=outer")
ENGLISH = Words("en")
CELLS = ("linen", *(f"land-{colour}" for colour in BoardView(CHAUPAR).layout.colours))


def test_piles_show_their_height_and_sticks_their_face():
    found = shown("c1,4x3/c4/c4/c1,22,l3x2 a c 5|16")
    assert found["p4#", 0] == ("badge", "3") and found["lane-d3#", 0] == ("badge", "2")
    assert [found["p4", level][0] for level in range(3)] == ["piece-a"] * 3
    assert found["die", 0][0] == "stick-1" and found["die", 1][0] == "stick-6" and found["handed", 0][0] == "stick-5"


@pytest.mark.parametrize("chaupar", [CHAUPAR, OUTER])
@pytest.mark.parametrize("seat", range(4))
def test_the_own_arm_lies_at_the_bottom(chaupar, seat):
    layout = BoardView(chaupar, seat).layout
    letter = "abcd"[seat]
    lane = [layout.spots[f"lane-{letter}{cell}"] for cell in range(1, 8)]
    assert {spot.x for spot in lane} == {layout.width / 2}
    assert [spot.y for spot in lane] == sorted((spot.y for spot in lane), reverse=True)
    assert layout.spots[f"home-{letter}"].y > layout.height / 2
    assert layout.spots[f"charkoni-{letter}"].y > layout.height / 2
    first = layout.spots[f"p{1 + 17 * seat}"]
    assert first.x < layout.width / 2 < first.y, "step 1 is left of the lane"


@pytest.mark.parametrize("chaupar", [CHAUPAR, OUTER])
@pytest.mark.parametrize("seat", range(4))
def test_upright_the_own_yard_lies_at_the_bottom_and_cells_are_large(chaupar, seat):
    layout = BoardView(chaupar, seat, portrait=True).layout
    yard = layout.spots[f"charkoni-{'abcd'[seat]}"]
    assert yard.x == layout.width / 2 and yard.y > layout.height / 2
    cells = [spot for zone, spot in layout.spots.items() if zone.startswith(("p", "lane"))]
    nearest = min(dist(one[:2], other[:2]) for one, other in combinations(cells, 2))
    assert nearest * 360 / layout.width >= 24, "on a phone"


@pytest.mark.parametrize("chaupar", [CHAUPAR, OUTER])
@pytest.mark.parametrize("portrait", [False, True])
def test_sticks_lie_on_the_board_beside_the_cells_and_yards(chaupar, portrait):
    view = BoardView(chaupar, portrait=portrait)
    layout = view.layout
    half = 42 if portrait else 72
    for letter in "abcd":
        thrown = [
            piece
            for piece in view.pieces(chaupar.parse(f"c4/c4/c4/c4 {letter} {letter} 125"))
            if piece.slot.zone == "die"
        ]
        for stick in thrown:
            assert half < stick.x < layout.width - half and 13 < stick.y < layout.height - 13
            for zone, (x, y, _) in layout.spots.items():
                reach = 20 if zone[0] in "pl" else 60 if zone[0] == "h" or not portrait else 46
                assert abs(x - stick.x) > half + reach * 0.6 or abs(y - stick.y) > 13 + reach, (zone, stick)


@pytest.mark.parametrize("portrait", [False, True])
@pytest.mark.parametrize("height", [2, 3, 4])
def test_the_height_of_a_pile_stands_beside_all_heads(portrait, height):
    """Heads are from 12 to 30 units above the middle of a piece and up to 9.7 wide on either side."""
    view = BoardView(CHAUPAR, portrait=portrait)
    for step in range(1, 69):
        beside = step % 68 + 1
        pieces = view.pieces(
            CHAUPAR.parse(f"c{4 - height or ''},{step}x{height}/c3,{beside}/c4/c4 a ? -".replace("c,", ""))
        )
        (badge,) = (piece for piece in pieces if piece.slot.zone == f"p{step}#")
        heads = [piece for piece in pieces if piece.symbol.startswith(("piece", "lap")) and piece.slot.zone[0] == "p"]
        for head in heads:
            across, above = abs(badge.x - head.x) - 9.7, badge.y - head.y
            assert across >= 10.5 or not -30 - 10.5 < above < -12 + 10.5, (step, head)


@pytest.mark.parametrize("theme", THEMES)
def test_pieces_stand_out_from_the_cells(theme):
    paints = theme_of(CHAUPAR.family, theme)
    for side, ground in product(BoardView(CHAUPAR).layout.colours, CELLS):
        fill, rim, below = paints[f"side-{side}"]["fill"], paints[f"rim-{side}"]["stroke"], paints[ground]["fill"]
        assert max(contrast(fill, below), contrast(rim, below)) >= 4.5, (side, ground)
    assert contrast(paints["cloth-number"]["fill"], paints["cloth"]["fill"]) >= 4.5
    assert contrast(paints["bone-ink"]["fill"], paints["bone-deep"]["stop-color"]) >= 4.5


def test_the_charkoni_lies_in_the_corner_of_the_entry_cell():
    for chaupar, step in ((CHAUPAR, 3), (OUTER, 13)):
        for seat in range(4):
            layout = BoardView(chaupar, seat).layout
            charkoni, cell = layout.spots["charkoni-a"], layout.spots[f"p{step}"]
            for yard, own, size in ((charkoni.x, cell.x, layout.width), (charkoni.y, cell.y, layout.height)):
                assert (yard < size / 2) == (own < size / 2) and min(yard, size - yard) < size / 8


def test_whoever_acts_is_framed():
    def frame(text):
        view = BoardView(CHAUPAR)
        spots = {letter: view.layout.spots[f"charkoni-{letter}"] for letter in "abcd"}
        (turn,) = [piece for piece in view.pieces(CHAUPAR.parse(text)) if piece.symbol == "turn"]
        return min(spots, key=lambda letter: abs(spots[letter].x - turn.x) + abs(spots[letter].y - turn.y))

    assert frame("c4/c4/c4/c4 d ? -") == "d"
    assert frame("c4/c4/c4/c4 b b 125") == "b"
    assert frame("h4/c4/c4/c4 a c 5|16") == "c"


def test_counters_tell_who_is_home_and_who_waits():
    found = scene.counters(game("chaupar:dice=1346").parse("c1,3,h2/c4/c4/c4 a ? -"), ENGLISH)
    assert [(counter.player, counter.value) for counter in found[:4]] == [(0, "2/4"), (0, "1"), (1, "0/4"), (1, "4")]
    assert found[-1].value == "1·3·4·6"
