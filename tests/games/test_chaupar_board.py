"""The board of Chaupar: taps, events, words and places (clauses of docs/games/chaupar.md)."""

import pytest

from charkoni import game
from charkoni.core.translations import LANGUAGES, Words
from charkoni.graphics import click_trie, scene
from charkoni.graphics.scene import BoardView, TrackedPosition

pytestmark = pytest.mark.once

CHAUPAR = game("chaupar")
OUTER = game("chaupar:entry=outer")
ENGLISH = Words("en")


def taps(text):
    return scene.scripts(CHAUPAR.parse(text))


def happened(text, move):
    """Return what a move does, kind by kind, and check that every piece can be followed."""
    position = CHAUPAR.parse(text)
    table = TrackedPosition(position)
    events = table.play(move)
    assert set(table.ids) == {piece.slot for piece in BoardView(CHAUPAR).pieces(table.position)}
    return events


def kinds(text, move):
    return [event["kind"] for event in happened(text, move)]


def shown(text, chaupar=CHAUPAR, seat=0):
    """Return the symbol and text of the piece in every slot."""
    position = chaupar.parse(text)
    return {(*piece.slot,): (piece.symbol, piece.text) for piece in BoardView(chaupar, seat).pieces(position)}


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
    assert scene.scripts(position) == {"charkoni-c": "c:5", "die-5": {"charkoni-c": "c:5"}, "leave-5": "-5"}


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
    assert click_trie.follow(scene.scripts(position), (*prefix, zone)) is None
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


# --- the picture ------------------------------------------------------------------------------------------------


def test_piles_show_their_height_and_sticks_their_face():
    found = shown("c1,4x3/c4/c4/c1,22,l3x2 a c 5|16")
    assert found["p4#", 0] == ("badge", "3") and found["lane-d3#", 0] == ("badge", "2")
    assert [found["p4", level][0] for level in range(3)] == ["piece-a"] * 3
    assert found["die", 0][0] == "stick-1" and found["die", 1][0] == "stick-6" and found["handed", 0][0] == "stick-5"


@pytest.mark.parametrize("chaupar", [CHAUPAR, OUTER])
@pytest.mark.parametrize("seat", range(4))
def test_the_own_arm_lies_at_the_bottom(chaupar, seat):
    layout = BoardView(chaupar, seat).layout
    letter = "abcd"[seat]
    lane = [layout.spots[f"lane-{letter}{cell}"] for cell in range(1, 8)]
    assert {spot.x for spot in lane} == {layout.width / 2}
    assert [spot.y for spot in lane] == sorted((spot.y for spot in lane), reverse=True)
    assert layout.spots[f"home-{letter}"].y > layout.height / 2
    assert layout.spots[f"charkoni-{letter}"].y > layout.height / 2
    first = layout.spots[f"p{1 + 17 * seat}"]
    assert first.x < layout.width / 2 < first.y, "step 1 is left of the lane"


def test_the_charkoni_lies_beside_the_entry_cells():
    for chaupar, step in ((CHAUPAR, 3), (OUTER, 13)):
        for seat in range(4):
            spots = BoardView(chaupar, seat).layout.spots
            charkoni, cell = spots["charkoni-a"], spots[f"p{step}"]
            assert abs(charkoni.x - cell.x) + abs(charkoni.y - cell.y) < 180


def test_whoever_acts_is_framed():
    def frame(text):
        view = BoardView(CHAUPAR)
        spots = {letter: view.layout.spots[f"charkoni-{letter}"] for letter in "abcd"}
        (turn,) = [piece for piece in view.pieces(CHAUPAR.parse(text)) if piece.symbol == "turn"]
        return min(spots, key=lambda letter: abs(spots[letter].x - turn.x) + abs(spots[letter].y - turn.y))

    assert frame("c4/c4/c4/c4 d ? -") == "d"
    assert frame("c4/c4/c4/c4 b b 125") == "b"
    assert frame("h4/c4/c4/c4 a c 5|16") == "c"


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


def test_counters_tell_who_is_home_and_who_waits():
    found = scene.counters(game("chaupar:dice=1346").parse("c1,3,h2/c4/c4/c4 a ? -"), ENGLISH)
    assert [(counter.player, counter.value) for counter in found[:4]] == [(0, "2/4"), (0, "1"), (1, "0/4"), (1, "4")]
    assert found[-1].value == "1·3·4·6"
