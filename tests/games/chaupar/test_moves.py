"""Chaupar: the ways to tap a move of a piece."""

import pytest

from charkoni import game, solve
from charkoni.core.translations import Words
from charkoni.games.chaupar.events import events
from charkoni.graphics.scene import labels, tap_sequences

JOINED = game("chaupar:joined")


def test_c8_a_piece_at_the_fork_is_tapped_with_the_way_or_the_target():
    ways = tap_sequences(game("chaupar").parse("6+,h3/c4/c4/c4 a a 5"))
    assert ways["6+:5^"] == [
        ("p6", "die-5", "turn-in"),
        ("p6", "lane-a2"),
        ("die-5", "p6", "turn-in"),
        ("die-5", "p6", "lane-a2"),
    ]
    assert ways["6+:5"][1] == ("p6", "p11")


def test_c16_joined_values_have_a_chip_and_the_target_where_no_single_value_leads_there():
    ways = tap_sequences(JOINED.parse("c3,3/c4/c4/c4 a a 156"))
    assert ways["3:15"] == [("p3", "join-15"), ("join-15", "p3")]  # the 6 leads there, too
    assert ways["3:56"] == [("p3", "join-56"), ("p3", "p14"), ("join-56", "p3")]
    assert labels(JOINED.parse("c3,3/c4/c4/c4 a a 156"), Words("en"))["join-15"] == "use 1 + 5 as one move"


def test_c16_joined_sticks_are_used_together():
    before = JOINED.parse("c3,3/c4/c4/c4 a a 156")
    lift, walk = events(before.state[0], "3:16", before.play("3:16").state[0], JOINED.flags)
    assert lift.value == "1+6"
    assert [(start.height, end.height if end else None) for start, end in lift.moved] == [(0, None), (2, None), (1, 0)]
    assert walk.path == tuple(f"p{step}" for step in range(3, 11))


@pytest.mark.compiled_only  # as plain Python the tablebase takes a minute
def test_c16_joined_values_leave_the_lane_tablebases_aside():
    text = "l7,h3/l7,h3/l7,h3/l7,h3 a a 125"
    assert solve.probe(game("chaupar").parse(text)) is not None
    assert solve.probe(JOINED.parse(text)) is None
