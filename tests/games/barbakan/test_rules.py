"""Barbakan, clause by clause (K2 to K12 of docs/games/barbakan.md)."""

from fractions import Fraction

import numpy as np
import pytest
from tests.games.barbakan import reference
from tests.games.barbakan.positions import ends, position_of

from charkoni import OVER, game
from charkoni.core.errors import BadGame, BadPosition, IllegalMove
from charkoni.core.game import Position
from charkoni.games.barbakan import most_inside, rules
from charkoni.games.barbakan.points import BOARDS

BARBAKAN = game("barbakan")
EMPTY = "/".join(["." * 24, *["." * 12] * 3])
VARIANTS = [
    ("barbakan", 2),
    ("barbakan:players=3", 3),
    ("barbakan:players=4", 4),
    ("barbakan:board=mini3", 2),
    ("barbakan:board=mini3,players=3", 3),
    ("barbakan:board=mini4", 2),
    ("barbakan:board=mini4,players=4", 4),
    ("barbakan:blocked=loses", 2),
    ("barbakan:blocked=loses,board=mini3", 2),
    ("barbakan:blocked=loses,board=mini4", 2),
]

# --- K2, K3: players and pawns ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("barbakan", f"{EMPTY} a 12:12"),
        ("barbakan:players=3", f"{EMPTY} a 8:8:8"),
        ("barbakan:players=4", f"{EMPTY} a 6:6:6:6"),
        ("barbakan:board=mini3", "....../.../.../... a 3:3"),
        ("barbakan:board=mini3,players=3", "....../.../.../... a 2:2:2"),
        ("barbakan:board=mini4", "......../..../..../.... a 4:4"),
        ("barbakan:board=mini4,players=4", "......../..../..../.... a 2:2:2:2"),
    ],
)
def test_k2_pawns_fill_the_outer_points(name, text):
    assert str(game(name).start()) == text


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("barbakan:board=mini3,players=4", "the board mini3 is for 2, 3 players, not for 4 (K2)"),
        ("barbakan:board=mini4,players=3", "the board mini4 is for 2, 4 players, not for 3 (K2)"),
        (
            "barbakan:blocked=loses,players=3",
            "the rule that a player without a move loses is for two players, not for 3 (K9)",
        ),
    ],
)
def test_k2_other_combinations_do_not_exist(name, words):
    with pytest.raises(BadGame) as error:
        game(name)
    assert error.value.reason.message() == words


@pytest.mark.parametrize(("name", "players"), VARIANTS)
def test_k3_the_players_in_turn_a_first(name, players):
    variant = game(name)
    assert (variant.players, variant.sides) == (players, tuple(range(players)))
    current = variant.start()
    turns = []
    while current.moves[0].startswith("@"):
        turns.append(current.turn)
        current = current.play(current.moves[0])
    pawns = len(turns)
    assert turns == [i % players for i in range(pawns)]
    assert current.turn == 0  # K5


# --- K4, K5: the stages -----------------------------------------------------------------------------------------


def test_k4_pawns_are_placed_on_free_outer_points():
    after = BARBAKAN.start().play("@o5")
    assert str(after) == "....a.................../............/............/............ b 11:12"
    assert sorted(after.moves) == sorted(f"@o{i}" for i in range(1, 25) if i != 5)


def test_k4_in_stage_1_no_pawn_moves():
    board = position_of("barbakan:board=mini3", mover="a", hands="2:2", o1="a", o2="b")
    assert all(move.startswith("@") for move in board.moves)


def test_k5_after_the_last_placement_a_moves():
    last = position_of("barbakan:board=mini3", mover="b", hands="0:1", o1="a", o2="b", o3="a", o4="b", o5="a")
    assert last.moves == ("@o6",)
    assert str(last.play("@o6")) == "ababab/.../.../... a 0:0"


# --- K6, K7, K8: moves ------------------------------------------------------------------------------------------


def test_k6_along_a_line_in_any_direction_also_back():
    board = position_of(m1="a", o13="b")
    assert sorted(ends(board, "m1")) == ["b1", "b2", "m12", "m2", "o1", "o2", "o24"]
    assert str(board.play("m1-o1")) == "a...........b.........../............/............/............ b 0:0"


def test_k6_only_to_a_free_point():
    board = position_of(m1="a", m2="a", b1="b", o13="b")
    assert sorted(ends(board, "m1")) == ["b2", "m12", "o1", "o2", "o24"]


def test_k7_a_pawn_inside_never_leaves():
    board = position_of(b1="a", o5="a", o13="b")
    assert sorted(ends(board, "b1")) == ["b12", "b2", "c1"]


def test_k7_inside_it_moves_freely():
    board = position_of(c12="a", o5="a", o13="b")
    assert sorted(ends(board, "c12")) == ["b12", "c1", "c11"]


def test_k8_no_captures_and_no_jumping():
    board = position_of(o1="a", m1="b", o13="b")
    assert board.moves == ("-",)


# --- K9: the pass -----------------------------------------------------------------------------------------------


def test_k9_without_a_legal_move_a_player_passes():
    board = game("barbakan:board=mini3").parse("a.a.a./bbb/.../... a 0:0")
    assert board.moves == ("-",)
    assert str(board.play("-")) == "a.a.a./bbb/.../... b 0:0"


def test_k9_with_one_he_must_move():
    board = game("barbakan:board=mini3").parse("a.a.a./bb./.../... a 0:0")
    assert board.moves == ("o5-m3",)
    with pytest.raises(IllegalMove, match="a pawn can move, so there is no pass"):
        board.play("-")


LOSES = game("barbakan:blocked=loses,board=mini3")


def test_k9_by_the_flag_a_player_without_a_legal_move_has_lost():
    after = LOSES.parse("aba.a./b.b/.../... b 0:0").play("o2-m2")
    assert (str(after), after.outcome.reason, str(after.outcome)) == ("a.a.a./bbb/.../... . 0:0", "shut-in", "0:1")
    assert LOSES.parse(str(after)) == after
    after = LOSES.parse("bab.b./a.a/.../... a 0:0").play("o2-m2")
    assert (after.turn, after.outcome.reason, str(after.outcome)) == (OVER, "shut-in", "1:0")


def test_k9_by_the_flag_he_who_has_just_moved_need_not_be_able_to():
    after = LOSES.parse("a.a.b./.bb/a../... a 0:0").play("o1-m1")
    assert after.turn == 1


def test_k9_by_the_flag_a_player_to_move_who_cannot_is_refused_in_a_text():
    with pytest.raises(BadPosition) as error:
        LOSES.parse("a.a.a./bbb/.../... a 0:0")
    assert error.value.reason.message() == "the player to move cannot move and has lost: the mover is . (K9)"
    assert LOSES.parse("a.a.a./bbb/.../... b 0:0").turn == 1  # it is not his turn
    with pytest.raises(BadPosition, match="the game is not over: the mover is a letter"):
        LOSES.parse("a.a.b./.bb/a../... . 0:0")


# --- K10, K11: the end ------------------------------------------------------------------------------------------


def test_k10_who_first_has_all_his_pawns_inside_wins_at_once():
    before = position_of(m4="a", b1="a", c1="a", m8="b", b5="b")
    assert before.play("m4-m5").turn == 1
    after = before.play("m4-b4")
    assert (after.turn, str(after.outcome), after.outcome.reason) == (OVER, "1:0", "inside")
    assert after.moves == ()


def test_k10_with_four_players_the_first_winner_ends_the_game():
    before = position_of("barbakan:players=4", mover="c", m4="c", c1="c", o1="a", o2="b", o3="d")
    assert str(before.play("m4-b5").outcome) == "0:0:1:0"


def test_k10_a_move_inside_does_not_win_for_another():
    before = position_of(m4="a", b1="a", m8="b")
    assert before.play("b1-b2").turn == 1


def test_k10_players_who_are_all_inside_share():
    """No game leads there, but the text obeys the rules of position texts."""
    assert str(game("barbakan:board=mini3").parse("....../.../aba/b.. . 0:0").outcome) == "1/2:1/2"
    assert str(position_of("barbakan:players=3", mover=".", b1="a", b2="b", o1="c").outcome) == "1/2:1/2:0"


def full_board(name):
    """Return a state that no text gives: a pawn on every point, nobody can move, nobody has won."""
    variant = game(name)
    state = variant.blank()
    points = len(BOARDS[variant.flags["board"]].points)
    for point in range(points):
        state[0].pawns[point % variant.players] |= np.uint64(1 << point)
    return Position.of_state(variant, state)


@pytest.mark.parametrize(
    ("name", "scores"),
    [
        ("barbakan:board=mini3", "1/2:1/2"),
        ("barbakan:blocked=loses,board=mini3", "1/2:1/2"),
        ("barbakan:board=mini3,players=3", "1/3:1/3:1/3"),
        ("barbakan:board=mini4,players=4", "1/4:1/4:1/4:1/4"),
    ],
)
def test_k11_if_no_player_has_a_legal_move_the_game_is_drawn(name, scores):
    board = full_board(name)
    assert board.moves == ("-",)
    after = board.play("-")
    assert (after.turn, after.outcome.reason, str(after.outcome)) == (OVER, "blocked", scores)
    assert rules.audit(after.state[0]) == 1


def test_k11_one_player_who_can_move_is_enough():
    board = position_of("barbakan:board=mini4,players=4", o1="a", m1="b", o3="d", m2="c")
    assert board.moves == ("-",)
    assert board.play("-").turn == 1


# --- K12: what the referee knows --------------------------------------------------------------------------------


def test_k12_third_occurrence_and_cap():
    assert (BARBAKAN.referee.repetition, BARBAKAN.referee.cap) == (True, 600)


@pytest.mark.parametrize(
    ("name", "pawns", "points"),
    [
        ("barbakan", {"b1": "a", "c1": "a", "b3": "b", "o1": "a", "o2": "b"}, [12, 0]),
        ("barbakan", {"b1": "a", "c1": "b", "o1": "a", "o2": "b"}, [6, 6]),
        ("barbakan", {"m1": "a", "m2": "b"}, [6, 6]),
        ("barbakan:players=3", {"b1": "a", "c1": "b", "o1": "a", "o2": "b", "o3": "c"}, [6, 6, 0]),
        ("barbakan:players=4", {"b1": "d", "o1": "a", "o2": "b", "o3": "c", "o4": "d"}, [0, 0, 0, 12]),
        ("barbakan:players=4", {"o1": "a", "o2": "b", "o3": "c", "o4": "d"}, [3, 3, 3, 3]),
        ("barbakan:board=mini3,players=3", {"o1": "a", "o2": "b", "o3": "c"}, [4, 4, 4]),
    ],
)
def test_k12_at_the_cap_most_pawns_inside_win_and_ties_share(name, pawns, points):
    assert most_inside(position_of(name, **pawns).state[0]) == points


# --- the reference ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), VARIANTS)
def test_random_games_agree_with_the_reference(name, players, trials):
    rng = np.random.default_rng(players)
    variant = game(name)
    k = reference.SECTORS[variant.flags["board"]]
    current = variant.start()
    for _ in range(trials(150)):
        if current.turn == OVER:
            current = variant.start()
        text = str(current)
        assert variant.parse(text) == current
        assert set(current.moves) == reference.moves(text, k)
        move = str(rng.choice(current.moves))
        current = current.play(move)
        assert str(current) == reference.play(text, move, k, variant.flags["blocked"] == "loses")
        assert current.outcome is None or sum(current.outcome.scores) == Fraction(1)
