"""Chaupar: events, labels and sentences about moves (clauses of docs/games/chaupar.md)."""

import pytest
from tests.games.chaupar.positions import shown

from charkoni import game
from charkoni.core.translations import LANGUAGES, Words
from charkoni.graphics import scene
from charkoni.graphics.scene import BoardView, TrackedPosition

pytestmark = pytest.mark.once

CHAUPAR = game("chaupar")
OUTER = game("chaupar:entry=outer")
ENGLISH = Words("en")


def happened(text, move):
    """Return what a move does, kind by kind, and check that every piece can be followed."""
    position = CHAUPAR.parse(text)
    tracked = TrackedPosition(position)
    events = tracked.play(move)
    assert set(tracked.ids) == {piece.slot for piece in BoardView(CHAUPAR).pieces(tracked.position)}
    return events


def kinds(text, move):
    return [event["kind"] for event in happened(text, move)]


# --- events -----------------------------------------------------------------------------------------------------


def test_c16_a_throw_brings_three_sticks():
    (event,) = happened("c4/c4/c4/c4 a ? -", "[125]")
    assert event["kind"] == "throw" and event["value"] == "125" and event["to"] == ["die"] * 3


def test_c6_entering_walks_out_of_the_charkoni():
    lift, enter = happened("c4/c4/c4/c4 b b 225", "c:2")
    assert lift["kind"] == "lift" and lift["to"] == ["", "die", "die"]
    assert enter["kind"] == "enter" and enter["path"] == ["charkoni-b", "p18", "p19"]
    position = OUTER.parse("c4/c4/c4/c4 a a 2")
    assert TrackedPosition(position).play("c:2")[1]["path"] == ["charkoni-a", "p10", "p11"]


def test_c7_a_lap_ends_on_the_first_cell_and_is_marked():
    _, walk = happened("66,h3/c4/c4/c4 a a 5", "66:5")
    assert walk["path"] == ["p66", "p67", "p68", "p1", "p2", "p3"]
    assert shown("3+,h3/c4/c4/c4 b ? -")["p3", 0] == ("lap-a", "")


def test_c8_turning_in_passes_the_end_cell():
    _, walk = happened("6+,h3/c4/c4/c4 a a 5", "6+:5^")
    assert walk["path"] == ["p6", "p7", "p8", "p9", "lane-a1", "lane-a2"]


def test_c10_a_pile_steps_home_and_c11_opens_the_lane_of_the_partner():
    assert kinds("l6x2,h2/c4/c4/c4 a a 25", "l6:2") == ["lift", "home", "free"]
    assert kinds("c1,l6x2,h1/c4/c4/c4 a a 25", "l6:2") == ["lift", "home"]
    assert ("lock-c", 0) in shown("l7,h3/c4/c4/c4 a a 1")
    assert ("lock-c", 0) not in shown("h4/c4/c4/c4 b ? -")


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("c2,2,3/c4/c4/c4 a a 15", "2:1"),
        ("c1,2x2,3/c4/c4/c4 a a 15", "2:1"),
        ("c1,2,3x2/c4/c4/c4 a a 15", "2:1"),
        ("2x2,3x2/c4/c4/c4 a a 15", "2:1"),
        ("c2,l2,l3/c4/c4/c4 a a 1", "l2:1"),
        ("c3,5/c4/c4/c4 a a 5", "c:5"),
    ],
)
def test_c12_pieces_that_meet_join_and_stay_pieces(text, move):
    assert kinds(text, move)[-1] == "merge"


@pytest.mark.parametrize(
    ("text", "move", "victims"),
    [
        ("c3,15/c3,3/c4/c4 a a 5", "15:5", 1),
        ("c2,15x2/c3,3/c4/c4 a a 5", "15:5", 1),
        ("c1,15x3/c2,3x2/c4/c4 a a 5", "15:5", 2),
        ("c4/c4/c4/c3,18 a a 1", "c:1", 1),
    ],
)
def test_c14_captured_pieces_go_back_to_their_charkoni(text, move, victims):
    events = happened(text, move)
    assert [event["kind"] for event in events][1:] == ["move" if move != "c:1" else "enter", "capture"]
    assert [zone[:8] for zone in events[-1]["to"]].count("charkoni") == victims
    assert events[-1]["value"] == str(victims)


def test_c18_c19_a_value_is_handed_over_and_declined():
    (hand,) = happened("h4/c4/c4/c4 a a 156", ">5")
    assert hand["kind"] == "hand" and hand["to"] == ["handed", "die"]
    (decline,) = happened("h4/c4/c4/c4 a c 5|16", "-5")
    assert decline["kind"] == "pass" and decline["to"] == [""]
    assert kinds("h4/c4/c4/c4 a c 5|16", "c:5") == ["lift", "enter"]
    assert kinds("h4/c4/c3,5/c4 a a 1", "-1") == ["pass"]


def test_c21_the_end_takes_the_rest_of_the_throw_away():
    assert kinds("h4/c4/l7,h3/c4 c c 156", "l7:1") == ["lift", "home", "end"]
    assert kinds("h4/c4/l7,h3/c4 a c 1|56", "l7:1") == ["lift", "home", "end"]
    assert not {"die", "handed", "turn"} & {zone for zone, _ in shown("h4/c4/h4/c4 c . -")}


# --- words ------------------------------------------------------------------------------------------------------


def test_cells_are_called_by_the_own_steps_of_whoever_acts():
    labels = scene.labels(CHAUPAR.parse("c2,20+x2/c3,5/c4/c3,l3 b b 125"), ENGLISH)
    assert labels["p20"] == "step 3: black, pile of 2, lap completed; 65 steps to Home"
    assert labels["p22"] == "step 5, castle: red, one piece; 80 steps to Home"
    assert labels["p18"] == "step 1: empty"
    assert labels["lane-d3"] == "green lane, cell 3: green, one piece; 5 steps to Home"
    assert labels["charkoni-c"] == "yellow Charkoni, pieces: 4" and labels["home-a"] == "Home, black pieces: 0"
    assert labels["leave-5"] == "leave the 5"
    single = scene.labels(CHAUPAR.parse("c3,9+/c2,8x2/c4/c4 a c 1|-"), ENGLISH)
    assert single["p9"] == "step 43: black, one piece, lap completed; 8 steps to Home"
    assert single["p25"] == "step 59: red, pile of 2; 77 steps to Home"
    assert single["leave-1"] == "decline the 1"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_zone_has_a_label(language):
    position = CHAUPAR.parse("c1,6+,8x2/c4/c4/c1,22,l3x2 a a 125")
    assert set(BoardView(CHAUPAR).layout.spots) <= set(scene.labels(position, Words(language)))


@pytest.mark.parametrize(
    ("text", "move", "told"),
    [
        ("c4/c4/c4/c4 a ? -", "[125]", "Black throws 1, 2, 5."),
        ("c4/c4/c4/c4 b b 125", "c:2", "Red: a piece enters on step 2."),
        ("c3,1/c4/c4/c4 a a 25", "1:2", "Black: from step 1 to 3."),
        ("c2,1x2/c4/c4/c4 a a 25", "1:2", "Black: the pile of 2 goes from step 1 to 3."),
        ("c2,2,3/c4/c4/c4 a a 15", "2:1", "Black: from step 2 to 3. They join: a pile of 2."),
        ("c3,15/c3,3/c4/c4 a a 5", "15:5", "Black: from step 15 to 20. Red loses 1 piece to the Charkoni."),
        (
            "c2,15x2/c2,3x2/c4/c4 a a 5",
            "15:5",
            "Black: the pile of 2 goes from step 15 to 20. Red loses 2 pieces to the Charkoni.",
        ),
        ("6+,h3/c4/c4/c4 a a 5", "6+:5^", "Black: from step 6 into the lane, to cell 2."),
        ("c2,l2,l3/c4/c4/c4 a a 2", "l2:2", "Black: in the lane from cell 2 to 4."),
        ("l6,h3/c4/c4/c4 a a 2", "l6:2", "Black: a piece steps Home. Yellow may step Home now."),
        (
            "h4/c4/l6x2,h2/c4 c c 2",
            "l6:2",
            "Yellow: the pile of 2 steps Home. All eight pieces of the team are Home!",
        ),
        ("h4/c4/c4/c4 a a 156", ">5", "Black hands over the 5. Yellow decides."),
        ("h4/c4/c4/c4 a c 5|16", "-5", "Yellow declines the 5."),
        ("h4/c4/c4/c4 a a 156", "-5", "Black leaves the 5 unused."),
    ],
)
def test_moves_are_told(text, move, told):
    assert scene.describe(CHAUPAR.parse(text), move, ENGLISH) == told
