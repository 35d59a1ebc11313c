"""Chaupar: taps, the coach's sentences, and taps without effect (clauses of docs/games/chaupar.md)."""

import pytest

from charkoni import game
from charkoni.core.translations import Words
from charkoni.graphics import click_trie, scene

pytestmark = pytest.mark.once

CHAUPAR = game("chaupar")
ENGLISH = Words("en")


def taps(text):
    return scene.tap_trie(CHAUPAR.parse(text))


# --- taps -------------------------------------------------------------------------------------------------------


def test_a_piece_with_one_move_goes_at_a_tap():
    assert taps("c4/c4/c4/c4 a a 555") == {
        "charkoni-a": "c:5",
        "die-5": {"charkoni-a": "c:5"},
    }


def test_c16_a_piece_asks_for_the_value_or_its_target():
    assert taps("c4/c4/c4/c4 b b 125") == {
        "charkoni-b": {
            "die-1": "c:1",
            "p18": "c:1",
            "die-2": "c:2",
            "p19": "c:2",
            "die-5": "c:5",
            "p22": "c:5",
        },
        "die-1": {"charkoni-b": "c:1"},
        "die-2": {"charkoni-b": "c:2"},
        "die-5": {"charkoni-b": "c:5"},
    }


def test_c8_the_fork_asks_where_to():
    fork = {"turn-in": "6+:5^", "go-on": "6+:5"}
    assert taps("6+,h3/c4/c4/c4 a a 5") == {
        "p6": {"die-5": fork, "lane-a2": "6+:5^", "p11": "6+:5"},
        "die-5": {"p6": {**fork, "lane-a2": "6+:5^", "p11": "6+:5"}},
    }


def test_c18_only_what_the_rules_allow_can_be_handed_over_or_left():
    found = taps("c4/c4/c4/c2,19x2 a a 256")
    assert found["hand-2"] == ">2" and found["leave-2"] == "-2"
    assert not {"hand-5", "leave-5", "hand-6", "leave-6", "die-2"} & set(found)
    assert taps("6+,h3/c4/c3,45/c4 a a 5") == {"p6": "6+:5^", "die-5": {"p6": "6+:5^"}, "leave-5": "-5"}


def test_c19_the_taps_belong_to_the_partner_who_decides():
    position = CHAUPAR.parse("h4/c4/c4/c4 a c 5|16")
    assert position.turn == 2
    assert scene.tap_trie(position) == {"charkoni-c": "c:5", "die-5": {"charkoni-c": "c:5"}, "leave-5": "-5"}


def test_c16_nothing_is_tapped_while_a_throw_is_due():
    assert taps("c4/c4/c4/c4 a ? -") == {} == taps("h4/c4/h4/c4 a . -")


def test_c10_home_is_a_target():
    found = taps("c1,l6,l7,h1/c4/c4/c4 a a 112")
    assert found["lane-a6"] == {"die-1": "l6:1", "lane-a7": "l6:1", "die-2": "l6:2", "home-a": "l6:2"}
    assert found["lane-a7"] == "l7:1"


# --- what a tap without effect means ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "prefix", "zone", "code"),
    [
        ("c4/c4/c4/c3,22 a a 5", (), "charkoni-a", "FORTRESS_SAFE"),
        ("c3,1/c4/c4/c4 a a 5", (), "charkoni-b", "NOT_YOURS"),
        ("c3,1/c4/c4/c3,22 a a 5", (), "p5", "NOT_YOURS"),
        ("c3,1/c4/c4/c4 a a 5", (), "p40", "NO_PIECE"),
        ("c3,h1/c4/c4/c4 a a 5", (), "home-a", "IS_HOME"),
        ("1,2,3,4/c4/c4/c4 a a 5", (), "charkoni-a", "CHARKONI_EMPTY"),
        ("c3,1/c4/c4/c4 a a 5", (), "hand-5", "MUST_MOVE"),
        ("c3,1/c4/c4/c4 a a 5", (), "leave-5", "MUST_MOVE"),
        ("h4/c4/c4/c4 a c 5|16", (), "hand-5", "NOT_BACK"),
        ("c3,1/c4/c4/c4 a a 5", (), "die-6", "NO_SUCH_VALUE"),
        ("c4/c4/c4/c2,19x2 a a 256", (), "die-2", "NO_MOVE"),
        ("h4/c4/l6,h3/c4 a c 5|16", (), "die-5", "NO_MOVE"),
        ("h4/c4/l6,h3/c4 a c 5|16", (), "lane-c6", "EXACT_VALUE_NEEDED"),
        ("c4/c4/l6,h3/c4 c c 2", (), "lane-c6", "TEAMMATE_FIRST"),
        ("c3,1/c4/c4/c4 a a 25", ("p1",), "die-6", "NO_SUCH_VALUE"),
        ("c3,1/c4/c4/c4 a a 25", ("p1",), "p7", "NO_SUCH_VALUE"),
        ("c3,1/c4/c4/c4 a a 25", ("p1",), "p5", "NO_DISTANCE"),
        ("c3,1/c4/c4/c4 a a 25", ("p1",), "p67", "NO_DISTANCE"),
        ("c3,1/c4/c4/c4 a a 25", ("p1",), "home-a", "NOT_IN_LANE"),
        ("c3,1/c4/c4/c4 a a 25", ("p1",), "lane-b3", "FOREIGN_ARM"),
        ("c3,8/c4/c4/c4 a a 25", ("p8",), "lane-a1", "LAP_NOT_DONE"),
        ("c3,l2/c4/c4/c4 a a 12", ("lane-a2",), "home-a", "NO_SUCH_VALUE"),
        ("c3,l1/c4/c4/c4 a a 12", ("lane-a1",), "home-b", "EXACT_VALUE_NEEDED"),
        ("c4/c4/c3,18/c2,3x2 c c 25", ("die-2",), "p52", "PILE_TOO_HIGH"),
        ("c3,1/c4/c4/c4 a a 25", ("charkoni-a",), "p1", "NO_SUCH_VALUE"),
        ("c3,1/c4/c4/c4 a a 25", ("die-2",), "p20", "NO_PIECE"),
    ],
)
def test_a_tap_without_effect_is_explained(text, prefix, zone, code):
    position = CHAUPAR.parse(text)
    assert click_trie.follow(scene.tap_trie(position), (*prefix, zone)) is None
    reason = scene.why_not(position, prefix, zone)
    assert reason is not None and reason.code == code


@pytest.mark.parametrize(
    ("prefix", "zone"),
    [
        (("p6",), "charkoni-a"),
        (("p6", "die-5"), "p20"),
        (("p6",), "turn-in"),
        (("die-5",), "die-1"),
        (("p40",), "p45"),
    ],
)
def test_some_taps_mean_nothing(prefix, zone):
    assert scene.why_not(CHAUPAR.parse("c2,6+,h1/c4/c4/c4 a a 15"), prefix, zone) is None


# --- the coach --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "prefix", "sentence"),
    [
        ("c4/c4/c4/c4 a ? -", (), "Black: throw the sticks."),
        ("h4/c4/h4/c4 c . -", (), "The game is over."),
        ("c4/c4/c4/c4 b b 125", (), "Red has 1, 2, 5: choose a piece or a value."),
        ("h4/c4/c4/c4 a a 16", (), "Black has 1, 6, but no piece can move: hand a value over or leave it."),
        ("h4/c4/c4/c4 a c 5|16", (), "Yellow: the partner hands you 5. Play it or leave it."),
        ("h4/c4/l6,h3/c4 a c 5|16", (), "Yellow: the partner hands you 5. No piece can use it."),
        ("c4/c4/c4/c4 b b 125", ("charkoni-b",), "By which value, or where to?"),
        ("c2,8x2/c4/c4/c4 a a 125", ("p8",), "The pile of 2 moves as one. By which value, or where to?"),
        ("c4/c4/c4/c4 b b 125", ("die-1",), "Which piece goes 1 step?"),
        ("c4/c4/c4/c4 b b 125", ("die-5",), "Which piece goes 5 steps?"),
        ("6+,h3/c4/c4/c4 a a 5", ("p6", "die-5"), "Turn in to the lane, or go on for a further lap?"),
    ],
)
def test_the_coach_asks_for_the_next_tap(text, prefix, sentence):
    assert scene.prompt(CHAUPAR.parse(text), prefix, ENGLISH) == sentence
