"""The board of Focus: checkers, reserves, coordinates."""

from itertools import product

import pytest
from tests.graphics.test_themes import contrast

import charkoni
from charkoni.games.focus.events import RESERVE_SHOWN
from charkoni.graphics.scene import BoardView
from charkoni.graphics.themes import THEMES, theme_of

pytestmark = pytest.mark.once

FOCUS = charkoni.game("focus")


def test_checkers_of_towers_can_be_told_apart_by_letters():
    layout = BoardView(FOCUS).layout
    assert layout.stacks == {"disc-a": "a", "disc-b": "b"}
    assert set(layout.stacks) <= set(layout.symbols)


@pytest.mark.parametrize("portrait", [False, True])
def test_cells_are_large_on_a_phone_and_do_not_meet_the_reserves(portrait):
    layout = BoardView(FOCUS, portrait=portrait).layout
    for zone, (x, y, shape) in layout.spots.items():
        box = dict(shape.attributes)
        if len(zone) == 2:
            assert min(box["width"], box["height"]) * 360 / layout.width >= 40
            assert min(x, y, layout.width - x, layout.height - y) > 28
    assert list(layout.spots)[-1] == "drop", "a tap on the reserve hits what can be tapped"
    assert layout.spots["drop"].shape == layout.spots["reserve-a"].shape


@pytest.mark.parametrize("seat", range(2))
@pytest.mark.parametrize("portrait", [False, True])
def test_reserves_lie_in_piles_on_the_board_and_their_numbers_beside_them(portrait, seat):
    view = BoardView(FOCUS, seat, portrait)
    position = FOCUS.parse("4/6/3,rggg,1,g,2/8/3,grr,4/8/r,5/4 b 23:4")
    for player, number in (("a", "23"), ("b", "4")):
        of_reserve = [piece for piece in view.pieces(position) if piece.slot.zone.startswith(f"reserve-{player}")]
        (badge,) = [piece for piece in of_reserve if piece.symbol == "badge"]
        checkers = [piece for piece in of_reserve if piece.symbol == f"disc-{player}"]
        assert badge.text == number and len(checkers) == min(int(number), RESERVE_SHOWN)
        assert len({(piece.x, piece.y) for piece in checkers}) == len(checkers)
        near = "ab"[seat] == player
        for piece in checkers:
            assert (piece.x > view.layout.width / 2, piece.y > view.layout.height / 2) == (near, near)
            assert abs(piece.x - badge.x) > 22 or abs(piece.y - badge.y) > 20 or piece.y > badge.y + 10


@pytest.mark.parametrize("theme", THEMES)
def test_checkers_and_labels_stand_out_from_wood_and_felt(theme):
    paints = theme_of(FOCUS.family, theme)
    maple = [paints[f"maple-{tone}"]["stop-color"] for tone in ("light", "mid", "dark", "deep")]
    for side, ground in product(("red", "green"), [*maple, paints["land-red"]["fill"], paints["land-green"]["fill"]]):
        fill, rim = paints[f"side-{side}"]["fill"], paints[f"rim-{side}"]["stroke"]
        assert max(contrast(fill, ground), contrast(rim, ground)) >= 4.5, (side, ground)
    for tone in ("light", "deep"):
        assert contrast(paints["walnut-label"]["fill"], paints[f"walnut-{tone}"]["stop-color"]) >= 4.5
