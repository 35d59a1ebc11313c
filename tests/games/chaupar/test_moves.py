"""Chaupar: the ways to tap a move of a piece."""

from charkoni import game
from charkoni.graphics.scene import tap_sequences


def test_c8_a_piece_at_the_fork_is_tapped_with_the_way_or_the_target():
    ways = tap_sequences(game("chaupar").parse("6+,h3/c4/c4/c4 a a 5"))
    assert ways["6+:5^"] == [
        ("p6", "die-5", "turn-in"),
        ("p6", "lane-a2"),
        ("die-5", "p6", "turn-in"),
        ("die-5", "p6", "lane-a2"),
    ]
    assert ways["6+:5"][1] == ("p6", "p11")
