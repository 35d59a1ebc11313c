"""Barbakan: taps, the coach's sentences, and taps without effect."""

import pytest
from tests.games.barbakan.positions import EMPTY, RACE, position

from charkoni.core.translations import Words
from charkoni.graphics import click_trie, scene

pytestmark = pytest.mark.once

ENGLISH = Words("en")


def tapped(text, name="barbakan"):
    return {script: move for script, move in click_trie.leaves(scene.tap_trie(position(text, name)))}


def test_a_pawn_is_placed_by_its_point_alone_or_from_the_hand():
    taps = tapped(f"{EMPTY} a 12:12")
    assert taps[("o5",)] == taps[("hand-a", "o5")] == "@o5"


def test_a_move_is_tapped_from_point_to_point_and_a_pass_by_its_chip():
    assert tapped(RACE)[("o1", "m1")] == "o1-m1"
    assert tapped("a.a.a./bbb/.../... a 0:0", "barbakan:board=mini3") == {("pass",): "-"}


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
