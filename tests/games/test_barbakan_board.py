"""The board of Barbakan: where points and pawns are, which taps are meant, what is told."""

from math import dist

import pytest

import charkoni
from charkoni.core.board_types import Event, Slot
from charkoni.core.constants import OVER
from charkoni.core.translations import Words
from charkoni.games.barbakan import board
from charkoni.graphics import click_trie, scene
from charkoni.graphics.scene import BoardView

pytestmark = pytest.mark.once

ENGLISH = Words("en")
EMPTY = "......................../............/............/............"
RACE = "a...bb....ab..b...aa..../..b.a...a.../bbab..ab.bba/a...a.a..b.. a 0:0"
LAST_STEP = "......................../...a...b..../aaa.aabbbbbb/aaaaaabbbbb. a 0:0"
VARIANTS = (
    "barbakan",
    "barbakan:players=3",
    "barbakan:players=4",
    "barbakan:board=mini3",
    "barbakan:board=mini3,players=3",
    "barbakan:board=mini4",
    "barbakan:board=mini4,players=4",
)


def position(text, name="barbakan"):
    return charkoni.game(name).parse(text)


def events_of(text, move, name="barbakan"):
    before = position(text, name)
    return board.events(before.state[0], move, before.play(move).state[0], before.game.flags)


def tapped(text, name="barbakan"):
    return {script: move for script, move in click_trie.leaves(scene.scripts(position(text, name)))}


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


def test_a_pawn_is_placed_by_its_point_alone_or_from_the_hand():
    taps = tapped(f"{EMPTY} a 12:12")
    assert taps[("o5",)] == taps[("hand-a", "o5")] == "@o5"


def test_a_move_is_tapped_from_point_to_point_and_a_pass_by_its_chip():
    assert tapped(RACE)[("o1", "m1")] == "o1-m1"
    assert tapped("a.a.a./bbb/.../... a 0:0", "barbakan:board=mini3") == {("pass",): "-"}


def test_placing_takes_the_last_pawn_of_the_hand():
    assert events_of(f"{EMPTY} a 12:12", "@o5") == [
        Event("place", ((Slot("hand-a", 11), Slot("o5")),), zone="o5"),
    ]


@pytest.mark.parametrize(
    ("move", "kind"), [("m1-m2", "move"), ("m1-o1", "move"), ("m1-b2", "enter"), ("b6-c6", "move")]
)
def test_steps_are_moves_but_through_a_gate_they_enter(move, kind):
    text = "............b.........../a.........../.....a....../............ a 0:0"
    start, end = move.split("-")
    assert events_of(text, move)[0] == Event(kind, ((Slot(start), Slot(end)),), (start, end), end)


def test_the_pass_and_the_end_are_events():
    assert events_of("a.a.a./bbb/.../... a 0:0", "-", "barbakan:board=mini3") == [Event("pass")]
    assert [event.kind for event in events_of(LAST_STEP, "m4-b4")] == ["enter", "end"]


@pytest.mark.parametrize(
    ("text", "prefix", "zone", "code"),
    [
        (f"{EMPTY} a 12:12", (), "m1", "NOT_OUTER"),
        (f"a.......................{EMPTY[24:]} b 11:12", ("hand-b",), "o1", "OCCUPIED"),
        (f"{EMPTY} a 12:12", (), "hand-b", "NOT_YOURS"),
        (RACE, (), "hand-a", "NO_PAWN_IN_HAND"),
        (RACE, (), "o6", "NOT_YOURS"),
        (RACE, (), "o2", "NO_PAWN"),
        (RACE, (), "pass", "MUST_MOVE"),
        (RACE, ("m5",), "o1", "NOT_ADJACENT"),
        (RACE, ("b3",), "m2", "CANNOT_LEAVE_BARBAKAN"),
        (RACE, ("b3",), "b2", "OCCUPIED"),
    ],
)
def test_a_tap_without_effect_says_why(text, prefix, zone, code):
    reason = scene.why_not(position(text), prefix, zone)
    assert reason and reason.code == code


def test_a_pawn_that_is_shut_in_says_so():
    reason = scene.why_not(position("a.a.a./bbb/.../... a 0:0", "barbakan:board=mini3"), (), "o1")
    assert reason and reason.code == "SHUT_IN"


@pytest.mark.parametrize(
    ("name", "text", "prefix", "sentence"),
    [
        ("barbakan", f"{EMPTY} a 12:12", (), "Place a pawn on a free outer point."),
        ("barbakan", RACE, (), "Choose a pawn. You must move, even if it does harm."),
        ("barbakan", RACE, ("o1",), "Where to? The pawn goes along a line to the next point."),
        ("barbakan:board=mini3", "a.a.a./bbb/.../... a 0:0", (), "No pawn can move: you have to pass."),
    ],
)
def test_the_coach_says_what_to_do(name, text, prefix, sentence):
    assert scene.prompt(position(text, name), prefix, ENGLISH) == sentence


@pytest.mark.parametrize(
    ("name", "text", "move", "sentences"),
    [
        ("barbakan", f"{EMPTY} a 12:12", "@o5", "a places a pawn on o5."),
        (
            "barbakan",
            f"abababababababababababa.{EMPTY[24:]} b 0:1",
            "@o24",
            "b places a pawn on o24. All pawns are placed; now they move.",
        ),
        ("barbakan", RACE, "o1-m1", "a moves from o1 to m1."),
        ("barbakan", RACE, "m5-b5", "a enters the barbican from m5 to b5: 7 of 12 are inside."),
        ("barbakan:board=mini3", "a.a.a./bbb/.../... a 0:0", "-", "a cannot move and passes."),
        (
            "barbakan",
            LAST_STEP,
            "m4-b4",
            "a enters the barbican from m4 to b4: 12 of 12 are inside. All pawns of a are in the barbican!",
        ),
    ],
)
def test_a_move_is_told(name, text, move, sentences):
    assert scene.describe(position(text, name), move, ENGLISH) == sentences


def test_a_blocked_game_is_told_as_a_draw():
    # No game on these boards ends so (K11); a board that is added some day may.
    before = position(RACE)
    after = before.play("o1-m1").state[0].copy()
    after.turn = OVER
    told = board.describe(before.state[0], "o1-m1", after, before.game.flags, ENGLISH)
    assert told == "a moves from o1 to m1. Nobody can move any more: a draw."


def test_pawns_are_called_by_their_colours():
    text = "abcd..../..../..../.... a 1:1:1:1"
    labels = scene.labels(position(text, "barbakan:board=mini4,players=4"), ENGLISH)
    assert [labels[f"o{i}"] for i in range(1, 6)] == [
        "o1: red pawn",
        "o2: blue pawn",
        "o3: yellow pawn",
        "o4: green pawn",
        "o5: free",
    ]
    assert labels["hand-d"] == "hand of d: 1 pawn"
    assert "pass" not in labels
    assert scene.labels(position(RACE), ENGLISH)["pass"] == "pass: no pawn can move"
