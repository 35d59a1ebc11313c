"""Banglagor, clause by clause (B1 to B19 of docs/games/banglagor.md)."""

import random

import numpy as np
import pytest
from tests.games.banglagor import reference
from tests.games.banglagor.positions import position_of
from tests.sampling import short_run

from charkoni import OVER, game
from charkoni.check.perft import leaves
from charkoni.core.compiler import compiled
from charkoni.core.errors import IllegalMove
from charkoni.games.banglagor import rules

BANGLAGOR = game("banglagor")
UPTO = game("banglagor:steps=upto")
STAGE_2 = "8/8/aa6/bbbbaaaa/ccccccbb/8/8/CCCCCCBB/BBBBAAAA/AA6/8/8 a 000:000 0"
NAMES = ("banglagor", "banglagor:steps=upto", "banglagor:quiet=standing")
MIDDLE = "1c5a/5b1c/c2aca2/2ac*4/ba6/3b4/3C*2C1/3c*3C*/B7/BBB*2A2/CBA5/C1A2C2 a 000:000 2"


def columns_of(position):
    """Return the columns as `position_of` takes them, sorted."""
    board = reference.State(str(position)).board
    words = [
        f"{reference.LETTERS[owner][height - 1]}{'*' * bound}{reference.name(cell)}"
        for cell, (owner, height, bound) in board.items()
    ]
    return " ".join(sorted(words))


def after(columns, move, mover="a", counter=0):
    """Return the position after a move."""
    return position_of(columns, mover, counter).play(move)


def ends_from(position, cell):
    """Return the cells where the column on a cell can end."""
    return sorted({move[len(cell) + 1 :].split("x")[0] for move in position.moves if move.startswith(f"{cell}-")})


# --- B1 to B4: the board and stage 1 ----------------------------------------------------------------------------


def test_b1_the_board_is_empty_and_blue_begins():
    position = BANGLAGOR.start()
    assert str(position) == "8/8/8/8/8/8/8/8/8/8/8/8 a 666:666 0"
    assert position.turn == 0


def test_b2_any_height_in_hand_on_any_place():
    assert len(BANGLAGOR.start().moves) == 3 * 40


def test_b2_a_height_used_up_is_no_longer_placed():
    position = position_of("Aa1 Ab1 Ac1 Ad1 Ae1 Af1 aa12 ab12 ac12 ad12 ae12 af12", hands="066:066")
    assert {move[0] for move in position.moves} == {"2", "3"}


def test_b2_no_movement_before_the_hands_are_empty():
    position = position_of("Ca1 ca12", hands="665:665")
    assert all(move[1] == "@" for move in position.moves)


@pytest.mark.parametrize(("hands", "mover", "rows"), [("666:666", "a", "12345"), ("566:666", "b", "89101112")])
def test_b3_placing_on_the_own_land_off_the_border_row(hands, mover, rows):
    position = BANGLAGOR.parse(f"{'/'.join('8' * 12)} {mover} {hands} 0")
    found = {move[3:] for move in position.moves}
    assert "".join(sorted(found, key=int)) == rows


def test_b3_placing_needs_an_empty_cell():
    position = position_of("Ca1 ca12", hands="665:665")
    assert "1@a1" not in position.moves
    assert len(position.moves) == 3 * 39


def test_b3_each_height_is_taken_from_its_place_in_the_hand():
    position = BANGLAGOR.start()
    for move in ("1@a1", "2@h12", "3@c3", "1@a8"):
        position = position.play(move)
    assert str(position) == "7b/8/8/8/a7/8/8/8/8/2C5/8/A7 a 565:556 0"


def test_b4_stage_2_begins_with_a_when_both_hands_are_empty():
    position = BANGLAGOR.parse(STAGE_2.replace("aa6", "a7").replace("a 000:000", "b 000:100")).play("1@b10")
    assert str(position) == STAGE_2
    assert not any(move[1] == "@" for move in position.moves)


# --- B5 to B7: movement -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("column", "cell", "ends"),
    [
        ("A", "d4", "c4 d3 d5 e4"),
        ("B", "d4", "b4 c3 c5 d2 d4 d6 e3 e5 f4"),
        ("C", "a1", "a2 a4 b1 b3 c2 d1"),
        ("B", "h12", "f12 g11 h10 h12"),
        ("C", "h7", "e7 f6 f8 g5 g7 g9 h10 h4 h6 h8"),
        ("C", "d6", "a6 b5 b7 c4 c6 c8 d3 d5 d7 d9 e4 e6 e8 f5 f7 g6"),
        ("C", "e7", "b7 c6 c8 d5 d7 d9 e10 e4 e6 e8 f5 f7 f9 g6 g8 h7"),
        ("C", "a8", "a11 a5 a7 a9 b10 b6 b8 c7 c9 d8"),
        ("C", "h5", "e5 f4 f6 g3 g5 g7 h2 h4 h6 h8"),
    ],
)
def test_b5_a_column_makes_exactly_as_many_steps_as_it_is_high(column, cell, ends):
    position = position_of(f"{column}{cell} cb12" if cell != "a8" else f"{column}{cell} ch12")
    assert ends_from(position, cell) == ends.split()


@pytest.mark.parametrize(
    ("column", "ends"),
    [
        ("A", "c4 d3 d5 e4"),
        ("B", "b4 c3 c4 c5 d2 d3 d4 d5 d6 e3 e4 e5 f4"),
        ("C", "a4 b3 b4 b5 c2 c3 c4 c5 c6 d1 d2 d3 d4 d5 d6 d7 e2 e3 e4 e5 e6 f3 f4 f5 g4"),
    ],
)
def test_b5_the_flag_allows_fewer_steps(column, ends):
    position = position_of(f"{column}d4 ch12", rules_name="banglagor:steps=upto")
    assert ends_from(position, "d4") == ends.split()


def test_b6_every_cell_stepped_on_must_be_empty():
    position = position_of("Ba1 Ab1 ca2")
    assert ends_from(position, "a1") == []


def test_b6_a_walk_bends_round_a_column():
    position = position_of("Ca1 Aa2 bb2 ch12")
    assert ends_from(position, "a1") == ["b1", "c2", "d1"]  # a1-b1-a1-b1, a1-b1-c1-c2, a1-b1-c1-d1


def test_b6_cells_may_be_entered_again():
    position = position_of("Ca1 Aa2 ac1 ch12")
    assert ends_from(position, "a1") == ["b1", "b3", "c2"]  # b1 by a1-b1-a1-b1


def test_b7_a_column_of_2_may_end_where_it_began():
    position = after("Bd4 ch12 Ca1", "d4-d4")
    assert columns_of(position) == "Bd4 Ca1 ch12"
    assert position.turn == 1


def test_b7_without_an_empty_neighbour_there_is_no_return():
    position = position_of("Ba1 Ab1 Aa2 ch12")
    assert ends_from(position, "a1") == []


@pytest.mark.parametrize("column", ["A", "C"])
def test_b7_heights_1_and_3_never_return_with_exact_steps(column):
    assert "d4" not in ends_from(position_of(f"{column}d4 bh12"), "d4")


# --- B8 to B11: attack ------------------------------------------------------------------------------------------


def test_b8_the_only_enemy_neighbour_must_be_attacked():
    position = position_of("Cd3 be6 ch12 Ba1")
    assert "d3-e5xe6" in position.moves
    assert "d3-e5" not in position.moves


@pytest.mark.parametrize(
    ("enemies", "moves"),
    [
        ("ae6", ["d4-e5xe6"]),
        ("ae6 bf5", ["d4-e5xe6", "d4-e5xf5"]),
        ("ae6 bf5 c*d5", ["d4-e5xd5", "d4-e5xe6", "d4-e5xf5"]),
    ],
)
def test_b8_one_of_several_enemies_is_chosen(enemies, moves):
    position = position_of(f"Bd4 {enemies} Ca1")
    assert [move for move in position.moves if move.startswith("d4-e5")] == moves


def test_b8_enemies_across_the_border_and_the_window_are_seen():
    position = position_of("Cd5 ad9 ac8 ae8 Ca1 bh1")
    assert [move for move in position.moves if move.startswith("d5-d8")] == ["d5-d8xc8", "d5-d8xd9", "d5-d8xe8"]


def test_b8_only_one_enemy_is_touched():
    assert columns_of(after("Cd4 ad8 be7 Ca1", "d4-d7xd8")) == "Ca1 Cd7 be7"


def test_b8_a_bound_enemy_may_be_named():
    assert columns_of(after("Ad4 c*d6 Ca1", "d4-d5xd6")) == "Ad5 Ca1 c*d6"


def test_b8_no_attack_without_a_movement_beside_an_enemy():
    assert columns_of(after("Cd4 bd5 Aa1", "a1-a2")) == "Aa2 Cd4 bd5"


@pytest.mark.parametrize(
    ("before", "move", "then"),
    [
        ("Cd3 be6 ch12 Ba1", "d3-e5xe6", "Ba1 Ce5 ch12"),  # 3 > 2
        ("Ad4 Be6 cd6 ch12 Ca1", "d4-d5xd6", "Ad5 Be6 Ca1 c*d6 ch12"),  # 1 + 2 = 3
        ("Ad4 Be6 Ac6 cd6 ch12 Ca1", "d4-d5xd6", "Ac6 Ad5 Be6 Ca1 ch12"),  # 1 + 2 + 1 > 3
        ("Ad4 C*e6 cd6 ch12 Ca1", "d4-d5xd6", "Ad5 C*e6 Ca1 c*d6 ch12"),  # the bound C does not count
        ("Ad4 Bd5 cd6 ch12 Ca1", "d4-e4", "Ae4 Bd5 Ca1 cd6 ch12"),  # not next to it: nothing happens
    ],
)
def test_b9_strength_is_that_of_all_own_neighbours_of_the_target(before, move, then):
    assert columns_of(after(before, move)) == then


def test_b9_strength_is_counted_round_the_target_not_round_the_moved_column():
    assert columns_of(after("Ad4 Be5 bd6 ch12 Ca1", "d4-d5xd6")) == "Ad5 Be5 Ca1 b*d6 ch12"


def test_b9_other_enemies_do_not_defend():
    assert columns_of(after("Cd4 bd8 cd9 ce8 Ca1", "d4-d7xd8")) == "Ca1 Cd7 cd9 ce8"


@pytest.mark.parametrize(("target", "then"), [("b", "Ba1 Cd7"), ("c", "Ba1 Cd7 c*d8"), ("c*", "Ba1 Cd7 c*d8")])
def test_b10_greater_removes_otherwise_it_binds(target, then):
    assert columns_of(after(f"Cd4 {target}d8 Ba1 ch12", "d4-d7xd8")) == f"{then} ch12"


def test_b10_a_removed_bound_column_leaves_an_empty_cell():
    position = after("Cd4 b*d8 Ba1 ch12", "d4-d7xd8").play("h12-h9")
    assert "d7-d8" in position.moves


def test_b11_coming_next_to_stronger_enemies_does_no_harm():
    assert columns_of(after("Ad4 cd6 ce5 cc5 Ca1", "d4-d5xd6")) == "Ad5 Ca1 c*d6 cc5 ce5"


# --- B12 to B14: bound columns, freeing, lift -------------------------------------------------------------------


def test_b12_a_bound_column_only_can_be_freed():
    position = position_of("B*d12 Ca1 ca12")
    assert [move for move in position.moves if "d12" in move[:4]] == ["~d12"]


def test_b12_a_bound_column_blocks_its_cell():
    assert ends_from(position_of("Ba1 A*b1 A*a2 bh12"), "a1") == []


def test_b12_it_stays_bound_whatever_becomes_of_the_binder():
    position = after("Cd4 c*d8 ch9 Ba1", "d4-d7xd8").play("h9-g7").play("d7-a7")
    assert "c*d8" in columns_of(position)


def test_b13_freeing_is_the_whole_action():
    position = after("A*d5 bd6 Ca1", "~d5")
    assert columns_of(position) == "Ad5 Ca1 bd6"
    assert position.turn == 1


@pytest.mark.parametrize(("columns", "mover", "start"), [("Bf12 Ca1 ca8", "a", "f12"), ("cc1 Ca8 ba9", "b", "c1")])
def test_b14_a_column_on_the_far_end_row_may_be_put_on_any_empty_cell(columns, mover, start):
    position = position_of(columns, mover)
    assert len([move for move in position.moves if move.startswith(f"{start}@")]) == 93


def test_b14_no_lift_from_other_rows():
    assert not [move for move in position_of("Bf11 Ca1 cg1 bh12").moves if "@" in move]


def test_b14_a_lift_does_not_attack():
    assert columns_of(after("Bf12 ce9 ah8 Ca1", "f12@e8")) == "Be8 Ca1 ah8 ce9"


# --- B15 to B18: results ----------------------------------------------------------------------------------------


def outcome_after(columns, move, mover="a", counter=0):
    """Return the mover letter, the reason and the scores after a move."""
    position = after(columns, move, mover, counter)
    outcome = position.outcome
    return (str(position).split(" ")[1], *((outcome.reason, str(outcome)) if outcome else ()))


@pytest.mark.parametrize(
    ("columns", "move", "mover", "end"),
    [
        ("Cd4 ad8 cd12 Ca1", "d4-d7xd8", "a", ("b",)),  # 6 : 3, exactly half
        ("Cd4 ad8 bd12 Ca1", "d4-d7xd8", "a", (".", "half", "1:0")),  # 6 : 2
        ("cd9 Ad5 Ba1 ah8 bh10", "d9-d6xd5", "b", (".", "half", "0:1")),  # 2 : 6
        ("cd9 Ad5 Ba1 ah8", "d9-d6xd5", "b", ("a",)),  # 2 : 4, exactly half
        ("Cd4 ad8 Ca1", "d4-d7xd8", "a", (".", "half", "1:0")),  # 6 : 0
        ("Cd4 c*d8 B*a1 b*h12", "~a1", "a", ("b",)),  # 5 : 5, bound columns count
    ],
)
def test_b15_less_than_half_loses(columns, move, mover, end):
    assert outcome_after(columns, move, mover) == end


def test_b15_is_tested_after_actions_of_stage_2_only():
    position = position_of("Ca1", "b", hands="000:100").play("1@a8")
    assert str(position) == "8/8/8/8/a7/8/8/8/8/8/8/C7 a 000:000 0"
    assert position.turn == 0
    assert BANGLAGOR.parse(str(position)) == position
    assert str(position.play("a1-a2").outcome) == "1:0"


@pytest.mark.parametrize(
    ("columns", "move", "mover", "counter"),
    [
        ("Cd4 ch12", "d4-d5", "a", 8),  # within the own land
        ("Cd5 ch12", "d5-e7", "a", 0),  # over the border
        ("Bd8 ch12", "d8-d8", "a", 0),  # out and back within enemy land
        ("Ad7 ch12 Ba1", "d7-d6", "a", 8),  # out of enemy land
        ("Ad8 C*a1 ch12", "~a1", "a", 8),  # columns that merely stand there
        ("Cd12 ch12", "d12@a1", "a", 8),  # a lift to the own land
        ("Cd12 ch12", "d12@a7", "a", 0),  # a lift to enemy land
        ("Bd4 ah8 bh12", "h8-h7", "b", 8),
        ("Bd4 ch8", "h8-g6", "b", 0),
        ("Aa1 ab1 aa2", "-", "a", 8),
    ],
)
def test_b16_the_counter(columns, move, mover, counter):
    assert str(after(columns, move, mover, 7)).endswith(f" {counter}")


def test_b16_twenty_plies_are_a_draw():
    assert outcome_after("Ad4 ah12", "d4-d5", "a", 18) == ("b",)
    assert outcome_after("Ad4 ah12", "d4-d5", "a", 19) == (".", "ten-moves", "1/2:1/2")
    assert outcome_after("Ad6 ah12", "d6-d7", "a", 19) == ("b",)


@pytest.mark.parametrize(
    ("columns", "move", "mover", "counter"),
    [
        ("Cd4 ch12", "d4-d5", "a", 8),  # nobody stands on the other's land
        ("Ad7 ch12 Ba1", "d7-d6", "a", 8),  # nor here any more
        ("Ad8 C*a1 ch12", "~a1", "a", 0),  # one that merely stands there
        ("A*d8 Ca1 ch12", "a1-a4", "a", 0),  # a bound one, too
        ("Ca1 ad4 ch12", "a1-a2", "a", 0),  # one of the other side
        ("Aa1 ab1 aa2", "-", "a", 0),  # also after a pass
        ("Cd12 ch12", "d12@a1", "a", 8),
    ],
)
def test_b16_by_the_flag_the_count_rests_while_an_invader_stands(columns, move, mover, counter):
    position = position_of(columns, mover, 7, rules_name="banglagor:quiet=standing").play(move)
    assert str(position).endswith(f" {counter}")


def test_b16_stage_1_does_not_count():
    assert str(BANGLAGOR.start().play("3@d4")).endswith(" 0")


def test_b17_half_comes_before_ten_moves():
    assert outcome_after("Cd2 ad6 bd12 Ca1", "d2-d5xd6", "a", 19) == (".", "half", "1:0")


def test_b18_a_player_without_action_passes():
    position = position_of("Ca1 bb1 aa2", counter=4)
    assert position.moves == ("-",)
    assert str(position.play("-")).endswith(" b 000:000 5")


def test_b18_a_pass_is_legal_only_then():
    with pytest.raises(IllegalMove):
        BANGLAGOR.parse(STAGE_2).play("-")


def test_b19_the_referee_watches_repetition_and_1000_plies():
    referee = BANGLAGOR.referee
    assert (referee.repetition, referee.counter, referee.cap, referee.at_cap) == (True, "counter", 1000, None)


# --- R2: a player who cannot place (only in made-up positions) ----------------------------------------------------


FULL = f"8/8/8/8/8/8/8/{'/'.join(['AAAAAAAA'] * 5)}"


def test_r2_a_player_without_a_place_passes_and_the_position_stays_readable():
    position = BANGLAGOR.parse(f"{FULL} a 100:100 0")
    for move in ("-", "1@a8", "-", "-"):
        position = position.play(move)
        assert BANGLAGOR.parse(str(position)) == position
    assert str(position) == FULL.replace("8/8/8/8/8", "8/8/8/8/a7", 1) + " a 100:000 0"


# --- all together -------------------------------------------------------------------------------------------------


def lists_agree(position):
    """Compare the list, the count and the numbered moves."""
    state = position.state[0]
    codes = np.zeros(rules.WIDEST, np.int64)
    n = int(rules.legal(state, codes))
    assert int(rules.count(state)) == n
    assert [int(rules.nth(state, i)) for i in range(n)] == codes[:n].tolist()
    assert len(set(codes[:n].tolist())) == n
    assert min(codes[:n]) >= 0 and max(codes[:n]) < position.game.codes


def random_game(rng, name, root, plies):
    """Play a random game beside the reference and compare all texts."""
    position, slow = game(name).parse(root), reference.State(root)
    for ply in range(plies):
        assert list(position.moves) == reference.moves(slow, "steps=upto" in name)
        if position.turn == OVER:
            return
        if compiled() or ply % 8 == 0:
            lists_agree(position)
        move = rng.choice(position.moves)
        position = position.play(move)
        reference.play(slow, move, position.game.flags["quiet"] == "standing")
        assert str(position) == str(slow)
        assert game(name).parse(str(position)) == position


def random_board(rng, full):
    """Return a position with any columns, a part `full` of the cells taken."""
    signs = [sign + star for sign in "ABCabc" for star in ("", "", "*")]
    state = reference.State(f"{'/'.join('8' * 12)} {rng.choice('ab')} 000:000 {rng.randrange(1, 19)}")
    for cell in reference.CELLS:
        if rng.random() < full:
            sign = rng.choice(signs)
            owner = int(sign[0].islower())
            state.board[cell] = [owner, reference.LETTERS[owner].index(sign[0]) + 1, sign[1:] == "*"]
    return state


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("root", [STAGE_2, MIDDLE, str(BANGLAGOR.start())])
def test_random_games_agree_with_the_reference(name, root, trials):
    random_game(random.Random(f"{name} {root}"), name, root, trials(120))


@pytest.mark.parametrize("name", NAMES)
def test_positions_of_any_content_agree_with_the_reference(name, trials):
    rng = random.Random(name)
    for full in (0.1, 0.3, 0.5, 0.5, 0.7, 0.95):
        root = random_board(rng, full)
        blue, green = (sum(h for o, h, _ in root.board.values() if o == side) for side in (0, 1))
        if 2 * blue >= green and 2 * green >= blue:
            random_game(rng, name, str(root), trials(8))


ROWS = ("C1C1C1C1/1C1C1C1C", "1C1C1C1C/C1C1C1C1", "CC2CC2/2CC2CC", "CCCCCCCC/8", "CcC1CcC1/1C1C1C1C")


@pytest.mark.parametrize("row", short_run(ROWS, ROWS[-1:], pytest.mark.long_unless_compiled))
def test_the_widest_list_holds_any_position(row):
    position = UPTO.parse("/".join([row] * 6) + " a 000:000 0")
    assert 300 < len(position.moves) <= rules.WIDEST
    lists_agree(position)


def test_leaf_counts_of_the_rules():
    middle = BANGLAGOR.parse(MIDDLE)
    assert [leaves(middle, depth) for depth in (1, 2)] == [38, 2041]
    assert [leaves(UPTO.parse(MIDDLE), depth) for depth in (1, 2)] == [55, 4439]
    assert [leaves(BANGLAGOR.parse(STAGE_2), depth) for depth in (1, 2)] == [48, 2325]


def test_audit_knows_a_broken_state():
    for half, field in ((0, "odd"), (1, "tall"), (0, "bound")):
        state = BANGLAGOR.start().state
        state[0][field][half] |= np.uint64(1)
        assert rules.audit(state[0]) == 1
    state = BANGLAGOR.start().state
    state[0]["columns"][:, 0] = np.uint64(1)
    assert rules.audit(state[0]) == 1
