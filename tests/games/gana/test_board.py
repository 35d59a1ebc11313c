"""Gana: the board, its zones, pieces and counters."""

import random

import pytest
from tests.games.gana.positions import PICTURE, at, with_d5

import charkoni
from charkoni.core.board_types import Slot
from charkoni.core.constants import OVER
from charkoni.core.translations import Words
from charkoni.games.gana import board
from charkoni.games.gana.rules import is_attacked
from charkoni.graphics import scene
from charkoni.graphics.scene import BoardView

pytestmark = pytest.mark.once

ENGLISH = Words("en")


def offsets(text, cell, seat=0):
    """Return the pieces on a square with their places from its middle."""
    position = at(text)
    view = BoardView(position.game, seat)
    spot = view.layout.spots[cell]
    return {
        piece.symbol: (piece.x - spot.x, piece.y - spot.y)
        for piece in view.pieces(position)
        if piece.slot.zone in (cell, f"{cell}#")
    }


def test_zones_are_the_squares():
    spots = BoardView(charkoni.game("gana")).layout.spots
    assert set(spots) == {f"{file}{row}" for file in "abcdefgh" for row in range(1, 9)}


def test_each_player_sees_his_first_row_at_the_bottom():
    white, black = (BoardView(charkoni.game("gana"), seat).layout.spots for seat in range(2))
    assert white["a1"].y > white["a8"].y and white["a1"].x < white["h1"].x
    assert black["a1"].y < black["a8"].y and black["a1"].x > black["h1"].x
    assert all((white[cell].x, white[cell].y) == (black[turned].x, black[turned].y) for cell, turned in [("b3", "g6")])


def test_a_piece_by_itself_is_large_and_in_the_middle():
    assert offsets("4,k,3/8/8/8/8/8/3,P,4/4,K,3 a 0", "d2") == {"pawn-a": (0, 0)}
    assert offsets("4,k,3/8/8/8/8/8/3,P,4/4,K,3 a 0", "e8") == {"king-b": (0, 0)}


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("contents", ["Pp", "PPp", "Ppp", "PPpp", "PPPp", "Pppp", "KPp", "Pkp", "Kppp", "PPPk"])
def test_on_a_mixed_square_own_pieces_stand_on_the_own_side(contents, seat):
    position = with_d5(contents)
    view = BoardView(position.game, seat)
    spot = view.layout.spots["d5"]
    heights = {"a": [], "b": []}
    for piece in view.pieces(position):
        if piece.slot.zone == "d5":
            heights[piece.symbol.split("-")[1]].append(piece.y - spot.y)
    own, other = (heights["a"], heights["b"]) if seat == 0 else (heights["b"], heights["a"])
    assert sum(own) / len(own) > 0 > sum(other) / len(other)
    assert sum(1 for y in own if y > 0) == min(len(own), 2)


def test_pieces_on_a_square_never_overlap():
    for contents in ("PP", "PPP", "PPPP", "pp", "ppp", "pppp", "Pp", "PPp", "Ppp", "PPpp", "PPPp", "Pppp"):
        position = with_d5(contents)
        for seat in range(2):
            found = [p for p in BoardView(position.game, seat).pieces(position) if p.slot.zone == "d5"]
            places = [(piece.x, piece.y) for piece in found]
            assert len(places) == len(contents)
            for i, one in enumerate(places):
                for other in places[:i]:
                    assert (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 > (2 * board.SMALL) ** 2


def test_a_badge_shows_the_numbers_on_mixed_squares_only():
    position = at(PICTURE)
    shown = {piece.slot: piece.text for piece in BoardView(position.game).pieces(position) if piece.symbol == "badge"}
    assert shown == {Slot("d6#"): "3|1"}


def test_a_king_who_can_be_taken_has_a_halo():
    # f5 is attacked by the group on g5, c5 by the group of three on c7 (its second pawn stops there).
    position = at(PICTURE)
    shown = {piece.slot: (piece.symbol, piece.x, piece.y) for piece in BoardView(position.game).pieces(position)}
    kings = {slot: value[1:] for slot, value in shown.items() if value[0].startswith("king")}
    assert shown[Slot("halo-a")] == ("halo-small", *kings[Slot("c5", 8)])
    assert shown[Slot("halo-b")] == ("halo", *kings[Slot("f5", 9)])
    assert not {
        slot for slot in BoardView(position.game).pieces(position.play("g5w")) if slot.slot.zone.startswith("halo")
    }


def test_halos_agree_with_the_rules():
    rng = random.Random(5)
    position = charkoni.game("gana").start()
    for _ in range(150):
        if position.turn == OVER:
            position = charkoni.game("gana").start()
        s = position.state[0]
        shown = {piece.slot.zone for piece in BoardView(position.game).pieces(position)}
        for side, zone in enumerate(("halo-a", "halo-b")):
            attacked = position.turn != OVER and bool(is_attacked(s, side, int(s.king[side])))
            assert (zone in shown) == attacked
        position = position.play(rng.choice(position.moves))


def test_counters_tell_pieces_danger_and_the_draw_counter():
    found = [tuple(counter) for counter in scene.counters(at(PICTURE.replace("a 0", "a 7")), ENGLISH)]
    assert found == [
        (0, "pieces", "14", None),
        (0, "king", "in danger", None),
        (1, "pieces", "9", None),
        (1, "king", "in danger", None),
        (None, "no capture", "7/100", None),
    ]
    over = scene.counters(at(PICTURE).play("g5w"), ENGLISH)
    assert [counter.value for counter in over if counter.label == "king"] == ["not in danger", "taken"]


@pytest.mark.parametrize("seat", [0, 1])
def test_directions_point_to_where_the_pieces_go(seat):
    layout = BoardView(charkoni.game("gana"), seat).layout
    here = layout.spots["d4"]
    for chip, cell in zip("nesw", ("d5", "e4", "d3", "c4"), strict=True):
        x, y = layout.arrows[chip]
        spot = layout.spots[cell]
        assert (spot.x - here.x, spot.y - here.y) == (x * board.CELL, y * board.CELL)
