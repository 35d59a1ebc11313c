"""What people like to play in Gana."""

from tests.games.gana.positions import text

from charkoni import game
from charkoni.games.gana import habits

GANA = game("gana")


def human_prior(move: str, pieces: str, mover: str = "a") -> float:
    position = GANA.parse(text(pieces, mover))
    assert move in position.moves
    return habits.human_prior(position.state[0], GANA.code(move), GANA.flags)


def test_pawns_go_forwards_rather_than_aside_and_hardly_ever_back():
    pieces = "d4 P, e5 p"
    assert (
        human_prior("d4n", pieces)
        > human_prior("d4e", pieces)
        == human_prior("d4w", pieces)
        > human_prior("d4s", pieces)
        > 0
    )
    assert human_prior("e5s", pieces, "b") > human_prior("e5e", pieces, "b") > human_prior("e5n", pieces, "b")


def test_the_king_leaves_his_place_when_he_is_attacked():
    quiet, attacked = "d4 P, h1 K", "d4 P, h1 K, g1 p"
    assert human_prior("h1n:k", quiet) < 0.2 * human_prior("d4n", quiet)
    assert human_prior("h1w:k", attacked) == human_prior("h1n:k", attacked) == human_prior("d4n", attacked)
    together = "d4 P, e1 KP"
    assert human_prior("e1n:1", together) < 0.2 * human_prior("d4n", together)
