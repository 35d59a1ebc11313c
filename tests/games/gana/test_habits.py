"""What people like to play in Gana."""

from tests.games.gana.positions import text

from charkoni import game
from charkoni.games.gana import habits

GANA = game("gana")


def liking(move: str, pieces: str, mover: str = "a") -> float:
    position = GANA.parse(text(pieces, mover))
    assert move in position.moves
    return habits.liking(position.state[0], GANA.code(move), GANA.flags)


def test_pawns_go_forwards_rather_than_aside_and_hardly_ever_back():
    pieces = "d4 P, e5 p"
    assert liking("d4n", pieces) > liking("d4e", pieces) == liking("d4w", pieces) > liking("d4s", pieces) > 0
    assert liking("e5s", pieces, "b") > liking("e5e", pieces, "b") > liking("e5n", pieces, "b")


def test_the_king_leaves_his_place_when_he_is_attacked():
    quiet, attacked = "d4 P, h1 K", "d4 P, h1 K, g1 p"
    assert liking("h1n:k", quiet) < 0.2 * liking("d4n", quiet)
    assert liking("h1w:k", attacked) == liking("h1n:k", attacked) == liking("d4n", attacked)
    together = "d4 P, e1 KP"
    assert liking("e1n:1", together) < 0.2 * liking("d4n", together)
