"""Barbakan: events, labels and sentences about moves."""

import pytest
from tests.games.barbakan.positions import EMPTY, LAST_STEP, RACE, position

from charkoni.core.board_types import Event, PieceSlot
from charkoni.core.constants import OVER
from charkoni.core.translations import Words
from charkoni.games.barbakan import board
from charkoni.graphics import scene

pytestmark = pytest.mark.once

ENGLISH = Words("en")


def events_of(text, move, name="barbakan"):
    before = position(text, name)
    return board.events(before.state[0], move, before.play(move).state[0], before.game.flags)


def test_placing_takes_the_last_pawn_of_the_hand():
    assert events_of(f"{EMPTY} a 12:12", "@o5") == [
        Event("place", ((PieceSlot("hand-a", 11), PieceSlot("o5")),), zone="o5"),
    ]


@pytest.mark.parametrize(
    ("move", "kind"), [("m1-m2", "move"), ("m1-o1", "move"), ("m1-b2", "enter"), ("b6-c6", "move")]
)
def test_steps_are_moves_but_through_a_gate_they_enter(move, kind):
    text = "............b.........../a.........../.....a....../............ a 0:0"
    start, end = move.split("-")
    assert events_of(text, move)[0] == Event(kind, ((PieceSlot(start), PieceSlot(end)),), (start, end), end)


def test_the_pass_and_the_end_are_events():
    assert events_of("a.a.a./bbb/.../... a 0:0", "-", "barbakan:board=mini3") == [Event("pass")]
    assert [event.kind for event in events_of(LAST_STEP, "m4-b4")] == ["enter", "end"]


@pytest.mark.parametrize(
    ("name", "text", "move", "sentences"),
    [
        ("barbakan", f"{EMPTY} a 12:12", "@o5", "Red places a pawn on o5."),
        (
            "barbakan",
            f"abababababababababababa.{EMPTY[24:]} b 0:1",
            "@o24",
            "Blue places a pawn on o24. All pawns are placed; now they move.",
        ),
        ("barbakan", RACE, "o1-m1", "Red moves from o1 to m1."),
        ("barbakan", RACE, "m5-b5", "Red enters the barbican from m5 to b5: 7 of 12 are inside."),
        ("barbakan:board=mini3", "a.a.a./bbb/.../... a 0:0", "-", "Red cannot move and passes."),
        (
            "barbakan:blocked=loses,board=mini3",
            "aba.a./b.b/.../... b 0:0",
            "o2-m2",
            "Blue moves from o2 to m2. Red cannot move and has lost.",
        ),
        (
            "barbakan",
            LAST_STEP,
            "m4-b4",
            "Red enters the barbican from m4 to b4: 12 of 12 are inside. All Red's pawns are in the barbican!",
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
    assert told == "Red moves from o1 to m1. Nobody can move any more: a draw."


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
    assert labels["hand-d"] == "Green's hand: 1 pawn"
    assert "pass" not in labels
    assert scene.labels(position(RACE), ENGLISH)["pass"] == "pass: no pawn can move"
