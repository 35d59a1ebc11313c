"""Mosty: refused taps, and the coach's sentences."""

import pytest

import charkoni
from charkoni.core.translations import Words
from charkoni.graphics import scene

pytestmark = pytest.mark.once

ENGLISH = Words("en")


@pytest.mark.parametrize(
    ("zone", "code"), [("c3", "TAKEN"), ("e5", "CROSSES_BRIDGE"), ("edge-a0", "OUTSIDE"), ("edge-b1", "OUTSIDE")]
)
def test_a_tap_without_effect_has_a_reason(zone, code):
    position = charkoni.game("mosty").parse("5/4/5/4/2b2/4/1r3/4/5 a")
    reason = scene.why_not(position, (), zone)
    assert reason and reason.code == code


def test_the_prompt_names_the_bridges_left_in_the_turn():
    one, two = charkoni.game("mosty").start(), charkoni.game("mosty:links=2").parse("5/4/5/4/2r2/4/5/4/5 b 2")
    assert scene.prompt(one, (), ENGLISH) == "Choose a crossing for your bridge."
    assert scene.prompt(two, (), ENGLISH) == "Choose a crossing: 2 bridges in this turn."
