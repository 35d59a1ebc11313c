"""Gana: the board, its zones, pieces and counters."""

import random
from math import cos, dist, radians, sin

import pytest
from tests.games.gana.positions import PICTURE, at, with_d5

import charkoni
from charkoni.core.board_types import PieceSlot
from charkoni.core.constants import OVER
from charkoni.core.translations import Words
from charkoni.games.gana.geometry import CELL, STEP
from charkoni.games.gana.rules import is_attacked
from charkoni.graphics import scene
from charkoni.graphics.scene import BoardView

pytestmark = pytest.mark.once

ENGLISH = Words("en")


def test_zones_are_the_squares():
    spots = BoardView(charkoni.game("gana")).layout.spots
    assert set(spots) == {f"{file}{row}" for file in "abcdefgh" for row in range(1, 9)}


def test_each_player_sees_his_first_row_at_the_bottom():
    white, black = (BoardView(charkoni.game("gana"), seat).layout.spots for seat in range(2))
    assert white["a1"].y > white["a8"].y and white["a1"].x < white["h1"].x
    assert black["a1"].y < black["a8"].y and black["a1"].x > black["h1"].x
    assert all((white[cell].x, white[cell].y) == (black[turned].x, black[turned].y) for cell, turned in [("b3", "g6")])


@pytest.mark.parametrize("portrait", [False, True])
@pytest.mark.parametrize("contents", ["P", "pp", "PPPP", "K", "KPPP", "kpp"])
def test_a_pile_grows_by_a_step_a_piece_and_a_king_stands_on_top(contents, portrait):
    position = with_d5(contents)
    view = BoardView(position.game, 0, portrait)
    spot = view.layout.spots["d5"]
    pile = [piece for piece in view.pieces(position) if piece.slot.zone == "d5"]
    assert [piece.x for piece in pile] == [spot.x] * len(contents)
    assert [pile[0].y - piece.y for piece in pile] == [STEP * level for level in range(len(contents))]
    assert [piece.symbol.endswith("-raised") for piece in pile] == [False] + [True] * (len(contents) - 1)
    kings = [piece.symbol.startswith("king") for piece in pile]
    assert kings == [False] * (len(contents) - 1) + [contents[0] in "Kk"]
    assert sorted(pile, key=lambda piece: piece.z) == pile


@pytest.mark.parametrize("portrait", [False, True])
def test_every_pile_has_its_foot_in_its_square_and_no_pawn_leaves_it_far(portrait):
    for contents in ("PPPP", "Pppp", "PPPp", "PPpp"):
        position = with_d5(contents)
        view = BoardView(position.game, 0, portrait)
        box = dict(view.layout.spots["d5"].shape.attributes)
        for piece in view.pieces(position):
            if piece.slot.zone == "d5":
                assert box["x"] <= piece.x - 20 and piece.x + 20 <= box["x"] + box["width"]
                assert box["y"] - 5 <= piece.y - 15.5 and piece.y + 15.5 <= box["y"] + box["height"]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("contents", ["Pp", "PPp", "Ppp", "PPpp", "PPPp", "Pppp", "KPp", "Pkp", "Kppp", "PPPk"])
def test_on_a_mixed_square_the_own_pile_stands_in_front_at_the_left(contents, seat):
    position = with_d5(contents)
    view = BoardView(position.game, seat)
    found = [piece for piece in view.pieces(position) if piece.slot.zone == "d5"]
    piles = [[piece for piece in found if piece.symbol.split("-")[1] == player] for player in "ab"]
    own, other = piles if seat == 0 else piles[::-1]
    assert own[0].x < other[0].x and own[0].y > other[0].y
    assert min(piece.z for piece in own) > max(piece.z for piece in other)
    assert len(own) + len(other) == len(contents)


def test_nearer_pieces_hide_those_behind_them():
    position = charkoni.game("gana").start()
    for seat in range(2):
        found = BoardView(position.game, seat).pieces(position)
        assert [piece.y for piece in found] == sorted(piece.y for piece in found)


def test_a_badge_shows_the_numbers_on_mixed_squares_only():
    position = at(PICTURE)
    shown = {piece.slot: piece.text for piece in BoardView(position.game).pieces(position) if piece.symbol == "badge"}
    assert shown == {PieceSlot("d6#"): "3|1"}


@pytest.mark.parametrize("portrait", [False, True])
@pytest.mark.parametrize("contents", ["Pp", "PPp", "Ppp", "PPpp", "PPPp", "Pppp", "KPPp", "Pkpp"])
def test_the_badge_of_a_mixed_square_is_in_its_corner_beside_all_pieces(contents, portrait):
    """A piece is a disc of 20 by 10.5, STEP high; the badge has round ends."""
    position = with_d5(contents)
    view = BoardView(position.game, 0, portrait)
    spot = view.layout.spots["d5"]
    (badge,) = (piece for piece in view.pieces(position) if piece.symbol == "badge")
    box = {key: float(value) for key, value in view.layout.symbols["badge"][0].attributes}
    half, r = box["width"] / 2, box["height"] / 2
    assert spot.x < badge.x - half + 1 and badge.x + half <= spot.x + CELL / 2 + 2
    assert spot.y < badge.y - r and badge.y + r <= spot.y + CELL / 2 + 2
    for piece in (each for each in view.pieces(position) if each.slot.zone == "d5"):
        for degrees in range(0, 181, 5):  # along the lower edge of the disc
            x = piece.x + 20 * cos(radians(degrees)) - badge.x
            y = piece.y + STEP / 2 + 10.5 * sin(radians(degrees)) - badge.y
            assert dist((max(abs(x) - (half - r), 0), y), (0, 0)) > r - 0.5, (piece, degrees)


@pytest.mark.parametrize("portrait", [False, True])
def test_squares_are_square(portrait):
    for spot in BoardView(charkoni.game("gana"), 0, portrait).layout.spots.values():
        box = dict(spot.shape.attributes)
        assert box["width"] == box["height"]


def test_a_king_who_can_be_taken_has_a_halo():
    # f5 is attacked by the group on g5, c5 by the group of three on c7 (its second pawn stops there).
    position = at(PICTURE)
    shown = {piece.slot: (piece.symbol, piece.x, piece.y) for piece in BoardView(position.game).pieces(position)}
    kings = {slot: value[1:] for slot, value in shown.items() if value[0].startswith("king")}
    assert shown[PieceSlot("halo-a")] == ("halo", *kings[PieceSlot("c5", 8)])
    assert shown[PieceSlot("halo-b")] == ("halo", *kings[PieceSlot("f5", 9)])
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
        assert (spot.x - here.x, spot.y - here.y) == (x * CELL, y * CELL)
