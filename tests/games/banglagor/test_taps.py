"""Banglagor: taps, the coach's sentences, and taps without effect."""

import pytest
from tests.games.banglagor.positions import BOUND, DUEL, LAST_PLACING, LIFT, PASS, READY, position

from charkoni.core.translations import Words
from charkoni.graphics import click_trie, scene

pytestmark = pytest.mark.once

ENGLISH = Words("en")


def scripts_of(text, name="banglagor"):
    found = {}
    for script, move in click_trie.leaves(scene.tap_trie(position(text, name))):
        found.setdefault(move, []).append(script)
    return found


def reason_code(text, prefix, zone, name="banglagor"):
    reason = scene.why_not(position(text, name), prefix, zone)
    return reason.code if reason else None


def test_placing_is_the_height_and_then_the_cell():
    found = scripts_of("start")
    assert found["3@d4"] == [("hand-a-3", "d4")] and len(found) == 120


@pytest.mark.parametrize(
    ("text", "move", "script"),
    [
        (DUEL.format(green="b"), "d3-e5xe6", ("d3", "e5")),
        (DUEL.format(green="b"), "d3-d4", ("d3", "d4")),
        ("8/8/8/6c1/8/8/3b4/3B4/8/8/8/B7 a 000:000 3", "d5-d5xd6", ("d5", "return")),
        ("8/8/8/6c1/8/8/3b4/2bB4/8/8/8/B7 a 000:000 3", "d5-d5xd6", ("d5", "return", "d6")),
        ("8/8/8/6c1/8/8/3b4/2bB4/8/8/8/B7 a 000:000 3", "d5-d5xc5", ("d5", "return", "c5")),
        ("8/8/8/3b4/8/3bB3/8/8/8/8/8/A7 a 000:000 3", "e7-d8xd9", ("e7", "d8", "d9")),
        (BOUND, "~d6", ("d6", "free")),
        (LIFT, "f12@e8", ("f12", "lift", "e8")),
        (PASS, "-", ("pass",)),
    ],
)
def test_scripts_of_stage_2(text, move, script):
    assert scripts_of(text)[move] == [script]


def test_upto_lets_columns_of_3_return():
    found = scripts_of("8/8/8/6c1/8/8/8/8/3C4/8/8/B7 a 000:000 4", "banglagor:steps=upto")
    assert found["d4-d4"] == [("d4", "return")]


@pytest.mark.parametrize(
    ("text", "prefix", "sentence"),
    [
        ("start", (), "Choose a height from your hand."),
        ("start", ("hand-a-2",), "Place the column of height 2 on your own land, not on the border row."),
        (READY, (), "Choose a column of yours."),
        (READY, ("a5",), "Where to? The column makes exactly 3 steps."),
        (READY, ("a3",), "Where to? The column makes exactly 1 step."),
        (PASS, (), "No column can move: you have to pass."),
        (BOUND, ("d6",), "This column is bound. Freeing it is the whole turn."),
        (
            LIFT,
            ("f12",),
            "Where to? The column makes exactly 2 steps. Or lift it off the board and put it anywhere.",
        ),
        (LIFT, ("f12", "lift"), "Put the column on any free cell. There it does not attack."),
        (
            "8/8/8/6c1/8/8/3b4/2c*B4/2B5/8/8/B7 a 000:000 3",
            ("d5", "return"),
            "Which column do you attack? d6: 2 ≤ 2, it is bound. c5: 2+2 > 3, it is removed.",
        ),
        (
            "8/8/8/3b*4/8/3bB3/8/8/8/8/8/A7 a 000:000 3",
            ("e7", "d8"),
            "Which column do you attack? d9: 2 ≤ 2, it stays bound. d7: 2 ≤ 2, it is bound.",
        ),
    ],
)
def test_the_coach_says_what_comes_next(text, prefix, sentence):
    assert scene.prompt(position(text), prefix, ENGLISH) == sentence


def test_the_coach_knows_the_flag_and_a_full_land():
    free = position(READY, "banglagor:steps=upto")
    assert scene.prompt(free, ("a5",), ENGLISH) == "Where to? The column makes 1 to 3 steps."
    full = position("8/8/8/8/8/8/8/" + "/".join(["AAAAAAAA"] * 5) + " a 600:600 0")
    assert scene.prompt(full, (), ENGLISH) == "There is no cell to place on: you have to pass."


@pytest.mark.parametrize(
    ("text", "prefix", "zone", "code"),
    [
        ("start", (), "a1", "PLACE_FIRST"),
        ("start", (), "a6", "FRONTIER_FORBIDDEN"),
        ("start", (), "a9", "NOT_OWN_LAND"),
        ("start", (), "hand-b-1", "NOT_YOURS"),
        ("start", (), "pass", "MUST_MOVE"),
        ("start", (), "lift", None),
        ("start", ("hand-a-1",), "a7", "FRONTIER_FORBIDDEN"),
        ("start", ("hand-a-1",), "hand-a-2", None),
        (LAST_PLACING, (), "hand-b-3", "NOT_IN_HAND"),
        (LAST_PLACING, (), "a8", "OCCUPIED"),
        (READY, (), "a10", "NOT_YOURS"),
        (READY, (), "a1", "NOT_YOURS"),
        (READY, (), "hand-a-1", "ALL_PLACED"),
        (PASS, (), "a1", "BLOCKED_PATH"),
        (READY, ("a5",), "a7", "WRONG_LENGTH"),
        (READY, ("a5",), "a4", "OCCUPIED"),
        (READY, ("a5",), "free", "NOT_BOUND"),
        (READY, ("a5",), "lift", "NOT_ON_LAST_RANK"),
        (READY, ("a5",), "return", "WRONG_LENGTH"),
        (READY, ("a5",), "hand-a-1", None),
        (BOUND, ("d6",), "d7", "BOUND"),
        (LIFT, ("f12", "lift"), "e9", "OCCUPIED"),
        (LIFT, ("f12", "lift"), "free", None),
        ("8/8/8/3b4/8/3bB3/8/8/8/8/8/A7 a 000:000 3", ("e7", "d8"), "h1", "MUST_CHOOSE_VICTIM"),
        ("8/8/8/6c1/8/8/3b4/2bB4/8/8/8/B7 a 000:000 3", ("d5", "return"), "h1", "MUST_CHOOSE_VICTIM"),
    ],
)
def test_a_tap_without_effect_says_why(text, prefix, zone, code):
    assert reason_code(text, prefix, zone) == code
