"""Virtual points of an acceleration."""

from charkoni.tournament.pairing.input import baku, upper_half


def test_baku_of_161_players_and_9_rounds() -> None:
    """FIDE C.04.5.1: 161 players, group A of 82; 9 rounds: a point in rounds 1-3, half a point in 4 and 5."""
    assert [(b.first, b.last, b.high, b.points) for b in baku(upper_half(161), 9, 2)] == [(1, 3, 82, 2), (4, 5, 82, 1)]
