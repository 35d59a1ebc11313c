"""Gana against its slow and obvious reference, and the bounds of its lists and states."""

import random

import numpy as np
import pytest
from tests.games import reference_gana as reference

from charkoni import OVER, game
from charkoni.core.game import Position
from charkoni.games.gana import rules

VARIANTS = ("gana", "gana:solo", "gana:shield", "gana:shield,solo")
CONTENTS = [mine + theirs for mine in ("", "P", "PP", "PPP", "PPPP") for theirs in ("", "p", "pp", "ppp", "pppp")]


def flags_of(name):
    return set(name.partition(":")[2].split(","))


def compare(name, text):
    """Assert that both know the same moves and the same successors; return the successors' texts."""
    position, slow, flags = game(name).parse(text), reference.read(text), flags_of(name)
    assert str(position) == reference.write(slow) == text
    moves = [move for move, _ in reference.moves(*slow[:2], flags)]
    expected = {move: reference.write(reference.play(slow, move, flags)) for move in moves}
    assert {move: str(position.play(move)) for move in position.moves} == expected, text
    return list(expected.values())


def is_over(text):
    return text.split()[1] == "."


@pytest.mark.parametrize("name", VARIANTS)
def test_the_reference_agrees_in_whole_games(name, trials):
    choose = random.Random(f"{name} games")
    text = str(game(name).start())
    for _ in range(trials(100)):
        texts = compare(name, text)
        going_on = [after for after in texts if not is_over(after)]
        text = choose.choice(going_on) if going_on else str(game(name).start())


def pile_up(choose, squares, kings):
    """Return the text of a board where on so many squares anything stands, and the kings somewhere."""
    board = dict.fromkeys(reference.SQUARES, "")
    for square in choose.sample(reference.SQUARES, squares):
        board[square] = choose.choice([contents for contents in CONTENTS if len(contents) <= 4])
    for king in kings:
        square = choose.choice([square for square in reference.SQUARES if len(board[square]) < 4])
        board[square] = "".join(sorted(board[square] + king, key="KPkp".index))
    return reference.write((board, choose.choice("ab"), choose.choice((0, 7, 98, 99))))


def readable(name, text):
    """Return whether the position is accepted, which is so unless the reference says that it is over."""
    board, mover, _ = reference.read(text)
    everyone = "".join(board.values())
    if len(everyone) == 2 or reference.is_stuck(board, mover, flags_of(name)):
        return False
    return game(name).parse(text) is not None


@pytest.mark.parametrize("squares", [8, 20, 40, 62])
@pytest.mark.parametrize("name", VARIANTS)
def test_the_reference_agrees_on_piled_boards(name, squares, trials):
    choose = random.Random(f"{name} {squares}")
    for _ in range(trials(8)):
        text = pile_up(choose, squares, "Kk")
        if readable(name, text):
            compare(name, text)


def lone_king(choose):
    """Return the text of a board where Black has only the king, in a corner of the board, and White a few groups."""
    board = dict.fromkeys(reference.SQUARES, "")
    places = choose.sample([file + row for file in "abcde" for row in "45678"], 7)
    for place, pieces in zip(places, ("k", "K", "P", "P", "PP", "PPP", "PPPP"), strict=True):
        board[place] = pieces
    return reference.write((board, choose.choice("ab"), 0))


@pytest.mark.parametrize("name", VARIANTS)
def test_g22_the_reference_agrees_on_lone_kings(name, mode):
    choose = random.Random(f"{name} lone")
    stalemates = 0
    for _ in range(4 if mode == "plain" else 12):
        text = lone_king(choose)
        if readable(name, text):
            stalemates += sum("k" in after and is_over(after) for after in compare(name, text))
    assert stalemates > 0 or mode == "plain"


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


def test_an_equal_end_is_an_equal_state_whoever_moved():
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
