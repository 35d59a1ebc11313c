"""Gana: why a move is illegal."""

import pytest
from tests.games.gana.positions import refusal

from charkoni import IllegalMove, game
from charkoni.core.errors import untranslated

GANA = game("gana")


@pytest.mark.parametrize(
    ("pieces", "move", "code", "sentence"),
    [
        ("d4 p", "d4n", "NO_OWN_PIECE", "no piece of yours stands on d4 (G3)"),
        ("d4 p", "c4n:k", "NO_OWN_PIECE", "no piece of yours stands on c4 (G3)"),
        (
            "d4 PPP",
            "d4n:k",
            "WHOLE_GROUP_MOVES",
            "all your pieces on d4 go; only the king may leave alone, and he is not there (G9)",
        ),
        ("d4 PPP", "d4n:2", "KING_ELSEWHERE", "your king does not stand on d4: the group moves as d4n (G10)"),
        ("d4 K, a1 P", "d4n", "KING_ALONE", "the king stands on d4 without pawns: he moves as d4n:k (G9)"),
        ("d4 K, a1 P", "d4n:1", "KING_ALONE", "the king stands on d4 without pawns: he moves as d4n:k (G9)"),
        (
            "d4 KP",
            "d4n",
            "KING_DISTANCE",
            "the king's distance must be written, as in d4n:1, or d4n:k if he goes alone (G10)",
        ),
        ("h4 P", "h4e", "EDGE", "h4 lies at the edge of the board (G6)"),
        ("h4 KP", "h4e:k", "EDGE", "h4 lies at the edge of the board (G6)"),
        ("d4 P, d5 PPpp", "d4n", "SQUARE_FULL", "d5 is full (G6)"),
        ("d4 KP, d5 pppp", "d4n:1", "SQUARE_FULL", "d5 is full (G6)"),
        ("d4 KP, d5 PPPP", "d4n:k", "SQUARE_FULL", "d5 is full and holds no enemy for the king to capture (G14)"),
        ("d4 KP, d6 PPPP", "d4n:2", "SQUARE_FULL", "d6 is full and holds no enemy for the king to capture (G14)"),
        ("d4 KPP, d6 pppp", "d4n:2", "SQUARE_FULL", "d6 is full (G6)"),
        ("d4 KPP, d6 pppp", "d4n:3", "SHORT_LANE", "the lane ends on d5: the king's distance is at most 1 (G10)"),
        ("g4 KP", "g4e:2", "SHORT_LANE", "the lane ends on h4: the king's distance is at most 1 (G10)"),
        ("d4 KPP, e4 k", "d4e:2", "SHORT_LANE", "the lane ends on e4: the king's distance is at most 1 (G10)"),
        ("d4 KPP", "d4e:4", "TOO_FEW_PIECES", "the group on d4 has only 3 pieces (G10)"),
        ("g4 PPPP, h4 p", "g4e", "PILE_OVER_FOUR", "5 pieces would stand on h4 (G8)"),
    ],
)
def test_why_a_move_is_illegal(pieces, move, code, sentence):
    reason = refusal(pieces, move)
    assert (reason.code, reason.message(untranslated)) == (code, sentence)


def test_why_a_shielded_king_is_not_taken():
    reason = refusal("d4 PP, d5 kppp", "d4n", name="gana:shield")
    assert (reason.code, reason.message()) == ("SQUARE_FULL", "d5 is full, and a full square shields the king (G15)")


def test_every_illegal_move_has_a_reason():
    position = GANA.parse("8/2,ppp,1,PPPP,2,pp/3,PPPp,4/2,KP,2,k,PP,1/8/1,PPP,1,p,p,3/8/8 a 0")
    codes = range(0, GANA.codes, 5)
    refused = 0
    for code in codes:
        try:
            position.play(GANA.move(code))
        except IllegalMove as error:
            assert error.reason.clause
            refused += 1
    assert refused == len(set(codes) - set(position.codes))
