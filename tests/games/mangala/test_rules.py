"""Mangala, clause by clause (M1 to M24 of docs/games/mangala.md)."""

import random

import pytest
from tests.games.mangala import reference

from charkoni import OVER, BadMove, IllegalMove, game
from charkoni.core.game import variants_of

BASE = game("mangala")
FORTRESS = game("mangala:fortress")


def after(text, *moves):
    """Return the position text after some moves; the variant follows from the fields of the text."""
    position = (BASE if text.count(" ") == 1 else FORTRESS).parse(text)
    for move in moves:
        position = position.play(move)
    return str(position)


def end(text, move):
    """Return the stores and the outcome after the last move."""
    position = (BASE if text.count(" ") == 1 else FORTRESS).parse(text).play(move)
    assert position.turn == OVER
    stores = ":".join(side.split(" ")[0].split(":")[1] for side in str(position).split("/")[:2])
    return stores, position.outcome.reason, str(position.outcome)


# --- M1, M2: the board and a move -------------------------------------------------------------------------------


def test_m1_four_stones_in_every_hole_and_a_begins():
    assert str(BASE.start()) == "4,4,4,4,4,4:0/4,4,4,4,4,4:0 a"
    assert str(FORTRESS.start()) == "4,4,4,4,4,4:0/4,4,4,4,4,4:0 a -/-"
    assert (BASE.start().turn, FORTRESS.start().turn) == (0, 0)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("4,4,4,4,4,4:0/4,4,4,4,4,4:0 a", "123456"),
        ("0,4,0,4,0,4:12/4,4,4,4,4,4:0 a", "246"),
        ("0,4,0,4,0,4:12/4,4,4,4,4,4:0 b", "123456"),
        ("4,4,4,4,4,4:0/4,0,4,0,4,0:12 b", "135"),
        ("4,4,4,4,4,4:23/0,0,0,0,0,1:0 b", "6"),
    ],
)
def test_m2_own_holes_that_are_not_empty(text, moves):
    assert "".join(BASE.parse(text).moves) == moves


def test_m2_an_empty_hole_cannot_be_played():
    with pytest.raises(IllegalMove, match=r"hole 3 is empty \(M2\)") as error:
        BASE.parse("4,4,0,4,4,4:4/4,4,4,4,4,4:0 a").play("3")
    assert error.value.reason.code == "EMPTY_HOLE"


# --- M3 to M5, M10: sowing --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "move", "result"),
    [
        ("4,4,4,4,4,4:0/4,4,4,4,4,4:0 a", "1", "1,5,5,5,4,4:0/4,4,4,4,4,4:0 b"),
        ("4,4,4,4,4,4:0/4,4,4,4,4,4:0 a", "5", "4,4,4,4,1,5:1/5,4,4,4,4,4:0 b"),
        ("4,4,4,4,4,4:0/4,4,4,4,4,4:0 b", "6", "5,5,4,4,4,4:0/4,4,4,4,4,1:1 a"),
    ],
)
def test_m3_own_holes_own_store_then_the_holes_of_the_other(before, move, result):
    assert after(before, move) == result


@pytest.mark.parametrize(
    ("before", "result"),
    [
        ("4,4,4,4,4,9:3/4,4,4,4,0,0:0 a", "5,4,4,4,4,1:4/5,5,5,5,1,1:0 b"),
        ("4,4,4,4,0,0:0/4,4,4,4,4,9:3 b", "5,5,5,5,1,1:0/5,4,4,4,4,1:4 a"),
    ],
)
def test_m3_the_store_of_the_other_is_skipped(before, result):
    assert after(before, "6") == result


def test_m4_the_first_of_two_goes_back():
    assert after("2,4,4,4,4,4:2/4,4,4,4,4,4:0 a", "1") == "1,5,4,4,4,4:2/4,4,4,4,4,4:0 b"


@pytest.mark.parametrize(
    ("before", "move", "result"),
    [
        ("1,4,4,4,4,4:3/4,4,4,4,4,4:0 a", "1", "0,5,4,4,4,4:3/4,4,4,4,4,4:0 b"),
        ("4,4,4,4,4,1:3/4,4,4,4,4,4:0 a", "6", "4,4,4,4,4,0:4/4,4,4,4,4,4:0 a"),
    ],
)
def test_m5_a_single_stone_goes_to_the_next_place(before, move, result):
    assert after(before, move) == result


@pytest.mark.parametrize(
    ("before", "result"),
    [
        ("14,0,0,0,0,0:10/4,4,4,4,4,4:0 a", "2,1,1,1,1,1:11/5,5,5,5,5,5:0 b"),  # ends in the start hole
        ("15,0,0,0,0,0:9/4,4,4,4,4,4:0 a", "2,2,1,1,1,1:10/5,5,5,5,5,5:0 b"),
        ("47,0,0,0,0,0:0/1,0,0,0,0,0:0 a", "4,4,4,4,4,4:4/5,3,3,3,3,3:0 b"),  # three rounds and eight more
    ],
)
def test_m10_more_than_13_stones_go_round_again(before, result):
    assert after(before, "1") == result


# --- M6: another move -------------------------------------------------------------------------------------------


def test_m6_last_stone_in_the_own_store_moves_again():
    position = BASE.start().play("4")
    assert (str(position), position.turn) == ("4,4,4,1,5,5:1/4,4,4,4,4,4:0 a", 0)


def test_m6_any_number_of_times():
    text = "0,0,0,0,3,1:20/4,4,4,4,4,4:0 a"
    assert after(text, "6") == "0,0,0,0,3,0:21/4,4,4,4,4,4:0 a"
    assert after(text, "6", "5") == "0,0,0,0,1,1:22/4,4,4,4,4,4:0 a"
    assert after(text, "6", "5", "6") == "0,0,0,0,1,0:23/4,4,4,4,4,4:0 a"


def test_m6_holds_for_b_too():
    assert after("4,4,4,4,4,4:0/4,4,4,4,4,4:0 b", "4") == "4,4,4,4,4,4:0/4,4,4,1,5,5:1 b"


def test_m6_not_when_a_later_round_passes_the_store():
    assert BASE.parse("4,4,4,4,4,9:3/4,4,4,4,0,0:0 a").play("6").turn == 1


# --- M7: an even number -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "result"),
    [
        ("4,4,4,4,4,3:1/0,4,4,4,4,4:4 a", "4,4,4,4,4,1:2/1,4,4,4,4,4:4 b"),
        ("4,4,4,4,4,3:1/1,4,4,4,4,4:3 a", "4,4,4,4,4,1:4/0,4,4,4,4,4:3 b"),
        ("4,4,4,4,4,3:1/2,4,4,4,4,4:2 a", "4,4,4,4,4,1:2/3,4,4,4,4,4:2 b"),
        ("4,4,4,4,4,3:1/3,4,4,4,4,4:1 a", "4,4,4,4,4,1:6/0,4,4,4,4,4:1 b"),
        ("0,0,0,0,4,3:0/19,4,4,4,4,4:2 a", "0,0,0,0,4,1:21/0,4,4,4,4,4:2 b"),
    ],
)
def test_m7_an_even_number_is_captured(before, result):
    assert after(before, "6") == result


def test_m7_only_the_hole_of_the_last_stone():
    assert after("4,4,4,4,4,4:1/3,4,4,4,4,4:0 a", "6") == "4,4,4,4,4,1:2/4,5,4,4,4,4:0 b"


def test_m7_not_in_an_own_hole():
    assert after("4,3,4,4,4,4:1/4,4,4,4,4,4:0 a", "1") == "1,4,5,5,4,4:1/4,4,4,4,4,4:0 b"
    assert after("2,3,4,4,4,4:3/4,4,4,4,4,4:0 a", "1") == "1,4,4,4,4,4:3/4,4,4,4,4,4:0 b"


def test_m7_b_captures_too():
    assert after("3,4,4,4,4,4:1/4,4,4,4,4,3:1 b", "6") == "0,4,4,4,4,4:1/4,4,4,4,4,1:6 a"


# --- M8, M9: the stones opposite --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "move", "result"),
    [
        ("0,4,4,4,4,9:1/3,3,3,3,3,4:3 a", "6", "0,4,4,4,4,1:8/4,4,4,4,4,0:3 b"),  # a1, b6 after the sowing
        ("1,0,0,0,0,4:19/4,4,4,4,4,4:0 a", "1", "0,0,0,0,0,4:24/4,4,4,4,0,4:0 b"),
        ("0,1,0,0,0,4:19/4,4,4,4,4,4:0 a", "2", "0,0,0,0,0,4:24/4,4,4,0,4,4:0 b"),
        ("0,0,1,0,0,4:19/4,4,4,4,4,4:0 a", "3", "0,0,0,0,0,4:24/4,4,0,4,4,4:0 b"),
        ("0,0,0,1,0,4:19/4,4,4,4,4,4:0 a", "4", "0,0,0,0,0,4:24/4,0,4,4,4,4:0 b"),
        ("4,0,0,0,1,0:19/4,4,4,4,4,4:0 a", "5", "4,0,0,0,0,0:24/0,4,4,4,4,4:0 b"),
        ("4,4,4,4,4,4:0/4,0,0,0,1,0:19 b", "5", "0,4,4,4,4,4:0/4,0,0,0,0,0:24 a"),
    ],
)
def test_m8_an_own_empty_hole_captures_hole_7_minus_i(before, move, result):
    assert after(before, move) == result


def test_m8_any_number_opposite_odd_or_even():
    assert after("0,1,0,0,0,4:20/4,4,4,3,4,4:0 a", "2") == "0,0,0,0,0,4:24/4,4,4,0,4,4:0 b"


def test_m8_nothing_opposite_the_stone_stays():
    assert after("0,1,0,4,4,4:11/4,4,4,0,4,4:4 a", "2") == "0,0,1,4,4,4:11/4,4,4,0,4,4:4 b"


def test_m8_a_stone_of_the_same_sowing_opposite_counts():
    assert after("0,0,13,1,1,1:12/1,2,0,5,0,3:9 a", "3") == "1,0,1,2,2,2:15/2,3,1,6,0,4:9 b"


def test_m9_a_hole_that_was_not_empty_captures_nothing():
    assert after("4,4,4,4,4,4:0/4,4,4,4,4,4:0 a", "2") == "4,1,5,5,5,4:0/4,4,4,4,4,4:0 b"
    assert after("0,1,1,4,4,4:10/4,4,4,4,4,4:0 a", "2") == "0,0,2,4,4,4:10/4,4,4,4,4,4:0 b"


# --- M11 to M15: the end ----------------------------------------------------------------------------------------


def test_m11_the_owner_of_the_empty_side_takes_the_rest():
    assert after("0,0,0,0,0,1:20/2,0,3,0,0,1:21 a", "6") == "0,0,0,0,0,0:27/0,0,0,0,0,0:21 ."


def test_m11_also_when_the_opponent_has_emptied_it():
    before = "4,4,4,4,4,3:10/3,0,0,0,0,0:12 a"
    assert after(before, "6") == "0,0,0,0,0,0:15/0,0,0,0,0,0:33 ."
    assert end(before, "6") == ("15:33", "stones", "0:1")


def test_m11_a_side_that_is_filled_again_in_the_same_move_is_not_empty():
    assert BASE.parse("0,0,0,0,0,9:3/6,6,6,6,6,6:0 a").play("6").turn == 1


def test_m12_he_whose_stones_run_out_wins_nothing_by_that():
    assert end("0,0,0,0,0,1:10/2,0,3,0,0,1:31 a", "6") == ("17:31", "stones", "0:1")


@pytest.mark.parametrize(
    ("before", "found"),
    [
        ("0,0,0,0,0,1:18/2,0,3,0,0,1:23 a", ("25:23", "stones", "1:0")),
        ("0,0,0,0,0,1:17/2,0,3,0,0,1:24 a", ("24:24", "equal", "1/2:1/2")),
        ("0,0,0,0,0,1:16/2,0,3,0,0,1:25 a", ("23:25", "stones", "0:1")),
    ],
)
def test_m13_more_stones_win_and_24_each_is_a_draw(before, found):
    assert end(before, "6") == found


def test_m14_the_game_goes_on_at_25_stones():
    assert BASE.parse("4,4,4,0,0,0:30/4,0,0,0,0,0:2 a").moves == ("1", "2", "3")


def test_m15_no_pass_no_repetition_and_no_cap():
    with pytest.raises(BadMove):
        BASE.start().play("-")
    assert (BASE.referee.repetition, BASE.referee.cap) == (False, None)


# --- M16 to M24: the fortress variant ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "move", "result"),
    [
        ("4,4,4,4,4,4:0/4,4,4,4,4,4:0 a -/-", "4", "4,4,4,1,5,5:0/5,4,4,4,4,4:0 b -/-"),  # no extra turn
        ("4,4,4,4,4,4:0/4,4,4,4,4,4:0 b -/-", "6", "5,5,5,4,4,4:0/4,4,4,4,4,1:0 a -/-"),
        ("4,4,4,4,4,1:3/4,4,4,4,4,4:0 a -/-", "6", "4,4,4,4,4,0:3/5,4,4,4,4,4:0 b -/-"),
        ("13,0,0,0,0,0:11/4,4,4,4,4,4:0 a -/-", "1", "2,1,1,1,1,1:11/5,5,5,5,5,5:0 b -/-"),
        ("14,0,0,0,0,0:10/4,4,4,4,4,4:0 a -/-", "1", "2,2,1,1,1,1:10/5,5,5,5,5,5:0 b -/-"),
    ],
)
def test_m16_the_ring_is_the_12_holes(before, move, result):
    assert after(before, move) == result


def test_m16_the_stones_opposite_are_not_captured():
    assert after("0,1,0,4,4,4:11/4,4,4,4,4,4:0 a -/-", "2") == "0,0,1,4,4,4:11/4,4,4,4,4,4:0 b -/-"


def test_m16_an_even_number_is_captured_also_in_hole_6():
    assert after("4,4,4,4,4,1:2/3,4,4,4,4,4:2 a -/-", "6") == "4,4,4,4,4,0:6/0,4,4,4,4,4:2 b -/-"
    assert after("4,4,4,4,4,7:1/4,4,4,4,4,0:0 a -/-", "6") == "4,4,4,4,4,1:1/5,5,5,5,5,1:0 b -/-"
    assert after("4,4,4,4,4,7:0/4,4,4,4,4,1:0 a -/-", "6") == "4,4,4,4,4,1:2/5,5,5,5,5,0:0 b -/-"


@pytest.mark.parametrize(
    ("before", "result"),
    [
        ("4,4,4,4,4,3:2/4,2,4,4,4,4:1 a -/-", "4,4,4,4,4,1:5/5,0,4,4,4,4:1 b 2/-"),
        ("4,2,4,4,4,4:1/4,4,4,4,4,3:2 b -/-", "5,0,4,4,4,4:1/4,4,4,4,4,1:5 a -/2"),
    ],
)
def test_m17_three_stones_become_a_fortress(before, result):
    assert after(before, "6") == result


def test_m18_no_fortress_in_hole_6():
    assert after("0,4,4,4,4,7:1/4,4,4,4,4,2:2 a -/-", "6") == "0,4,4,4,4,1:1/5,5,5,5,5,3:2 b -/-"


def test_m19_one_fortress_per_player():
    assert after("4,4,4,4,4,4:6/4,0,2,4,4,4:0 a 2/-", "6") == "4,4,4,4,4,1:7/5,0,3,4,4,4:0 b 2/-"


@pytest.mark.parametrize(
    ("before", "move", "result"),
    [
        ("4,4,4,4,4,4:3/4,0,4,4,4,4:1 b 2/-", "1", "4,4,4,4,4,4:4/1,0,5,5,4,4:1 a 2/-"),
        ("4,4,0,4,4,4:0/4,4,4,4,4,4:4 a -/3", "2", "4,1,0,5,5,4:0/4,4,4,4,4,4:5 b -/3"),
        ("0,24,0,0,0,0:3/0,4,4,4,4,4:1 a 1/3", "2", "2,2,0,2,2,2:5/0,6,6,6,6,6:3 b 1/3"),  # twice round, both collect
    ],
)
def test_m20_what_falls_into_a_fortress_goes_to_its_owner(before, move, result):
    assert after(before, move) == result


def test_m20_nobody_plays_from_a_fortress():
    position = FORTRESS.parse("4,4,4,4,4,4:3/4,0,4,4,4,4:1 b 2/-")
    assert position.moves == ("1", "3", "4", "5", "6")
    with pytest.raises(IllegalMove, match="hole 2 is a fortress: its stones are in the store") as error:
        position.play("2")
    assert (error.value.reason.code, error.value.reason.clause) == ("FORTRESS_HOLE", "M20")


@pytest.mark.parametrize(
    ("before", "move", "result"),
    [
        ("4,4,4,4,4,3:5/4,0,4,4,4,4:0 a 2/-", "6", "4,4,4,4,4,1:6/5,0,4,4,4,4:0 b 2/-"),
        ("1,0,4,4,4,4:6/4,4,4,4,4,1:4 a -/2", "1", "0,0,4,4,4,4:6/4,4,4,4,4,1:5 b -/2"),
    ],
)
def test_m21_nothing_else_happens_in_a_fortress(before, move, result):
    assert after(before, move) == result


def test_m22_the_hole_opposite_a_fortress_may_become_one():
    assert after("4,0,4,4,4,6:2/4,4,4,4,2,4:2 a -/2", "6") == "4,0,4,4,4,1:5/5,5,5,5,0,4:2 b 5/2"


def test_m23_the_owner_of_the_empty_side_takes_the_rest():
    before = "0,0,0,0,0,1:20/2,0,3,0,0,1:21 a -/-"
    assert after(before, "6") == "0,0,0,0,0,0:27/0,0,0,0,0,0:21 . 1/-"  # the last move builds a fortress, too
    assert end(before, "6") == ("27:21", "stones", "1:0")


def test_m23_also_when_the_opponent_has_emptied_it():
    assert end("4,4,4,4,4,1:10/3,0,0,0,0,0:14 a -/-", "6") == ("14:34", "stones", "0:1")


def test_m24_third_occurrence_and_600_plies():
    assert (FORTRESS.referee.repetition, FORTRESS.referee.cap) == (True, 600)


# --- the flags `rest` and `first` --------------------------------------------------------------------------------

KEEP = game("mangala:rest=keep")
FIRST_ON = game("mangala:first=on")


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("0,0,0,0,0,1:20/0,0,3,0,0,0:24 a", "0,0,0,0,0,0:21/0,0,0,0,0,0:27 ."),
        ("4,4,4,4,4,3:10/3,0,0,0,0,0:12 a", "0,0,0,0,0,0:36/0,0,0,0,0,0:12 ."),  # his side is emptied: a keeps 21
    ],
)
def test_rest_keep_each_keeps_his_own_side(text, result):
    assert str(KEEP.parse(text).play("6")) == result


def test_rest_keep_holds_with_fortresses():
    variant = game("mangala:fortress,rest=keep")
    position = variant.parse("0,0,0,0,0,1:20/2,0,3,0,0,1:21 a -/-").play("6")
    assert str(position) == "0,0,0,0,0,0:23/0,0,0,0,0,0:25 . 1/-"  # the last move builds a fortress, too


@pytest.mark.parametrize(
    ("text", "move", "result"),
    [
        ("4,4,4,4,4,4:0/4,4,4,4,4,4:0 a", "1", "0,5,5,5,5,4:0/4,4,4,4,4,4:0 b"),
        ("4,4,4,4,4,4:0/4,4,4,4,4,4:0 a", "3", "4,4,0,5,5,5:1/4,4,4,4,4,4:0 a"),
        ("13,0,0,0,0,1:10/4,4,4,4,4,4:0 a", "1", "0,1,1,1,1,2:17/5,5,5,5,5,0:0 b"),  # into the empty start hole
        ("14,0,0,0,0,0:10/4,4,4,4,4,4:0 a", "1", "1,2,1,1,1,1:11/5,5,5,5,5,5:0 b"),
    ],
)
def test_first_on_no_stone_goes_back(text, move, result):
    assert str(FIRST_ON.parse(text).play(move)) == result


def test_first_on_holds_with_fortresses():
    variant = game("mangala:first=on,fortress")
    position = variant.parse("12,0,0,0,0,1:11/4,4,4,4,4,4:0 a -/-").play("1")
    assert str(position) == "1,1,1,1,1,2:11/5,5,5,5,5,5:0 b -/-"


# --- against the reference implementation -----------------------------------------------------------------------

VARIANTS = [each.name for each in variants_of(BASE.family)]


@pytest.mark.parametrize("name", VARIANTS)
def test_whole_random_games_agree_with_the_reference(name, mode):
    choose = random.Random(name)
    position = game(name).start()
    for _ in range(150 if mode == "plain" else 3000 if name in (BASE.name, FORTRESS.name) else 600):
        text = str(position)
        assert list(position.moves) == reference.moves(text)
        if position.turn == OVER:
            assert f"{position.outcome.reason}, {position.outcome}" == reference.score(text)
            position = game(name).start()
            continue
        move = choose.choice(position.moves)
        wanted = reference.play(text, move, position.game.options.split(","))
        position = position.play(move)
        assert str(position) == wanted, (text, move)


@pytest.mark.parametrize("name", VARIANTS)
def test_positions_made_at_random_agree_with_the_reference(name, mode):
    """Heaps that hardly arise in play: many rounds, any fortress."""
    choose = random.Random(f"{name} heaps")
    for _ in range(60 if mode == "plain" else 1500 if name in (BASE.name, FORTRESS.name) else 200):
        text = _heaps(choose, "fortress" in name)
        position = game(name).parse(text)
        flags = position.game.options.split(",")
        for move in position.moves:
            assert str(position.play(move)) == reference.play(text, move, flags), (text, move)


def _heaps(choose, has_fortress):
    """Return a valid position text with stones thrown into few places."""
    fortresses = [choose.choice([None, *range(5)]), choose.choice([None, *range(5)])] if has_fortress else None
    holes, stores = [[0] * 6, [0] * 6], [0, 0]
    open_holes = [[hole for hole in range(6) if fortresses is None or fortresses[1 - side] != hole] for side in (0, 1)]
    for side in (0, 1):
        holes[side][choose.choice(open_holes[side])] += 1
    targets = [(side, choose.choice(open_holes[side])) for side in (0, 1) for _ in range(3)]
    for _ in range(46):
        side, hole = choose.choice(targets)
        if choose.random() < 0.1:
            stores[side] += 1
        else:
            holes[side][hole] += 1
    return reference.write(holes, stores, choose.choice("ab"), fortresses)
