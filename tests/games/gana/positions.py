"""Positions of Gana for the tests, written as lists of pieces: moves, results, refusals."""

import pytest
from tests.games.gana import reference

from charkoni import IllegalMove, game

PICTURE = "8/2,ppp,1,PPPP,2,pp/3,PPPp,4/2,KP,2,k,PP,1/8/1,PPP,1,p,p,3/8/8 a 0"
BESIDE_FULL = "4,k,3/8/8/3,pppp,4/8/3,KP,4/8/8 a 0"  # d5 is full of Black, KP stands on d3


def text(pieces, mover="a", counter=0):
    """Return a position text; "d4 PPp, e5 k" says what stands where, and kings not named stand on h1 and h8."""
    board = dict.fromkeys(reference.SQUARES, "")
    board.update(place.split(" ") for place in pieces.split(", "))
    for king, home in (("K", "h1"), ("k", "h8")):
        if king not in "".join(board.values()):
            board[home] += king
    return reference.write((board, mover, counter))


def play(pieces, *moves, name="gana", mover="a", counter=0):
    """Return what stands where after some moves, by square name, without kings that stand alone on h1 and h8."""
    position = game(name).parse(text(pieces, mover, counter))
    for move in moves:
        position = position.play(move)
    board, _, _ = reference.read(str(position))
    places = sorted(f"{square} {there}" for square, there in board.items() if there)
    return ", ".join(place for place in places if place not in ("h1 K", "h8 k"))


def moves(pieces, square, name="gana", mover="a"):
    """Return the legal moves from a square, joined by spaces."""
    return " ".join(move for move in game(name).parse(text(pieces, mover)).moves if move.startswith(square))


def end(pieces, *moves, name="gana", mover="a", counter=0):
    """Return how the game stands after some moves: "king 1:0", or "a" or "b" to move."""
    position = game(name).parse(text(pieces, mover, counter))
    for move in moves:
        position = position.play(move)
    return f"{position.outcome.reason} {position.outcome}" if position.outcome else "ab"[position.turn]


def refusal(pieces, move, name="gana"):
    with pytest.raises(IllegalMove) as caught:
        game(name).parse(text(pieces)).play(move)
    return caught.value.reason


def at(text, name="gana"):
    return game(name).parse(text)


def with_d5(contents):
    """Return a finished position with these pieces on d5, and the kings far away unless they are among them."""
    top, bottom = "8" if "k" in contents else "k,7", "8" if "K" in contents else "7,K"
    return at(f"{top}/8/8/3,{contents},4/8/8/8/{bottom} . 100")
