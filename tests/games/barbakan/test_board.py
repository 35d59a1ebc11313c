"""The board of Barbakan: layout, pawns, trays, counters."""

from math import dist

import pytest
from tests.games.barbakan.positions import EMPTY, LAST_STEP, RACE, position

import charkoni
from charkoni.core.translations import Words
from charkoni.games.barbakan import board
from charkoni.graphics import scene
from charkoni.graphics.scene import BoardView

pytestmark = pytest.mark.once

ENGLISH = Words("en")
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
def test_no_two_points_are_nearer_than_a_fingertip_on_a_phone(name):
    layout = BoardView(charkoni.game(name), 0, True).layout
    spots = [spot for zone, spot in layout.spots.items() if not zone.startswith("hand")]
    nearest = min(dist(one[:2], other[:2]) for one in spots for other in spots if one is not other)
    assert nearest * 360 / layout.width >= 24


def test_numbers_run_clockwise_from_the_top():
    spots = BoardView(charkoni.game("barbakan")).layout.spots
    assert (spots["o1"].x, spots["o7"].y) == (board.MIDDLE, board.MIDDLE)
    assert spots["o1"].y < spots["m1"].y < spots["b1"].y < spots["c1"].y < board.MIDDLE
    assert spots["o7"].x > board.MIDDLE > spots["o19"].x
    assert spots["b1"].x < board.MIDDLE < spots["b2"].x


@pytest.mark.parametrize(("name", "turned"), [("barbakan", 12), ("barbakan:players=3", 8), ("barbakan:players=4", 6)])
def test_the_next_player_sees_the_board_turned_by_his_share(name, turned):
    first, second = (BoardView(charkoni.game(name), seat).layout.spots for seat in range(2))
    for point in range(1, 25 - turned):
        assert dist(first[f"o{point}"][:2], second[f"o{point + turned}"][:2]) < 0.01


@pytest.mark.parametrize("name", VARIANTS)
def test_everybody_has_his_own_tray_on_the_left_below(name):
    game = charkoni.game(name)
    places = [BoardView(game, seat).layout.spots[f"hand-{'abcd'[seat]}"] for seat in range(game.players)]
    assert {(spot.x < board.MIDDLE, spot.y > board.MIDDLE) for spot in places} == {(True, True)}


@pytest.mark.parametrize("name", VARIANTS)
def test_pawns_in_hand_lie_within_their_tray(name):
    game = charkoni.game(name)
    layout = BoardView(game).layout
    for piece in BoardView(game).pieces(game.start()):
        x, y = piece.x - board.MIDDLE, piece.y - board.MIDDLE
        assert dist((x, y), (0, 0)) > board.TRAY_ARC and max(abs(x), abs(y)) < board.TRAY_EDGE - 12
        spot = layout.spots[piece.slot.zone.removesuffix("#")]
        assert (x > 0, y > 0) == (spot.x > board.MIDDLE, spot.y > board.MIDDLE)


def test_pawns_that_cannot_move_are_pale():
    shown = {piece.slot.zone: piece.symbol for piece in BoardView(charkoni.game("barbakan")).pieces(position(RACE))}
    assert {zone for zone, symbol in shown.items() if symbol.startswith("shut")} == {"o5", "b1"}
    assert (shown["o1"], shown["o6"]) == ("pawn-a", "pawn-b")


def test_no_pawn_is_pale_while_pawns_are_placed():
    text = "......................../............/............/............ a 12:12"
    for move in ("@o1", "@o2"):
        text = str(position(text).play(move))
    symbols = {piece.symbol for piece in BoardView(charkoni.game("barbakan")).pieces(position(text))}
    assert symbols == {"pawn-a", "pawn-b", "badge"}


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
