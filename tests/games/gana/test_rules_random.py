"""The rules of Gana against the reference implementation."""

import random

import pytest
from tests.games.gana import reference

from charkoni import game

VARIANTS = (
    "gana",
    "gana:solo",
    "gana:shield",
    "gana:shield,solo",
    "gana:stalemate=any",
    "gana:shield,stalemate=any",
    "gana:through",
    "gana:shield,through",
    "gana:solo,through",
)
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


@pytest.mark.parametrize(
    ("name", "squares"),
    [
        pytest.param(name, squares, marks=() if turn == place else pytest.mark.long_unless_compiled)
        for turn, name in enumerate(VARIANTS)
        for place, squares in enumerate((8, 20, 40, 62))
    ],
)
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
