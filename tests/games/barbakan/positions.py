"""Positions of Barbakan for tests."""

import charkoni
from charkoni.games.barbakan.points import BOARDS

EMPTY = "......................../............/............/............"
RACE = "a...bb....ab..b...aa..../..b.a...a.../bbab..ab.bba/a...a.a..b.. a 0:0"
LAST_STEP = "......................../...a...b..../aaa.aabbbbbb/aaaaaabbbbb. a 0:0"


def position_of(name="barbakan", mover="a", hands=None, **pawns):
    """Return a position with these pawns, m1="a"."""
    variant = charkoni.game(name)
    board = BOARDS[variant.flags["board"]]
    hands = hands or ":".join(["0"] * variant.players)
    signs = iter(pawns.get(point, ".") for point in board.points)
    rings = "/".join("".join(next(signs) for _ in range(size)) for _, size in board.rings)
    return variant.parse(f"{rings} {mover} {hands}")


def ends(position, start):
    """Return where the pawn on a point can go."""
    return [move.split("-")[1] for move in position.moves if move.startswith(f"{start}-")]


def position(text, name="barbakan"):
    return charkoni.game(name).parse(text)
