"""Gana: the texts of positions and moves, the diagram."""

import pytest
from tests.games.gana.positions import text

from charkoni import BadMove, BadPosition, game

GANA = game("gana")
EMPTY = "8/8/8/8/8/8/"


def position_reason(position_text, name="gana"):
    with pytest.raises(BadPosition) as caught:
        game(name).parse(position_text)
    return caught.value.reason


def move_reason(move):
    with pytest.raises(BadMove) as caught:
        GANA.start().play(move)
    return caught.value.reason


# --- positions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "position_text",
    [
        "p,p,p,p,k,p,p,p/p,p,p,p,p,p,p,p/8/8/8/8/P,P,P,P,P,P,P,P/P,P,P,P,K,P,P,P a 0",
        "8/2,ppp,1,PPPP,2,pp/3,PPPp,4/2,KP,2,k,PP,1/8/1,PPP,1,p,p,3/8/8 a 0",
        "p,4,ppp,1,p/pp,1,p,p,2,pp,1/8/1,p,1,pp,1,p,2/5,k,2/5,P,1,P/4,P,P,1,PPP/P,PPPP,P,KP,1,P,2 b 60",
        "KPkp,PPPP,pppp,PPpp,4/8/8/8/8/8/8/8 a 99",
        EMPTY + "8/K,7 . 0",
        EMPTY + "8/K,pppp,6 . 32767",
        EMPTY + "8/K,k,P,5 . 101",
        "1" + ",PPPP" * 7 + ("/PPPP" + ",PPPP" * 7) * 6 + "/KPPP" + ",PPPP" * 6 + ",PPPk a 0",
    ],
)
@pytest.mark.parametrize("name", ["gana", "gana:shield,solo"])
def test_t2_a_position_text_is_read_and_written_unchanged(position_text, name):
    assert str(game(name).parse(position_text)) == position_text


@pytest.mark.parametrize(
    ("position_text", "code", "clause"),
    [
        ("8/8/8/8/8/8/8/K,k,P,5", "BAD_TEXT", "T3"),
        ("8/8/8/8/8/8/8/K,k,P,5 a", "BAD_TEXT", "T3"),
        ("8/8/8/8/8/8/8/K,k,P,5 a 0 0", "BAD_TEXT", "T3"),
        ("8/8/8/8/8/8/8/K,k,P,5 c 0", "BAD_TEXT", "T3"),
        ("8/8/8/8/8/8/8/K,k,P,5 a 00", "BAD_TEXT", "T3"),
        ("8/8/8/8/8/8/8/K,k,P,5 a -1", "BAD_TEXT", "T3"),
        ("8/8/8/8/8/8/8/K,k,P,5 a 1_0", "BAD_TEXT", "T3"),
        ("8/8/8/8/8/8/8/K,k,P,5  a 0", "BAD_TEXT", "T1"),
        ("8/8/8/8/8/8/8/K,k,P,5 a 0\n", "BAD_TEXT", "T1"),
        ("8/8/8/8/8/8/K,k,P,5 a 0", "ROWS", "G1"),
        ("8/8/8/8/8/8/8/8/K,k,P,5 a 0", "ROWS", "G1"),
        ("8/8/8/8/8/8/8/K,k,P,4 a 0", "ROW_WIDTH", "G1"),
        ("8/8/8/8/8/8/8/K,k,P,6 a 0", "ROW_WIDTH", "G1"),
        ("8/8/8/8/8/8/8/K,k,P,5,8 a 0", "ROW_WIDTH", "G1"),
        ("8/8/8/8/8/8/8/K,k,P,0,5 a 0", "CONTENTS", "G3"),
        ("9/8/8/8/8/8/8/K,k,P,5 a 0", "CONTENTS", "G3"),
        ("/8/8/8/8/8/8/K,k,P,5 a 0", "CONTENTS", "G3"),
        ("8/8/8/8/8/8/8/K,k,P,,4 a 0", "CONTENTS", "G3"),
        ("8/8/8/8/8/8/8/K,k,PPPPP,5 a 0", "CONTENTS", "G3"),
        ("8/8/8/8/8/8/8/KPPPP,k,P,5 a 0", "CONTENTS", "G3"),
        ("8/8/8/8/8/8/8/PK,k,P,5 a 0", "CONTENTS", "G3"),
        ("8/8/8/8/8/8/8/K,pk,P,5 a 0", "CONTENTS", "G3"),
        ("8/8/8/8/8/8/8/K,pP,k,5 a 0", "CONTENTS", "G3"),
        ("8/8/8/8/8/8/8/KK,k,P,5 a 0", "CONTENTS", "G3"),
        ("8/8/8/8/8/8/8/K,k,Q,5 a 0", "CONTENTS", "G3"),
        ("8/8/8/8/8/8/8/K,k,K,5 a 0", "KINGS", "G1"),
        ("8/8/8/8/8/8/8/K,k,k,5 a 0", "KINGS", "G1"),
        ("8/8/8/8/8/8/8/p,P,6 . 0", "KINGS", "G1"),
        ("8/8/8/8/8/8/8/K,k,P,5 . 32768", "COUNTER", "G21"),
        ("8/8/8/8/8/8/8/K,k,P,5 . 9" + "9" * 5000, "COUNTER", "G21"),
        ("8/8/8/8/8/8/8/K,k,P,1,4 a 0", "NOT_CANONICAL", "T2"),
        ("8/8/8/8/8/8/8/K,p,P,5 a 0", "MOVER", "G19"),
        ("8/8/8/8/8/8/8/k,p,P,5 b 0", "MOVER", "G19"),
        ("8/8/8/8/8/8/8/K,1,k,5 a 0", "MOVER", "G20"),
        ("8/8/8/8/8/8/8/K,k,P,5 a 100", "MOVER", "G21"),
        ("k,1,P,5/8/P,7/8/8/8/8/4,K,3 b 1", "MOVER", "G22"),
        ("8/8/8/8/8/8/8/K,1,P,4,k . 0", "MOVER", "G18"),
    ],
)
def test_t3_a_bad_position_is_refused(position_text, code, clause):
    reason = position_reason(position_text)
    assert (reason.code, reason.clause) == (code, clause)


def test_t3_a_stalemate_of_either_side_may_be_over():
    for board in ("k,1,P,5/8/P,7/8/8/8/8/4,K,3", "K,1,p,5/8/p,7/8/8/8/8/4,k,3"):
        assert GANA.parse(f"{board} . 1").outcome.reason == "stalemate"
    assert position_reason("K,1,p,5/8/p,7/8/8/8/8/4,k,3 a 1").clause == "G22"
    assert GANA.parse("K,1,p,5/8/p,7/8/8/8/8/4,k,3 b 1").moves


def test_a_refusal_names_row_and_token():
    with pytest.raises(BadPosition) as caught:
        GANA.parse("8/8/pP,7/8/8/8/8/K,k,6 a 0")
    assert str(caught.value) == (
        "'pP' in '8/8/pP,7/8/8/8/8/K,k,6 a 0': row 6: 'pP' is no run of empty squares (1 to 8), "
        "nor one to four of K P k p in this order (G3)"
    )


# --- moves ------------------------------------------------------------------------------------------------------------


def test_t4_every_code_has_its_text_and_back():
    texts = [GANA.move(code) for code in range(GANA.codes)]
    assert len(set(texts)) == GANA.codes == 64 * 4 * 6
    assert [GANA.code(move) for move in texts] == list(range(GANA.codes))
    assert texts[:7] == ["a1n", "a1n:1", "a1n:2", "a1n:3", "a1n:4", "a1n:k", "a1e"]
    assert texts[-1] == "h8w:k"


@pytest.mark.parametrize(
    "move",
    [
        "",
        "e2",
        "e2e4",
        "e2-e4",
        "e9n",
        "i2n",
        "e0n",
        "e2x",
        "E2n",
        "e2n:",
        "e2n:0",
        "e2n:5",
        "e2n:kk",
        "e2n ",
        "-",
        "k",
    ],
)
def test_t4_a_bad_move_text_is_refused(move):
    reason = move_reason(move)
    assert (reason.code, reason.clause) == ("BAD_MOVE", "T4")


@pytest.mark.parametrize("move", ["e2ne", "e2wn", "e2se:2", "e2nw:k"])
def test_g4_a_diagonal_is_no_move(move):
    reason = move_reason(move)
    assert (reason.code, reason.clause) == ("NO_DIAGONAL", "G4")


# --- the diagram ------------------------------------------------------------------------------------------------------


def test_the_diagram_shows_piles_mover_and_counter():
    position = GANA.parse("8/2,ppp,1,PPPP,2,pp/3,PPPp,4/2,KP,2,k,PP,1/8/1,PPP,1,p,p,3/8/8 b 7")
    lines = position.diagram.splitlines()
    assert lines[1] == "8 │" + "  ·   │" * 8 + " ▶ k Black"
    assert lines[3] == "7 │  ·   │  ·   │ ppp  │  ·   │ PPPP │  ·   │  ·   │  pp  │   p 8"
    assert lines[5] == "6 │  ·   │  ·   │  ·   │ PPPp │  ·   │  ·   │  ·   │  ·   │"
    assert lines[7] == "5 │  ·   │  ·   │  KP  │  ·   │  ·   │  k   │  PP  │  ·   │   no capture"
    assert lines[9] == "4 │" + "  ·   │" * 8 + "   7/100"
    assert lines[15] == "1 │" + "  ·   │" * 8 + "   K White"
    assert lines[17] == "     a      b      c      d      e      f      g      h"


def test_the_diagram_of_a_finished_game_marks_no_mover():
    diagram = GANA.parse("8/8/8/8/8/8/pppp,7/K,7 . 0").diagram
    assert "▶" not in diagram
    assert "pppp" in diagram


def test_the_diagram_fits_and_keeps_its_width():
    full = ("PPPP" + ",PPPP" * 7 + "/") * 7 + "KPPP" + ",PPPP" * 6 + ",PPPk b 0"
    for position_text in (full, text("d4 P"), str(GANA.start())):
        lines = GANA.parse(position_text).diagram.splitlines()
        assert len(lines) == 18
        assert max(map(len, lines)) <= 76
        assert {line.rindex("│") for line in lines[1:17:2]} == {58}


def test_the_diagram_gives_every_piece_its_owner():
    spans = [span for line in GANA.parse(text("d4 KPPp")).spans for span in line]
    assert ("KPP", "a") in spans
    assert ("p", "b") in spans
    assert ("White", "label") in spans
