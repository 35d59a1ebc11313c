"""Taps of a finger on a telephone: one that misses the centre of a place by up to 12 px never chooses another place."""

import math
import random

import pytest
from tests.browser.table.test_layout import PHONE

from charkoni.web.engine.warm import playable

MISS_PX = 12
POSITIONS = 16
STEPS = 5
"""Taps that lead from one position to the next."""
TAPS = 12
"""Taps in each position; of the whole sweep more than 1,000."""

CENTRES = """() => Object.fromEntries([...document.querySelectorAll('#board .zone.legal')].map((zone) => {
  const [x, y] = zone.dataset.at.split(' ').map(Number);
  const point = new DOMPoint(x, y).matrixTransform(zone.ownerSVGElement.getScreenCTM());
  return [zone.dataset.zone, [point.x, point.y]];
}))"""
MEANT = """() => [
  ...[...document.querySelectorAll('#board .zone[aria-pressed=true]')].map((zone) => zone.dataset.zone),
  ...[...document.querySelectorAll('#chips.names .chip')].map((chip) => chip.dataset.value),
]"""


CONFIRM = """(confirm) => {
  localStorage.setItem('settings', JSON.stringify({ confirm, motion: 'off' }));
  dispatchEvent(new CustomEvent('settings'));
}"""


@pytest.mark.long  # its twin is in tests/client/input.test.js
@pytest.mark.parametrize("game", playable())
def test_a_finger_that_misses_by_little_chooses_no_other_place(visit, game):
    visitor, luck = visit(**PHONE), random.Random(game)
    visitor.start(game)
    for turn in range(POSITIONS):
        options = visitor.options()
        if options["zones"] and not options["prefix"]:
            visitor.page.evaluate(CONFIRM, True)  # moves wait for a second tap
            assert wrong_taps(visitor.page, luck) == []
            visitor.page.evaluate(CONFIRM, False)
        visitor.play("click", STEPS, turn)


def wrong_taps(page, luck):
    """Tap beside legal places; return the taps that chose another place."""
    wrong = []
    for _ in range(TAPS):
        centres = page.evaluate(CENTRES)
        zone = luck.choice(sorted(centres))
        far, angle = MISS_PX * math.sqrt(luck.random()), luck.uniform(0, 2 * math.pi)
        x, y = centres[zone]
        page.touchscreen.tap(x + far * math.cos(angle), y + far * math.sin(angle))
        meant = page.evaluate(MEANT)
        if zone not in meant:
            wrong.append((zone, round(far, 1), round(angle, 2), meant))
        page.keyboard.press("Escape")
    return wrong
