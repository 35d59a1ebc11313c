"""The layout of a table: everything fits a telephone, a long game fits a low window."""

import pytest
from playwright.sync_api import expect
from tests.browser.scripted_play import ALL, play_plies
from tests.sampling import few

from charkoni.web.engine.warm import playable

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("game", few(playable(), ("banglagor", "chaupar")))
def test_a_telephone_shows_board_and_both_players_at_once(visit, game):
    visitor = visit(**PHONE)
    visitor.start(game)
    page = visitor.page
    bottom = page.locator(".dock").bounding_box()["y"]
    assert page.locator("#far").bounding_box()["y"] >= 0
    near = page.locator("#near").bounding_box()
    assert near["y"] + near["height"] <= bottom + 1
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize("locale", few(("en-US", "ru-RU", "tr-TR"), ("ru-RU",)))
def test_four_players_and_the_dice_fit_on_a_small_telephone(visit, locale):
    """The button of a throw is where the chips will be shown, so that no strip is pushed below the buttons."""
    visitor = visit(**PHONE | {"viewport": {"width": 360, "height": 640}}, locale=locale)
    visitor.start("chaupar")
    page = visitor.page
    bottom = page.locator(".dock").bounding_box()["y"]
    near, throw, coach = (page.locator(each).bounding_box() for each in ("#near", "#throw", "#coach"))
    board = page.locator("#board svg").bounding_box()
    assert board["y"] + board["height"] <= throw["y"]
    assert throw["y"] + throw["height"] <= coach["y"]
    assert near["y"] + near["height"] <= bottom
    assert page.locator(".strip").count() == 4
    for counter in page.locator(".strip .counters > *").all():
        assert counter.bounding_box()["height"] < 25  # one line
    page.locator("#throw").click()
    visitor.expect_v(1)


def test_a_finished_game_fits_on_a_telephone(visit):
    """The result lies over the board, above the bar; at an earlier position it gives way to the last sentence."""
    visitor = visit(**PHONE)
    visitor.start("mosty")
    page = visitor.page
    play_plies(page, ALL)
    expect(page.locator("#ending-title")).to_be_visible()
    page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")
    card, dock = (page.locator(each).bounding_box() for each in ("#ending", ".dock"))
    assert card["y"] >= 0 and card["y"] + card["height"] <= dock["y"]
    assert dock["y"] + dock["height"] <= PHONE["viewport"]["height"]
    assert page.locator("#coach").bounding_box()["height"] <= 1
    page.locator('.dock [data-act="list"]').click()
    page.locator('.walk [data-act="prev"]').first.click()
    page.wait_for_function("() => document.getElementById('coach').offsetHeight > 40")
    expect(page.locator("#ending-title")).to_be_hidden()
    page.locator('#side header [data-act="list"]').click()
    page.locator('.dock [data-act="ending-result"]').click()
    expect(page.locator("#ending-title")).to_be_visible()


@pytest.mark.long  # the test before this one looks at a finished game, test_table at a long list in a low window
def test_a_full_panel_neither_stretches_the_page_nor_covers_a_player(visit):
    """A long finished game: counters, result and a long list beside the tallest board."""
    visitor = visit()
    visitor.start("banglagor")
    page = visitor.page
    play_plies(page, ALL)
    expect(page.locator("#ending-title")).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 640})
    page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")
    side, near = page.locator("#side").bounding_box(), page.locator("#near").bounding_box()
    assert side["y"] + side["height"] <= near["y"] + 1
    board = page.locator("#board svg").bounding_box()
    assert board["y"] + board["height"] <= 640
