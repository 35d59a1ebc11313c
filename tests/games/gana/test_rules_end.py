"""Gana, clause by clause: the end of the game (G18 to G23 of docs/games/gana.md)."""

import pytest
from tests.games.gana.positions import end, moves, text

from charkoni import OVER, game
from charkoni.games.gana.rules import LIMIT

GANA = game("gana")


# --- G18 to G22: the end ----------------------------------------------------------------------------------------------


def test_g18_taking_the_king_comes_before_the_fifty_moves():
    assert end("d4 P, e4 k", "d4e", counter=99) == "king 1:0"


def test_g18_fifty_moves_come_before_stalemate():
    assert end("a8 k, c8 P, a6 P, g1 P", "g1n", counter=99) == "fifty-moves 1/2:1/2"
    assert end("a8 k, c8 P, a6 P, g1 P", "g1n", counter=98) == "stalemate 1/2:1/2"


def test_g20_only_kings_are_a_draw():
    assert end("d4 K, e4 p", "d4e:k") == "bare-kings 1/2:1/2"
    assert end("d4 K, e4 p, a1 P", "d4e:k") == "b"


def test_g21_a_hundred_plies_without_a_capture():
    assert end("d4 P, a7 p", "d4n", counter=98) == "b"
    assert end("d4 P, a7 p", "d4n", counter=99) == "fifty-moves 1/2:1/2"
    assert end("d4 P, a7 p", "d4n", "a7s", counter=98) == "fifty-moves 1/2:1/2"
    assert LIMIT == 100


@pytest.mark.parametrize(
    ("pieces", "move", "counter"),
    [
        ("d4 P, e4 p, a7 p", "d4e", 42),
        ("d4 PP, f4 p, a7 p", "d4e", 0),
        ("d4 K, e4 p, a7 p", "d4e:k", 0),
        ("d4 K, e4 P, a7 p", "d4e:k", 42),
        ("d4 P, e4 k, a7 p", "d4e", 0),
    ],
)
def test_g21_every_capture_sets_the_counter_to_zero(pieces, move, counter):
    after = GANA.parse(text(pieces, counter=41)).play(move)
    assert str(after).split(" ")[2] == str(counter)


@pytest.mark.parametrize(
    ("pieces", "result"),
    [
        ("a8 k, c8 P, a6 P, g1 P", "stalemate 1/2:1/2"),  # b8 and a7 are covered, a8 is not
        ("a8 k, c8 PP, a6 P, g1 P", "b"),  # attacked now, from c8 across b8
        ("a8 k, c8 P, a5 P, g1 P", "b"),  # a7 is safe
        ("a8 k, c8 P, a5 PP, g1 P", "stalemate 1/2:1/2"),  # the second pawn of a5 comes to a7
        ("a8 k, c8 P, a5 PP, a6 pppp, g1 P", "b"),  # Black has pawns: no stalemate by danger
        ("a8 k, c8 P, a6 PPPP, a5 PP, g1 P", "b"),  # a group of four on a6 attacks a8
        ("a8 Pk, c8 P, a6 P, g1 P", "stalemate 1/2:1/2"),  # pieces on his own square do not attack him
        ("a8 k, c8 K, a6 P, g1 P", "stalemate 1/2:1/2"),  # the enemy king covers, too
        ("a8 k, b8 PPPP, g1 P", "b"),  # attacked from beside him
    ],
)
def test_g22_a_lone_king_who_can_only_go_where_he_is_taken(pieces, result):
    assert end(pieces, "g1n") == result


def test_g22_a_full_square_in_between_covers_him():
    assert end("a8 k, b8 PPPP, c8 PP, g1 P", "g1n") == "b"
    assert end("a7 k, a5 PPPP, a4 PPPP, b5 P, c7 P, g1 P", "g1n") == "b"


def test_g22_enemies_on_his_own_square_cover_all_he_can_reach():
    assert end("d5 PPPk, a1 P", "a1n") == "stalemate 1/2:1/2"


@pytest.mark.parametrize(
    ("pieces", "name", "result"),
    [
        ("a8 PPPk, b8 P, g1 P", "gana", "b"),  # b8 attacks him
        ("a8 PPPk, b8 P, g1 P", "gana:shield", "stalemate 1/2:1/2"),  # it does not: he is shielded
        ("a8 PPk, b8 P, g1 P", "gana:shield", "b"),  # three pieces are no shield
        ("a8 PPPk, b8 PPPP, g1 P", "gana:shield", "stalemate 1/2:1/2"),  # having captured four he is shielded no more
        ("a8 PPPk, b8 K, g1 P", "gana:shield", "b"),  # the king attacks in spite of it
        ("a8 PPPk, c8 KP, g1 P", "gana:shield", "b"),  # so he does as the last of his group (G14)
        ("a8 PPPk, c8 KPP, g1 P", "gana:shield", "stalemate 1/2:1/2"),  # but not at distance 2 of 3
        ("a8 PPPk, b8 PPPP, c8 KP, g1 P", "gana:shield", "stalemate 1/2:1/2"),  # nor past a full square
    ],
)
def test_g22_attacks_follow_the_shield(pieces, name, result):
    assert end(pieces, "g1n", name=name) == result


@pytest.mark.parametrize(
    ("pieces", "result"),
    [
        ("a8 k, b8 P, c8 P, a6 P, g1 P", "stalemate 1/2:1/2"),  # on b8, which he could capture, c8 takes him
        ("a8 k, b8 P, a6 P, g1 P", "b"),  # there nobody takes him
        ("a8 k, c8 PP, a6 P, g1 P", "stalemate 1/2:1/2"),  # attacked now, from c8 across b8
        ("a8 k, c8 P, a5 P, g1 P", "b"),  # a7 is safe
        ("a8 k, b8 K, a6 PP, g1 P", "b"),  # attacked from beside, but he takes the king himself
    ],
)
def test_g22_by_the_flag_an_attacked_king_is_stalemated_too(pieces, result):
    assert end(pieces, "g1n", name="gana:stalemate=any") == result


def test_g22_by_the_flag_a_king_who_takes_the_last_pawn_is_not_stalemated():
    assert end("a8 k, b7 P, d8 K", "b7n", name="gana:stalemate=any") == "b"  # he takes b8: only the kings are left


def test_g22_a_side_with_other_pieces_and_no_move():
    walled = "a1 K, a2 PPPP, b1 PPPP, a3 pppp, b2 pppp"
    assert end(f"{walled}, c1 ppp, c2 p", "c2s", mover="b") == "stalemate 1/2:1/2"
    assert end(f"{walled}, c1 pp, c2 p", "c2s", mover="b") == "a"


def test_g22_the_king_alone_may_be_the_only_one_who_moves():
    walled = "a1 KPPP, a2 pppp, b1 PPPP, b2 pppp, c1 pppp"
    assert moves(f"{walled}, g8 p", "a1") == "a1n:k"
    assert end(f"{walled}, g8 p", "g8s", mover="b") == "a"


def test_g23_the_referee_watches_repetition_and_cap():
    assert (GANA.referee.repetition, GANA.referee.counter, GANA.referee.cap) == (True, "counter", 1000)
    assert GANA.referee.counter in GANA.dtype.names


def test_a_finished_position_has_the_reason_of_its_end():
    for pieces, counter, expected in [
        ("8/8/8/8/8/8/8/K,7 .", 3, "king 1:0"),
        ("8/8/8/8/8/8/8/k,7 .", 100, "king 0:1"),
        ("8/8/8/8/8/8/8/k,K,6 .", 100, "bare-kings 1/2:1/2"),
        ("8/8/8/8/8/8/8/k,K,p,5 .", 100, "fifty-moves 1/2:1/2"),
        ("k,1,P,5/8/P,7/8/8/8/8/4,K,3 .", 1, "stalemate 1/2:1/2"),
    ]:
        position = GANA.parse(f"{pieces} {counter}")
        assert position.turn == OVER
        assert position.moves == ()
        assert f"{position.outcome.reason} {position.outcome}" == expected
