"""Random games in a browser: by mouse, by keyboard alone, by touch on a small telephone."""

import pytest
from playwright.sync_api import expect
from tests.sampling import one_per_value

from charkoni.web.engine.warm import playable

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
WAYS = {"click": {}, "press": {}, "touch": PHONE}
STEPS = 4
FULL = 4000


@pytest.mark.parametrize(("game", "way"), one_per_value(playable(), tuple(WAYS), ("focus", "chaupar", "barbakan")))
def test_beginnings_can_be_played(visit, game, way):
    visitor = visit(**WAYS[way])
    visitor.start(game)
    assert visitor.play(way, STEPS, seed=7) >= 1


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", playable())
def test_whole_games_can_be_played(visit, game, way):
    visitor = visit(**WAYS[way])
    visitor.start(game)
    visitor.play(way, FULL, seed=11)
    assert visitor.options()["over"]
    expect(visitor.page.locator("#ending-title")).to_be_visible()
