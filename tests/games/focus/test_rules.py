"""Focus, clause by clause (F1 to F14 of docs/games/focus.md), and against a slow reference."""

import random

import numpy as np
import pytest
from tests.games.focus import reference
from tests.games.focus.reference import START, VARIANTS, board

from charkoni import OVER, game
from charkoni.games.focus import FAMILY, rules
from charkoni.games.focus.moves import NAMES

FOCUS = game("focus")
RESCUE = game("focus:rescue")
KERNELS = FAMILY.kernels


def after(text, move, name="focus"):
    """Return the position text after a move."""
    return str(game(name).parse(text).play(move))


def moves_from(cell, text, name="focus"):
    """Return the ends of the tower moves from a cell: {k: [ends]}."""
    ends = {}
    for move in game(name).parse(text).moves:
        if move.startswith(f"{cell}-"):
            end, k = move.split("-")[1].split(":")
            ends.setdefault(int(k), []).append(end)
    return ends


# --- board, start, turns ------------------------------------------------------------------------------------------


def test_f1_start():
    assert str(FOCUS.start()) == START
    assert START.count("r") == START.count("g") == 18


def test_f1_board_lacks_three_cells_of_every_corner():
    assert " ".join(NAMES) == (
        "c8 d8 e8 f8 b7 c7 d7 e7 f7 g7 a6 b6 c6 d6 e6 f6 g6 h6 a5 b5 c5 d5 e5 f5 g5 h5 "
        "a4 b4 c4 d4 e4 f4 g4 h4 a3 b3 c3 d3 e3 f3 g3 h3 b2 c2 d2 e2 f2 g2 c1 d1 e1 f1"
    )


def test_f1_parts_of_five_from_d4_reach_49_cells_and_of_six_all():
    reached = {end for k in range(1, 6) for end in reference.REACH["d4", k]}
    assert len(reached) == 49
    assert {end for beside in reference.neighbours("d4") for end in reference.walks(beside, 5)} | reached == set(
        reference.CELLS
    )


def test_f2_a_begins_and_players_alternate():
    first = FOCUS.start()
    second = first.play("b7-b6:1")
    third = second.play("b2-c2:1")
    assert (first.turn, second.turn, third.turn) == (0, 1, 0)


def test_f3_the_top_checker_owns_the_tower():
    text = board(d4="gr", e6="rg")
    assert moves_from("e6", text) == {}
    assert set(moves_from("d4", text)) == {1, 2}
    assert moves_from("d4", text.replace(" a ", " b ")) == {}


def test_f4_a_turn_is_one_move_or_one_drop_or_the_null_move():
    text = board(d4="rr", e6="g", h6="g", reserves="1:0")
    kinds = {move[0] for move in FOCUS.parse(text).moves}
    assert kinds == {"d", "@", "-"}
    for move in FOCUS.parse(text).moves:
        assert FOCUS.parse(text).play(move).turn == 1


# --- tower moves --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "rest", "moved"),
    [
        ("d4-d5:1", "gr", {"d5": "r"}),
        ("d4-d6:2", "g", {"d6": "rr"}),
        ("d4-d7:3", "", {"d7": "grr"}),
    ],
)
def test_f5_top_checkers_move_in_unchanged_order_and_the_rest_stays(move, rest, moved):
    text = board(d4="grr", h6="g")
    assert after(text, move) == board("b", d4=rest, h6="g", **moved)


def test_f5_the_rest_belongs_to_its_new_top():
    text = after(board(d4="grr", h6="g"), "d4-e5:2")
    assert set(moves_from("d4", text)) == {1}


def test_f6_a_single_checker_steps_to_the_neighbours():
    assert moves_from("d4", board(d4="r", h6="g")) == {1: ["c4", "d3", "d5", "e4"]}


def test_f6_steps_stay_on_the_board():
    assert moves_from("c1", board(c1="r", h6="g")) == {1: ["c2", "d1"]}
    assert moves_from("a6", board(a6="r", h6="g")) == {1: ["a5", "b6"]}


def test_f6_three_checkers_make_exactly_three_steps_with_any_bends():
    ends = moves_from("d4", board(d4="rrr", h6="g"))[3]
    assert " ".join(ends) == "a4 b3 b5 c2 c4 c6 d1 d3 d5 d7 e2 e4 e6 f3 f5 g4"


def test_f6_a_walk_passes_over_towers_and_bends_back():
    text = board(c1="rrr", c2="ggggg", d1="rrrrr", h6="g")
    assert moves_from("c1", text)[3] == ["b3", "c2", "c4", "d1", "d3", "e2", "f1"]


@pytest.mark.parametrize(("height", "whole"), [(1, 4), (2, 9), (5, 26)])
def test_f6_number_of_ends_of_a_whole_tower_on_d4(height, whole):
    """The start counts where it is an end (the null move)."""
    ends = moves_from("d4", board(d4="r" * height, h6="g"))[height]
    assert len(ends) + (height % 2 == 0) == whole


@pytest.mark.parametrize("k", range(1, 6))
def test_f6_ends_are_the_cells_at_distance_of_the_same_parity(k):
    for start in range(rules.CELLS):
        exact = [
            end
            for end in range(rules.CELLS)
            if end != start and distance(start, end) <= k and (k - distance(start, end)) % 2 == 0
        ]
        upto = [end for end in range(rules.CELLS) if end != start and distance(start, end) <= k]
        assert [walk_ends(steps, start, k) for steps in range(2)] == [exact, upto]


def distance(start, end):
    return sum(abs(x - y) for x, y in zip(rules.PLACES[start], rules.PLACES[end], strict=True))


def walk_ends(steps, start, k):
    first, last = rules.SIZES[steps, start, k - 1], rules.SIZES[steps, start, k]
    codes = rules.WALKS[steps, start, first:last].tolist()
    assert all((code // 260, code % 5 + 1) == (start, k) for code in codes)
    return [code // 5 % 52 for code in codes]


def test_f6_upto_makes_one_to_k_steps():
    text = board(c1="rrr", h6="g")
    ends = moves_from("c1", text, "focus:steps=upto")
    assert ends == {
        1: ["c2", "d1"],
        2: ["b2", "c2", "c3", "d1", "d2", "e1"],
        3: ["b2", "b3", "c2", "c3", "c4", "d1", "d2", "d3", "e1", "e2", "f1"],
    }


@pytest.mark.parametrize(
    ("there", "then"), [("", "rr"), ("r", "rrr"), ("g", "grr"), ("ggr", "ggrrr"), ("rgg", "rggrr")]
)
def test_f7_the_end_may_be_empty_or_hold_any_tower(there, then):
    assert after(board(d4="rr", d6=there, h6="g"), "d4-d6:2") == board("b", d6=then, h6="g")


# --- rule of five -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mover", "there", "part", "then", "reserves"),
    [
        ("a", "rgg", "rr", "rggrr", "0:0"),  # five stay five
        ("a", "rggg", "rr", "gggrr", "1:0"),  # own colour comes back
        ("a", "gggg", "rr", "gggrr", "0:0"),  # the other colour is out of the game
        ("b", "rggg", "rg", "gggrg", "0:0"),
        ("b", "grrr", "gg", "rrrgg", "0:1"),
        ("a", "rgrgr", "ggggr", "ggggr", "3:0"),  # five taken off
        ("b", "rgrgr", "rrrrg", "rrrrg", "0:2"),
        ("a", "rrrrr", "rr", "rrrrr", "2:0"),  # an own tower counts as any other
    ],
)
def test_f8_rule_of_five_takes_from_the_bottom(mover, there, part, then, reserves):
    k = len(part)
    end = {2: "d6", 5: "d7"}[k]
    extra = {"h6": "r" if mover == "b" else "g"}
    text = board(mover, d4=part, **{end: there}, **extra)
    other = "b" if mover == "a" else "a"
    assert after(text, f"d4-{end}:{k}") == board(other, reserves, **{end: then}, **extra)


def test_f8_a_checker_of_the_moving_part_stays_when_only_the_covered_tower_is_cut():
    """At most five move, so the checkers taken off all come from the covered tower."""
    text = board(d4="grrrr", d5="ggggg", h6="g")
    assert after(text, "d4-d5:5") == board("b", d5="grrrr", h6="g")


def test_f8_the_mover_takes_his_colour_even_from_an_enemy_tower():
    text = board("b", "3:4", d4="g", d5="grrrr", h6="r")
    assert after(text, "d4-d5:1") == board("a", "3:5", d5="rrrrg", h6="r")


# --- null move and drops ------------------------------------------------------------------------------------------


def test_f9_the_null_move_changes_the_mover_only():
    text = board(d4="gr", h6="g", reserves="1:2")
    assert after(text, "-") == text.replace(" a ", " b ")


@pytest.mark.parametrize(
    ("towers", "legal"),
    [
        ({"d4": "r", "h6": "gg"}, False),
        ({"d4": "r", "h6": "rg"}, False),
        ({"d4": "gr", "h6": "g"}, True),
        ({"a3": "rrrrr", "h6": "g"}, True),
    ],
)
@pytest.mark.parametrize("name", VARIANTS)
def test_f9_the_null_move_needs_an_own_tower_of_two(towers, legal, name):
    position = game(name).parse(board(**towers, reserves="1:0"))
    assert ("-" in position.moves) == legal
    assert position.moves.count("-") <= 1


def test_f10_a_drop_goes_on_any_cell():
    position = FOCUS.parse(board(d4="r", d5="ggggg", h6="rg", reserves="2:0"))
    drops = [move for move in position.moves if move[0] == "@"]
    assert drops == sorted(f"@{cell}" for cell in NAMES)


@pytest.mark.parametrize(
    ("there", "then", "reserves"),
    [("", "r", "1:5"), ("gg", "ggr", "1:5"), ("ggggg", "ggggr", "1:5"), ("rgggg", "ggggr", "2:5")],
)
def test_f10_a_drop_lands_on_top_and_the_rule_of_five_applies(there, then, reserves):
    text = board(a3="r", d4=there, h6="g", reserves="2:5")
    assert after(text, "@d4") == board("b", reserves, a3="r", d4=then, h6="g")


def test_f10_no_drop_without_a_reserve():
    moves = FOCUS.parse(board(d4="r", h6="g", reserves="0:7")).moves
    assert not [move for move in moves if move[0] == "@"]


# --- the end ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mover", "scores"), [("a", "1:0"), ("b", "0:1")])
def test_f11_a_player_without_a_tower_has_lost_whatever_his_reserve(mover, scores):
    own, enemy = ("r", "g") if mover == "a" else ("g", "r")
    position = FOCUS.parse(board(mover, "2:2", d4=own, d5=enemy)).play("d4-d5:1")
    assert str(position) == board(".", "2:2", d5=enemy + own)
    assert position.turn == OVER
    assert position.moves == ()
    assert (str(position.outcome), position.outcome.reason) == (scores, "no-towers")


def test_f11_a_rest_handed_over_saves_the_opponent():
    position = FOCUS.parse(board(d4="gr", d5="g")).play("d4-d5:1")
    assert str(position) == board("b", d4="g", d5="gr")
    assert position.outcome is None


def test_f11_the_null_move_ends_nothing():
    assert FOCUS.parse(board(d4="rr", h6="g")).play("-").outcome is None


def test_f12_with_rescue_a_reserve_keeps_a_player_in_the_game():
    text = board(d4="r", d5="g", reserves="0:2")
    position = RESCUE.parse(text).play("d4-d5:1")
    assert str(position) == board("b", "0:2", d5="gr")
    assert position.moves == tuple(sorted(f"@{cell}" for cell in NAMES))
    assert str(position.play("@d5")) == board(".", "0:1", d5="grg")


def test_f12_with_rescue_no_tower_and_no_reserve_loses():
    position = RESCUE.parse(board(d4="r", d5="g", reserves="3:0")).play("d4-d5:1")
    assert str(position) == board(".", "3:0", d5="gr")
    assert (str(position.outcome), position.outcome.reason) == ("1:0", "no-towers")


def test_f13_a_player_to_move_has_a_move_even_when_shut_in():
    crowd = {cell: "ggggg" for cell in NAMES} | {"c8": "r"}
    assert FOCUS.parse(board(**crowd)).moves == ("c8-c7:1", "c8-d8:1")


@pytest.mark.parametrize("name", VARIANTS)
def test_f14_the_referee_draws_at_the_third_occurrence_and_at_600_plies(name):
    referee = game(name).referee
    assert (referee.repetition, referee.counter, referee.cap, referee.at_cap) == (True, None, 600, None)


def test_r10_the_outcome_can_be_read_off_the_final_text():
    assert str(FOCUS.parse(board(".", "4:0", d4="rg")).outcome) == "0:1"
    assert str(RESCUE.parse(board(".", "4:0", d4="gr")).outcome) == "1:0"


def test_a_move_never_changes_its_parent():
    text = board(d4="rgr", e4="rg", h6="gg")
    position = FOCUS.parse(text)
    position.play("d4-e4:1")
    assert str(position) == text


@pytest.mark.parametrize(
    ("end", "upto", "counts"),
    [((4, 5), 0, [1, 3]), ((5, 5), 0, [2]), ((4, 5), 1, [1, 2, 3]), ((5, 5), 1, [2, 3]), ((8, 6), 1, [])],
)
def test_f6_numbers_of_checkers_that_reach_a_cell(end, upto, counts):
    """From d4, with a tower of three."""
    start, goal = rules.PLACES.index((4, 4)), rules.PLACES.index(end)
    assert rules.counts_of_walks(start, goal, 3, upto) == counts


def random_positions(name, seed, games, plies):
    """Yield positions of random games with the moves that led there and, last, those after the final move."""
    chance = random.Random(seed)
    for _ in range(games):
        position = game(name).start()
        for _ in range(plies):
            if position.turn == OVER:
                break
            move = chance.choice(position.moves)
            yield position, move
            position = position.play(move)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_reference_finds_the_same_moves_and_positions(name, mode, trials):
    flags = game(name).flags
    games, plies = trials(8), 90 if mode == "plain" else 400
    for position, move in random_positions(name, f"reference {name}", games, plies):
        text = str(position)
        assert set(position.moves) == reference.moves(text, flags["steps"] == "upto"), text
        assert str(position.play(move)) == reference.play(text, move, flags["rescue"] == "on"), (text, move)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_reference_agrees_where_towers_are_tall_and_few(name, trials):
    """Made positions: towers of up to five, reserves, games near their end."""
    flags, chance = game(name).flags, random.Random(f"tall {name}")
    for _ in range(trials(150)):
        cells = chance.sample(NAMES, chance.randint(2, 7))
        towers = {cell: "".join(chance.choices("rg", k=chance.randint(1, 5))) for cell in cells}
        towers |= {cells[0]: "ggr", cells[1]: "rg"}
        text = board("a", f"{chance.randint(0, 2)}:{chance.randint(0, 2)}", **towers)
        position = game(name).parse(text)
        assert set(position.moves) == reference.moves(text, flags["steps"] == "upto"), text
        for move in chance.sample(position.moves, min(6, len(position.moves))):
            assert str(position.play(move)) == reference.play(text, move, flags["rescue"] == "on"), (text, move)


@pytest.mark.parametrize("name", VARIANTS)
def test_nth_enumerates_exactly_the_legal_list(name, mode):
    codes = np.zeros(game(name).widest, np.int64)
    texts = [
        board(**{cell: "g" * 4 + "r" for cell in NAMES[1:]}, c8="g", reserves="1:0"),
        board("b", "0:3", d4="g", h6="r"),
        board("b", "3:0", d4="rg", h6="r"),
    ]
    states = [game(name).parse(text).state for text in texts]
    plies = 40 if mode == "plain" else 300
    states += [position.state for position, _ in random_positions(name, f"nth {name}", 1, plies)][::5]
    for state in states:
        n = KERNELS.legal(state[0], codes)
        assert KERNELS.count(state[0]) == n
        numbers = range(n) if mode != "plain" or n < 100 else [0, n // 2, n - 53, n - 2, n - 1]
        assert [KERNELS.nth(state[0], i) for i in numbers] == [codes[i] for i in numbers]
        assert len(set(codes[:n].tolist())) == n


@pytest.mark.parametrize(("name", "most"), [("focus", 2736 + 53), ("focus:steps=upto", 4504 + 53)])
def test_the_longest_list_fits(name, most):
    """52 own towers of five: every walk, 52 drops, the null move (a position made by hand)."""
    rows = "/".join(",".join(["ggggr"] * cells) for cells in (4, 6, 8, 8, 8, 8, 6, 4))
    state = game(name).parse(board(c8="r", h6="g")).state
    for cell in range(rules.CELLS):
        state[0].tower[cell] = 0b101111
    state[0].reserve[0] = 1
    text = game(name).family.text.write_state(state[0], game(name).flags)
    assert text == f"{rows} a 1:0"
    assert KERNELS.count(state[0]) == KERNELS.legal(state[0], np.zeros(rules.WIDEST, np.int64)) == most
    assert most <= rules.WIDEST == game(name).widest


def test_a_state_has_no_padding_and_two_equal_positions_equal_bytes():
    assert rules.STATE.itemsize == 64
    there = FOCUS.start().play("b7-b6:1").play("b2-b3:1")
    assert there == FOCUS.parse(str(there))
    assert there.state.tobytes() == FOCUS.parse(str(there)).state.tobytes()
