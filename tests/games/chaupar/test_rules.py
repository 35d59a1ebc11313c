"""Chaupar, clause by clause (C1 to C22 of docs/games/chaupar.md)."""

from fractions import Fraction

import numpy as np
import pytest
from tests.games.chaupar.reference import Board

from charkoni import CHANCE, OVER, game
from charkoni.core.errors import IllegalMove
from charkoni.games.chaupar import rules

CHAUPAR = game("chaupar")
OUTER = game("chaupar:entry=outer")
JOINED = game("chaupar:joined")


def after(text, *moves, name="chaupar"):
    """Return the position text after some moves."""
    position = game(name).parse(text)
    for move in moves:
        position = position.play(move)
    return str(position)


def moves(text, name="chaupar"):
    """Return all legal moves as one line."""
    return " ".join(game(name).parse(text).moves)


# --- C1, C2: colours and teams ----------------------------------------------------------------------------------


def test_c1_four_pieces_of_each_colour_wait_and_black_throws_first():
    assert str(CHAUPAR.start()) == "c4/c4/c4/c4 a ? -"
    assert CHAUPAR.start().turn == CHANCE


def test_c1_black_and_yellow_are_a_team_red_and_green_the_other():
    assert CHAUPAR.players == 4
    assert CHAUPAR.sides == (0, 1, 0, 1)


def test_c1_the_order_is_black_red_yellow_green():
    position = CHAUPAR.start()
    throwers = []
    for _ in range(5):
        throwers.append(str(position).split()[1])
        position = position.play("[111]")
        while position.turn != CHANCE:
            position = position.play(position.moves[-1])
    assert throwers == ["a", "b", "c", "d", "a"]


def test_c2_nothing_tells_two_people_from_four():
    assert [flag.name for flag in CHAUPAR.family.flags] == ["dice", "entry", "joined"]


# --- C3 to C6: Charkoni, castles, edge, entering ----------------------------------------------------------------


def test_c3_pieces_enter_one_by_one():
    assert after("c4/c4/c4/c4 a a 26", "c:2") == "c3,2/c4/c4/c4 a a 6"


def test_c3_a_piece_of_the_charkoni_is_single_however_many_wait():
    assert moves("c4/52x2,53,h1/c4/c4 a a 1") == "-1 >1"  # red's 52 is perimeter 1, a pile of two


@pytest.mark.parametrize("step", range(1, 69))
def test_c4_the_castles_are_the_same_own_steps_for_all(step):
    castles = {5, 13, 22, 30, 39, 47, 56, 64}
    for colour in range(4):
        assert rules.IS_CASTLE[(step - 1 + 17 * colour) % 68 + 1] == (step in castles)


@pytest.mark.parametrize(
    ("colour", "step", "cell"),
    [(0, 1, 1), (0, 9, 9), (0, 68, 68), (1, 1, 18), (1, 9, 26), (1, 68, 17), (2, 9, 43), (3, 1, 52), (3, 9, 60)],
)
def test_c5_own_steps_stand_on_perimeter_cells(colour, step, cell):
    assert rules.cell_of(colour, step) + 1 == cell


def test_c5_end_cells_of_other_arms_are_used_by_all():
    assert after("c3,25/c4/c4/c4 a a 1", "25:1") == "c3,26/c4/c4/c4 b ? -"


@pytest.mark.parametrize("value", "1256")
def test_c6_any_value_enters_on_its_own_step(value):
    assert after(f"c4/c4/c4/c4 b b {value}", f"c:{value}") == f"c4/c3,{value}/c4/c4 c ? -"


@pytest.mark.parametrize(("value", "step"), [("1", 10), ("2", 11), ("5", 14), ("6", 15)])
def test_c6_outer_the_first_cell_is_own_step_10(value, step):
    found = after(f"c4/c4/c4/c4 d d {value}", f"c:{value}", name="chaupar:entry=outer")
    assert found == f"c4/c4/c4/c3,{step} a ? -"


# --- C7, C8: the lap, turning in --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "value", "result"),
    [("67", 1, "68"), ("68", 1, "1+"), ("63", 6, "1+"), ("68", 6, "6+"), ("68+", 2, "2+"), ("30+", 5, "35+")],
)
def test_c7_after_step_68_comes_step_1_and_the_lap_is_completed(step, value, result):
    assert after(f"c3,{step}/c4/c4/c4 a a {value}", f"{step}:{value}") == f"c3,{result}/c4/c4/c4 b ? -"


def test_c7_a_captured_piece_loses_its_mark():
    assert after("c3,15/c3,3+/c4/c4 a a 5", "15:5") == "c3,20/c4/c4/c4 b ? -"


@pytest.mark.parametrize(
    ("step", "value", "wanted"),
    [
        ("4+", 5, "4+:5"),  # to 9+ exactly: not turned in
        ("4+", 6, "4+:6 4+:6^"),
        ("8+", 1, "8+:1"),
        ("9+", 1, "9+:1 9+:1^"),
        ("9+", 6, "9+:6 9+:6^"),
        ("3+", 6, "3+:6"),
        ("10+", 1, "10+:1"),
        ("9", 1, "9:1"),
        ("8", 5, "8:5"),
    ],
)
def test_c8_a_lapped_piece_carried_beyond_step_9_may_turn_in(step, value, wanted):
    assert moves(f"{step},h3/c4/c4/c4 a a {value}") == wanted


@pytest.mark.parametrize(
    ("step", "value", "cell"), [("9+", 1, 1), ("9+", 6, 6), ("4+", 6, 1), ("8+", 2, 1), ("6+", 5, 2)]
)
def test_c8_the_lane_cell_is_value_plus_step_minus_9(step, value, cell):
    assert after(f"{step},h3/c4/c4/c4 a a {value}", f"{step}:{value}^") == f"l{cell},h3/c4/c4/c4 b ? -"


def test_c8_going_on_keeps_the_mark_and_the_choice_comes_back():
    assert after("9+,h3/c4/c4/c4 a a 1", "9+:1") == "10+,h3/c4/c4/c4 b ? -"
    assert after("68+,h3/c4/c4/c4 a a 6", "68+:6") == "6+,h3/c4/c4/c4 b ? -"
    assert moves("6+,h3/c4/c4/c4 a a 5") == "6+:5 6+:5^"


# --- C9 to C11: the lane and Home -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cell", "value", "wanted"),
    [
        (1, 6, "-6 l1:6"),
        (2, 6, "-6 l2:6"),
        (3, 6, "-6 >6"),
        (7, 1, "-1 l7:1"),
        (7, 2, "-2 >2"),
        (3, 5, "-5 l3:5"),
    ],
)
def test_c9_c10_a_piece_of_the_lane_goes_towards_home_by_the_exact_value(cell, value, wanted):
    assert moves(f"l{cell},h3/c4/c4/c4 a a {value}") == wanted


def test_c9_lanes_are_private_and_keep_their_cells_apart():
    assert moves("c3,l2/c3,l2/c3,l2/c3,l2 a a 1") == "c:1 l2:1"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("1,h3/c4/c3,l6/c4 c c 2", "c:2"),
        ("h4/c4/l6,h3/c4 c c 2", "-2 l6:2"),
        ("c4/1,h3/c4/l6,h3 d d 2", "-2 >2"),
        ("c4/h4/c4/l6,h3 d d 2", "-2 l6:2"),
        ("c3,l6/c4/c4/c4 a a 2", "c:2 l6:2"),
        ("c4/c3,l6/c4/c4 b b 2", "c:2 l6:2"),
    ],
)
def test_c11_yellow_waits_for_black_and_green_for_red(text, wanted):
    assert moves(text) == wanted


def test_c11_waiting_in_the_lane_is_allowed():
    assert after("c4/c4/9+,l1,l2,l3/c4 c c 1", "9+:1^") == "c4/c4/l1x2,l2,l3/c4 d ? -"


# --- C12: joining -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "move", "wanted"),
    [
        ("c3,3/c4/c4/c4 a a 2", "c:2", "c2,2,3/c4/c4/c4 b ? -"),
        ("c3,2/c4/c4/c4 a a 2", "c:2", "c2,2x2/c4/c4/c4 b ? -"),
        ("c2,2,3/c4/c4/c4 a a 1", "2:1", "c2,3x2/c4/c4/c4 b ? -"),
        ("1x2,6x2/c4/c4/c4 a a 5", "1:5", "6x4/c4/c4/c4 b ? -"),  # in a pile of four
        ("3x2,5x2/c4/c4/c4 a a 2", "3:2", "5x4/c4/c4/c4 b ? -"),  # in a castle
        ("l1,l2x3/c4/c4/c4 a a 1", "l1:1", "l2x4/c4/c4/c4 b ? -"),
        ("9+,l1x3/c4/c4/c4 a a 1", "9+:1^", "l1x4/c4/c4/c4 b ? -"),
        ("c1,3x3/c4/c4/c4 a a 5", "3:5", "c1,8x3/c4/c4/c4 b ? -"),
        ("l6x3,h1/c4/c4/c4 a a 2", "l6:2", "h4/c4/c4/c4 b ? -"),  # Home as a whole
        ("66x2,h2/c4/c4/c4 a a 5", "66:5", "3+x2,h2/c4/c4/c4 b ? -"),
        ("8+x2,h2/c4/c4/c4 a a 2", "8+:2^", "l1x2,h2/c4/c4/c4 b ? -"),
    ],
)
def test_c12_pieces_on_one_cell_join_and_move_as_one(text, move, wanted):
    assert after(text, move) == wanted


@pytest.mark.parametrize(
    ("text", "move", "wanted"),
    [
        ("c2,3,66+/c4/c4/c4 a a 5", "66+:5", "c2,3x2"),
        ("c2,3+,66/c4/c4/c4 a a 5", "66:5", "c2,3+x2"),
        ("c2,3+,66+/c4/c4/c4 a a 5", "66+:5", "c2,3+x2"),
        ("c2,20,25+/c4/c4/c4 a a 5", "20:5", "c2,25x2"),
        ("c2,20+,25x1/c4/c4/c4 a a 5", "20+:5", "c2,25x2"),
        ("c1,20+,25+x2/c4/c4/c4 a a 5", "20+:5", "c1,25+x3"),
        ("c3,2+/c4/c4/c4 a a 2", "c:2", "c2,2x2"),
        ("c1,20,25+x2/c4/c4/c4 a a 5", "20:5", "c1,25x3"),
    ],
)
def test_c12_a_pile_has_the_lap_mark_only_if_all_its_parts_had_it(text, move, wanted):
    assert after(text.replace("x1", ""), move) == f"{wanted}/c4/c4/c4 b ? -"


def test_c13_everything_may_be_jumped_over():
    text = "c3,15/1x2,2x2/c2,54,56/c3,4 a a 6"
    assert "15:6" in moves(text)


# --- C14, C15: capture ------------------------------------------------------------------------------------------


# Black on 15 with a 5 lands on perimeter 20, which is red's own step 3, yellow's 54, green's 37.
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("c3,15/c3,3/c4/c4 a a 5", "c3,20/c4/c4/c4 b ? -"),
        ("c3,15/c4/c4/c3,37 a a 5", "c3,20/c4/c4/c4 b ? -"),
        ("c2,15x2/c2,3x2/c4/c4 a a 5", "c2,20x2/c4/c4/c4 b ? -"),
        ("c2,15x2/c3,3/c4/c4 a a 5", "c2,20x2/c4/c4/c4 b ? -"),
        ("15x4/3x3,l7/c4/c4 a a 5", "20x4/c3,l7/c4/c4 b ? -"),
        ("c3,15/1,3,8,h1/c4/c4 a a 5", "c3,20/c1,1,8,h1/c4/c4 b ? -"),
    ],
)
def test_c14_an_equal_or_higher_pile_captures(text, wanted):
    assert after(text, "15:5") == wanted


@pytest.mark.parametrize("text", ["c3,15/c2,3x2/c4/c4 a a 5", "c2,15x2/c4/c4/c1,37x3 a a 5"])
def test_c14_a_lower_pile_does_not(text):
    assert "15:5" not in moves(text)


def test_c14_a_capture_may_happen_by_entering():
    assert after("c4/c3,53/c4/c4 a a 2", "c:2") == "c3,2/c4/c4/c4 b ? -"


def test_c14_entering_is_done_by_one_piece():
    assert moves("c4/c2,53x2/c4/c4 a a 2") == "-2 >2"


@pytest.mark.parametrize("colour", "bd")
def test_c15_a_piece_in_a_castle_is_safe(colour):
    # Black on 17 with a 5 lands on the castle 22: red's own step 5, green's 39.
    text = {"b": "c2,17x2/c3,5/c4/c4 a a 5", "d": "c2,17x2/c4/c4/c3,39 a a 5"}[colour]
    assert moves(text) == "c:5"


@pytest.mark.parametrize("text", ["c3,15/c4/c3,54/c4 a a 5", "c2,15x2/c4/c3,54/c4 a a 5", "c3,17/c4/c3,56/c4 a a 5"])
def test_c15_the_partner_is_never_landed_on(text):
    assert moves(text) == "c:5"


# --- C16: the throw ---------------------------------------------------------------------------------------------


def test_c16_three_sticks_with_four_faces_each():
    position = CHAUPAR.start()
    odds = dict(zip(position.moves, position.odds, strict=True))
    assert len(odds) == 20
    assert sum(odds.values()) == 1
    assert odds["[125]"] == Fraction(6, 64)
    assert odds["[155]"] == Fraction(3, 64)
    assert odds["[666]"] == Fraction(1, 64)


def test_c16_the_other_faces():
    position = game("chaupar:dice=1346").start()
    assert position.moves[0] == "[111]"
    assert position.moves[-1] == "[666]"
    assert str(position.play("[346]")) == "c4/c4/c4/c4 a a 346"
    assert after("c4/c4/c4/c4 a a 346", "c:3", "3:4", name="chaupar:dice=1346") == "c3,7/c4/c4/c4 a a 6"


def test_c16_equal_values_give_no_bonus():
    assert after("c4/c4/c4/c4 a ? -", "[222]", "c:2", "c:2", "c:2") == "c1,2x3/c4/c4/c4 b ? -"


def test_c16_each_value_lands_on_its_own():
    # 1 and 2 together would bring black from 3 to 6; on the way it captures on 4.
    assert after("c3,3/c3,55/c4/c4 a a 12", "3:1", "4:2") == "c3,6/c4/c4/c4 b ? -"


def test_c16_values_are_used_in_any_order():
    found = {after("c3,20/c4/c4/c4 a a 256", *(f"{at}:{v}" for at, v in way)) for way in _ways(20, (2, 5, 6))}
    assert found == {"c3,33/c4/c4/c4 b ? -"}


@pytest.mark.parametrize(
    ("text", "move", "wanted"),
    [
        ("c3,6/c3,59/c4/c4 a a 12", "6:12", "c3,9/c3,59/c4/c4 b ? -"),  # over the red piece on own step 8
        ("c3,11/c3,64/c4/c4 a a 26", "11:26", "c3,19/c3,64/c4/c4 b ? -"),  # over a castle that it holds
        ("c3,1/c4/c4/c4 a a 122", "c:22", "c2,1,4/c4/c4/c4 a a 1"),
        ("66,h3/c4/c4/c4 a a 666", "66:666^", "l7,h3/c4/c4/c4 b ? -"),  # lap and turn in one move
        ("66,h3/c4/c4/c4 a a 666", "66:666", "16+,h3/c4/c4/c4 b ? -"),
        ("l1,l2,h2/c4/c4/c4 a a 112", "l1:12", "l2,l4,h2/c4/c4/c4 a a 1"),  # jumps over its own piece
    ],
)
def test_c16_joined_values_are_one_move_without_a_stop(text, move, wanted):
    assert after(text, move, name="chaupar:joined") == wanted
    assert move not in moves(text).split()


def test_c16_joined_values_are_a_choice():
    alone = set(moves("c3,6/c4/c4/c4 a a 125").split())
    joined = {f"{piece}:{values}" for piece in "6c" for values in ("12", "15", "25", "125")}
    assert set(moves("c3,6/c4/c4/c4 a a 125", "chaupar:joined").split()) == alone | joined
    assert moves("c4/c4/c4/c3,22 a a 55", "chaupar:joined") == "-5 >5 c:55"  # C18: the 5 alone compels nothing


@pytest.mark.parametrize(
    ("text", "move", "code"),
    [
        ("l5,h3/c4/c4/c4 a a 12", "l5:12", "JOINED_LANE"),  # C10: Home by one value
        ("9+,h3/c4/c4/c4 a a 26", "9+:26^", "JOINED_LANE"),
        ("6,h3/c4/c4/c4 a a 26", "6:26^", "JOINED_LANE"),
        ("c3,3/c4/c4/c4 a a 25", "3:22", "NO_SUCH_VALUE"),
        ("c4/c4/c4/c4 a c 5|5", "c:55", "NO_SUCH_VALUE"),  # C19: the partner has one value
    ],
)
def test_c16_joined_values_that_do_not_go(text, move, code):
    with pytest.raises(IllegalMove) as error:
        JOINED.parse(text).play(move)
    assert error.value.reason.code == code


def _ways(start, values):
    for first in values:
        for second in set(values) - {first}:
            third = sum(values) - first - second
            yield (start, first), (start + first, second), (start + first + second, third)


# --- C17, C18: compulsory and optional --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("c4/c4/c4/c4 a a 5", "c:5"),
        ("6,h3/c4/c4/c4 a a 5", "6:5"),
        ("6+,h3/c4/c4/c4 a a 5", "6+:5 6+:5^"),
        ("6+,h3/c4/c3,45/c4 a a 5", "-5 6+:5^"),  # going on is blocked
        ("l1,h3/c4/c4/c4 a a 5", "-5 l1:5"),
        ("l3,h3/c4/c4/c4 a a 5", "-5 l3:5"),
        ("20,l3,h2/c4/c4/c4 a a 5", "20:5 l3:5"),
    ],
)
def test_c17_only_turning_in_lane_and_home_are_optional(text, wanted):
    assert moves(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("h4/c4/c4/c4 a a 156", "-1 -5 -6 >1 >5 >6"),
        ("c4/c4/c4/c3,22 a a 5", "-5 >5"),
        ("c4/c4/c4/c2,19x2 a a 256", "-2 >2 c:5 c:6"),
        ("l5,h3/c4/c4/c4 a a 126", "-1 -2 -6 >6 l5:1 l5:2"),
        ("6+,h3/c4/c3,45/c4 a a 55", "-5 6+:5^"),
    ],
)
def test_c18_each_value_is_judged_by_itself_on_the_present_board(text, wanted):
    assert moves(text) == wanted


def test_c18_a_blocked_value_may_become_playable_after_another():
    # The 2 is impossible for the piece of the Charkoni alone; after entering with 5 it is a move.
    text = "c4/c4/c4/c2,19x2 a a 25"
    assert moves(text) == "-2 >2 c:5"
    assert moves(after(text, "c:5")) == "5:2"


def test_c18_a_value_handed_over_first_is_gone_although_it_would_have_become_playable():
    assert after("c4/c4/c4/c2,19x2 a a 25", ">2", "-2", "c:5") == "c3,5/c4/c4/c2,19x2 b ? -"


# --- C19, C20: handing over, going on ---------------------------------------------------------------------------


def test_c19_the_partner_decides_at_once():
    position = CHAUPAR.parse("h4/c4/c3,5/c4 a a 156").play(">5")
    assert str(position) == "h4/c4/c3,5/c4 a c 5|16"
    assert position.turn == 2


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("h4/c4/c3,5/c4 a c 5|16", "-5 5:5 c:5"),
        ("h4/c4/h4/c4 c . -", ""),
        ("c4/c4/h4/c4 a c 5|-", "-5"),  # the partner is Home
        ("l7,h3/c4/l2,h3/c4 a c 6|-", "-6"),  # C11 holds for him
        ("h4/c4/l2,h3/c4 a c 6|-", "-6 l2:6"),
        ("c4/c4/c4/c3,20 d b 6|22", "-6 c:6"),
    ],
)
def test_c19_he_plays_under_his_own_limits_or_declines_always_and_hands_nothing_back(text, wanted):
    assert moves(text) == wanted


def test_c19_after_the_partner_the_thrower_goes_on():
    assert after("h4/c4/c4/c4 a c 5|16", "c:5") == "h4/c4/c3,5/c4 a a 16"
    assert after("h4/c4/c4/c4 a c 5|-", "c:5") == "h4/c4/c3,5/c4 b ? -"
    assert after("h4/c4/c4/c4 a c 5|5", "-5") == "h4/c4/c4/c4 a a 5"


def test_c19_the_partner_captures_and_joins():
    assert after("h4/c4/c3,5/c3,61 a c 5|-", "5:5") == "h4/c4/c3,10/c4 b ? -"
    assert after("h4/c4/c2,5,10/c4 a c 5|-", "5:5") == "h4/c4/c2,10x2/c4 b ? -"
    assert after("h4/c3,27/c3,5/c4 a c 5|-", "5:5") == "h4/c4/c3,10/c4 b ? -"


def test_c20_a_colour_that_is_home_still_throws():
    assert after("c3,20/h4/c4/c4 a a 5", "20:5") == "c3,25/h4/c4/c4 b ? -"
    assert moves("c4/h4/c4/c4 b b 5") == "-5 >5"


# --- C21, C22: the end ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "move", "final", "scores"),
    [
        ("h4/c4/l7,h3/c4 c c 1", "l7:1", "h4/c4/h4/c4 c . -", "1:0:1:0"),
        ("h4/c4/l6x4/c4 c c 256", "l6:2", "h4/c4/h4/c4 c . -", "1:0:1:0"),  # the rest is void
        ("c4/h4/c4/l7,h3 b d 1|56", "l7:1", "c4/h4/c4/h4 b . -", "0:1:0:1"),  # by a value handed over
        ("l7,h3/c4/h4/c4 a a 1", "l7:1", "h4/c4/h4/c4 a . -", "1:0:1:0"),
    ],
)
def test_c21_the_first_team_home_wins_at_once(text, move, final, scores):
    position = CHAUPAR.parse(text).play(move)
    assert str(position) == final
    assert position.turn == OVER
    assert (str(position.outcome), position.outcome.reason) == (scores, "home")
    assert position.moves == ()


def test_c21_one_colour_home_is_not_the_end():
    assert after("l7,h3/c4/c4/c4 a a 1", "l7:1") == "h4/c4/c4/c4 b ? -"
    assert after("h4/l7,h3/c4/c4 b b 1", "l7:1") == "h4/h4/c4/c4 c ? -"


@pytest.mark.parametrize(
    ("text", "scores"),
    [("h4/c4/h4/c4 b . -", "1:0:1:0"), ("h4/h4/h4/h4 a . -", "1:0:1:0"), ("h4/h4/h4/h4 d . -", "0:1:0:1")],
)
def test_c21_ends_that_no_play_leads_to_have_a_result(text, scores):
    assert str(CHAUPAR.parse(text).outcome) == scores


def test_c22_there_is_no_referee_rule():
    assert (CHAUPAR.referee.repetition, CHAUPAR.referee.cap) == (False, None)


# --- the invariants and the static value ------------------------------------------------------------------------


def test_codes_are_as_many_as_the_game_says():
    assert CHAUPAR.codes == rules.JOINED == 1148
    assert JOINED.codes == rules.CODES == 1148 + 30 * 280


def test_the_longest_list_has_room():
    position = game("chaupar:dice=1346").parse("6+,7+,8+,9+/c4/c4/c4 a a 346")
    assert len(position.moves) == 7 + 8 + 8
    position = JOINED.parse("6+,7+,8+,9+/c4/c4/c4 a a 125")
    assert len(position.moves) == (3 * 4 + 7) + (4 * 4 + 14)
    assert CHAUPAR.widest == (3 + 4) * 4 * 2


def test_the_audit_finds_pieces_out_of_order():
    state = CHAUPAR.parse("c3,20/c4/c4/c4 a ? -").state
    state[0].pieces[0] = [40, 0, 0, 0]
    assert rules.audit(state[0]) == 1
    state[0].pieces[0] = [0, 0, 0, 200]
    assert rules.audit(state[0]) == 1
    state[0].pieces[0] = [0, 0, 40, 41]
    assert rules.audit(state[0]) == 1


def test_the_audit_finds_cells_that_do_not_fit():
    state = CHAUPAR.parse("c3,20/c4/c4/c4 a ? -").state
    state[0].cells[5] = 9
    assert rules.audit(state[0]) == 3


# --- the reference ----------------------------------------------------------------------------------------------


def check_step(position, rng):
    """Compare moves and one successor with the reference; return the successor."""
    flags = position.game.flags.values()
    text = str(position)
    assert list(position.moves) == Board(text, *flags).moves(), text
    move = str(rng.choice(position.moves, p=[float(p) for p in position.odds] or None))
    after = position.play(move)
    assert str(after) == Board(text, *flags).play(move), (text, move)
    assert rules.audit(after.state[0]) == 0, (text, move)
    assert position.game.parse(str(after)) == after
    return after


@pytest.mark.parametrize("name", ["chaupar", "chaupar:dice=1346", "chaupar:entry=outer", "chaupar:joined"])
def test_random_games_agree_with_the_reference(name, trials):
    rng = np.random.default_rng(5)
    position = game(name).start()
    for _ in range(trials(500)):
        if position.turn == OVER:
            break
        position = check_step(position, rng)


def any_position(rng, name):
    """Return a position made by hand: pieces anywhere, some crowded together, so that every clause comes up."""
    taken = {}
    colours = []
    for colour in range(4):
        piles = {}
        for _ in range(4):
            kind = rng.choice(["c", "edge", "near", "lane", "h"], p=[0.2, 0.3, 0.25, 0.1, 0.15])
            step = int(rng.integers(1, 69)) if kind == "edge" else int(rng.integers(1, 12))
            cell = (step - 1 + 17 * colour) % 68
            if kind in ("edge", "near") and taken.setdefault(cell, colour) == colour:
                key = (1, step)
            else:
                key = {"c": (0, 0), "lane": (2, int(rng.integers(1, 8)))}.get(kind, (3, 0))
            piles[key] = piles.get(key, 0) + 1
        colours.append(",".join(_word(key, piles[key], rng) for key in sorted(piles)))
    thrower = int(rng.integers(4))
    left = "".join(sorted(rng.choice(list(game(name).flags["dice"]), int(rng.integers(1, 4)))))
    decider, values = thrower, left
    if rng.random() < 0.25:
        decider, values = thrower ^ 2, f"{left[0]}|{left[1:] or '-'}"
    return f"{'/'.join(colours)} {'abcd'[thrower]} {'abcd'[decider]} {values}"


def _word(key, count, rng):
    kind, at = key
    if kind in (0, 3):
        return f"{'ch'[kind // 3]}{count}"
    lap = "+" if kind == 1 and rng.random() < 0.5 else ""
    return f"{'l' if kind == 2 else ''}{at}{lap}{f'x{count}' if count > 1 else ''}"


@pytest.mark.parametrize(
    "name",
    ["chaupar", "chaupar:dice=1346", "chaupar:dice=1346,entry=outer", "chaupar:joined", "chaupar:entry=outer,joined"],
)
def test_positions_made_by_hand_agree_with_the_reference(name, trials):
    rng = np.random.default_rng(6)
    for _ in range(trials(100)):
        text = any_position(rng, name)
        if {"h4"} in ({*text.split(" ")[0].split("/")[0::2]}, {*text.split(" ")[0].split("/")[1::2]}):
            continue
        position = game(name).parse(text)
        assert str(position) == text
        for _ in range(4):
            if position.turn != OVER:
                position = check_step(position, rng)


def test_every_move_not_listed_is_refused_with_a_reason(trials):
    rng = np.random.default_rng(7)
    for _ in range(trials(4)):
        position = CHAUPAR.parse(any_position(rng, "chaupar"))
        for code in range(CHAUPAR.codes):
            move = CHAUPAR.move(code)
            assert CHAUPAR.code(move) == code
            if move not in position.moves:
                with pytest.raises(IllegalMove):
                    position.play(move)


def test_the_outer_entry_is_a_game_of_its_own():
    assert OUTER.name == "chaupar:entry=outer"
    assert OUTER.parse("c4/c4/c4/c4 a ? -") != CHAUPAR.start()
