"""Mosty, clause by clause (S1 to S8 of docs/games/mosty.md)."""

import numpy as np
import pytest
from tests.games.mosty import reference

from charkoni import OVER, game
from charkoni.core.errors import BadMove, IllegalMove
from charkoni.games.mosty import rules
from charkoni.games.mosty.catalog import CATALOG

MOSTY = game("mosty")
SMALL = game("mosty:size=2")
TWO = game("mosty:links=2")


def after(name, text, *moves):
    """Return the position text after some moves."""
    position = game(name).parse(text)
    for move in moves:
        position = position.play(move)
    return str(position)


# --- S1, S2: the board and the bridges ----------------------------------------------------------------------------


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("size", reference.SIZES)
def test_every_crossing_has_its_place_on_a_line_of_each_side(size, side):
    places = [rules.line_and_place(side, crossing) for crossing in rules.crossings(size)]
    assert len(set(places)) == len(places)
    assert [rules.crossing_at(side, *place) for place in places] == rules.crossings(size)


def test_s1_the_board_is_empty_and_red_begins():
    assert str(MOSTY.start()) == "5/4/5/4/5/4/5/4/5 a"
    assert MOSTY.start().turn == 0


@pytest.mark.parametrize(
    ("size", "crossings"),
    [(2, 5), (3, 13), (4, 25), (5, 41), (6, 61), (7, 85), (8, 113), (9, 145), (10, 181)],
)
def test_s1_the_number_of_crossings(size, crossings):
    sized = game(f"mosty:size={size}")
    assert sized.codes == crossings
    assert len(sized.start().moves) == crossings


def test_s1_the_crossings_of_size_2():
    assert SMALL.start().moves == ("a1", "a3", "b2", "c1", "c3")


def test_s2_a_link_takes_its_crossing():
    position = MOSTY.start().play("c3")
    assert str(position) == "5/4/5/4/5/4/1r3/4/5 b"
    assert "c3" not in position.moves
    assert len(position.moves) == 40


def test_s2_a_crossing_is_used_once_by_either_side():
    position = MOSTY.parse("5/4/5/4/5/3b/1r3/4/5 a")
    for crossing in ("c3", "h4"):
        with pytest.raises(IllegalMove):
            position.play(crossing)


# --- S3: who is joined ------------------------------------------------------------------------------------------


def test_s3_red_wins_from_bottom_to_top():
    assert after("mosty:size=2", "1b/1/r1 a", "a3") == "rb/1/r1 ."


def test_s3_blue_wins_from_left_to_right():
    assert after("mosty:size=2", "1r/r/b1 b", "c1") == "1r/r/bb ."


@pytest.mark.parametrize(
    ("before", "move", "joins"),
    [
        ("1r/1/r1 a", "b2", True),  # (1,2)-(3,2): on an even crossing a red bridge lies
        ("1b/1/b1 b", "b2", True),  # (2,1)-(2,3): there a blue bridge stands upright
        ("r1/1/1r a", "b2", True),
        ("b1/1/1b b", "b2", True),
        ("rb/1/b1 a", "c1", False),
        ("br/1/r1 b", "c1", False),
    ],
)
def test_s3_the_dots_of_a_link_depend_on_colour_and_crossing(before, move, joins):
    assert (SMALL.parse(before).play(move).turn == OVER) == joins


def test_s3_a_way_may_turn_back():
    """Up to (1,4), over to (3,4), down to (3,2), over to (5,2) and up again: the last bridge closes the gap."""
    position = game("mosty:size=3").parse("2r/r1/rr1/1r/r2 a")
    assert position.play("e3").turn == OVER
    assert position.play("c1").turn != OVER


def test_s3_links_that_reach_only_one_border_do_not_win():
    for text in ("1r/1/1b a", "2/1/rr b"):
        assert SMALL.parse(text).turn != OVER


def test_s3_a_chain_in_the_middle_counts_once_it_is_tied_to_the_border():
    position = game("mosty:size=3").parse("r2/2/r2/2/3 a")
    assert position.play("c1").turn != OVER
    assert position.play("a1").turn == OVER


@pytest.mark.parametrize(("text", "scores"), [("rb/1/r1 .", "1:0"), ("1r/r/bb .", "0:1")])
def test_s3_the_winner_can_be_read_off_the_position(text, scores):
    outcome = SMALL.parse(text).outcome
    assert (outcome.reason, str(outcome)) == ("joined", scores)


def test_s3_the_game_ends_at_once():
    position = SMALL.parse("rb/1/r1 .")
    assert position.moves == ()
    with pytest.raises(IllegalMove, match="the game is over: joined, 1:0"):
        position.play("b2")


# --- S4: no draw ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", reference.SIZES)
def test_s4_on_a_full_board_exactly_one_side_is_joined(size):
    rng = np.random.default_rng(size)
    sized = game(f"mosty:size={size}")
    for _ in range(5):
        signs = dict(zip(reference.crossings(size), rng.choice(["r", "b"], sized.codes), strict=True))
        ends = [reference.joined(signs, size, colour) for colour in "rb"]
        assert sum(ends) == 1
        outcome = sized.parse(reference.write(signs, size, ".", None)).outcome
        assert [score == 1 for score in outcome.scores] == ends


def test_s4_a_side_may_have_any_number_of_links():
    text = "bb3/4/5/4/5/4/5/bb2/bbb2 b"
    assert str(MOSTY.parse(text)) == text


# --- S5: no bridges along the shores -----------------------------------------------------------------------------


@pytest.mark.parametrize("move", ["a0", "j1", "a10", "k10", "z99", "a11"])
def test_s5_outside_there_is_no_crossing(move):
    with pytest.raises(BadMove):
        MOSTY.start().play(move)


def test_s5_the_refusal_names_the_last_crossing():
    with pytest.raises(
        BadMove, match=r"no crossing j1: the last one is i9; along the shores no bridges are built"
    ) as e:
        MOSTY.start().play("j1")
    assert (e.value.reason.code, e.value.reason.clause) == ("OUTSIDE", "S5")


# --- S6: two bridges a turn ---------------------------------------------------------------------------------------


def test_s6_turns_alternate_with_one_link_each():
    position = MOSTY.start()
    turns = []
    for move in ("a1", "a3", "a5", "a7"):
        turns.append(position.turn)
        position = position.play(move)
    assert turns == [0, 1, 0, 1]


def test_s6_two_links_the_first_turn_has_one():
    assert str(TWO.start()) == "5/4/5/4/5/4/5/4/5 a 1"
    assert after("mosty:links=2", str(TWO.start()), "e5") == "5/4/5/4/2r2/4/5/4/5 b 2"


def test_s6_two_links_every_later_turn_has_two():
    position = TWO.start()
    turns = []
    for move in ("a1", "a3", "a5", "a7", "a9", "b2", "b4"):
        turns.append(position.turn)
        position = position.play(move)
    assert turns == [0, 1, 1, 0, 0, 1, 1]
    assert str(position).endswith(" a 2")


def test_s6_two_links_the_game_can_end_in_the_middle_of_a_turn():
    assert after("mosty:links=2,size=2", "1b/1/r1 a 2", "a3") == "rb/1/r1 . 0"


def test_s6_two_links_the_second_link_can_end_the_game():
    assert after("mosty:links=2,size=2", "1b/1/r1 a 2", "c1", "a3") == "rb/1/rr . 0"


# --- S7, S8: what there is not ----------------------------------------------------------------------------------


def test_s7_there_is_no_swap_and_no_pass():
    for move in ("-", "swap"):
        with pytest.raises(BadMove):
            MOSTY.start().play("c3").play(move)


def test_s8_no_repetition_rule_and_no_cap():
    assert (MOSTY.referee.repetition, MOSTY.referee.cap) == (False, None)


# --- the state --------------------------------------------------------------------------------------------------


def test_the_way_to_a_position_leaves_no_trace():
    """What the state keeps besides the bridges follows from them: another order of the bridges, the same bytes."""
    rng = np.random.default_rng(1)
    sized = game("mosty:size=4")
    position = sized.start()
    while position.turn != OVER:
        position = position.play(str(rng.choice(position.moves)))
        assert sized.parse(str(position)) == position


@pytest.mark.parametrize(("field", "value"), [("open", 4), ("free", [0, 0, 0]), ("set", np.full((2, 19), 3, np.int16))])
def test_audit_finds_a_state_that_does_not_follow_from_its_links(field, value):
    state = SMALL.start().state
    assert rules.audit(state[0]) == 0
    state[0][field] = value
    assert rules.audit(state[0]) == 4
    assert CATALOG.invalid[3].message() == "the state does not follow from its bridges (S2)"


@pytest.mark.parametrize("size", [2, 5, 10])
def test_every_free_crossing_has_its_number(size):
    rng = np.random.default_rng(size)
    position = game(f"mosty:size={size}").start()
    for _ in range(size):
        state = position.state[0]
        listed = np.empty(rules.WIDEST, np.int64)
        n = rules.legal(state, listed)
        assert rules.count(state) == n
        assert [rules.nth(state, i) for i in range(n)] == list(listed[:n])
        assert rules.nth(state, n) == -1
        position = position.play(str(rng.choice(position.moves)))
        if position.turn == OVER:
            break


# --- the reference ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "size", "games"),
    [("mosty", 5, 5), ("mosty:links=2", 5, 5), ("mosty:size=2", 2, 20), ("mosty:size=7", 7, 2)],
)
def test_random_games_agree_with_the_reference(name, size, games, trials):
    rng = np.random.default_rng(7)
    for _ in range(trials(games)):
        position = game(name).start()
        while position.turn != OVER:
            text = str(position)
            assert set(position.moves) == reference.moves(text, size)
            move = str(rng.choice(position.moves))
            position = position.play(move)
            assert str(position) == reference.play(text, move, size)
        assert reference.moves(str(position), size) == set()
