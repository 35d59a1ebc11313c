"""Positions of Gana in the words of the tests: what stands where, what may move, how it ends."""

import pytest
from tests.games import reference_gana as reference

from charkoni import IllegalMove, game


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
