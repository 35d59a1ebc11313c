"""Gana, clause by clause: the moves (G1 to G17 of docs/games/gana.md)."""

import numpy as np
import pytest
from tests.games.gana.positions import end, moves, play, refusal

from charkoni import OVER, game
from charkoni.core.game import Position
from charkoni.games.gana import rules

GANA = game("gana")
START = "p,p,p,p,k,p,p,p/p,p,p,p,p,p,p,p/8/8/8/8/P,P,P,P,P,P,P,P/P,P,P,P,K,P,P,P a 0"


# --- G1 to G4: board, pieces, directions ------------------------------------------------------------------------------


def test_g1_g2_the_start_position_and_white_begins():
    assert str(GANA.start()) == START
    assert GANA.start().turn == 0
    assert len(GANA.start().moves) == 52


def test_g1_the_players_alternate():
    position = GANA.start()
    turns = []
    for move in ("e2n", "e7s", "e1n:k", "e8s:k"):
        turns.append(position.turn)
        position = position.play(move)
    assert turns == [0, 1, 0, 1]


@pytest.mark.parametrize("name", ["gana", "gana:solo", "gana:shield", "gana:shield,solo"])
def test_the_start_is_the_parsed_start(name):
    assert game(name).start() == game(name).parse(START)
    assert game(name).start().state.tobytes() == game(name).parse(START).state.tobytes()


def test_g3_enemies_on_the_square_are_no_part_of_the_group():
    assert play("d6 PPPp", "d6s") == "d3 P, d4 P, d5 P, d6 p"


def test_g3_the_king_is_part_of_his_group():
    assert play("d4 KPp", "d4n:2") == "d4 p, d5 P, d6 K"


@pytest.mark.parametrize(("move", "square"), [("d4n", "d5"), ("d4e", "e4"), ("d4s", "d3"), ("d4w", "c4")])
def test_g4_the_four_directions(move, square):
    assert play("d4 P", move) == f"{square} P"


# --- G5 to G8: the group move -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pieces", "result"),
    [
        ("c4 P", "d4 P"),
        ("c4 PP", "d4 P, e4 P"),
        ("c4 PPP", "d4 P, e4 P, f4 P"),
        ("c4 PPPP", "d4 P, e4 P, f4 P, g4 P"),
    ],
)
def test_g5_piece_number_i_goes_i_squares_and_all_take_part(pieces, result):
    assert play(pieces, "c4e") == result


@pytest.mark.parametrize(
    ("pieces", "move", "result"),
    [
        ("f4 PPP", "f4e", "g4 P, h4 PP"),  # the edge, two pieces pile up
        ("g4 PPPP", "g4e", "h4 PPPP"),
        ("b3 PPPP", "b3s", "b1 PPP, b2 P"),
        ("c7 PP", "c7n", "c8 PP"),
        ("d4 PPP, f4 pppp", "d4e", "e4 PPP, f4 pppp"),  # before a full square of enemies
        ("d4 PPP, g4 PPpp", "d4e", "e4 P, f4 PP, g4 PPpp"),
        ("d4 PPP, f4 PPPP", "d4e", "e4 PPP, f4 PPPP"),  # or of own pieces
    ],
)
def test_g6_the_lane_ends_at_the_edge_and_before_a_full_square(pieces, move, result):
    assert play(pieces, move) == result


@pytest.mark.parametrize("pieces", ["h4 PP", "g4 P, h4 pppp", "g4 PPP, h4 PPpp", "a4 P, b4 PPPP"])
def test_g6_no_lane_no_move(pieces):
    square = pieces[:2]
    assert f"{square}e" not in moves(pieces, square).split()


@pytest.mark.parametrize(
    ("pieces", "result"),
    [
        ("c4 PP, d4 ppp", "d4 Pppp, e4 P"),  # d4 is full only after the first pawn
        ("c4 PP, d4 PPP", "d4 PPPP, e4 P"),
        ("c4 PP, e4 ppp", "d4 P, e4 Pppp"),
        ("c4 PPP, d4 PPp, e4 Ppp", "d4 PPPp, e4 PPpp, f4 P"),  # what is passed is not captured
    ],
)
def test_g7_squares_of_three_are_passed_whatever_they_hold(pieces, result):
    assert play(pieces, "c4e") == result


@pytest.mark.parametrize(
    ("pieces", "move", "count"),
    [
        ("g4 PPPP, h4 p", "g4e", 5),
        ("g4 PPP, h4 PP", "g4e", 5),
        ("g4 PPPP, h4 ppp", "g4e", 7),
        ("d4 PPPP, e4 P, f4 pppp", "d4e", 5),
        ("f4 KPPP, h4 pp", "f4e:1", 5),  # three pawns land on two, the king stops before
        ("g4 KPPP, h4 P", "g4e:1", 5),
    ],
)
def test_g8_no_more_than_four_may_stand_on_the_last_square(pieces, move, count):
    reason = refusal(pieces, move)
    assert (reason.code, reason.clause, reason.args["count"]) == ("PILE_OVER_FOUR", "G8", count)


@pytest.mark.parametrize(
    ("pieces", "move", "result"),
    [
        ("g4 PPP, h4 p", "g4e", "h4 PPPp"),
        ("g4 PP, h4 pp", "g4e", "h4 PP"),
        ("g4 KPPP, h4 ppp", "g4e:1", "h4 KPPP"),  # the king makes room before the count
        ("f4 KPPP, h4 Ppp", "f4e:2", "g4 P, h4 KPPP"),
    ],
)
def test_g8_counts_after_the_captures(pieces, move, result):
    assert play(pieces, move) == result


# --- G9, G10: the king ------------------------------------------------------------------------------------------------


def test_g9_the_king_may_leave_alone():
    assert play("d4 KPPp", "d4w:k") == "c4 K, d4 PPp"


def test_g9_a_group_neither_leaves_the_king_nor_splits():
    assert moves("d4 KPP", "d4e") == "d4e:1 d4e:2 d4e:3 d4e:k"
    assert moves("d4 PPP", "d4e") == "d4e"
    assert moves("d4 K, a1 P", "d4e") == "d4e:k"


@pytest.mark.parametrize(
    ("move", "result"),
    [
        ("d4n:1", "d5 K, d6 P, d7 P"),
        ("d4n:2", "d5 P, d6 K, d7 P"),
        ("d4n:3", "d5 P, d6 P, d7 K"),
        ("d4n:k", "d4 PP, d5 K"),
    ],
)
def test_g10_the_player_chooses_the_kings_distance(move, result):
    assert play("d4 KPP", move) == result


@pytest.mark.parametrize(("move", "result"), [("f4e:1", "g4 K, h4 PP"), ("f4e:2", "g4 P, h4 KP")])
def test_g10_the_king_in_a_pile(move, result):
    assert play("f4 KPP", move) == result
    assert moves("f4 KPP", "f4e") == "f4e:1 f4e:2 f4e:k"


# --- G11, G12: capture by pawns ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("p", "P"),  # 1:1
        ("Ppp", "PP"),  # 2:2
        ("pp", "Ppp"),  # 1:2
        ("ppp", "Pppp"),  # 1:3
        ("Pp", "PPp"),  # 2:1
        ("PPp", "PPPp"),  # 3:1
        ("PP", "PPP"),
    ],
)
def test_g11_equal_numbers_on_the_last_square_capture(before, after):
    assert play(f"c4 PP, e4 {before}", "c4e") == f"d4 P, e4 {after}"


@pytest.mark.parametrize(
    ("pieces", "move", "result"),
    [
        ("f4 PPP, h4 pp", "f4e", "g4 P, h4 PP"),  # a pile of two
        ("c4 PP, e4 Kpp", "c4e", "d4 P, e4 KP"),  # the own king counts
        ("c4 KPP, d4 p, f4 p", "c4e:1", "d4 Kp, e4 P, f4 P"),  # the king on the way captures nothing
        ("c4 KP, e4 p", "c4e:1", "d4 K, e4 P"),
        ("f7 PPP, g7 p, h7 pp", "f7e", "g7 Pp, h7 PP"),  # only on the last square
    ],
)
def test_g11_everything_on_the_last_square_counts(pieces, move, result):
    assert play(pieces, move) == result


@pytest.mark.parametrize(("before", "after"), [("p", "Pp"), ("Ppp", "PPpp"), ("ppp", "Pppp")])
def test_g12_a_lone_pawn_captures_nothing(before, after):
    assert play(f"d4 P, e4 {before}", "d4e") == f"e4 {after}"


@pytest.mark.parametrize(("before", "after"), [("p", "P"), ("Ppp", "PP"), ("pp", "Ppp"), ("Pp", "PPp")])
def test_g12_solo_a_lone_pawn_captures_equal_numbers(before, after):
    assert play(f"d4 P, e4 {before}", "d4e", name="gana:solo") == f"e4 {after}"


# --- G13, G14: capture by the king ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pieces", "move", "result"),
    [
        ("d4 K, e4 p", "d4e:k", "e4 K"),
        ("d4 KPP, e4 Ppp", "d4e:k", "d4 PP, e4 KP"),
        ("d4 KP, f4 ppp", "d4e:2", "e4 P, f4 K"),
        ("f4 KPPP, h4 pp", "f4e:2", "g4 P, h4 KPP"),
        ("f4 KPPP, h4 p", "f4e:1", "g4 K, h4 PPPp"),  # k < m: nothing
        ("d4 KPP, e4 ppp, g4 pp", "d4e:1", "e4 Kppp, f4 P, g4 Ppp"),
    ],
)
def test_g13_the_king_alone_or_last_removes_all_enemies(pieces, move, result):
    assert play(pieces, move) == result


@pytest.mark.parametrize(
    ("pieces", "move", "result"),
    [
        ("d4 K, e4 pppp", "d4e:k", "e4 K"),
        ("d4 KP, e4 PPPp", "d4e:k", "d4 P, e4 KPPP"),
        ("d4 KP, f4 pppp", "d4e:2", "e4 P, f4 K"),
        ("d4 KPP, g4 PPpp", "d4e:3", "e4 P, f4 P, g4 KPP"),
        ("d4 KP, f4 pppp", "d4e:1", "e4 KP, f4 pppp"),  # k = m piles up before the full square
    ],
)
def test_g14_a_full_square_with_an_enemy_is_open_to_the_king(pieces, move, result):
    assert play(pieces, move) == result


@pytest.mark.parametrize(
    ("pieces", "legal"),
    [
        ("d4 KP, e4 PPPP", ""),  # four own pieces
        ("d4 KP, e4 pppp", "d4e:k"),  # m = 0 is not n - 1
        ("d4 KP, f4 PPPP", "d4e:1 d4e:k"),
        ("d4 KPP, f4 pppp", "d4e:1 d4e:k"),  # m = 1 is not n - 1
        ("g4 KP, h4 p", "g4e:1 g4e:k"),  # the edge ends the lane
        ("d4 KPP, e4 p, g4 pppp", "d4e:1 d4e:2 d4e:3 d4e:k"),
    ],
)
def test_g14_only_if_that_square_alone_stops_him(pieces, legal):
    assert moves(pieces, "d4e" if "d4" in pieces else "g4e") == legal


# --- G15 to G17: the king is taken ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pieces", "move", "result"),
    [
        ("d4 P, e4 k", "d4e", "e4 P"),
        ("d4 PP, e4 k", "d4e", "d4 P, e4 P"),  # on the way: the second pawn has not moved
        ("d4 PPPP, f4 k", "d4e", "d4 PP, e4 P, f4 P"),
        ("d4 K, e4 kp", "d4e:k", "e4 Kp"),
        ("d4 KPP, f4 k", "d4e:1", "d4 P, e4 K, f4 P"),
        ("d4 KPP, f4 k", "d4e:2", "d4 P, e4 P, f4 K"),
        ("d4 P, e4 kppp", "d4e", "e4 Pppp"),  # a full square does not protect him
        ("d4 PP, f4 PPkp", "d4e", "e4 P, f4 PPPp"),
        ("d4 KP, e4 kppp", "d4e:1", "d4 P, e4 Kppp"),
    ],
)
def test_g15_g16_only_the_king_is_removed_and_the_rest_stays(pieces, move, result):
    assert play(pieces, move) == result
    assert end(pieces, move) == "king 1:0"


@pytest.mark.parametrize(
    ("pieces", "move", "result"),
    [
        ("g4 PPPP, h4 kppp", "g4e", "g4 PPP, h4 Pppp"),  # no G8
        ("d4 PP, e4 P, f4 kpp", "d4e", "e4 PP, f4 Ppp"),  # no G11
        ("d4 K, e4 kp", "d4e:k", "e4 Kp"),  # no G13
    ],
)
def test_g16_no_other_captures_and_no_limit(pieces, move, result):
    assert play(pieces, move) == result


@pytest.mark.parametrize(
    ("pieces", "move", "result"),
    [
        ("d4 PP, e4 k", "d4e", "e4 P, f4 P"),  # nobody stays behind
        ("d4 PP, e4 k, f4 p", "d4e", "e4 P, f4 P"),  # G11: one against one on the last square
        ("d4 PP, e4 kppp", "d4e", "d4 P, e4 Pppp"),  # a full square ends the lane
        ("f4 PPPP, g4 k, h4 pp", "f4e", "f4 P, g4 P, h4 PPpp"),  # two go on: the third would be the fifth piece on h4
        ("f4 PPPP, g4 k, h4 ppp", "f4e", "f4 PP, g4 P, h4 Pppp"),  # three against three capture nothing
        ("f4 KPPP, g4 k, h4 ppp", "f4e:2", "g4 P, h4 KPP"),  # G13: the king as the last captures all
    ],
)
def test_g16_through_the_group_goes_on_as_far_as_there_is_room(pieces, move, result):
    assert play(pieces, move, name="gana:through") == result
    assert end(pieces, move, name="gana:through") == "king 1:0"


def test_g15_black_takes_too():
    assert end("c7 ppp, c5 KP", "c7s", mover="b") == "king 0:1"
    assert play("c7 ppp, c5 KP", "c7s", mover="b") == "c5 Pp, c6 p, c7 p"


def test_g15_the_lane_ends_on_the_king():
    assert moves("d4 KPPP, e4 p, f4 k", "d4e") == "d4e:1 d4e:2 d4e:k"


def test_g15_no_way_beyond_the_king():
    assert moves("d4 KPP, f4 k, g4 pppp", "d4e") == "d4e:1 d4e:2 d4e:k"


@pytest.mark.parametrize(
    ("pieces", "legal"),
    [
        ("d4 P, e4 kppp", ""),
        ("d4 P, e4 kpp", "d4e"),  # not full: no shield
        ("d4 PP, f4 kppp", "d4e"),  # ends before him
        ("d4 K, e4 kppp", "d4e:k"),
        ("d4 KP, e4 kppp", "d4e:k"),
        ("d4 KP, f4 kppp", "d4e:1 d4e:2 d4e:k"),
        ("d4 KPP, f4 kppp", "d4e:1 d4e:k"),
    ],
)
def test_g15_shield_a_full_square_protects_the_king_from_pawns(pieces, legal):
    assert moves(pieces, "d4e", name="gana:shield") == legal


def test_g15_shield_the_pile_before_the_king():
    assert play("d4 PP, f4 kppp", "d4e", name="gana:shield") == "e4 PP, f4 kppp"


def test_g14_g16_shield_the_own_king_takes_him_on_the_full_square():
    assert play("d4 KP, f4 kppp", "d4e:2", name="gana:shield") == "e4 P, f4 Kppp"
    assert end("d4 KP, f4 kppp", "d4e:2", name="gana:shield") == "king 1:0"


def test_g17_there_is_no_check():
    assert end("a2 P, h2 p", "a2n") == "b"
    assert end("a2 P, h2 p", "a2n", "h2s") == "king 0:1"


# --- the lists of moves and the bytes of a state ----------------------------------------------------------------------


def test_the_longest_list_fits():
    rows = [["PPPP"] * 8 for _ in range(8)]
    crowded = "/".join(",".join(row) for row in rows).replace("PPPP", "k", 1)
    assert len(game("gana").parse(crowded.replace("PPPP", "KPPP", 1) + " a 0").moves) < rules.WIDEST
    single = "/".join([",".join(["P"] * 8)] * 8).replace("P", "k", 1)
    middle = single.split("/")
    middle[4] = "P,P,P,KPPP,P,P,P,P"
    # 222 ways, 4 of them from d4 and 4 into it; the king's group has 4, 4, 3 and 3 distances, he alone 4 steps.
    assert len(game("gana").parse("/".join(middle) + " a 0").moves) == 222 - 8 + 14 + 4


def test_a_state_has_no_padding_and_two_equal_positions_equal_bytes():
    assert rules.STATE.itemsize == sum(rules.STATE[field].itemsize for field in rules.STATE.names)
    there = game("gana").start().play("e2n").play("e7s").play("e3s").play("e6n")
    assert game("gana").parse(str(there)) == there
    assert there.state["group"].tolist() == game("gana").start().state["group"].tolist()


def test_equal_ends_are_equal_states_after_moves_of_either_side():
    position = game("gana").parse("k,1,P,5/8/P,7/8/8/8/8/4,K,2,P a 0").play("h1n")
    assert position == game("gana").parse(str(position))
    assert position.turn == OVER


def test_a_legal_list_has_no_code_twice():
    text = "8/2,ppp,1,PPPP,2,pp/3,PPPp,4/2,KP,2,k,PP,1/8/1,PPP,1,p,p,3/8/8 a 0"
    codes = np.array(game("gana").parse(text).codes)
    assert len(set(codes.tolist())) == len(codes) == 28
    assert codes.min() >= 0
    assert codes.max() < game("gana").codes
    assert isinstance(game("gana").parse(text), Position)
